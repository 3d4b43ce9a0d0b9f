/*
 * raised.h - exceptions, found by their class (rule 5).
 */
#ifndef LOGCLASS_CLASSIFY_RAISED_H
#define LOGCLASS_CLASSIFY_RAISED_H

#include "classify/message.h"

/*
 * The class that an exception's type names in a record of `o`, and its situation; the frames of x are
 * those of its raise site. NULL, and *hit empty and *ev as new: there is none.
 *
 * A dotted name of a service's own package counts in any record. A dotted name of a library
 * (several services raise them) counts for the record's own service where something points to a
 * row (foreign.h), else for common; where no service is known, for the one file to whose places
 * the traceback leads. A bare name counts for the own service only; not where it is one of Python's
 * own, and only with a text or a frame of a row where clients have such a class as well, or where
 * the page says that nothing raises it.
 */
const struct class_entry *raised_choose(struct matcher *m, const struct owner *o,
                                        const struct exception *x, struct hit *hit,
                                        struct raised_evidence *ev);

/* The class and situation of the logged exception; sets class_, raised, away and background of
 * *out, and *ev. */
void raised_match(struct matcher *m, const struct record *r, const struct owner *o,
                  struct match *out, struct raised_evidence *ev);

#endif
