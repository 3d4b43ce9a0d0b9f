/*
 * A time that something put before each line of a console:
 *
 *     2026-12-01T01:50:31.1083341Z 2026-12-01 01:50:31.108 7 ERROR …     GitHub Actions
 *     [2026-12-01T01:50:31.108Z] 2026-12-01 01:50:31.108 7 ERROR …       Jenkins's Timestamper
 *
 * kubelets that write RFC3339Nano drop the zeros at the end of nine digits, and ts(1) has any number
 * of them. A time with a zone begins lines of many kinds, so it counts as one of these only before
 * the head of a record, and before all lines from there on.
 */
#include "parse/head.h"
#include "parse/opening.h"

/* "[TIME] " or "TIME "; the last line of a text may have lost its blank. */
static bool take_time(struct reading *in, struct str *text, struct stamp *t, char *mark)
{
    struct str s = *text;
    bool bracket = str_starts(s, STR("["));

    if (bracket)
        s = str_from(s, 1);
    if (s.n < STAMP_BYTES || s.p[10] != 'T' || !stamp_take(&in->stamper, &s, t) ||
        t->zone_assumed || (bracket && !str_starts(s, STR("]"))))
        return false;
    if (bracket)
        s = str_from(s, 1);
    if (s.n && s.p[0] != ' ')
        return false;
    *text = s.n ? str_from(s, 1) : s;
    *mark = bracket ? '[' : ' ';
    return true;
}

static bool read_timed(struct reading *in, struct head *h)
{
    struct str s = h->text;
    struct stamp t;
    char mark;

    if (s.n < STAMP_BYTES || !take_time(in, &s, &t, &mark))
        return false;
    if (in->habit->timed != mark) {
        if (!opening_stands(&in->stamper, s))
            return false;
        in->habit->timed = mark;
    }
    h->form = FORM_LAYER;
    head_time(h, &t);
    h->text = s;
    return true;
}

const struct envelope_kind envelope_timed = {
    .name = "timed",
    .help = "a time before each line: GitHub Actions, Jenkins's Timestamper, ts",
    .id = ENVELOPE_PREFIX,
    .outer = true,
    .read = read_timed,
};
