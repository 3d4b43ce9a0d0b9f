/*
 * reader.h - bytes of a descriptor, cut into lines. The kinds `file` and `stdin` stand on it.
 */
#ifndef LOGCLASS_INPUT_READER_H
#define LOGCLASS_INPUT_READER_H

#include "input/input.h"

struct input {
    const struct input_kind *kind;
    struct stream stream;
    struct buf name; /* what stream.name and stream.path point into */
    int fd;
    uint64_t total; /* the file's size when it was opened; 0: unknown */

    struct buf carry;  /* bytes behind the last newline, for the next batch */
    uint64_t position; /* offset of the first byte of carry in the stream */
    bool ended;
};

/* A reader on fd, which it then owns. */
struct input *reader_new(const struct input_kind *kind, int fd, struct str name);

enum got reader_read(struct input *in, struct batch *b, struct err *e);

#endif
