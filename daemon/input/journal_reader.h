/*
 * journal_reader.h - a journal read entry by entry, by cursor, for ever: a part of feed_journal.
 *
 *     next ── first behind a seek? ── is it where the cursor leads? ── the entry
 *                                            └── no: what stood between is lost
 *
 * A cursor that leads nowhere shows in nothing but the entry found in its place (sd_journal_
 * test_cursor(3)), so the first entry behind each seek is compared with it. After files came or went
 * (INVALIDATE) the cursor is sought anew: a file that was deleted before it was read to its end, by
 * journald's own bounds or by hand, shows in the same way. The number of the entry tells then
 * whether any stood between; where it is of another series, that all had been read before the file
 * went.
 *
 * libsystemd leaves a file that it cannot read, and goes on with the others.
 */
#ifndef LOGCLASS_INPUT_JOURNAL_READER_H
#define LOGCLASS_INPUT_JOURNAL_READER_H

#include "input/entry.h"

/* Where the journal is read on. */
struct journal_place {
    struct buf cursor; /* of the entry that was passed last; empty: at the beginning */
    bool before;       /* that entry is the next one: what stood before it is lost */
    uint64_t passed;   /* entries, by all processes */
};

struct journal_reader {
    struct buf folder, name_space; /* both empty: the machine's own */
    int fd;        /* of an epoll(7) that outlives each opening; readable: process */
    sd_journal *j; /* NULL: it is not open */

    struct journal_place place;
    struct buf here; /* the cursor of the entry at hand */
    bool held;       /* it stands on an entry that was not passed */
    bool test;       /* the next entry shows whether the cursor leads somewhere */
    bool drained;    /* there was no next entry */
    bool doubt;      /* … and none may have come before the cursor was sought */

    struct buf lost_behind; /* the cursor behind which entries are lost */
    uint64_t lost;          /* how many; 0: nobody can tell */
    int error;              /* a negative errno */
};

/* Beside the folder and namespace, and the place that an earlier process had, which the caller sets.
 * -1 with a sentence. */
int journal_reader_init(struct journal_reader *r, struct err *e) MUST_USE;
void journal_reader_done(struct journal_reader *r);

/* Opens the journal at the place; `at_end`: behind its last entry instead. False: r->error. */
bool journal_reader_open(struct journal_reader *r, bool at_end) MUST_USE;
void journal_reader_close(struct journal_reader *r);

/* Takes up what changed. False: r->error. */
bool journal_reader_process(struct journal_reader *r) MUST_USE;

enum journal_step {
    STEP_ENTRY,   /* it stands on the next entry, and `here` is its cursor */
    STEP_NOTHING, /* there is none for now */
    STEP_LOST,    /* entries before it are: `lost_behind`, `lost`; ask again */
    STEP_FAILED,  /* r->error */
};

enum journal_step journal_reader_step(struct journal_reader *r);

/* The entry at hand is done with; `here` is of no use then. */
void journal_reader_pass(struct journal_reader *r);

#endif
