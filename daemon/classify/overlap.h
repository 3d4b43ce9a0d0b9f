/*
 * overlap.h - is there a text that two templates both fit?
 *
 * Each template is read as a sequence of characters and of gaps; the pairs of places in the two
 * are walked breadth first, so that the shortest common text is found, or that there is none is
 * sure. Numbers are taken a little too wide (any digits, signs and points): a witness still has to
 * be tried on the patterns themselves. Regular expressions are not read.
 */
#ifndef LOGCLASS_CLASSIFY_OVERLAP_H
#define LOGCLASS_CLASSIFY_OVERLAP_H

#include "classify/pattern.h"

enum {
    OVERLAP_PLACES = 1 << 22
}; /* pairs of places; larger templates are not compared */

struct overlap_side {
    struct str template;
    enum pattern_style style; /* percent or brace */
};

/* The witness lies in the arena. False: no text fits both, or they are too large. */
bool overlap_find(struct arena *a, struct overlap_side left, struct overlap_side right,
                  struct str *witness);

#endif
