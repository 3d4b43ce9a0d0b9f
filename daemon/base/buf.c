#include "base/buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void buf_done(struct buf *b)
{
    if (!b)
        return;
    free(b->p);
    *b = (struct buf){0};
}

void buf_reserve(struct buf *b, size_t more)
{
    if (b->cap - b->n >= more)
        return;
    size_t cap = b->cap ? b->cap : 64;
    while (cap - b->n < more) {
        if (cap > SIZE_MAX / 2)
            mem_out();
        cap *= 2;
    }
    b->p = mem_grow(b->p, cap, 1);
    b->cap = cap;
}

void buf_u64(struct buf *b, uint64_t v)
{
    char digits[20];
    size_t at = sizeof digits;

    do {
        digits[--at] = (char)('0' + v % 10);
        v /= 10;
    } while (v);
    buf_add(b, (struct str){digits + at, sizeof digits - at});
}

void buf_fmt(struct buf *b, const char *fmt, ...)
{
    va_list ap, again;

    va_start(ap, fmt);
    va_copy(again, ap);
    buf_reserve(b, 128);
    int n = vsnprintf(b->p + b->n, b->cap - b->n, fmt, ap);
    if (n > 0 && (size_t)n >= b->cap - b->n) {
        buf_reserve(b, (size_t)n + 1);
        n = vsnprintf(b->p + b->n, b->cap - b->n, fmt, again);
    }
    if (n > 0)
        b->n += (size_t)n;
    va_end(again);
    va_end(ap);
}

const char *buf_z(struct buf *b)
{
    buf_reserve(b, 1);
    b->p[b->n] = 0;
    return b->p;
}
