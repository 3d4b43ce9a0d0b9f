/*
 * found.h - a file that stands at a path, and which generation it holds.
 */
#ifndef LOGCLASS_INPUT_FOUND_H
#define LOGCLASS_INPUT_FOUND_H

#include "input/generation.h"

struct found {
    struct str path;
    int fd; /* owned, and by `unpacked` where that is not NULL; -1: closed, or handed on */
    uint64_t device, inode, size;
    struct bytes *unpacked; /* NULL: the file is not compressed */
    struct print print;     /* n 0: its first line is not complete */
};

/* Only regular files, and never waiting for anybody. False: it is none, or cannot be opened. */
bool found_open(struct str path, struct found *out);
void found_done(struct found *x); /* what was handed on stays */

/* First lines may be equal: what was read of g must stand in the file. */
bool found_holds(const struct generation *g, const struct found *x);
bool found_begins_alike(const struct generation *g, const struct found *x);
bool found_same_inode(const struct generation *g, const struct found *x);

/* A compressed file is g: it begins alike, and has the same bytes before g's offset; what is read
 * of it next stands behind that. */
bool found_unpacks_to(const struct generation *g, struct bytes *s);

/* Where the last whole line of a file of `size` bytes ends. */
uint64_t found_last_line(int fd, uint64_t size);

#endif
