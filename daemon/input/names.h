/*
 * names.h - the tier of paths: those of a command line, and those that a folder holds.
 */
#ifndef LOGCLASS_INPUT_NAMES_H
#define LOGCLASS_INPUT_NAMES_H

#include "input/parts.h"

/* The names of a command line, generations of one log among them in their order. */
struct tier *names_tier(char *const *names, size_t n);

/* How a path came to be read. */
enum named {
    NAMED_NOT,   /* a folder holds it: only files and folders are read */
    NAMED_AMONG, /* on the command line, perhaps by a glob: a pipe needs a writer */
    NAMED_ALONE, /* on the command line: the writer of a pipe is waited for */
};

enum { PIPE_PATIENCE_MS = 1000 }; /* that long the writer of a pipe among other names may be away */

/* Opens a path. -1: it cannot be read, e says why; 0: it is no regular file, and was left out; 1:
 * *it has it. */
int file_item(struct str path, enum named named, struct item *it, struct err *e);

void stdin_item(struct item *it);

#endif
