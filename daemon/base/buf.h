/*
 * buf.h - owned text that grows. One owner; buf_done ends it. A zeroed buf is an empty one.
 */
#ifndef LOGCLASS_BASE_BUF_H
#define LOGCLASS_BASE_BUF_H

#include "base/str.h"

struct buf {
    char *p;
    size_t n, cap;
};

void buf_done(struct buf *b);
void buf_reserve(struct buf *b, size_t more); /* room for `more` bytes behind n */

static inline void buf_clear(struct buf *b)
{
    b->n = 0;
}

static inline struct str buf_str(const struct buf *b) /* until the next change of b */
{
    return (struct str){b->p, b->n};
}

static inline void buf_add(struct buf *b, struct str s)
{
    if (s.n == 0)
        return;
    if (b->cap - b->n < s.n)
        buf_reserve(b, s.n);
    memcpy(b->p + b->n, s.p, s.n);
    b->n += s.n;
}

static inline void buf_char(struct buf *b, char c)
{
    if (b->cap == b->n)
        buf_reserve(b, 1);
    b->p[b->n++] = c;
}

void buf_u64(struct buf *b, uint64_t v); /* decimal */
void buf_fmt(struct buf *b, const char *fmt, ...) PRINTF(2, 3);

/* The text as a C string; the NUL stands behind n and does not count. */
const char *buf_z(struct buf *b);

#endif
