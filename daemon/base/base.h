/*
 * base.h - the handful of words that every file uses.
 */
#ifndef LOGCLASS_BASE_BASE_H
#define LOGCLASS_BASE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define COUNT_OF(a)  (sizeof(a) / sizeof(*(a)))
#define MUST_USE     __attribute__((warn_unused_result))
#define PRINTF(f, a) __attribute__((format(printf, f, a)))

/* Ends a local on every way out of its block: CLEANUP(buf_done) struct buf b = {0}; */
#define CLEANUP(ender) __attribute__((cleanup(ender)))

/*
 * Memory that is not had ends the process here, with a sentence. That is fair only because
 * whatever comes from outside meets a limit before it meets an allocation.
 */
void *mem_new(size_t n); /* zeroed; free() ends it */
void *mem_grow(void *p, size_t count,
               size_t each); /* realloc of an array, overflow checked */
_Noreturn void mem_out(void);

/*
 * Makes room for one more in an array that doubles: a (pointer), n (used), cap (allocated).
 *
 *     VEC_GROW(list->items, list->n, list->cap);
 *     list->items[list->n++] = item;
 */
#define VEC_GROW(a, n, cap)                                                              \
    do {                                                                                 \
        if ((n) == (cap)) {                                                              \
            (cap) = (cap) ? (cap)*2 : 8;                                                 \
            (a) = mem_grow((a), (cap), sizeof(*(a)));                                    \
        }                                                                                \
    } while (0)

#endif
