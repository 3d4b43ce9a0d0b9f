/*
 * shown.h - text of a log, or a name of a file, on somebody's terminal.
 *
 * A log may hold what moves the cursor, recolours the screen or turns the direction of writing, so
 * that a line seems to say something else (CVE-2021-42574). None of it goes through.
 */
#ifndef LOGCLASS_BASE_SHOWN_H
#define LOGCLASS_BASE_SHOWN_H

#include "base/buf.h"

/* True for U+0080 to U+009F, the C1 controls, as the `len` bytes of UTF-8 at s[at]. */
static inline bool shown_is_c1(struct str s, size_t at, size_t len)
{
    return len == 2 && (unsigned char)s.p[at] == 0xC2 && (unsigned char)s.p[at + 1] < 0xA0;
}

/*
 * Appends s: C0 and C1 controls and bytes that are no UTF-8 are left out, a tab stays, marks of
 * direction become their escapes, "\u202e"; each line end becomes `newline`.
 */
void shown_add(struct buf *out, struct str s, struct str newline);

#endif
