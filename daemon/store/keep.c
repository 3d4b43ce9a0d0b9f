#include "store/parts.h"

int store_keep_put(struct store *s, struct str space, struct str key, struct str value,
                   usec_t time, struct err *e)
{
    sqlite3_stmt *st = s->st[ST_KEEP];

    if (store_open_check(s, e) < 0)
        return -1;
    sql_bind_text(st, 1, space);
    sql_bind_text(st, 2, key);
    sql_bind_blob(st, 3, value);
    sqlite3_bind_int64(st, 4, time);
    return store_do(s, ST_KEEP, e);
}

int store_keep_delete(struct store *s, struct str space, struct str key, struct err *e)
{
    sqlite3_stmt *st = s->st[ST_KEEP_DROP];

    if (store_open_check(s, e) < 0)
        return -1;
    sql_bind_text(st, 1, space);
    sql_bind_text(st, 2, key);
    return store_do(s, ST_KEEP_DROP, e);
}

int store_keep_expire(struct store *s, struct str space, usec_t before, struct err *e)
{
    sqlite3_stmt *st = s->st[ST_KEEP_EXPIRE];

    if (store_open_check(s, e) < 0)
        return -1;
    sql_bind_text(st, 1, space);
    sqlite3_bind_int64(st, 2, before);
    return store_do(s, ST_KEEP_EXPIRE, e);
}

int store_keep_get(struct store *s, struct str space, struct str key, struct buf *value,
                   bool *found, struct err *e)
{
    sqlite3_stmt *st = s->st[ST_KEEP_GET];

    sql_bind_text(st, 1, space);
    sql_bind_text(st, 2, key);
    if (sql_row(&s->q, st, found, e) < 0)
        return store_undo(s);
    if (!*found)
        return 0;
    buf_add(value, sql_str(st, 0));
    sql_end(st);
    return 0;
}

int store_each_kept(struct store *s, struct str space,
                    int (*each)(void *arg, const struct store_kept *k, struct err *e),
                    void *arg, struct err *e)
{
    sqlite3_stmt *st = s->st[ST_KEEP_EACH];
    bool row;
    int rc;

    sql_bind_text(st, 1, space);
    while ((rc = sql_row(&s->q, st, &row, e)) == 0 && row) {
        struct store_kept k = {.key = sql_str(st, 0),
                               .value = sql_str(st, 1),
                               .time = sqlite3_column_int64(st, 2)};
        rc = each(arg, &k, e);
        if (rc < 0) {
            sql_end(st);
            return rc;
        }
    }
    return rc < 0 ? store_undo(s) : rc;
}
