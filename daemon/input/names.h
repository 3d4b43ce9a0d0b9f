/*
 * names.h - the tier of paths: those of a command line, and those that a folder holds.
 */
#ifndef LOGCLASS_INPUT_NAMES_H
#define LOGCLASS_INPUT_NAMES_H

#include "input/parts.h"

/* The names of a command line, generations of one log among them in their order. */
struct tier *names_tier(char *const *names, size_t n);

/* Opens a path without waiting for anybody, unless it is named: a named pipe is read as it comes.
 * -1: it cannot be read, e says why; 0: it is no regular file, and was left out; 1: *it has it. */
int file_item(struct str path, bool named, struct item *it, struct err *e);

void stdin_item(struct item *it);

#endif
