/*
 * feed.h - an input that is followed for ever: files that grow and rotate, a journal.
 *
 * The loop waits on `fd` and until `due`, then calls wake and reads until nothing is left. What was
 * read up to now is a mark for each stream, which the loop stores with what came of the lines; the
 * next process gives the marks back. Nobody but the feed looks inside a mark.
 */
#ifndef LOGCLASS_INPUT_FEED_H
#define LOGCLASS_INPUT_FEED_H

#include "input/source_options.h"
#include "input/input.h"

/* What an earlier process stored of one stream. */
struct feed_mark {
    struct str key, mark;
};

/* Who is of OpenStack? Each of the names may be empty. */
struct feed_programs {
    bool (*know)(void *context, struct str unit, struct str container, struct str identifier);
    void *context;
};

/* Something that befell the input itself, such as lines that were lost. */
struct feed_notice {
    struct stream *stream; /* of which */
    uint64_t position;     /* in it */
    usec_t time;
    struct str happened; /* in a word or two: of the event's id */
    struct str text;     /* in a sentence */
    uint64_t lost;       /* lines; 0: nobody knows how many */
};

struct feed_settings {
    struct str name;     /* of the input */
    const void *options; /* the struct that its kind's options fill */
    bool fresh; /* nothing of this input was ever read: it begins where its option `start` says */
    void (*say)(void *context, const char *text); /* something to be told, in a sentence */
    void *context;
    struct feed_programs programs;
};

struct feed {
    const struct feed_kind *kind;
    int fd;     /* readable: wake. -1: there is none */
    usec_t due; /* wake at this moment at the latest */
};

struct feed_kind {
    const struct kind *config; /* its name, help and options (source_options.h) */

    struct feed *(*open)(const struct feed_settings *s, const struct feed_mark *marks,
                         size_t n, usec_t now, struct err *e);

    /* Looks what happened. */
    void (*wake)(struct feed *s, usec_t now);

    /*
     * Lines of one stream, which *of names, into the empty batch.
     * GOT_LINES: ask again. GOT_STREAM_END: the stream ended, the batch may have its last lines; it
     * lives until the next call. GOT_NOTHING: all is read for now. GOT_ERROR: as GOT_STREAM_END.
     */
    enum got (*read)(struct feed *s, struct batch *b, struct stream **of, struct err *e);

    /* What befell the input behind the lines that read has given; false: nothing more. Its texts
     * live until the next call of read. NULL: a kind that has nothing to tell. */
    bool (*notice)(struct feed *s, struct feed_notice *out);

    /* Nothing is read after this but what waits: each stream gives its last line, and ends. */
    void (*finish)(struct feed *s);

    /* The key of a stream, and its mark behind the lines that read gave. */
    void (*mark)(struct feed *s, const struct stream *of, struct buf *key,
                 struct buf *mark);

    /* The same of the i-th of all streams, 0, 1, …; false: there are no more. To be stored before the
     * first read: a stream begins where it stands now, whenever the next process starts. */
    bool (*mark_at)(struct feed *s, size_t i, struct buf *key, struct buf *mark);

    /* That stream, of which a mark told; NULL: nothing was read of it before. */
    struct stream *(*stream_at)(struct feed *s, size_t i);

    /* The key of a mark that is of no use any more; false: there is none. */
    bool (*drop)(struct feed *s, struct buf *key);

    /* Bytes that are known and not read yet. */
    uint64_t (*behind)(struct feed *s);

    void (*close)(struct feed *s); /* its streams end with it */
};

extern const struct feed_kind feed_file, feed_journal;

/* The kinds that this build has, for the configuration; ends with NULL. */
extern const struct kind *const feed_config[];

/* The row of a kind that the configuration has read; NULL: there is none. */
const struct feed_kind *feed_kind_of(const struct kind *kind);

#endif
