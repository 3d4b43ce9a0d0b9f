#include "base/str.h"

size_t str_chr(struct str s, char c, size_t from)
{
    if (from >= s.n)
        return STR_NONE;
    const char *at = memchr(s.p + from, c, s.n - from);
    return at ? (size_t)(at - s.p) : STR_NONE;
}

size_t str_find(struct str s, struct str needle, size_t from)
{
    if (from > s.n || needle.n > s.n - from)
        return STR_NONE;
    if (needle.n == 0)
        return from;
    const char *at = memmem(s.p + from, s.n - from, needle.p, needle.n);
    return at ? (size_t)(at - s.p) : STR_NONE;
}

size_t str_rchr(struct str s, char c)
{
    if (s.n == 0)
        return STR_NONE;
    const char *at = memrchr(s.p, c, s.n);
    return at ? (size_t)(at - s.p) : STR_NONE;
}

bool str_cut(struct str *in, char sep, struct str *out)
{
    if (in->n == 0)
        return false;
    size_t at = str_chr(*in, sep, 0);
    if (at == STR_NONE) {
        *out = *in;
        *in = str_from(*in, in->n);
    } else {
        *out = str_head(*in, at);
        *in = str_from(*in, at + 1);
    }
    return true;
}

struct str str_line(struct str s)
{
    size_t n = str_chr(s, '\n', 0);
    return n == STR_NONE ? s : str_head(s, n);
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

struct str str_trim(struct str s)
{
    while (s.n > 0 && is_space(s.p[0]))
        s = str_from(s, 1);
    while (s.n > 0 && is_space(s.p[s.n - 1]))
        s.n--;
    return s;
}

int str_cmp(struct str a, struct str b)
{
    size_t n = a.n < b.n ? a.n : b.n;
    int c = n ? memcmp(a.p, b.p, n) : 0;
    return c ? c : (a.n > b.n) - (a.n < b.n);
}

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

bool str_eq_nocase(struct str a, struct str b)
{
    if (a.n != b.n)
        return false;
    for (size_t i = 0; i < a.n; i++)
        if (lower(a.p[i]) != lower(b.p[i]))
            return false;
    return true;
}
