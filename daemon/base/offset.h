/*
 * offset.h - a time's offset from UTC, as it stands behind a time or names a zone.
 */
#ifndef LOGCLASS_BASE_OFFSET_H
#define LOGCLASS_BASE_OFFSET_H

#include "base/str.h"

/*
 * Reads Z, +01:00, +0100 or +01 at the head of s (RFC 3339, 5.6; ISO 8601).
 *
 * seconds  east of Greenwich
 * returns  its bytes; 0, with *seconds left alone, where none stands there: no clock is more than
 *          18 hours off, no minute is behind 59, and no further digit may follow
 */
size_t offset_read(struct str s, int64_t *seconds);

#endif
