#include "parse/colour.h"

#include "base/num.h"

enum { ESC = 0x1b };

/* The length of the sequence at s[at], which is ESC; 0 where it is no colour. grep ends its own
 * with ESC[K, which clears the rest of the line (GREP_COLORS, ne). */
static size_t sequence(struct str s, size_t at)
{
    size_t i = at + 1;

    if (i >= s.n || s.p[i] != '[')
        return 0;
    for (i++; i < s.n && (num_is_digit(s.p[i]) || s.p[i] == ';'); i++)
        ;
    return i < s.n && (s.p[i] == 'm' || (s.p[i] == 'K' && i == at + 2)) ? i + 1 - at : 0;
}

struct str colour_plain(struct str s)
{
    size_t at = str_chr(s, ESC, 0);

    return at == STR_NONE ? s : str_head(s, at);
}

struct str colour_strip(struct arena *a, struct str s)
{
    size_t at = str_chr(s, ESC, 0);

    if (at == STR_NONE)
        return s;
    /* The usual one stands at the end alone: then a head of the line is enough. */
    if (sequence(s, at) == s.n - at)
        return str_head(s, at);

    char *out = arena_alloc(a, s.n);
    size_t n = 0, from = 0;
    for (; at != STR_NONE; at = str_chr(s, ESC, at + 1)) {
        size_t length = sequence(s, at);
        if (length == 0)
            continue;
        memcpy(out + n, s.p + from, at - from);
        n += at - from;
        from = at + length;
        at = from - 1;
    }
    memcpy(out + n, s.p + from, s.n - from);
    return (struct str){out, n + s.n - from};
}
