/*
 * open.h - the records of one stream that further lines may still belong to.
 *
 * Several processes write into one file, so a stream has a table of them, the oldest first. An
 * open record holds slices of the batch at hand until open_keep gives it memory of its own.
 */
#ifndef LOGCLASS_PARSE_OPEN_H
#define LOGCLASS_PARSE_OPEN_H

#include "parse/gather.h"
#include "parse/head.h"

/* What opened a record whose first line had no envelope. */
enum own {
    OWN_NONE,      /* it had one */
    OWN_TEXT,      /* any line */
    OWN_TRACEBACK, /* "Traceback (most recent call last):" */
    OWN_PROCESS,   /* "Process NAME:" and the like, which Python prints above one */
    OWN_LOGGING, /* "--- Logging error ---", which logging prints for a broken log call */
};

enum { INSTANCE_BYTES = 36 }; /* a UUID */

enum part { PART_BODY, PART_TRACE };

/* The lines that make up one line of a message: one, unless a transport had cut it in pieces. */
struct physical {
    const struct stream *stream;
    struct str raw;           /* joined by '\n' */
    uint64_t position, bytes; /* of the first; of all */
    uint32_t lines;           /* 0: counted already, with an earlier line of the same message */
    unsigned flags;           /* of enum line_flag */
};

/* "2026-12-01 01:50:30.971 24": the beginning of another record, where its stream was cut. h is what
 * was read of the line. */
bool physical_is_half_head(const struct physical *l, const struct head *h);

struct open {
    struct head head; /* of the first line */
    enum own own;
    const struct stream *stream;
    uint64_t position, bytes;
    uint32_t line_count;
    unsigned flags; /* of enum record_flag */

    enum part part; /* what its last line was added to */
    bool blank;     /* that line was empty */
    struct gather raw, body, trace;

    /* How far the traceback of a record without envelope has come. In the block of a broken log
     * call class_seen says that its last part began, what was given. */
    bool class_seen, link_seen, remote_seen;

    bool complete;      /* it came with all its lines at once: no later one belongs to it */
    bool arrival_known; /* `arrival`: when an envelope around it took its last line */
    usec_t arrival;
    uint64_t seen_lines, seen_bytes; /* the stream's counters behind its last line */
    bool kept;                       /* the slices of head point into `slices` */
    struct buf slices;
    char instance[INSTANCE_BYTES]; /* of a later line; head.instance_id then points here */
};

struct open *open_new(void);
void open_free(struct open *o);
void open_clear(struct open *o); /* as new, its memory kept */

/* True if the record may take so many bytes more. */
bool open_has_room(const struct open *o, const struct physical *l);

/* Counts the line and gives its text to one part of the record. */
void open_add(struct open *o, const struct physical *l, struct str text, enum part part);

/* Counts a line whose text is no part of the message. */
void open_pass(struct open *o, const struct physical *l);

/* For an instance, a UUID, that the head did not name but a later line does. */
void open_take_instance(struct open *o, struct str id);

/* Copies what lies in the batch, which is about to be reset. */
void open_keep(struct open *o);

struct open_table {
    struct open *at[LIMIT_OPEN_RECORDS]; /* the oldest first */
    int64_t pid[LIMIT_OPEN_RECORDS]; /* of each, beside each other: they are searched */
    size_t count;
};

void open_table_add(struct open_table *t, struct open *o); /* there must be room */
struct open *open_table_remove(struct open_table *t, size_t i);
size_t open_table_find(const struct open_table *t, const struct open *o);

/* The newest record that a prefixed line of a traceback belongs to; NULL: none. */
struct open *open_table_traced(const struct open_table *t, const struct head *h);

/*
 * Settles h->form where h->either: a line that a head's format and a prefix's both fit is one of a
 * traceback where it goes on with one. oslo.log ends each with an empty line; between two of a chain
 * there are such as well.
 */
void open_table_settle(const struct open_table *t, struct head *h);

#endif
