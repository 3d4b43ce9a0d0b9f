/*
 * cause.h - what stands below the logged error: the rest of its chain, and messages that a
 * captured value holds.
 */
#ifndef LOGCLASS_CLASSIFY_CAUSE_H
#define LOGCLASS_CLASSIFY_CAUSE_H

#include "classify/raised.h"

/* Sets the causes of *out, whose log and raised sides must be set: first what its log entry's
 * values hold, then the exceptions below the logged one. */
void cause_find(struct matcher *m, const struct record *r, const struct owner *o,
                struct match *out);

#endif
