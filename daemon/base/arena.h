/*
 * arena.h - shared fate: memory that one batch gives out piece by piece and takes back at once.
 *
 * Pieces are never freed singly. arena_reset makes all of them invalid and keeps the blocks for
 * the next round, up to ARENA_KEEP_BYTES, so that a steady load calls no malloc.
 */
#ifndef LOGCLASS_BASE_ARENA_H
#define LOGCLASS_BASE_ARENA_H

#include "base/str.h"

struct arena_block;

struct arena {
    struct arena_block *first, *now;
    char *at, *end; /* free bytes of the block `now` */
};

enum { ARENA_BLOCK_BYTES = 256 * 1024, ARENA_KEEP_BYTES = 4 * 1024 * 1024 };

void arena_init(struct arena *a);
void arena_done(struct arena *a);
void arena_reset(struct arena *a);

void *arena_slow(struct arena *a, size_t n);

static inline void *arena_alloc(struct arena *a,
                                size_t n) /* aligned for any type, not zeroed */
{
    n = ((n ? n : 1) + 15) & ~(size_t)15;
    if ((size_t)(a->end - a->at) < n)
        return arena_slow(a, n);
    void *p = a->at;
    a->at += n;
    return p;
}

#define ARENA_NEW(a, type)      ((type *)arena_zero((a), sizeof(type)))
#define ARENA_ARRAY(a, type, n) ((type *)arena_zero((a), sizeof(type) * (n)))

void *arena_zero(struct arena *a, size_t n);
struct str arena_str(struct arena *a, struct str s); /* a copy */

#endif
