/*
 * The number of a line before it, as grep -n prints it of one file, and cat -n and nl of any:
 *
 *     12:2026-12-01 01:50:30.971 7 ERROR heat.engine [-] …
 *     13-2026-12-01 01:50:30.971 7 ERROR heat.engine Traceback …    grep -n with context
 *         14<TAB>2026-12-01 01:50:30.971 7 INFO …                   cat -n
 *
 * Any text may begin with a number. It is believed before a record with a date or one of oslo.log's
 * in JSON, in a stream that has none at its left edge; from then on before any text, while the
 * numbers grow.
 */
#include "base/num.h"
#include "parse/head.h"
#include "parse/opening.h"

static bool read_number(struct reading *in, struct head *h)
{
    struct habit *habit = in->habit;
    struct str s = h->text;
    size_t blanks = 0;
    uint64_t number;

    if (h->layer_count || habit->plain || s.n < 2)
        return false;
    if (habit->number && str_eq(s, STR("--"))) {
        h->form = FORM_NOTE;
        return true;
    }
    while (blanks < s.n && s.p[blanks] == ' ')
        blanks++;
    s = str_from(s, blanks);
    if (!num_take(&s, UINT32_MAX, &number) || s.n == 0 || number <= habit->number ||
        !(s.p[0] == '\t' || (blanks == 0 && (s.p[0] == ':' || s.p[0] == '-'))))
        return false;
    s = str_from(s, 1);
    if (!habit->number && !opening_dated(s) && !opening_json(s))
        return false;
    habit->number = number;
    h->form = FORM_LAYER;
    head_outer(h);
    h->text = s;
    return true;
}

const struct envelope_kind envelope_numbered = {
    .name = "numbered",
    .help = "a line behind its number, as grep -n and cat -n print it",
    .id = ENVELOPE_PREFIX,
    .outer = true,
    .read = read_number,
};
