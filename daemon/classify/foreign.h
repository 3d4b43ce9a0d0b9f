/*
 * foreign.h - rows of a class that the catalogue lists for a service whose module it does not
 * stand in: one of Python's own, or a library's.
 *
 * Anybody raises those, so the class's name alone says nothing.
 */
#ifndef LOGCLASS_CLASSIFY_FOREIGN_H
#define LOGCLASS_CLASSIFY_FOREIGN_H

#include "classify/message.h"

bool foreign_class(const struct class_entry *c);

/*
 * Does the text, or a frame, point to row e of such a class?
 *
 * A library's class: a text that the row lists (the class's template, where it lists none) fits;
 * or some frame lies near a place or in a function of the row.
 * Python's own: with a traceback, where the row lists texts, one of them fits and one of its files
 * is in the traceback; where it lists none, the innermost frame lies at one of its places.
 * Without a traceback a text must fit. Of those that the interpreter itself raises, with words of
 * its own that are everywhere the same, only one that names a package of the service counts.
 */
bool foreign_row_is_shown(struct matcher *m, const struct entry *e, struct str text,
                          const struct frame *frames, size_t frame_count);

#endif
