/*
 * filemark.h - up to where a generation of a file was read, as one line of text.
 *
 *     1 OFFSET LAST START N HASH DEVICE INODE CHANGED PACKED HEAD
 *     HEAD_BYTES OVER PATH
 *
 * Decimal numbers: a person may read them in the store. The path is the log's.
 */
#ifndef LOGCLASS_INPUT_FILEMARK_H
#define LOGCLASS_INPUT_FILEMARK_H

#include "base/buf.h"
#include "input/print.h"

struct filemark {
    struct print print;
    uint64_t offset; /* behind the last line that was read */
    uint64_t last;   /* print_last there */
    uint64_t device, inode;
    uint64_t changed; /* the file's last change when it was read, in microseconds since 1970 */
    bool packed;      /* read out of a compressed file */
    uint64_t head;   /* hash of the bytes it began with when it was first opened */
    uint64_t head_n; /* how many those were */
    bool over;       /* read to its end, and nothing more was to come */
    struct str path;
};

void filemark_write(const struct filemark *m, struct buf *out);

/* False: the text is none; the path is a slice of it. */
bool filemark_read(struct str text, struct filemark *out);

#endif
