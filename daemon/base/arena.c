#include "base/arena.h"

#include <stdlib.h>

struct arena_block {
    struct arena_block *next;
    size_t n;
    _Alignas(16) char bytes[];
};

void arena_init(struct arena *a)
{
    *a = (struct arena){0};
}

static void use(struct arena *a, struct arena_block *b)
{
    a->now = b;
    a->at = b ? b->bytes : NULL;
    a->end = b ? b->bytes + b->n : NULL;
}

static void free_from(struct arena_block *b)
{
    while (b) {
        struct arena_block *next = b->next;
        free(b);
        b = next;
    }
}

void arena_done(struct arena *a)
{
    if (!a)
        return;
    free_from(a->first);
    *a = (struct arena){0};
}

void arena_reset(struct arena *a)
{
    size_t kept = 0;
    struct arena_block **at = &a->first;

    while (*at && kept + (*at)->n <= ARENA_KEEP_BYTES) {
        kept += (*at)->n;
        at = &(*at)->next;
    }
    free_from(*at);
    *at = NULL;
    use(a, a->first);
}

void *arena_slow(struct arena *a, size_t n)
{
    /* A block kept from an earlier round may be too small for this piece: it is passed over. */
    while (a->now && a->now->next) {
        use(a, a->now->next);
        if ((size_t)(a->end - a->at) >= n)
            return arena_alloc(a, n);
    }
    size_t bytes = n > ARENA_BLOCK_BYTES ? n : ARENA_BLOCK_BYTES;
    struct arena_block *b = malloc(sizeof *b + bytes);
    if (!b)
        mem_out();
    b->next = NULL;
    b->n = bytes;
    if (a->now)
        a->now->next = b;
    else
        a->first = b;
    use(a, b);
    return arena_alloc(a, n);
}

void *arena_zero(struct arena *a, size_t n)
{
    void *p = arena_alloc(a, n);
    memset(p, 0, n);
    return p;
}

struct str arena_str(struct arena *a, struct str s)
{
    if (!s.p || s.n == 0)
        return s.p ? STR("") : s;
    char *p = arena_alloc(a, s.n);
    memcpy(p, s.p, s.n);
    return (struct str){p, s.n};
}
