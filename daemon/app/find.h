/*
 * find.h - where the installed pattern files are.
 */
#ifndef LOGCLASS_APP_FIND_H
#define LOGCLASS_APP_FIND_H

#include "base/buf.h"

/*
 * Appends the path of a folder of data, `patterns` or `rules`: in a build folder that of the
 * source it was built from (CMakeCache.txt beside bin/ names it), else share/logclass/NAME of
 * the prefix that the program stands in, else /usr/share/logclass/NAME.
 */
void find_data(const char *name, struct buf *out);

#endif
