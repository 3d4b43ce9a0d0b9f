/*
 * parts.h - how an input is put together, for the files of this room.
 *
 *     names ── folder ── archive ── archive         tiers: each gives items, one by one
 *                                      │
 *                                    item           bytes that may be a log, and where they stand
 *                                      │
 *                                    lines          one stream of lines or of journal entries
 *
 * The topmost tier gives the next item. An item that is itself a folder or an archive becomes a
 * tier on top; any other becomes the lines of a stream. A tier that has no more is taken away.
 */
#ifndef LOGCLASS_INPUT_PARTS_H
#define LOGCLASS_INPUT_PARTS_H

#include "input/input.h"
#include "input/report.h"
#include "input/bytes.h"

struct item {
    const struct input_kind *kind; /* where it stands: the kind of the stream if it is a log */
    struct buf path;               /* as log.file.path says it; empty: standard input */
    struct bytes *bytes;           /* its bytes, owned; NULL: a folder */
    int fd; /* owned, can be read again from fd_start on (pread(2)); -1: there is none */
    uint64_t fd_start, size; /* size 0: unknown */
    unsigned layers; /* of compression that were taken off in `bytes`; not in fd */
    uint64_t nuls;   /* that stood at the head and were taken out of `bytes` */
    bool named;      /* on the command line: read whatever it holds */
    usec_t written;  /* its last change; 0: unknown */
    const struct report *report; /* the host and zone of its archive or folder; NULL: none */
};

void item_done(struct item *it);

enum have { HAVE_ITEM, HAVE_NOTHING, HAVE_END };

struct tier {
    /* The next item, into the empty *it. HAVE_NOTHING: it was left out (and said); ask again. */
    enum have (*next)(struct tier *l, struct input *in, struct item *it);
    void (*close)(struct tier *l); /* frees it */
    struct tier *below;
    unsigned archives;           /* how many archives stand in each other up to here */
    const struct report *report; /* of what it stands in */
};

struct lines {
    /* As input_read, of one stream. */
    enum got (*read)(struct lines *l, struct batch *b, struct err *e);
    void (*close)(struct lines *l); /* frees it */
};

struct input {
    struct input_settings settings;
    struct tier *top;
    struct str name; /* of those on the command line, the one at hand */
    size_t name_count;
    bool many; /* a folder or an archive was among them */

    struct item item;    /* of the stream */
    struct lines *lines; /* NULL: no stream is open */
    struct stream stream;
    bool over; /* the stream has ended; the next read opens another */
    unsigned stream_count;
    uint64_t skipped;
    struct buf message;
};

extern const struct input_kind input_file, input_stdin, input_archive, input_journal;

/* Puts a tier on top, with the archives and report of what it stands in. */
void tier_push(struct input *in, struct tier *l, const struct item *it);

/* The item becomes the stream at hand; its fields stay in in->item. */
struct stream *stream_begin(struct input *in, struct item *it);

/* "cannot read 'PATH': text", of a note "'PATH': text". path zeroed: standard input. */
void input_say(struct input *in, enum input_word word, struct str path, const char *text);

/* The item's bytes as a file that can be read twice: its own, or a copy of what `bytes` gives,
 * which is then at its end. The copy has no name, or, where `name` is not NULL, one that the
 * caller takes away (spool.h). */
int item_need_fd(struct input *in, struct item *it, struct buf *name,
                 struct err *e) MUST_USE;

/* Takes compression off, LIMIT_LAYERS times at most, and counts. */
struct bytes *layers_off(struct bytes *s, unsigned *layers);

enum { MAGIC_BYTES = 512 }; /* of a file's head are enough to tell its kind */

#endif
