/*
 * gather.h - a text that comes line by line, joined by '\n'.
 *
 * One line, or lines that lie behind each other in the batch, stay a slice of it; only others are
 * copied. gather_keep makes the text outlive the batch.
 */
#ifndef LOGCLASS_PARSE_GATHER_H
#define LOGCLASS_PARSE_GATHER_H

#include "base/arena.h"
#include "base/buf.h"

struct gather {
    struct str text;
    size_t line_count;
    bool owned;     /* text is that of `own` */
    struct buf own; /* reused by the next record */
};

void gather_more(struct gather *g, struct str line); /* the second line and on */

static inline void gather_add(struct gather *g, struct str line)
{
    if (g->line_count++ == 0)
        g->text = line;
    else
        gather_more(g, line);
}

void gather_keep(struct gather *g);
struct str gather_take(const struct gather *g,
                       struct arena *a); /* alive as long as a's batch */
void gather_clear(struct gather *g);
void gather_done(struct gather *g);

#endif
