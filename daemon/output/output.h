/*
 * output.h - where events go: files, standard output, receivers of syslog.
 *
 * An output gets finished documents, in order, and tells how many of them its peer has taken for
 * good. Each runs in a thread of its own: an output has no globals, and no call waits longer than
 * OUTPUT_TIMEOUTS times its timeout. It raises no signal where a socket is closed; a pipe does, so
 * its thread has SIGPIPE blocked, as every thread of logclassd that is not the loop.
 *
 * After a crash a document can come again. What the mark is for: an output that can look at what
 * it wrote (a file) leaves out what is there already.
 */
#ifndef LOGCLASS_OUTPUT_OUTPUT_H
#define LOGCLASS_OUTPUT_OUTPUT_H

#include "base/err.h"
#include "config/kind.h"

struct document {
    struct str event; /* the event as JSON, one line without its end */
    struct str text; /* in the format that the configuration asks for, likewise one line; NULL:
                       * the kind's own form of the event */
};

enum {
    OUTPUT_TIMEOUTS = 6
}; /* so that a peer which takes a byte now and then has an end too */

enum sent {
    SENT,    /* all were taken */
    LATER,   /* the peer is away or full: the rest is to be given again, after a pause */
    REFUSED, /* documents[taken] can never be taken; what is behind it was not tried */
};

struct output;

struct output_kind {
    struct kind kind; /* its name, help and options, for the configuration */

    /*
     * Begins with `options`, which outlive the output. `mark` is what it last told and the store
     * has kept, empty for a new one. *now becomes the mark as it is, which the store should have
     * before the first document is sent. NULL: cannot be had now, e says why; try again later.
     */
    struct output *(*open)(const void *options, struct str mark, struct buf *now,
                           struct err *e);

    /*
     * Gives n documents to the peer. *taken is how many of them, from the first on, it has for
     * good: with LATER and REFUSED as well, and documents[*taken] is where the caller goes on.
     * *mark is replaced where *taken > 0; it stays empty for a kind without marks. e has a sentence
     * for LATER and REFUSED.
     */
    enum sent (*send)(struct output *out, const struct document *documents, size_t n,
                      size_t *taken, struct buf *mark, struct err *e);

    /* SIGHUP: what has a name is opened anew at the next send. */
    void (*reopen)(struct output *out);

    void (*close)(struct output *out); /* NULL too */
};

extern const struct output_kind *const output_kinds[]; /* ends with NULL */

/* The same rows, and those that this build has not, for the configuration; ends with NULL. */
extern const struct kind *const output_config[];

/* The row of a kind that the configuration has read; NULL: there is none. */
const struct output_kind *output_kind_of(const struct kind *kind);

#endif
