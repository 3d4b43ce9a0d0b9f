#include <stdlib.h>

#include "base/file.h"
#include "base/pack.h"
#include "store/parts.h"

static int counts(struct sql *q, struct store_info *out, struct err *e)
{
    uint64_t page = 0, pages = 0, unused = 0;
    const struct {
        const char *text;
        uint64_t *to;
    } rows[] = {
        {"SELECT count(*) FROM events",                  &out->events    },
        {"SELECT min(number) FROM events",               &out->oldest    },
        {"SELECT value FROM about WHERE key = 'newest'", &out->newest    },
        {"SELECT count(*) FROM positions",               &out->positions },
        {"SELECT sum(length(held)) FROM positions",      &out->held_bytes},
        {"SELECT count(*) FROM keep",                    &out->kept      },
        {"PRAGMA page_size",                             &page           },
        {"PRAGMA page_count",                            &pages          },
        {"PRAGMA freelist_count",                        &unused         },
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (sql_number(q, rows[i].text, rows[i].to, e) < 0)
            return -1;
    out->file_bytes = page * pages;
    out->free_bytes = page * unused;
    return 0;
}

static int outputs(struct sql *q, struct store_info *out, struct err *e)
{
    sqlite3_stmt *st = NULL;
    size_t cap = 0;
    bool row = false;
    int rc =
        sql_prepare(q, "SELECT name, number, lost FROM outputs ORDER BY name", &st, e);

    while (rc == 0 && (rc = sql_row(q, st, &row, e)) == 0 && row) {
        VEC_GROW(out->outputs, out->output_count, cap);
        struct store_info_output *o = &out->outputs[out->output_count++];
        struct str name = sql_str(st, 0);
        memset(o, 0, sizeof *o);
        if (name.n > 0)
            memcpy(o->name, name.p, name.n < sizeof o->name ? name.n : sizeof o->name - 1);
        o->number = sql_u64(st, 1);
        o->lost = sql_u64(st, 2);
        o->backlog = out->newest > o->number ? out->newest - o->number : 0;
    }
    sqlite3_finalize(st);
    return rc;
}

static int read_all(struct sql *q, struct store_info *out, struct err *e)
{
    /* One transaction, so that the numbers belong together beside a daemon that writes.
     * */
    if (sql_run(q, "BEGIN", e) < 0 || counts(q, out, e) < 0 || outputs(q, out, e) < 0)
        return -1;
    return sql_run(q, "COMMIT", e);
}

int store_info(struct str folder, struct store_info *out, struct err *e)
{
    CLEANUP(buf_done) struct buf path = {0};
    struct sql q = {0};

    *out = (struct store_info){0};
    buf_fmt(&path, "%.*s/state.db", STR_FMT(folder));
    int rc = sql_open(&q, buf_z(&path), SQLITE_OPEN_READONLY, e);
    if (rc == 0)
        rc = read_all(&q, out, e);
    sql_close(&q);
    out->snapshot = snapshot_number(folder);
    buf_fmt(&path, "-wal");
    out->wal_bytes = folder_size(buf_z(&path));
    if (rc < 0) {
        store_info_done(out);
        return err_in(e, "read the store '%.*s'", STR_FMT(folder));
    }
    return 0;
}

void store_info_done(struct store_info *info)
{
    free(info->outputs);
    *info = (struct store_info){0};
}
