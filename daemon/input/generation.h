/*
 * generation.h - one generation of a file that is followed: what one writer wrote until the file
 * was renamed, emptied or replaced.
 *
 * It is read through a descriptor of its own, so that it can be moved and deleted while it is read.
 * Before and after each read it is asked whether it still is the same (print.h): copytruncate
 * empties a file under its readers, and lets it grow again.
 *
 *     STAGE_CURRENT ── renamed, deleted, replaced ──> STAGE_LEFT ── nobody writes ──> STAGE_OVER
 *           └───────── emptied ── the rest is read from its copy ──────┘
 */
#ifndef LOGCLASS_INPUT_GENERATION_H
#define LOGCLASS_INPUT_GENERATION_H

#include "input/filemark.h"
#include "input/reader.h"

enum stage {
    STAGE_CURRENT, /* its path leads to it */
    STAGE_LEFT,    /* no path does, but somebody may still write */
    STAGE_OVER,    /* read to its end, closed */
};

enum { GENERATION_HEAD_BYTES = 4096 };

struct generation {
    struct buf path; /* where it was last seen */
    struct buf home; /* the log's own name (rotation.h): others are sought beside it */
    unsigned serial; /* later generations of a log have larger ones */
    enum stage stage;
    struct print print;
    uint64_t offset; /* behind the last line that was given */
    uint64_t last;   /* print_last there; 0: not known */
    uint64_t device, inode, changed;
    usec_t grew; /* when it was last found longer */
    uint64_t head; /* hash of the bytes that it began with when it was opened, head_n of them */
    size_t head_n;            /* 0: it was not opened yet */
    bool packed;              /* read out of a compressed file, which does not grow */
    bool look;                /* it may have more than was read */
    bool sought;              /* since the start: it was looked for beside its path */
    struct generation *after; /* is read first; NULL: none */
    struct buf key;           /* its name in the store */

    struct stream *stream; /* NULL: nothing of it was read since the start */
    struct bytes *bytes;   /* NULL: closed */
    struct lines *lines;
    int fd; /* of `bytes`, -1: closed */
};

/* What the descriptor, which it takes over, leads to; false: its first line is not complete, and
 * fd stays the caller's. `packed` is a compressed file whose head is known already. */
struct generation *generation_new(struct str path, int fd, const struct print *print);

/* As a mark tells of it; closed. */
struct generation *generation_of(const struct filemark *m);
void generation_mark(const struct generation *g, struct buf *out);
void generation_free(struct generation *g); /* NULL too */

/* fd leads to g: its first line is the same, and what was read of it. */
bool generation_is(const struct generation *g, int fd);

/* The hash of the first *n bytes of a file, or of as many as there are. */
uint64_t generation_head(int fd, size_t *n);

/* Reads on through fd from g->offset; takes fd over. */
void generation_open(struct generation *g, int fd);
/* The same of a compressed copy; the source stands behind g->offset bytes. */
void generation_open_packed(struct generation *g, struct bytes *bytes);
void generation_close(struct generation *g); /* its stream stays */

/* g->stream, made where it is not there yet. */
void generation_stream(struct generation *g);

enum grown {
    GROWN_LINES,   /* the batch has lines of g->stream */
    GROWN_NOTHING, /* no whole line more, for now */
    GROWN_EMPTIED, /* the file is another generation now; the batch is empty */
    GROWN_END,     /* packed: that was all; the batch may have lines */
    GROWN_ERROR,   /* the same, e says why not all */
};

enum grown generation_read(struct generation *g, struct batch *b, struct err *e);

/* No more comes: what was read and has no newline is the last line. The batch may stay empty. */
void generation_rest(struct generation *g, struct batch *b);

#endif
