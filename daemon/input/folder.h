/*
 * folder.h - all that stands in a folder, and in the folders in it.
 *
 * The files come sorted by their paths, generations of one log in their order. A file is read
 * once, however many names and links lead to it. A link that leads elsewhere is followed, unless
 * it stands in the report of a machine (report.h). What is no regular file (a pipe, a socket, a
 * device) is never opened. At most LIMIT_FOLDER_FILES files, LIMIT_FOLDER_DEPTH deep.
 */
#ifndef LOGCLASS_INPUT_FOLDER_H
#define LOGCLASS_INPUT_FOLDER_H

#include "input/parts.h"

/* Walks the folder of the item and puts its files on top as a tier. What cannot be walked is
 * said. */
void folder_push(struct input *in, const struct item *it);

#endif
