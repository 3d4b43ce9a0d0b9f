/*
 * traceback.h - the text of a traceback becomes exceptions with their frames.
 *
 * Python prints the root cause first and the exception that was logged last, each in a block:
 *
 *     Traceback (most recent call last):
 *       File "/x/a.py", line 3, in f            frames, each with its source line,
 *         g()                                   which may be missing, and with ~~^^ below it
 *     KeyError: 'k'                             class and text; the text may go on
 *
 *     The above exception was the direct cause of the following exception:
 *
 *     Traceback (most recent call last):
 *       …
 *     nova.exception_Remote.HostNotFound_Remote: No host
 *     Traceback (most recent call last):        no sentence between: this one was raised on the
 *                                               other side of an RPC call, and came as text
 *
 * Members of an exception group stand below it with a margin "  | ". The record's list has the
 * logged exception first: what hangs on an exception (the remote one, the members) follows it,
 * then comes its cause, and the root last.
 */
#ifndef LOGCLASS_PARSE_TRACEBACK_H
#define LOGCLASS_PARSE_TRACEBACK_H

#include "base/arena.h"
#include "flow/record.h"

struct block;

/* Scratch space, kept from record to record; a zeroed one is ready. */
struct tracing {
    struct block *blocks;
    size_t block_count, block_cap;
    struct frame *frames;
    size_t frame_count, frame_cap;
    bool deep;         /* a limit was met */
    struct str logged; /* the logged exception as it stands: class line to the end of its text */
};

void tracing_done(struct tracing *t);

/*
 * Reads `text` into r->exceptions and r->exception_count (in the arena), RECORD_DEEP into
 * r->flags. With `bare` the text is no traceback but begins with "Class: text", as the error
 * summary does. `around` is the message, searched for what an RPC error's text refers to; may be
 * empty.
 */
void tracing_read(struct tracing *t, struct arena *a, struct str text, bool bare,
                  struct str around, struct record *r);

#endif
