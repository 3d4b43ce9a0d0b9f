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
 * A library's class: some frame lies within a few lines of a place, or in a function of the row; or
 * a text that the row lists (the class's template, where it lists none) fits, and with a traceback
 * one of its files is in that.
 * Python's own, with a traceback: the innermost frame tells, or the one above it where that is the
 * constructor of a class of the service. A row that lists texts needs one that fits, and that
 * frame in one of its files; for what the interpreter itself raises, near a place or in a function.
 * Any text is taken at a listed line, and a few lines off where it is a raise statement's.
 * A row without texts needs the frame within a few lines of a place, or in a function.
 * Without a traceback a text must fit. Of those that the interpreter raises, with words that are
 * everywhere the same, only one that names a package of the service counts.
 */
bool foreign_row_is_shown(struct matcher *m, const struct entry *e, struct str text,
                          const struct frame *frames, size_t frame_count);

#endif
