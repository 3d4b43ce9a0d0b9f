/*
 * mistakes.h - all that is wrong in one file, each with its place.
 *
 *     /etc/logclass/logclass.yaml:7:3: unknown key 'stat', did you mean 'state'?
 *
 * Who corrects a file wants to see all of it at once, so a mistake does not end the reading: what
 * is wrong keeps its default and the reader goes on.
 */
#ifndef LOGCLASS_CONFIG_MISTAKES_H
#define LOGCLASS_CONFIG_MISTAKES_H

#include "base/buf.h"
#include "config/yaml.h"

enum { MISTAKES_SHOWN = 20 }; /* the others are only counted */

struct mistakes {
    const char *file; /* as the text names it */
    struct buf text;  /* one line each */
    unsigned count;
};

void mistakes_done(struct mistakes *m);

/* "FILE:LINE:COLUMN: what" as a line of m. */
void mistake_at(struct mistakes *m, const struct yaml_node *at, const char *fmt, ...)
    PRINTF(3, 4);

/* Likewise where the place is in the words already ("7:3: what"), as yaml_read gives them. */
void mistake_read(struct mistakes *m, const char *what);

/* "1 mistake" or "25 mistakes, the first 20 are shown" as the last line; nothing for none. */
void mistakes_end(struct mistakes *m);

#endif
