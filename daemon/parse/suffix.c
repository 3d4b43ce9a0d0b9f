#include "parse/suffix.h"

#include "base/num.h"

/* An identifier, or <module>, <lambda>, <listcomp>. */
static bool is_function(struct str s)
{
    if (s.n > 2 && s.p[0] == '<' && s.p[s.n - 1] == '>')
        s = (struct str){s.p + 1, s.n - 2};
    if (s.n == 0 || num_is_digit(s.p[0]))
        return false;
    for (size_t i = 0; i < s.n; i++) {
        unsigned c = (unsigned char)s.p[i];
        if (!num_is_digit(s.p[i]) && (c | 0x20) - 'a' >= 26U && c != '_' && c < 0x80)
            return false;
    }
    return true;
}

/* Takes the last word off *in: the text behind its last blank, which goes too. */
static bool take_last_word(struct str *in, struct str *word)
{
    const char *blank = in->n ? memrchr(in->p, ' ', in->n) : NULL;

    if (!blank)
        return false;
    size_t at = (size_t)(blank - in->p);
    *word = str_from(*in, at + 1);
    *in = str_head(*in, at);
    return true;
}

/* "PATH:LINE". Read from its end: nearly every DEBUG line comes by here. */
static bool read_place(struct str s, struct str *file, uint32_t *line)
{
    enum { MOST_DIGITS = 9 };
    uint32_t v = 0, unit = 1;
    size_t n = s.n;

    for (; n > 0 && num_is_digit(s.p[n - 1]) && s.n - n < MOST_DIGITS; n--, unit *= 10)
        v += (uint32_t)(s.p[n - 1] - '0') * unit;
    if (n == s.n || n < 2 || s.p[n - 1] != ':')
        return false;
    *file = str_head(s, n - 1);
    *line = v;
    return s.p[0] == '/' || str_ends(*file, STR(".py"));
}

void suffix_read(struct record *r)
{
    struct str rest = r->body, place, file, function;
    uint32_t line;

    if (rest.n == 0 || !num_is_digit(rest.p[rest.n - 1]) ||
        !take_last_word(&rest, &place) || !read_place(place, &file, &line) ||
        !take_last_word(&rest, &function) || !is_function(function))
        return;
    r->origin_file = file;
    r->origin_line = line;
    r->origin_function = function;
    r->message = rest;
}
