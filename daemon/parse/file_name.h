/*
 * file_name.h - the name of its file before a line, as grep prints it.
 */
#ifndef LOGCLASS_PARSE_FILE_NAME_H
#define LOGCLASS_PARSE_FILE_NAME_H

#include <stddef.h>

#include "base/str.h"

/* ":", "-", ":12:" or "-12-" at s[at]; the offset behind it, 0: none. */
size_t file_name_mark(struct str s, size_t at);

/*
 * The name that a record stands behind: a path, or a word with ".log" in it. *behind is where the
 * line's own text begins. A blank divides the two as well where the name is no path.
 */
bool file_name_find(struct str s, struct str *name, size_t *behind);

#endif
