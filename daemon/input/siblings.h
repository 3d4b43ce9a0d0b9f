/*
 * siblings.h - the files beside a log that may be generations of it.
 */
#ifndef LOGCLASS_INPUT_SIBLINGS_H
#define LOGCLASS_INPUT_SIBLINGS_H

#include "base/buf.h"

struct sibling {
    struct buf path;
    uint64_t rank; /* rotation.h: the oldest first */
    uint64_t device, inode, size;
    uint64_t changed; /* microseconds since 1970 */
};

struct siblings {
    struct sibling *at; /* regular files, the oldest generation first */
    size_t n, cap;
    uint64_t own_rank; /* that of the path itself */
};

enum { LIMIT_SIBLINGS = 4096 }; /* of one log that are looked at */

/*
 * Those in the folder of `path` whose names make them generations of it (rotation.h), itself left
 * out. None where the folder cannot be read.
 */
void siblings_of(struct str path, struct siblings *out);
void siblings_done(struct siblings *s);

#endif
