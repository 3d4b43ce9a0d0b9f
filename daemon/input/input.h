/*
 * input.h - where lines come from: files, folders, archives, journals, standard input.
 *
 * An input is made of all that a command line names. It gives one stream after the other, and of
 * each its lines, batch by batch. A batch holds lines of one stream only; a line is never split
 * between two batches and never lost: what has no newline yet waits in the input for the next
 * read, or for the end. A line over LIMIT_LINE_BYTES is cut there, its rest read and counted.
 *
 * What a file is, its content says: a log, a compressed file (codec.h), an archive (tar, zip), a
 * journal. Inside folders and archives only logs are read, that is what `is_log` says of a file's
 * first LIMIT_SNIFF_BYTES (behind a hole of NULs); other files are counted. What is named is read
 * whatever it holds, archives and compressions that are not known aside. A regular file is read as
 * far as it went when it was opened.
 * Generations of one log come in their order, oldest first (rotation.h), each a stream of its own.
 *
 * What cannot be read is said through `say`, in a sentence, and does not keep the rest.
 */
#ifndef LOGCLASS_INPUT_INPUT_H
#define LOGCLASS_INPUT_INPUT_H

#include "base/err.h"
#include "flow/batch.h"

enum got {
    GOT_LINES,      /* the batch has lines; ask again */
    GOT_NOTHING,    /* of an input that is followed: no more for now; the batch is empty */
    GOT_STREAM_END, /* input_stream has ended; the batch may hold its last lines; ask again */
    GOT_END,   /* there is no other stream; the batch is empty, input_stream is NULL */
    GOT_ERROR, /* inside the room: as GOT_STREAM_END, and e says what was not read */
};

enum input_word {
    INPUT_UNREAD, /* something could not be read, or not to its end */
    INPUT_NOTE,   /* something was left out that this build or machine does not know */
};

struct input_settings {
    /* Do these first bytes of a file show a log? */
    bool (*is_log)(void *context, struct str head);
    void (*say)(void *context, enum input_word word, const char *text);
    void *context;

    /* Where goes what is made of the lines? A regular file there is not read: it would not end.
     * 0: nowhere that matters. */
    int output;
};

struct input;
struct item;

/* Something that can stand behind a name, in a folder or in an archive. */
struct input_kind {
    const char *name; /* as the event names it: logclass.input.kind */
    const char *help; /* one line */

    /* Is this the beginning of one? NULL: it is told by where it stands. */
    bool (*knows)(struct str head);

    /* Begins to read the item, which it takes over: as one stream, or as a tier of further
     * items (parts.h). -1 with a sentence in e. */
    int (*open)(struct input *in, struct item *item, struct err *e);
};

extern const struct input_kind *const input_kinds[]; /* ends with NULL */

/* Paths of files and folders, and - for standard input; the names stay the caller's and live as
 * long as the input. Nothing is opened yet. */
struct input *input_open(char *const *names, size_t n, const struct input_settings *s);
void input_close(struct input *in); /* the streams end with it; NULL too */

enum got input_read(struct input *in, struct batch *b);

/* The one at hand, until the read after its GOT_STREAM_END. The next one may stand at the same
 * address, with another number. */
struct stream *input_stream(struct input *in);

/* Nobody knows when more comes: what was read should not wait for a fuller buffer. */
bool input_is_live(const struct input *in);

/* There is, was and will be only one stream. */
bool input_is_single(const struct input *in);

uint64_t input_skipped(const struct input *in); /* files left out since they are no logs */

/* For a progress line: bytes taken so far of the file at hand, and of how many; total 0 where
 * nobody knows. */
void input_progress(const struct input *in, uint64_t *done, uint64_t *total);

#endif
