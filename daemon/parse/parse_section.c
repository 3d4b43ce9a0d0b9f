/*
 * What tail and head print above the lines of each of several files (coreutils, tail.c):
 *
 *     ==> /var/log/heat/heat-engine.log <==
 *
 * The lines below it, up to the next one, stand in that file.
 */
#include "parse/head.h"

/* "==> NAME <==", and nothing else. */
static bool read_header(struct str s, struct str *name)
{
    struct str opens = STR("==> "), ends = STR(" <==");

    if (s.n <= opens.n + ends.n || !str_starts(s, opens) || !str_ends(s, ends))
        return false;
    *name = (struct str){s.p + opens.n, s.n - opens.n - ends.n};
    return str_chr(*name, '/', 0) != STR_NONE ||
           str_find(*name, STR("log"), 0) != STR_NONE;
}

static bool read_section(struct reading *in, struct head *h)
{
    struct buf *section = &in->habit->section;
    struct str name;

    if (h->layer_count)
        return false;
    if (h->text.n && h->text.p[0] == '=' && read_header(h->text, &name)) {
        buf_clear(section);
        buf_add(section, name);
        h->form = FORM_NOTE;
        return true;
    }
    if (section->n == 0)
        return false;
    h->form = FORM_LAYER;
    head_tell(head_outer(h), OUTER_FILE, arena_str(in->arena, buf_str(section)));
    head_writer(h, buf_str(section));
    return true;
}

const struct envelope_kind envelope_section = {
    .name = "section",
    .help = "the lines below ==> NAME <==, as tail and head print it",
    .id = ENVELOPE_PREFIX,
    .outer = true,
    .read = read_section,
};
