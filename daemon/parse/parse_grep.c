/*
 * The name of a file before each of its lines, as grep prints it, and what loghub's collections of
 * logs have in its place (logpai/loghub, OpenStack):
 *
 *     /var/log/heat/heat-engine.log:2026-12-01 01:50:30.971 7 INFO …
 *     heat-engine.log-123-2026-12-01 01:50:30.971 7 INFO …          grep -n with context
 *     nova-compute.log.1.2017-05-16_13:55:31 2017-05-16 00:00:04.500 2931 INFO …
 *
 * The first needs a date or a JSON object behind the name (file_name.h); once one was seen, lines
 * without one belong to the file of that name as well. grep divides what it found in one place from
 * what it found in another by "--".
 */
#include "parse/file_name.h"
#include "parse/head.h"

/* A further line of the file whose name the last one had. */
static bool same_name(struct str s, struct str last, struct str *name, size_t *behind)
{
    if (last.n == 0 || !str_starts(s, last) || s.n == last.n)
        return false;
    *behind = s.p[last.n] == ' ' ? last.n + 1 : file_name_mark(s, last.n);
    *name = str_head(s, last.n);
    return *behind != 0;
}

static bool read_grep(struct reading *in, struct head *h)
{
    struct str name, last = buf_str(&in->habit->file);
    size_t behind;

    if (h->text.n < 2)
        return false;
    if (last.n && str_eq(h->text, STR("--"))) {
        h->form = FORM_NOTE;
        return true;
    }
    if (!same_name(h->text, last, &name, &behind) && !file_name_find(h->text, &name, &behind))
        return false;
    if (!str_eq(name, last)) {
        buf_clear(&in->habit->file);
        buf_add(&in->habit->file, name);
    }
    h->form = FORM_LAYER;
    head_tell(head_outer(h), OUTER_FILE, name);
    head_writer(h, name);
    h->text = str_from(h->text, behind);
    return true;
}

const struct envelope_kind envelope_grep = {
    .name = "grep",
    .help = "a line behind the name of its file, as grep prints it",
    .id = ENVELOPE_PREFIX,
    .outer = true,
    .read = read_grep,
};
