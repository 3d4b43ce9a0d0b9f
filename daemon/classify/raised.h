/*
 * raised.h - exceptions, found by their class (rule 5).
 */
#ifndef LOGCLASS_CLASSIFY_RAISED_H
#define LOGCLASS_CLASSIFY_RAISED_H

#include "classify/message.h"

/*
 * The class that `type` names in a record of `o`; NULL: the catalogue has none.
 *
 * A dotted name of a service's own package counts in any record. A dotted name of a library
 * (several services raise them) counts for the record's own service, for common, or where no
 * service is known and only one file has it. A bare name counts for the own service only, and
 * a builtin of Python is never taken for a service's class of that name; *bare tells of it.
 * `text` is the exception's, to tell apart two classes of one service with the same last word.
 */
const struct class_entry *raised_class(struct matcher *m, const struct owner *o,
                                       struct str type, struct str text, bool *bare);

/*
 * The class and the situation of an exception whose frames are those of its raise site. NULL, and
 * *hit empty: the catalogue has none, or a class that is anybody's and nothing points to a row.
 */
const struct class_entry *raised_choose(struct matcher *m, const struct owner *o,
                                        const struct exception *x, struct hit *hit,
                                        struct raised_evidence *ev);

/* The class and situation of the logged exception; sets class_ and raised of *out, and *ev. */
void raised_match(struct matcher *m, const struct record *r, const struct owner *o,
                  struct match *out, struct raised_evidence *ev);

#endif
