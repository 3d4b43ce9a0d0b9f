#include <stdlib.h>

#include "store/parts.h"
#include "store/schema.h"

static const char *const texts[ST_COUNT] = {
    [ST_BEGIN] = "BEGIN IMMEDIATE",
    [ST_COMMIT] = "COMMIT",
    [ST_ADD] = "INSERT INTO events (number, id, severity, emit, service, event) "
               "VALUES (?, ?, ?, ?, ?, ?)",
    [ST_NEWEST] = "UPDATE about SET value = ? WHERE key = 'newest'",
    [ST_POSITION] = "INSERT OR REPLACE INTO positions (input, stream, mark, held) "
                    "VALUES (?, ?, ?, ?)",
    [ST_POSITION_DROP] = "DELETE FROM positions WHERE input = ? AND stream = ?",
    [ST_OUTPUT] = "INSERT OR REPLACE INTO outputs (name, number, mark, lost) "
                  "VALUES (?, ?, ?, ?)",
    [ST_KEEP] = "INSERT OR REPLACE INTO keep (namespace, key, value, time) "
                "VALUES (?, ?, ?, ?)",
    [ST_KEEP_DROP] = "DELETE FROM keep WHERE namespace = ? AND key = ?",
    [ST_KEEP_EXPIRE] = "DELETE FROM keep WHERE namespace = ? AND time < ?",
    [ST_KEEP_GET] = "SELECT value FROM keep WHERE namespace = ? AND key = ?",
    [ST_KEEP_EACH] = "SELECT key, value, time FROM keep WHERE namespace = ? ORDER BY key",
    [ST_DELETE] = "DELETE FROM events WHERE number <= ?",
    [ST_PAGES] = "PRAGMA page_count",
    [ST_FREE] = "PRAGMA freelist_count",
    [ST_SHRINK] = "PRAGMA incremental_vacuum(256)",
};

/* Asking for it does not fail where it cannot be had. */
static int is_wal(struct store *s, struct err *e)
{
    sqlite3_stmt *st = NULL;
    bool row = false;
    int rc = sql_prepare(&s->q, "PRAGMA journal_mode", &st, e);

    if (rc == 0)
        rc = sql_row(&s->q, st, &row, e);
    if (rc == 0 && !(row && str_eq(sql_str(st, 0), STR("wal")))) {
        s->q.trouble = STORE_OTHER;
        rc = err_set(e, "its file system cannot keep SQLite's write-ahead log");
    }
    sqlite3_finalize(st);
    return rc;
}

/*
 * The log goes into the file when we say so (room.c), and what it took beyond half the
 * reserve is given back. A value that the file's damage made larger than its page is
 * found at once (cell_size_check).
 */
static int settings(struct store *s, struct err *e)
{
    char text[96];

    if (sql_run(&s->q,
                "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA cell_size_check = ON;"
                "PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF;"
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                "PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 0",
                e) < 0)
        return -1;
    sqlite3_snprintf(sizeof text, text, "PRAGMA journal_size_limit = %llu",
                     (unsigned long long)s->reserve / 2);
    if (sql_run(&s->q, text, e) < 0)
        return -1;
    if (is_wal(s, e) < 0)
        return -1;
    return sql_number(&s->q, "PRAGMA page_size", &s->page_bytes, e);
}

static int numbers(struct store *s, struct err *e)
{
    uint64_t newest, first, last;

    if (sql_number(&s->q, "SELECT value FROM about WHERE key = 'newest'", &newest, e) < 0 ||
        sql_number(&s->q, "SELECT min(number) FROM events", &first, e) < 0 ||
        sql_number(&s->q, "SELECT max(number) FROM events", &last, e) < 0)
        return -1;
    if (last > newest || (first > 0 && last < newest)) {
        s->q.trouble = STORE_CORRUPT;
        return err_set(e, "the newest event is %llu and should be %llu",
                       (unsigned long long)last, (unsigned long long)newest);
    }
    s->span = (struct span){.first = first ? first : newest + 1, .newest = newest};
    return 0;
}

int store_db_open(struct store *s, struct err *e)
{
    if (folder_file(s, e) < 0) {
        s->q.trouble = STORE_OTHER;
        return -1;
    }
    if (sql_open(&s->q, buf_z(&s->path), SQLITE_OPEN_READWRITE, e) < 0)
        return -1;
    if (settings(s, e) < 0 || schema_bring(&s->q, schema_steps, schema_step_count, e) < 0 ||
        broken_check(s, e) < 0 || numbers(s, e) < 0)
        return -1;
    room_watch_log(s);
    for (size_t i = 0; i < ST_COUNT; i++)
        if (sql_prepare(&s->q, texts[i], &s->st[i], e) < 0)
            return -1;
    return 0;
}

void store_db_close(struct store *s, bool checkpoint)
{
    for (size_t i = 0; i < ST_COUNT; i++) {
        sqlite3_finalize(s->st[i]);
        s->st[i] = NULL;
    }
    if (s->q.db)
        sqlite3_db_config(s->q.db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !checkpoint, NULL);
    sql_close(&s->q);
    s->open = false;
}

static void copy_config(struct store *s, const struct store_config *c)
{
    s->limit = c->limit_bytes < STORE_LIMIT_LEAST ? STORE_LIMIT_LEAST : c->limit_bytes;
    s->reserve = s->limit / 4;
    if (s->reserve > 8 * 1024 * 1024)
        s->reserve = 8 * 1024 * 1024;
    s->outlets = mem_new(sizeof *s->outlets * (c->output_count ? c->output_count : 1));
    s->outlet_count = c->output_count;
    for (size_t i = 0; i < c->output_count; i++) {
        buf_add(&s->outlets[i].name, c->outputs[i].name);
        s->outlets[i].required = c->outputs[i].required;
        s->outlets[i].from_beginning = c->outputs[i].from_beginning;
    }
}

static enum store_found open_files(struct store *s, const struct store_config *c,
                                   usec_t now, struct err *e)
{
    struct err why = {0};
    bool missing = folder_size(buf_z(&s->path)) == 0;
    bool broken = false, restored = false;

    int rc = store_db_open(s, &why);
    if (rc == 0)
        rc = outputs_load(s, c, &restored, &why);
    if (rc < 0 && s->q.trouble == STORE_CORRUPT) {
        broken = true;
        store_db_close(s, false);
        if (broken_put_aside(s, now, e) < 0)
            return STORE_FAILED;
        rc = store_db_open(s, e);
        if (rc == 0)
            rc = outputs_load(s, c, &restored, e);
        if (rc < 0)
            return STORE_FAILED;
    } else if (rc < 0) {
        *e = why;
        return STORE_FAILED;
    }
    /* At once, so that the numbers of a file begun anew are known to the next one. */
    snapshot_after(s, now);
    if (!broken && restored)
        err_set(&why, "the file was missing or empty");
    if (broken || restored) {
        *e = why;
        return STORE_RENEWED;
    }
    return missing ? STORE_NEW : STORE_OPENED;
}

enum store_found store_open(const struct store_config *c, usec_t now, struct store **out,
                            struct err *e)
{
    struct store *s = mem_new(sizeof *s);
    enum store_found found = STORE_FAILED;

    s->lock_fd = -1;
    atomic_init(&s->generation, 1);
    copy_config(s, c);
    if (folder_take(s, c->folder, e) == 0)
        found = open_files(s, c, now, e);
    if (found == STORE_FAILED || found == STORE_RENEWED)
        err_in(e, "store '%.*s'", STR_FMT(c->folder));
    if (found == STORE_FAILED) {
        store_db_close(s, false);
        store_close(s);
        return found;
    }
    *out = s;
    return found;
}

void store_close(struct store *s)
{
    if (!s)
        return;
    store_cancel(s);
    if (s->q.db) {
        sqlite3_exec(s->q.db, "UPDATE about SET value = 1 WHERE key = 'clean'", NULL,
                     NULL, NULL);
        store_db_close(s, true);
    }
    folder_leave(s);
    for (size_t i = 0; i < s->outlet_count; i++) {
        buf_done(&s->outlets[i].name);
        buf_done(&s->outlets[i].text);
        buf_done(&s->outlets[i].old_text);
    }
    free(s->outlets);
    buf_done(&s->snap.packed);
    buf_done(&s->folder);
    buf_done(&s->path);
    buf_done(&s->wal);
    free(s);
}

/* Tried again, it goes on with the file that it began: what was put aside first is what
 * matters. */
static int begin_anew(struct store *s, usec_t now, struct err *e)
{
    bool restored;

    if (!s->put_aside && broken_put_aside(s, now, e) < 0)
        return -1;
    s->put_aside = true;
    if (store_db_open(s, e) == 0 && outputs_load(s, NULL, &restored, e) == 0)
        return 0;
    s->put_aside = s->q.trouble != STORE_CORRUPT;
    store_db_close(s, false);
    return -1;
}

int store_renew(struct store *s, usec_t now, struct err *e)
{
    store_cancel(s);
    if (s->span.newest > s->remembered)
        s->remembered = s->span.newest;
    store_db_close(s, false);
    if (begin_anew(s, now, e) < 0)
        return err_in(e, "begin the store '%s' anew", buf_z(&s->folder));
    s->put_aside = false;
    s->snap.taken_at = 0;
    snapshot_after(s, now);
    atomic_fetch_add(&s->generation, 1);
    return 0;
}

enum store_trouble store_trouble(const struct store *s)
{
    return s->q.trouble;
}
