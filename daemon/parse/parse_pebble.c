/*
 * A line as Pebble passes it on, the service manager of Juju's and Sunbeam's containers:
 *
 *     2026-01-01T00:00:00.000Z [heat-engine] TEXT
 *
 * Three digits and Z (canonical/pebble, internals/servicelog/formatter.go); others of that shape are
 * read as well. The lines of [pebble] are its own. A level in the bracket is no name.
 */
#include "base/num.h"
#include "parse/head.h"

enum { NAME_BYTES = 128 };

/* "[NAME] ", or "[NAME]" at the line's end, where the text is empty. */
static bool take_name(struct str *in, struct str *name)
{
    size_t n = 1;

    if (in->n < 3 || in->p[0] != '[')
        return false;
    for (; n < in->n && n <= NAME_BYTES && in->p[n] != ']'; n++) {
        unsigned c = (unsigned char)in->p[n];
        if (!num_is_digit(in->p[n]) && (c | 0x20) - 'a' >= 26U && c != '-' && c != '_' &&
            c != '.')
            return false;
    }
    if (n == 1 || n >= in->n || in->p[n] != ']' || (n + 1 < in->n && in->p[n + 1] != ' '))
        return false;
    *name = (struct str){in->p + 1, n - 1};
    *in = str_from(*in, n + 1 < in->n ? n + 2 : n + 1);
    return true;
}

static bool is_level(struct str name)
{
    static const struct str words[] = {STR_INIT("info"), STR_INIT("debug"), STR_INIT("warning"),
                                       STR_INIT("warn"), STR_INIT("error"), STR_INIT("notice"),
                                       STR_INIT("trace"), STR_INIT("fatal"), STR_INIT("critical")};

    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (str_eq_nocase(words[i], name))
            return true;
    return false;
}

static bool read_pebble(struct reading *in, struct head *h)
{
    struct str s = h->text, name;
    struct stamp t;

    if (s.n < STAMP_BYTES + 4 || s.p[10] != 'T' || s.p[STAMP_BYTES] != '.' ||
        !stamp_take(&in->stamper, &s, &t) || t.zone_assumed || !str_starts(s, STR(" [")))
        return false;
    s = str_from(s, 1);
    if (!take_name(&s, &name) || is_level(name))
        return false;
    h->form = FORM_LAYER;
    head_time(h, &t);
    head_tell(head_outer(h), OUTER_UNIT, name);
    head_writer(h, name);
    h->text = s;
    return true;
}

const struct envelope_kind envelope_pebble = {
    .name = "pebble",
    .help = "Pebble's line: time, [service], text",
    .id = ENVELOPE_PEBBLE,
    .outer = true,
    .read = read_pebble,
};
