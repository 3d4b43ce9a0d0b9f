/*
 * object.h - whose JSON object a line is, told by its keys alone.
 *
 * Several kinds write one object a line. One pass over the keys of the outermost object, which
 * decodes nothing and stops at the first key that only one of them has, says which kind may read
 * it; so none reads what is another's.
 */
#ifndef LOGCLASS_PARSE_OBJECT_H
#define LOGCLASS_PARSE_OBJECT_H

#include "parse/head.h"

/* Whose is h->text? Asked by each kind in turn, it looks once. Text that does not begin with '{'
 * is nobody's. */
enum object object_of(struct reading *in, struct str text);

#endif
