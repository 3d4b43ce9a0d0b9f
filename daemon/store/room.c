#include "store/parts.h"

/*
 *     limit = budget for pages in use + reserve
 *
 * The log is moved into the file when it has a quarter of the reserve, at most 2 MiB, so
 * that what is left is for one batch and for what a reader holds back for a moment. A
 * file never shrinks by deleting: pages that became free are used again, and given back
 * only where the file is over the limit, which happens when that was lowered.
 */
enum {
    PASSED_ROWS = 512, /* deleted with one commit at least, and twice what came in */
    PORTION_ROWS = 64, /* dropped at the limit before the pages are counted again */
    PORTIONS = 256,    /* of these in one commit */
    LOG_BYTES = 2 * 1024 * 1024,
};

static uint64_t budget(const struct store *s)
{
    return s->limit - s->reserve;
}

static int count_pages(struct store *s, uint64_t *file, uint64_t *used, struct err *e)
{
    uint64_t n[2];

    for (int i = 0; i < 2; i++) {
        sqlite3_stmt *st = s->st[i == 0 ? ST_PAGES : ST_FREE];
        bool row;
        if (sql_row(&s->q, st, &row, e) < 0)
            return -1;
        n[i] = row ? sql_u64(st, 0) : 0;
        if (row)
            sql_end(st);
    }
    *file = n[0] * s->page_bytes;
    *used = (n[0] > n[1] ? n[0] - n[1] : 0) * s->page_bytes;
    return 0;
}

static int delete_up_to(struct store *s, uint64_t number, struct err *e)
{
    if (number < s->span.first)
        return 0;
    sql_bind_number(s->st[ST_DELETE], 1, number);
    if (sql_do(&s->q, s->st[ST_DELETE], e) < 0)
        return -1;
    s->span.first = number + 1;
    return 0;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* An output that had not come so far loses what is dropped, and reads on behind it. */
static int lose(struct store *s, uint64_t number, struct err *e)
{
    for (size_t i = 0; i < s->outlet_count; i++) {
        struct outlet *o = &s->outlets[i];
        uint64_t from = o->mark + 1 > s->span.first ? o->mark + 1 : s->span.first;
        if (number < from)
            continue;
        o->lost += number - from + 1;
        o->mark = number;
        if (outputs_put(s, o, e) < 0)
            return -1;
    }
    return 0;
}

/* What came with this very batch stays: an output had no chance to see it. */
static int drop_oldest(struct store *s, uint64_t *used, struct err *e)
{
    uint64_t file, last = least(outputs_passed(s, true), s->old_span.newest);

    for (int i = 0; i<PORTIONS && * used> budget(s) && s->span.first <= last; i++) {
        uint64_t to = least(last, s->span.first + PORTION_ROWS - 1);
        if (lose(s, to, e) < 0 || delete_up_to(s, to, e) < 0 ||
            count_pages(s, &file, used, e) < 0)
            return -1;
    }
    return 0;
}

static int shrink(struct store *s, uint64_t file, uint64_t used, struct err *e)
{
    if (file <= budget(s) || used > budget(s))
        return 0;
    return sql_do(&s->q, s->st[ST_SHRINK], e);
}

int room_make(struct store *s, struct err *e)
{
    uint64_t came = s->span.newest - s->old_span.newest;
    uint64_t most = came > PASSED_ROWS / 2 ? came * 2 : PASSED_ROWS;
    uint64_t passed = least(outputs_passed(s, false), s->span.first + most - 1);
    uint64_t file, used;

    if (delete_up_to(s, passed, e) < 0 || count_pages(s, &file, &used, e) < 0 ||
        drop_oldest(s, &used, e) < 0 || shrink(s, file, used, e) < 0)
        return -1;
    s->used = used;
    return 0;
}

/*
 * Moves the log into the file, after which it is written from its beginning again. With a
 * reader in between it moves what it can, and the log grows on. Failing is no matter: the
 * commits are safe where they are, and a disk that fails shows with the next one.
 */
void room_checkpoint(struct store *s, bool truncate)
{
    uint64_t most = least(s->reserve / 4, LOG_BYTES);

    /* The file of the log keeps its size when it is begun again: what counts is its
     * content. */
    if (!truncate && s->log_bytes < most)
        return;
    /* Waiting for readers would hold up the inputs. */
    sqlite3_busy_timeout(s->q.db, 0);
    sqlite3_wal_checkpoint_v2(
        s->q.db, NULL, truncate ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE,
        NULL, NULL);
    sqlite3_busy_timeout(s->q.db, SQL_BUSY_MS);
}

static int log_has(void *arg, sqlite3 *db, const char *name, int pages)
{
    struct store *s = arg;

    (void)db;
    (void)name;
    s->log_bytes = (uint64_t)pages * s->page_bytes;
    return SQLITE_OK;
}

void room_watch_log(struct store *s)
{
    s->log_bytes = 0;
    sqlite3_wal_hook(s->q.db, log_has, s);
}

enum store_room store_room(struct store *s)
{
    uint64_t last = least(outputs_passed(s, true), s->span.newest);

    if (s->used + folder_size(s->wal.p) >= s->limit && s->q.db && !s->open) {
        room_checkpoint(s, true);
        if (s->used + folder_size(s->wal.p) >= s->limit &&
            folder_size(s->wal.p) > s->reserve)
            return STORE_ROOM_HELD;
    }
    if (s->used <= budget(s) || s->span.first > s->span.newest)
        return STORE_ROOM;
    return s->span.first <= last ? STORE_ROOM : STORE_ROOM_FULL;
}
