/*
 * reader.h - the bytes of a source, cut into lines.
 *
 * A line ends at '\n' and nowhere else. NULs at the head of a line are no part of its text, but
 * are counted in its bytes: a file that was emptied while its writer went on (copytruncate) begins
 * with megabytes of them. A byte order mark of UTF-8 at the head of a line is treated alike: one
 * stands wherever a file that has one was put behind another.
 */
#ifndef LOGCLASS_INPUT_READER_H
#define LOGCLASS_INPUT_READER_H

#include "input/parts.h"

/* Lines of s, which stays the caller's, for this stream. */
struct lines *reader_new(struct bytes *s, struct stream *stream);

/*
 * The same from `position` on, where a line begins, of a source that may get more bytes behind its
 * end: there it gives GOT_NOTHING, and a line without a newline waits. After reader_stop the end is
 * the end.
 */
struct lines *reader_follow(struct bytes *s, struct stream *stream, uint64_t position);
void reader_stop(struct lines *l);

/* No more comes: gives what waits as the last line, without reading. */
void reader_rest(struct lines *l, struct batch *b);
uint64_t reader_position(const struct lines *l); /* behind the last line that was given */
uint64_t reader_waiting(const struct lines *l); /* bytes of a line that has no newline yet */

/* The open of a kind whose items are text. */
int reader_open(struct input *in, struct item *it, struct err *e);

#endif
