/*
 * parts.h - what the files of this room share: the open store.
 *
 * Numbers of events have no holes between `first` and `newest`, because they are given in
 * order by the one writer, a number of a commit that failed is given again, and only the
 * oldest are deleted. So backlogs and losses are differences, and nothing is counted by
 * reading.
 */
#ifndef LOGCLASS_STORE_PARTS_H
#define LOGCLASS_STORE_PARTS_H

#include <stdatomic.h>

#include "store/sql.h"

enum statement {
    ST_BEGIN,
    ST_COMMIT,
    ST_ADD,
    ST_NEWEST,
    ST_POSITION,
    ST_POSITION_DROP,
    ST_OUTPUT,
    ST_KEEP,
    ST_KEEP_DROP,
    ST_KEEP_EXPIRE,
    ST_KEEP_GET,
    ST_KEEP_EACH,
    ST_DELETE,
    ST_PAGES,
    ST_FREE,
    ST_SHRINK,
    ST_COUNT
};

struct span { /* the events stored: first..newest; first is newest + 1 where there is none */
    uint64_t first, newest;
};

struct outlet {
    struct buf name, text;
    bool required, from_beginning, stored; /* stored: has a row */
    uint64_t mark, lost;                   /* lost: ever, as stored */
    uint64_t lost_taken;                   /* of those, told to the caller */
    struct buf old_text;                   /* these three: as they were at store_begin */
    uint64_t old_mark, old_lost;
};

struct snapshot {
    struct buf packed; /* taken at `number`, and not yet written while `waits` */
    uint64_t number, written;
    bool waits;
    usec_t taken_at;
};

struct store {
    struct sql q;
    sqlite3_stmt *st[ST_COUNT];
    struct buf folder, path, wal;
    int lock_fd;
    uint64_t limit, reserve, page_bytes;
    struct outlet *outlets;
    size_t outlet_count;
    struct span span, old_span; /* now, within the transaction; as it was before it */
    uint64_t log_bytes;         /* in the log at the last commit, moved already or not */
    uint64_t remembered;        /* the newest number that a lost file gave out */
    uint64_t used;              /* bytes of pages in use, at the last commit */
    bool open;                  /* a transaction is */
    bool put_aside;             /* a renewal has done this much, and failed */
    struct snapshot snap;
    atomic_uint generation; /* changes when state.db becomes another file */
};

/* folder.c: the folder is made and locked; state.db is there, ours alone. */
int folder_take(struct store *s, struct str folder, struct err *e) MUST_USE;
void folder_leave(struct store *s);
int folder_file(struct store *s, struct err *e) MUST_USE;
int folder_sync(struct str folder, struct err *e) MUST_USE;
uint64_t folder_size(const char *path); /* of a file; 0 where there is none */

/* open.c: everything between the file and the statements. */
int store_db_open(struct store *s, struct err *e) MUST_USE;
void store_db_close(struct store *s, bool checkpoint);

/* outputs.c: fills a file that is new, and makes its outputs those of the configuration.
 * */
int outputs_put(struct store *s, struct outlet *o, struct err *e) MUST_USE; /* its row */
int outputs_load(struct store *s, const struct store_config *c, bool *restored,
                 struct err *e) MUST_USE;
uint64_t outputs_passed(const struct store *s,
                        bool required_only); /* by all, else `newest` */

/* writer.c */
int store_undo(struct store *s); /* after a failure within a transaction; -1 */
int store_open_check(struct store *s, struct err *e) MUST_USE; /* a transaction is open */
int store_do(struct store *s, enum statement which,
             struct err *e) MUST_USE; /* or undoes all */

/* room.c: within the transaction, and after it. */
int room_make(struct store *s, struct err *e) MUST_USE;
void room_watch_log(struct store *s); /* once the file is open */
void room_checkpoint(struct store *s, bool truncate);

/* snapshot.c */
int snapshot_restore(struct store *s, uint64_t *number, bool *found,
                     struct err *e) MUST_USE;
uint64_t snapshot_number(struct str folder); /* of FOLDER/positions; 0 where there is none */
void snapshot_after(struct store *s, usec_t now);

/* broken.c */
int broken_put_aside(struct store *s, usec_t now, struct err *e) MUST_USE;
int broken_check(struct store *s, struct err *e) MUST_USE; /* finds what is broken */

#endif
