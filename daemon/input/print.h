/*
 * print.h - how a generation of a file is known again, wherever it is moved, copied or compressed:
 * by its first line, and by the bytes before the place up to which it was read.
 *
 * Device and inode are not asked: copytruncate keeps them for another generation, and a file
 * system gives the inode of a deleted file to the next one.
 */
#ifndef LOGCLASS_INPUT_PRINT_H
#define LOGCLASS_INPUT_PRINT_H

#include "base/str.h"

enum {
    PRINT_FIRST_BYTES = 1024, /* of the first line, to its newline, make a fingerprint */
    PRINT_LAST_BYTES = 64,    /* before an offset */
    PRINT_HEAD_BYTES = 64 * 1024, /* how far a head may begin with NULs */
};

struct print {
    uint64_t start; /* NULs before the first line: copytruncate leaves them */
    uint32_t n;     /* bytes of the first line that were hashed; 0: it is not known yet */
    uint64_t hash;
};

/*
 * The fingerprint of a file that begins with `head`. False where that is too little: no newline
 * and no PRINT_FIRST_BYTES stand in it, and the file is not `ended` there.
 */
bool print_of(struct str head, bool ended, struct print *out);

/* The same of an open file. */
bool print_of_file(int fd, struct print *out);

/* Does the file with this head, or this open file, have the fingerprint? */
bool print_is(const struct print *p, struct str head);
bool print_is_of_file(const struct print *p, int fd);

/* Of the bytes before an offset, PRINT_LAST_BYTES or as many as there are; 0: they cannot be
 * read. */
uint64_t print_last(int fd, uint64_t offset);
uint64_t print_last_of(struct str bytes); /* which end at the offset */

#endif
