/*
 * spool.h - bytes that are needed twice or later, in a file without a name.
 *
 * The file lies in $TMPDIR, else in /tmp, and has no name there: it ends with its descriptor.
 * What goes in is bounded by the caller.
 */
#ifndef LOGCLASS_INPUT_SPOOL_H
#define LOGCLASS_INPUT_SPOOL_H

#include "input/bytes.h"

enum spooled {
    SPOOL_DONE,
    SPOOL_CUT, /* the source failed, or gave more than the limit; what came before is there */
    SPOOL_FAILED, /* the file could not be written */
};

int spool_open(struct err *e) MUST_USE; /* a descriptor, else -1 */

/* The same with a name, appended to *path, which the caller takes away (unlink(2)) at once when
 * it is not needed any more: libsystemd opens no journal that has none. */
int spool_open_named(struct buf *path, struct err *e) MUST_USE;

/* Copies s to its end, `limit` bytes at most, into fd from `at` on; *size is what was written. */
enum spooled spool_add(int fd, uint64_t at, struct bytes *s, uint64_t limit,
                       uint64_t *size, struct err *e) MUST_USE;

#endif
