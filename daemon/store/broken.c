#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "store/parts.h"

/* A whole check reads the file once; beyond this size only the small tables are checked,
 * so that a start takes seconds at the most. What is broken elsewhere shows when it is
 * read. */
#define CHECK_BYTES (UINT64_C(256) * 1024 * 1024)

static int check(struct store *s, const char *pragma, struct err *e)
{
    sqlite3_stmt *st = NULL;
    bool row = false;
    int rc = sql_prepare(&s->q, pragma, &st, e);

    if (rc == 0)
        rc = sql_row(&s->q, st, &row, e);
    if (rc == 0 && row && !str_eq(sql_str(st, 0), STR("ok"))) {
        s->q.trouble = STORE_CORRUPT;
        rc = err_set(e, "%.*s", STR_FMT(str_line(sql_str(st, 0))));
    }
    sqlite3_finalize(st);
    return rc;
}

int broken_check(struct store *s, struct err *e)
{
    static const char *const small[] = {"PRAGMA quick_check('about')",
                                        "PRAGMA quick_check('outputs')",
                                        "PRAGMA quick_check('positions')"};
    uint64_t clean;

    if (sql_number(&s->q, "SELECT value FROM about WHERE key = 'clean'", &clean, e) < 0)
        return -1;
    if (clean == 1)
        return 0;
    if (folder_size(buf_z(&s->path)) <= CHECK_BYTES)
        return check(s, "PRAGMA quick_check(1)", e);
    for (size_t i = 0; i < COUNT_OF(small); i++)
        if (check(s, small[i], e) < 0)
            return -1;
    return 0;
}

/* Those put aside are named by time, so the order of names is that of age. */
static int is_aside(const struct dirent *d)
{
    struct str name = str_of(d->d_name);

    return str_starts(name, STR("state.db.broken-")) && !str_ends(name, STR("-wal"));
}

static void forget_oldest(struct store *s)
{
    struct dirent **names;
    int n = scandir(buf_z(&s->folder), &names, is_aside, alphasort);

    for (int i = 0; i < n; i++) {
        CLEANUP(buf_done) struct buf path = {0};
        buf_fmt(&path, "%s/%s", buf_z(&s->folder), names[i]->d_name);
        if (n - i > STORE_BROKEN_KEPT) {
            unlink(buf_z(&path));
            buf_fmt(&path, "-wal");
            unlink(buf_z(&path));
        }
        free(names[i]);
    }
    if (n >= 0)
        free(names);
}

/* A second one of the same second gets a number behind it. */
static void free_name(struct store *s, usec_t now, struct buf *out)
{
    struct civil c;

    clock_to_civil(now, &c);
    for (int i = 0; i < 1000; i++) {
        buf_clear(out);
        buf_fmt(out, "%s.broken-%04d%02d%02dT%02d%02d%02dZ", buf_z(&s->path), c.year,
                c.month, c.day, c.hour, c.minute, c.second);
        if (i > 0)
            buf_fmt(out, ".%03d", i);
        if (access(buf_z(out), F_OK) < 0)
            return;
    }
}

/* The log goes first: one left beside a new file would be taken for its own. */
int broken_put_aside(struct store *s, usec_t now, struct err *e)
{
    CLEANUP(buf_done) struct buf to = {0};
    CLEANUP(buf_done) struct buf wal = {0};
    CLEANUP(buf_done) struct buf index = {0};

    free_name(s, now, &to);
    buf_fmt(&wal, "%s-wal", buf_z(&to));
    buf_fmt(&index, "%s-shm", buf_z(&s->path));
    if (rename(buf_z(&s->wal), buf_z(&wal)) < 0 && errno != ENOENT)
        return err_sys(e, "put '%s' aside", buf_z(&s->wal));
    unlink(buf_z(&index));
    if (rename(buf_z(&s->path), buf_z(&to)) < 0 && errno != ENOENT)
        return err_sys(e, "put '%s' aside", buf_z(&s->path));
    forget_oldest(s);
    return folder_sync(buf_str(&s->folder), e);
}
