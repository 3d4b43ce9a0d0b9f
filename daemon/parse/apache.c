#include "parse/apache.h"

#include "base/num.h"

static int hex_value(char c)
{
    return num_is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10;
}

/* The byte that an escape at s[at] stands for; *n its length, 0 where it is none. */
static char escaped(struct str s, size_t at, size_t *n)
{
    static const char letters[] = "bnrtv\\", bytes[] = "\b\n\r\t\v\\";
    const char *found =
        at + 1 < s.n ? memchr(letters, s.p[at + 1], sizeof letters - 1) : NULL;

    *n = found ? 2 : 0;
    if (found)
        return bytes[found - letters];
    if (at + 3 >= s.n || s.p[at + 1] != 'x' || !num_is_hex(s.p[at + 2]) ||
        !num_is_hex(s.p[at + 3]))
        return 0;
    *n = 4;
    return (char)(hex_value(s.p[at + 2]) * 16 + hex_value(s.p[at + 3]));
}

struct str apache_unescape(struct arena *a, struct str text)
{
    if (str_chr(text, '\\', 0) == STR_NONE)
        return text;
    char *to = arena_alloc(a, text.n);
    size_t n = 0;
    for (size_t i = 0; i < text.n;) {
        size_t escape = 0;
        char c = text.p[i] == '\\' ? escaped(text, i, &escape) : 0;
        to[n++] = escape ? c : text.p[i];
        i += escape ? escape : 1;
    }
    return (struct str){to, n};
}
