#include "store/sql.h"

#include <errno.h>
#include <unistd.h>

static enum store_trouble trouble_of(sqlite3 *db, int rc)
{
    int sys = db ? sqlite3_system_errno(db) : 0;

    switch (rc & 0xff) {
    case SQLITE_FULL: return STORE_DISK_FULL;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_FORMAT: return STORE_CORRUPT;
    case SQLITE_READONLY:
        /* A file that could be written and says in its header that nobody may
         * (sqlite.org/fileformat2.html, 1.3.3: a write version over 2). */
        return rc == SQLITE_READONLY && db &&
                       access(sqlite3_db_filename(db, "main"), W_OK) == 0
                   ? STORE_CORRUPT
                   : STORE_OTHER;
    case SQLITE_IOERR:
        if (rc == SQLITE_IOERR_SHORT_READ)
            return STORE_CORRUPT;
        return sys == ENOSPC || sys == EDQUOT ? STORE_DISK_FULL : STORE_OTHER;
    default:
        /* Also the log's index needs disk: without it the file cannot be opened. */
        return (rc & 0xff) == SQLITE_CANTOPEN && (sys == ENOSPC || sys == EDQUOT)
                   ? STORE_DISK_FULL
                   : STORE_OTHER;
    }
}

static int failed(struct sql *q, int rc, struct err *e)
{
    /* The message belongs to the connection and is only right straight after the call. */
    const char *text = q->db ? sqlite3_errmsg(q->db) : sqlite3_errstr(rc);

    if (q->db && sqlite3_errcode(q->db) == SQLITE_OK)
        text = sqlite3_errstr(rc);
    q->trouble = trouble_of(q->db, rc);
    err_set(e, "%s (SQLite %d)", text, rc);
    e->sys = q->db ? sqlite3_system_errno(q->db) : 0;
    return -1;
}

int sql_open(struct sql *q, const char *path, int flags, struct err *e)
{
    int rc = sqlite3_open_v2(
        path, &q->db, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE, NULL);

    if (rc != SQLITE_OK) {
        failed(q, rc, e);
        sql_close(q);
        return -1;
    }
    sqlite3_extended_result_codes(q->db, 1);
    sqlite3_busy_timeout(q->db, SQL_BUSY_MS);
    return 0;
}

void sql_close(struct sql *q)
{
    sqlite3_close(q->db);
    q->db = NULL;
}

int sql_run(struct sql *q, const char *text, struct err *e)
{
    int rc = sqlite3_exec(q->db, text, NULL, NULL, NULL);

    return rc == SQLITE_OK ? 0 : failed(q, rc, e);
}

int sql_prepare(struct sql *q, const char *text, sqlite3_stmt **out, struct err *e)
{
    int rc = sqlite3_prepare_v3(q->db, text, -1, SQLITE_PREPARE_PERSISTENT, out, NULL);

    return rc == SQLITE_OK ? 0 : failed(q, rc, e);
}

void sql_end(sqlite3_stmt *st)
{
    /* None while a renewal has not succeeded. */
    if (!st)
        return;
    sqlite3_reset(st);
    sqlite3_clear_bindings(st);
}

int sql_row(struct sql *q, sqlite3_stmt *st, bool *row, struct err *e)
{
    int rc = sqlite3_step(st);

    *row = rc == SQLITE_ROW;
    if (*row)
        return 0;
    if (rc != SQLITE_DONE)
        failed(q, rc, e);
    sql_end(st);
    return rc == SQLITE_DONE ? 0 : -1;
}

int sql_do(struct sql *q, sqlite3_stmt *st, struct err *e)
{
    bool row;

    do {
        if (sql_row(q, st, &row, e) < 0)
            return -1;
    } while (row);
    return 0;
}

int sql_number(struct sql *q, const char *text, uint64_t *out, struct err *e)
{
    sqlite3_stmt *st = NULL;
    bool row = false;
    int rc = sql_prepare(q, text, &st, e);

    if (rc == 0)
        rc = sql_row(q, st, &row, e);
    if (rc == 0)
        *out = row ? sql_u64(st, 0) : 0;
    sqlite3_finalize(st);
    return rc;
}

void sql_bind_text(sqlite3_stmt *st, int i, struct str s)
{
    sqlite3_bind_text64(st, i, s.p ? s.p : "", s.n, SQLITE_STATIC, SQLITE_UTF8);
}

void sql_bind_blob(sqlite3_stmt *st, int i, struct str s)
{
    sqlite3_bind_blob64(st, i, s.p ? s.p : "", s.n, SQLITE_STATIC);
}

void sql_bind_number(sqlite3_stmt *st, int i, uint64_t n)
{
    sqlite3_bind_int64(st, i, n > INT64_MAX ? INT64_MAX : (sqlite3_int64)n);
}

struct str sql_str(sqlite3_stmt *st, int column)
{
    /* The pointer first: asking for it may convert the value, which decides the length.
     * */
    const char *p = sqlite3_column_blob(st, column);

    return (struct str){p, (size_t)sqlite3_column_bytes(st, column)};
}

uint64_t sql_u64(sqlite3_stmt *st, int column)
{
    sqlite3_int64 v = sqlite3_column_int64(st, column);

    return v < 0 ? 0 : (uint64_t)v;
}
