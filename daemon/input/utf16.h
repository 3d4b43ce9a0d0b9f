/*
 * utf16.h - text in UTF-16 becomes UTF-8 while it is read.
 *
 * Only text that begins with a byte order mark is taken for UTF-16 (RFC 2781, 3.2). A surrogate
 * without its partner becomes U+FFFD, and so does half a unit at the end. Offsets are those of
 * the converted bytes: the mark gives none.
 */
#ifndef LOGCLASS_INPUT_UTF16_H
#define LOGCLASS_INPUT_UTF16_H

#include "input/bytes.h"

bool utf16_is(struct str head); /* FF FE or FE FF */

/* The converted bytes of `inner`, which begins with a mark and is owned from here on. */
struct bytes *utf16_open(struct bytes *inner);

#endif
