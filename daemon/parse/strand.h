/*
 * strand.h - one stream, from its first line to its end, and those who write into it.
 *
 * A journal or a syslog file holds the lines of many programs, a container's log those of standard
 * output and standard error. Each of them is a writer with records of its own that are open; a
 * plain log has one writer, number 0, whose processes are told apart by their pids.
 */
#ifndef LOGCLASS_PARSE_STRAND_H
#define LOGCLASS_PARSE_STRAND_H

#include "parse/journal_export.h"

/* A line of one writer that came in pieces, of which the last is still to come. */
struct pieces {
    struct buf text;
    struct gather raw;
    uint64_t position, bytes;
    uint32_t lines; /* 0: there is none */
    unsigned flags; /* of enum line_flag */

    /* Of the first one, for a line whose last piece never comes. */
    enum envelope layers[LIMIT_ENVELOPES];
    unsigned layer_count;
    struct stamp arrival;
    bool arrival_known;
};

/* One writer. */
struct course {
    uint64_t writer;
    struct open_table open;
    struct open *last;   /* has the line directly before; NULL: none that is open */
    bool envelope_shown; /* one of its own, below those of the transport */
    bool dated;          /* its heads have times of their own */
    uint64_t used;       /* the stream's line at its last line */
    struct pieces pieces;

    /*
     * The last line, where it would join `last` unless the next one shows that it is the first of a
     * message: journalctl indents further lines of a message, but not what a service printed line by
     * line. NULL: there is no such line.
     */
    struct open *doubt;
};

struct strand {
    const struct stream *stream;
    struct course *courses[LIMIT_WRITERS];
    uint64_t writers[LIMIT_WRITERS]; /* of each, beside each other: they are searched */
    size_t count;
    struct course *now; /* of the last line; NULL: none yet */

    uint64_t lines, bytes; /* taken so far */
    uint64_t waiting;      /* bytes of lines in pieces, of all its writers */
    /* No record is left behind before these are reached. */
    uint64_t next_lines, next_bytes;

    /* The time of its last head: what a line without any time gets. */
    bool time_known, zone_assumed, time_ambiguous, year_assumed;
    usec_t time;

    struct habit habit;
    struct sender place; /* what its path tells */
    bool placed;         /* it tells something */

    enum envelope before; /* of the last line: reading.before */
    struct requests requests;
    unsigned margin;     /* of the last line's head; 0: it had none */
    bool spaced;         /* likewise */
    struct export *export; /* an entry of a journal that is not whole yet; NULL: none came so far */
    struct buf said;     /* the last text that syslog brought, for "last message repeated" */
    struct buf said_by;  /* and whose it was */
    struct buf said_at;  /* and on what host */
};

struct strand *strand_new(const struct stream *stream);
void strand_free(struct strand *s); /* its open records with it */

/* The course of a writer; NULL where it is unknown. */
struct course *strand_find(struct strand *s, uint64_t writer);

/* A new course for it; there must be room. */
struct course *strand_add(struct strand *s, uint64_t writer);

/* The course whose last line is the oldest, of those that wait for no piece if there are any. */
struct course *strand_oldest(struct strand *s);

/* Takes a course whose records are closed out of the strand. */
void strand_drop(struct strand *s, struct course *c);

/* Adds a piece, h->text. What it was given of the batch is copied. */
void pieces_add(struct pieces *x, const struct physical *l, const struct head *h);

/* Gives the layers of the first piece to a new head. */
void pieces_head(const struct pieces *x, struct head *h);

/* The whole line, its text and its lines; both live in the arena. Empties x. */
struct str pieces_take(struct pieces *x, const struct stream *s, struct arena *a,
                       struct physical *out);

#endif
