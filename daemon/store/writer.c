#include "store/parts.h"

static void keep_old(struct store *s)
{
    s->old_span = s->span;
    for (size_t i = 0; i < s->outlet_count; i++) {
        struct outlet *o = &s->outlets[i];
        o->old_mark = o->mark;
        o->old_lost = o->lost;
        buf_clear(&o->old_text);
        buf_add(&o->old_text, buf_str(&o->text));
    }
}

static void put_back(struct store *s)
{
    s->span = s->old_span;
    for (size_t i = 0; i < s->outlet_count; i++) {
        struct outlet *o = &s->outlets[i];
        o->mark = o->old_mark;
        o->lost = o->old_lost;
        buf_clear(&o->text);
        buf_add(&o->text, buf_str(&o->old_text));
    }
}

/* After SQLITE_FULL and some others SQLite has rolled back by itself, and a ROLLBACK is
 * then an error (sqlite.org/lang_transaction.html). */
int store_undo(struct store *s)
{
    if (!s->open)
        return -1;
    if (s->q.db && !sqlite3_get_autocommit(s->q.db))
        sqlite3_exec(s->q.db, "ROLLBACK", NULL, NULL, NULL);
    put_back(s);
    s->open = false;
    return -1;
}

static int closed(struct store *s, struct err *e)
{
    s->q.trouble = STORE_OTHER;
    return err_set(e, "no transaction is open");
}

int store_begin(struct store *s, struct err *e)
{
    if (!s->q.db)
        return closed(s, e);
    store_cancel(s);
    if (sql_do(&s->q, s->st[ST_BEGIN], e) < 0)
        return -1;
    keep_old(s);
    s->open = true;
    return 0;
}

void store_cancel(struct store *s)
{
    (void)store_undo(s);
}

int store_do(struct store *s, enum statement which, struct err *e)
{
    return sql_do(&s->q, s->st[which], e) < 0 ? store_undo(s) : 0;
}

int store_open_check(struct store *s, struct err *e)
{
    return s->open ? 0 : closed(s, e);
}

int store_add(struct store *s, const struct store_event *ev, struct err *e)
{
    sqlite3_stmt *st = s->st[ST_ADD];

    if (store_open_check(s, e) < 0)
        return -1;
    sql_bind_number(st, 1, s->span.newest + 1);
    sql_bind_text(st, 2, ev->id);
    sql_bind_number(st, 3, ev->severity);
    sql_bind_number(st, 4, ev->emit);
    sql_bind_text(st, 5, ev->service);
    sql_bind_text(st, 6, ev->body);
    if (store_do(s, ST_ADD, e) < 0)
        return -1;
    s->span.newest++;
    return 0;
}

int store_put_position(struct store *s, const struct store_position *p, struct err *e)
{
    sqlite3_stmt *st = s->st[ST_POSITION];

    if (store_open_check(s, e) < 0)
        return -1;
    sql_bind_text(st, 1, p->input);
    sql_bind_text(st, 2, p->stream);
    sql_bind_text(st, 3, p->mark);
    sql_bind_blob(st, 4, p->held);
    return store_do(s, ST_POSITION, e);
}

int store_drop_position(struct store *s, struct str input, struct str stream,
                        struct err *e)
{
    sqlite3_stmt *st = s->st[ST_POSITION_DROP];

    if (store_open_check(s, e) < 0)
        return -1;
    sql_bind_text(st, 1, input);
    sql_bind_text(st, 2, stream);
    return store_do(s, ST_POSITION_DROP, e);
}

static int finish(struct store *s, struct err *e)
{
    if (s->span.newest != s->old_span.newest) {
        sql_bind_number(s->st[ST_NEWEST], 1, s->span.newest);
        if (sql_do(&s->q, s->st[ST_NEWEST], e) < 0)
            return -1;
    }
    return room_make(s, e) < 0 ? -1 : sql_do(&s->q, s->st[ST_COMMIT], e);
}

int store_commit(struct store *s, usec_t now, struct err *e)
{
    if (store_open_check(s, e) < 0)
        return -1;
    if (finish(s, e) < 0)
        return store_undo(s);
    s->open = false;
    s->q.trouble = STORE_FINE;
    room_checkpoint(s, false);
    snapshot_after(s, now);
    return 0;
}

uint64_t store_newest(const struct store *s)
{
    return s->span.newest;
}
