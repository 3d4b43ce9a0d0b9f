/*
 * walker.h - templates of literals and plain gaps, decided without a regular expression.
 *
 * A walk is texts with gaps between them: text 0 stands at the beginning, the last at the end,
 * and a gap takes whatever is between two of them. Within a text, runs of blanks are one space:
 * a space at either end of it matches one blank, a space inside a run of them.
 *
 * No walk backtracks; why the earliest place is always the right one is told in walker.c.
 */
#ifndef LOGCLASS_CLASSIFY_WALKER_H
#define LOGCLASS_CLASSIFY_WALKER_H

#include "base/str.h"

enum { WALK_GAPS = 32 };

struct walk_text {
    struct str text;
    size_t word_n;     /* bytes of its first word; 0: it is empty, or one blank */
    bool blank_before; /* it begins with a space */
};

struct walk {
    const struct walk_text *texts; /* gap_count + 1 of them; any may be empty */
    const int *gaps;               /* which capture the gap fills; -1: none */
    size_t gap_count;              /* at most WALK_GAPS */
};

struct walk_text walk_text(struct str text); /* runs of blanks are one space already */

/* Does the whole text fit? The captures are written only then. */
bool walk(const struct walk *w, struct str text, struct str *captures);

/* Where the last text that is found in its order ends; texts[0] may be found in part. */
size_t walk_reach(const struct walk *w, struct str text);

static inline bool walk_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

#endif
