#include "store/reader.h"

#include <stdlib.h>

#include "store/parts.h"

struct store_reader {
    struct store *store; /* only its path and its generation are looked at */
    struct sql q;
    sqlite3_stmt *st;
    unsigned generation;
};

static void shut(struct store_reader *r)
{
    sqlite3_finalize(r->st);
    r->st = NULL;
    sql_close(&r->q);
}

static int reopen(struct store_reader *r, struct err *e)
{
    unsigned now = atomic_load(&r->store->generation);

    if (r->st && r->generation == now)
        return 0;
    shut(r);
    r->generation = now;
    if (sql_open(&r->q, r->store->path.p, SQLITE_OPEN_READONLY, e) == 0 &&
        sql_prepare(&r->q,
                    "SELECT number, id, severity, emit, service, event FROM events "
                    "WHERE number > ? ORDER BY number LIMIT ?",
                    &r->st, e) == 0)
        return 0;
    shut(r);
    return -1;
}

struct store_reader *store_reader_open(struct store *s, struct err *e)
{
    struct store_reader *r = mem_new(sizeof *r);

    r->store = s;
    if (reopen(r, e) == 0)
        return r;
    store_reader_close(r);
    return NULL;
}

void store_reader_close(struct store_reader *r)
{
    if (!r)
        return;
    shut(r);
    free(r);
}

static void copy_row(sqlite3_stmt *st, struct arena *a, struct store_event *ev)
{
    ev->number = sql_u64(st, 0);
    ev->id = arena_str(a, sql_str(st, 1));
    ev->severity = (unsigned)sqlite3_column_int(st, 2);
    ev->emit = (unsigned)sqlite3_column_int64(st, 3);
    ev->service = arena_str(a, sql_str(st, 4));
    ev->body = arena_str(a, sql_str(st, 5));
}

int store_read(struct store_reader *r, uint64_t after, size_t rows, size_t bytes,
               struct arena *a, struct store_event **out, size_t *n, struct err *e)
{
    struct store_event *events;
    size_t count = 0, size = 0;
    bool row = false;

    if (reopen(r, e) < 0)
        return -1;
    rows = rows ? rows : 1;
    events = ARENA_ARRAY(a, struct store_event, rows);
    sql_bind_number(r->st, 1, after);
    sql_bind_number(r->st, 2, rows);
    do {
        if (sql_row(&r->q, r->st, &row, e) < 0)
            return -1;
        if (row) {
            copy_row(r->st, a, &events[count]);
            size += events[count++].body.n;
        }
    } while (row && size < bytes && count < rows);
    sql_end(r->st);
    *out = events;
    *n = count;
    return 0;
}

enum store_trouble store_reader_trouble(const struct store_reader *r)
{
    return r->q.trouble;
}
