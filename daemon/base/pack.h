/*
 * pack.h - state as bytes and back, by one function for both ways.
 *
 * A struct that must outlive the process has one function that names its fields in order; whether
 * they are written or read, the pack knows. So what is read can never differ in shape from what
 * was written.
 *
 *     static void pack_window(struct pack *x, struct window *w)
 *     {
 *         PACK(x, w->opened);
 *         pack_buf(x, &w->key);
 *     }
 *
 * The bytes are of this machine and this build: whoever keeps them puts a mark in front that tells
 * (pack_seal), and gives up what another build has written.
 */
#ifndef LOGCLASS_BASE_PACK_H
#define LOGCLASS_BASE_PACK_H

#include "base/buf.h"

struct pack {
    struct buf *out; /* NULL: fields are read from `in` */
    struct str in;
    bool bad; /* `in` ended too early, or a count was over its bound; what is read is then zero */
};

static inline bool pack_reads(const struct pack *x)
{
    return !x->out;
}

/* n bytes as they are. For numbers, enums and arrays of those: never for pointers. */
void pack_raw(struct pack *x, void *p, size_t n);
#define PACK(x, field) pack_raw((x), &(field), sizeof(field))

/* A text: read as a slice of `in`. */
void pack_str(struct pack *x, struct str *s);

/* A text that its reader owns; what it held before is replaced. */
void pack_buf(struct pack *x, struct buf *b);

/* A number of things that follow, `limit` at the most. */
void pack_count(struct pack *x, size_t *n, size_t limit);

/*
 * Bytes that tell whether they are whole and of this shape: `shape` is a number of the caller's
 * that changes with the fields (sizes of structs, mixed).
 */
void pack_seal(struct buf *out, uint64_t shape, struct str packed);

/* What pack_seal was given; false where the bytes are damaged or of another shape. */
bool pack_unseal(struct str sealed, uint64_t shape, struct str *packed);

#endif
