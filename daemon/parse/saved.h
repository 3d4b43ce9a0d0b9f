/*
 * saved.h - what the parser knows of a stream, as bytes and back.
 *
 * All that a strand holds between two batches, field by field: its writers, their open records,
 * half of a message, what the stream has shown of its habits. What its path tells is not in it,
 * that is read again.
 */
#ifndef LOGCLASS_PARSE_SAVED_H
#define LOGCLASS_PARSE_SAVED_H

#include "parse/strand.h"

/* Its records are kept (open_keep). */
void saved_write(struct strand *s, struct buf *out);

/* Into a new strand. False: the bytes are damaged, or of another build; s may be half filled. */
bool saved_read(struct strand *s, struct str saved);

#endif
