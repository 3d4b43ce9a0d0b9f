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

/* The class and situation of the logged exception; sets class_ and raised of *out, and *ev. */
void raised_match(struct matcher *m, const struct record *r, const struct owner *o,
                  struct match *out, struct raised_evidence *ev);

/*
 * A class that the catalogue lists for a service whose module it does not stand in: one of
 * Python's own, or a library's. Anybody raises those, so its name alone says nothing: a text or
 * a frame must point to a row (situation_is_shown).
 */
bool raised_is_foreign(const struct class_entry *c);

#endif
