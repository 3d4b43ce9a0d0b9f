#include "base/utf8.h"

static bool follows(unsigned char c, unsigned char low, unsigned char high)
{
    return c >= low && c <= high;
}

/* The table of RFC 3629, section 4. */
size_t utf8_len(struct str s, size_t at)
{
    const unsigned char *p = (const unsigned char *)s.p + at;
    size_t n = s.n - at;

    if (n == 0)
        return 0;
    if (p[0] < 0x80)
        return 1;
    if (p[0] >= 0xC2 && p[0] <= 0xDF)
        return n >= 2 && follows(p[1], 0x80, 0xBF) ? 2 : 0;
    if (p[0] >= 0xE0 && p[0] <= 0xEF) {
        unsigned char low = p[0] == 0xE0 ? 0xA0 : 0x80, high = p[0] == 0xED ? 0x9F : 0xBF;
        return n >= 3 && follows(p[1], low, high) && follows(p[2], 0x80, 0xBF) ? 3 : 0;
    }
    if (p[0] >= 0xF0 && p[0] <= 0xF4) {
        unsigned char low = p[0] == 0xF0 ? 0x90 : 0x80, high = p[0] == 0xF4 ? 0x8F : 0xBF;
        return n >= 4 && follows(p[1], low, high) && follows(p[2], 0x80, 0xBF) &&
                       follows(p[3], 0x80, 0xBF)
                   ? 4
                   : 0;
    }
    return 0;
}

struct str utf8_head(struct str s, size_t limit)
{
    if (s.n <= limit)
        return s;
    size_t n = limit;
    while (n > 0 && limit - n < 4 && ((unsigned char)s.p[n] & 0xC0) == 0x80)
        n--;
    return str_head(s, n);
}
