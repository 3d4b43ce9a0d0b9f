/*
 * input.h - where lines come from.
 *
 * An input fills an empty batch with whole lines. It never splits a line between two batches and
 * never loses one: what has no newline yet waits in the input for the next read, or for the end.
 * A line over LIMIT_LINE_BYTES is cut there, its rest read and counted.
 */
#ifndef LOGCLASS_INPUT_INPUT_H
#define LOGCLASS_INPUT_INPUT_H

#include "base/err.h"
#include "flow/batch.h"

enum got {
    GOT_LINES, /* the batch has lines; ask again */
    GOT_END,   /* the stream has ended; the batch may hold its last lines */
    GOT_ERROR, /* reading failed, e says why; lines read before are in the batch */
};

struct input;

struct input_kind {
    const char *name;               /* as the event names it: logclass.input.kind */
    const char *help;               /* one line */
    bool (*takes)(struct str name); /* is this name of a command line mine? */
    struct input *(*open)(struct str name, struct err *e);
};

extern const struct input_kind *const input_kinds[]; /* ends with NULL */

/* Opens what a command line names: a path, or - for standard input. NULL with a sentence in e. */
struct input *input_open(struct str name, unsigned number, struct err *e);
void input_close(struct input *in); /* the streams end with it */

enum got input_read(struct input *in, struct batch *b, struct err *e);

struct stream *input_stream(struct input *in);

/* For a progress line: bytes taken so far, and of how many; total 0 where nobody knows. */
void input_progress(const struct input *in, uint64_t *done, uint64_t *total);

#endif
