/*
 * store.h - what logclassd must not lose: one SQLite file, and one transaction a batch.
 *
 * A batch's events and the places to read on from become durable together, or not at all,
 * so a kill or a power cut at any moment leaves a state in which every line was either
 * taken or will be read. Outputs read behind a mark of their own (reader.h).
 *
 *     FOLDER/state.db       events, positions, outputs, keep, about: `sqlite3 state.db` shows them
 *     FOLDER/state.db-wal   the commits that are not in it yet
 *     FOLDER/positions      what a new state.db begins from when this one is broken
 *     FOLDER/lock           held by the process that writes
 *     FOLDER/state.db.broken-20261201T131500Z   put aside, STORE_BROKEN_KEPT of them at the most
 *
 * All of them are readable by their owner alone: positions hold lines as they were read.
 *
 * An event's number only grows, also when every event has been deleted, and when the file
 * was begun anew. Nothing here is for two threads; for those of outputs there is reader.h.
 */
#ifndef LOGCLASS_STORE_STORE_H
#define LOGCLASS_STORE_STORE_H

#include "base/clock.h"
#include "base/err.h"

struct store;

enum {
    STORE_BROKEN_KEPT = 3,
    STORE_LIMIT_LEAST = 1024 * 1024, /* a smaller limit_bytes counts as this */
};

/* Why a call returned -1; the err has the sentence. */
enum store_trouble {
    STORE_FINE,
    STORE_DISK_FULL, /* try again later, from store_begin on */
    STORE_CORRUPT,   /* nothing will succeed before store_renew */
    STORE_OTHER,     /* locked by another program, a disk that fails: try again later */
};

struct store_output {
    struct str name; /* its mark hangs on it */
    bool required;   /* no event goes before this output has passed it */
    bool from_beginning; /* where a new one begins: at what is stored, instead of at the end */
};

struct store_config {
    struct str folder; /* made, mode 0700, if only its last part is missing */
    uint64_t limit_bytes; /* that all files of the store may take, those put aside not counted */
    const struct store_output *outputs;
    size_t output_count;
    /* Told the name of each output that is stored and no longer in `outputs`; may be
     * NULL. */
    void (*dropped)(void *arg, struct str name);
    void *arg;
};

/* How the store was found. */
enum store_found {
    STORE_FAILED, /* the err says why: another process has it, no permission, a newer schema */
    STORE_OPENED,  /* as it was left */
    STORE_NEW,     /* there was none */
    STORE_RENEWED, /* broken: put aside and begun anew; the err says what was broken */
};

/* Everything is copied out of *c. The folder is ours alone until store_close. */
enum store_found store_open(const struct store_config *c, usec_t now, struct store **out,
                            struct err *e) MUST_USE;
void store_close(struct store *s); /* what was not committed is given up */

/*
 * After STORE_CORRUPT: puts the file aside and begins anew from the snapshot. The inputs
 * then stand at earlier positions (store_each_position) and read again what was lost; its
 * events carry the same ids. All outputs stand at the end, and `keep` is empty. Readers
 * notice by themselves.
 */
int store_renew(struct store *s, usec_t now, struct err *e) MUST_USE;

/* Of the last call that failed. */
enum store_trouble store_trouble(const struct store *s);

/* A transaction -------------------------------------------------------------------------
 * */

struct store_event {
    uint64_t number; /* given by the store */
    struct str id, service, body;
    unsigned severity; /* 0..6 */
    unsigned emit;     /* bits, the caller's */
};

/*
 *     store_begin, then any of store_add … store_keep_expire, then store_commit.
 *
 * Whichever fails first returns -1 and undoes everything since store_begin: the store is
 * as it was, and the caller can begin again with the same events.
 */
int store_begin(struct store *s, struct err *e) MUST_USE;
int store_add(struct store *s, const struct store_event *ev, struct err *e) MUST_USE;

/*
 * Besides committing: deletes events that every output has passed and, at the limit, the
 * oldest that no required output needs; moves the log into the file; writes the snapshot
 * when its time has come. What of this fails after the commit does not make it fail.
 */
int store_commit(struct store *s, usec_t now, struct err *e) MUST_USE;
void store_cancel(struct store *s);

/* Positions: where an input reads on in one of its streams, and the parser's open
 * records. */
struct store_position {
    struct str input, stream; /* the key */
    struct str mark;          /* text that only the input understands */
    struct str held;          /* bytes that only the parser understands */
};

int store_put_position(struct store *s, const struct store_position *p,
                       struct err *e) MUST_USE;
int store_drop_position(struct store *s, struct str input, struct str stream,
                        struct err *e) MUST_USE;

/* Calls each() for every position, by input and stream; its slices live until each()
 * returns, which may not call the store. -1 from each() ends it and is returned. */
int store_each_position(struct store *s,
                        int (*each)(void *arg, const struct store_position *p,
                                    struct err *e),
                        void *arg, struct err *e) MUST_USE;

/*
 * Output `i` of the configuration has passed every event up to `number`. A number before
 * its mark, or one that was never given, changes nothing: an output may speak of what the
 * limit already took. `mark` is text for the output itself; an absent one leaves the
 * stored text.
 */
int store_put_mark(struct store *s, size_t i, uint64_t number, struct str mark,
                   struct err *e) MUST_USE;

/* Keep: windows, first sightings and the like, by namespace and key. */
int store_keep_put(struct store *s, struct str space, struct str key, struct str value,
                   usec_t time, struct err *e) MUST_USE;
int store_keep_delete(struct store *s, struct str space, struct str key,
                      struct err *e) MUST_USE;
int store_keep_expire(struct store *s, struct str space, usec_t before,
                      struct err *e) MUST_USE; /* those with time < before */

/* Appends the value to *value; also outside of a transaction. */
int store_keep_get(struct store *s, struct str space, struct str key, struct buf *value,
                   bool *found, struct err *e) MUST_USE;

struct store_kept {
    struct str key, value;
    usec_t time;
};
int store_each_kept(struct store *s, struct str space,
                    int (*each)(void *arg, const struct store_kept *k, struct err *e),
                    void *arg, struct err *e) MUST_USE;

/* The limit
 * ------------------------------------------------------------------------------ */

enum store_room {
    STORE_ROOM,      /* for a batch more */
    STORE_ROOM_FULL, /* only events that a required output still needs: the inputs wait */
    STORE_ROOM_HELD, /* a program that reads state.db has kept the log growing: likewise */
};

/* To be asked before a batch is read. A commit is never refused for the limit: a reserve
 * of a quarter, 8 MiB at the most, is for the batch that comes after. */
enum store_room store_room(struct store *s);

/* How many events output `i` lost to the limit since it was last asked. All events count,
 * also those that the output's own filter would have left out. */
uint64_t store_take_lost(struct store *s, size_t i);

/* What is in it
 * -------------------------------------------------------------------------- */

uint64_t store_newest(const struct store *s); /* number of the newest event committed */
uint64_t store_mark(const struct store *s, size_t i);
struct str store_mark_text(const struct store *s, size_t i); /* until the next put_mark */

struct store_info_output {
    char name[128];
    uint64_t number;  /* of the last event it has passed */
    uint64_t backlog; /* events behind it */
    uint64_t lost;    /* to the limit, ever */
};

struct store_info {
    uint64_t events, oldest, newest; /* oldest is 0 where there is no event */
    uint64_t positions, held_bytes, kept;
    uint64_t file_bytes, free_bytes,
        wal_bytes;     /* free: pages in the file that hold nothing */
    uint64_t snapshot; /* number that FOLDER/positions stands at; 0 where there is none */
    struct store_info_output *outputs;
    size_t output_count;
};

/* Reads any folder's store, also one that a daemon is writing to. store_info_done ends
 * it. */
int store_info(struct str folder, struct store_info *out, struct err *e) MUST_USE;
void store_info_done(struct store_info *info);

#endif
