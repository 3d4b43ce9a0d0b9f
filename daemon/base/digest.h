/*
 * digest.h - XXH3 with 128 bits (xxhash.com, release 0.8), piece by piece, as 32 hex digits.
 *
 * For identity, not for secrecy: nothing that a log hides may go in.
 */
#ifndef LOGCLASS_BASE_DIGEST_H
#define LOGCLASS_BASE_DIGEST_H

#include "base/buf.h"

struct digest; /* one per thread, reused: making one costs an allocation */

enum { DIGEST_HEX = 32 };

struct digest *digest_new(void);
void digest_free(struct digest *d);

void digest_start(struct digest *d);
void digest_add(struct digest *d, struct str s);

/* Adds s and the byte NUL behind it, so that "ab","c" and "a","bc" differ. */
void digest_field(struct digest *d, struct str s);

void digest_hex(const struct digest *d,
                char out[DIGEST_HEX]); /* lower case, not ended by NUL */
uint64_t digest_u64(const struct digest *d); /* half of it, for tables */

uint64_t digest_once(struct str s); /* digest_u64 of one piece, without any struct */

#endif
