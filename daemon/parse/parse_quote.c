/*
 * A log that was pasted into a ticket or a mail: every line stands behind the same blanks or the
 * same marks of a quotation.
 *
 *     > 2026-12-01 01:50:30.971 7 ERROR heat.engine [-] …
 *     > 2026-12-01 01:50:30.971 7 ERROR heat.engine Traceback …
 *
 * What that is, the first line with a date tells, in a stream that had none at its left edge; a
 * stream whose records stand there may quote others in a text of its own.
 */
#include "base/num.h"
#include "parse/head.h"

enum { QUOTE_BYTES = 32 };

/* "2026-12-01 01:50:30" or "Dec  1 01:50:30" */
static bool opens_with_date(struct str s)
{
    if (s.n <= STAMP_BYTES)
        return false;
    if (s.p[0] >= 'A' && s.p[0] <= 'Z')
        return s.p[3] == ' ' && s.p[6] == ' ' && num_is_digit(s.p[7]) && s.p[9] == ':' &&
               s.p[12] == ':' && num_is_digit(s.p[14]);
    return num_is_digit(s.p[0]) && s.p[4] == '-' && s.p[7] == '-' &&
           (s.p[10] == ' ' || s.p[10] == 'T') && s.p[13] == ':' && s.p[16] == ':';
}

/* Blanks, tabs and '>' before a date: how many of them. */
static size_t before_date(struct str s)
{
    size_t n = 0;

    while (n < s.n && n <= QUOTE_BYTES && (s.p[n] == ' ' || s.p[n] == '\t' || s.p[n] == '>'))
        n++;
    return n <= QUOTE_BYTES && opens_with_date(str_from(s, n)) ? n : 0;
}

/* "> " has lost its blank where nothing follows. */
static bool is_empty_quote(struct str s, struct str quote)
{
    return s.n && s.p[s.n - 1] == '>' && s.n + 1 == quote.n && str_starts(quote, s);
}

static bool read_quote(struct reading *in, struct head *h)
{
    struct buf *quote = &in->habit->quote;
    struct str s = h->text;

    if (s.n == 0 || h->layer_count || in->habit->plain ||
        (s.p[0] != ' ' && s.p[0] != '>' && s.p[0] != '\t'))
        return false;
    if (quote->n == 0) {
        size_t n = before_date(s);
        if (n == 0)
            return false;
        buf_add(quote, str_head(s, n));
    }
    if (!str_starts(s, buf_str(quote)) && !is_empty_quote(s, buf_str(quote)))
        return false;
    h->form = FORM_LAYER;
    head_outer(h);
    h->text = s.n > quote->n ? str_from(s, quote->n) : (struct str){0};
    return true;
}

const struct envelope_kind envelope_quote = {
    .name = "quote",
    .help = "a line of a pasted log: the same blanks or '>' before each",
    .id = ENVELOPE_PREFIX,
    .outer = true,
    .read = read_quote,
};
