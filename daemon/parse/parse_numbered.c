/*
 * The number of a line before it, as people paste it:
 *
 *     1234:2026-12-01 01:50:31.108 7 ERROR …           grep -n; with - where it is only near
 *          1<TAB>2026-12-01 01:50:31.108 7 ERROR …     cat -n, nl
 *       1234 2026-12-01 01:50:31.108 7 ERROR …         less -N, an editor
 *
 * A number alone says nothing, so it counts only before the head of a record, and before the
 * lines that follow that one.
 */
#include "base/num.h"
#include "parse/head.h"
#include "parse/opening.h"

enum { BLANKS = 16 };

/* "  12" and what stands behind it */
static bool take_number(struct str *in, uint64_t *number, char *mark)
{
    struct str s = *in;

    while (s.n && s.p[0] == ' ' && in->n - s.n < BLANKS)
        s = str_from(s, 1);
    bool blanks = s.n < in->n;
    if (!num_take(&s, UINT32_MAX, number))
        return false;
    *mark = s.n ? s.p[0] : ' '; /* an empty line that lost its end */
    if (*mark != '\t' && *mark != ' ' && (blanks || (*mark != ':' && *mark != '-')))
        return false;
    *in = s.n ? str_from(s, 1) : s;
    return true;
}

/* The line below the last one; grep leaves some out, and marks those that are only near. */
static bool goes_on(const struct habit *b, uint64_t number, char mark)
{
    bool grep = b->numbered == ':';

    return grep ? (mark == ':' || mark == '-') && number > b->number
                : mark == b->numbered && number == b->number + 1;
}

static bool read_numbered(struct reading *in, struct head *h)
{
    struct habit *b = in->habit;
    struct str s = h->text;
    uint64_t number;
    char mark;

    if (h->layer_count || b->plain)
        return false;
    if (b->numbered == ':' && str_eq(s, STR("--"))) {
        h->form = FORM_NOTE;
        return true;
    }
    if (s.n < 2 || !take_number(&s, &number, &mark))
        return false;
    if (!goes_on(b, number, mark)) {
        while (mark == ' ' && s.n && s.p[0] == ' ')
            s = str_from(s, 1);
        if (!opening_stands(&in->stamper, s) && !opening_json(s) && !opening_syslog(s) &&
            !opening_apache(s))
            return false;
        b->numbered = mark == '-' ? ':' : mark;
    }
    b->number = number;
    h->form = FORM_LAYER;
    head_outer(h);
    h->text = s;
    return true;
}

const struct envelope_kind envelope_numbered = {
    .name = "numbered",
    .help = "numbers of lines: grep -n, cat -n, less -N",
    .id = ENVELOPE_PREFIX,
    .outer = true,
    .read = read_numbered,
};
