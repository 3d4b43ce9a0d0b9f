#include "base/shown.h"

#include "base/utf8.h"

/* The code point of a mark that turns the direction of writing (Unicode, UAX #9, 2), else 0. */
static unsigned direction(struct str s, size_t at, size_t len)
{
    const unsigned char *p = (const unsigned char *)s.p + at;
    unsigned c = len == 2   ? (p[0] & 0x1Fu) << 6 | (p[1] & 0x3Fu)
                 : len == 3 ? (p[0] & 0x0Fu) << 12 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu)
                            : 0;

    return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
                   (c >= 0x2066 && c <= 0x2069)
               ? c
               : 0;
}

void shown_add(struct buf *out, struct str s, struct str newline)
{
    size_t len;

    for (size_t i = 0; i < s.n; i += len ? len : 1) {
        unsigned char c = (unsigned char)s.p[i];
        len = utf8_len(s, i);
        unsigned turns = direction(s, i, len);
        if (c == '\n')
            buf_add(out, newline);
        else if (turns)
            buf_fmt(out, "\\u%04x", turns);
        else if (len && c != 0x7f && (c >= 0x20 || c == '\t') && !shown_is_c1(s, i, len))
            buf_add(out, (struct str){s.p + i, len});
    }
}
