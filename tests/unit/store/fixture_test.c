#include "fixture.h"

#include <dirent.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

void fixture_start(struct fixture *f)
{
    const char *tmp = getenv("TMPDIR");

    *f = (struct fixture){.limit = UINT64_C(64) << 20, .now = NOW};
    snprintf(f->folder, sizeof f->folder, "%s/store-XXXXXX", tmp && tmp[0] ? tmp : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(f->folder));
}

void fixture_output(struct fixture *f, const char *name, bool required)
{
    f->outputs[f->output_count++] =
        (struct store_output){.name = str_of(name), .required = required};
}

static void dropped(void *arg, struct str name)
{
    struct fixture *f = arg;
    size_t n = strlen(f->dropped);

    snprintf(f->dropped + n, sizeof f->dropped - n, "%.*s ", STR_FMT(name));
}

enum store_found fixture_open(struct fixture *f)
{
    struct store_config c = {.folder = str_of(f->folder),
                             .limit_bytes = f->limit,
                             .outputs = f->outputs,
                             .output_count = f->output_count,
                             .dropped = dropped,
                             .arg = f};

    f->e.text[0] = '\0';
    return store_open(&c, f->now, &f->s, &f->e);
}

void fixture_close(struct fixture *f)
{
    store_close(f->s);
    f->s = NULL;
}

const char *fixture_path(struct fixture *f, const char *name)
{
    static char path[512];

    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    return path;
}

void fixture_end(struct fixture *f)
{
    fixture_close(f);
    DIR *d = opendir(f->folder);
    for (struct dirent *entry; d && (entry = readdir(d));)
        unlink(fixture_path(f, entry->d_name));
    if (d)
        closedir(d);
    rmdir(f->folder);
}

static uint64_t size_of(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 ? (uint64_t)st.st_size : 0;
}

uint64_t fixture_disk(struct fixture *f)
{
    uint64_t n = size_of(fixture_path(f, "state.db"));

    return n + size_of(fixture_path(f, "state.db-wal"));
}

int fixture_asides(struct fixture *f)
{
    DIR *d = opendir(f->folder);
    int n = 0;

    ck_assert_ptr_nonnull(d);
    for (struct dirent *entry; (entry = readdir(d));)
        n += str_starts(str_of(entry->d_name), STR("state.db.broken-")) &&
             !str_ends(str_of(entry->d_name), STR("-wal"));
    closedir(d);
    return n;
}

void fixture_damage(struct fixture *f, const char *name, long at, int xor_with)
{
    char c;
    int fd = open(fixture_path(f, name), O_RDWR);

    ck_assert_int_ge(fd, 0);
    if (pread(fd, &c, 1, at) == 1) {
        c = (char)(c ^ xor_with);
        ck_assert_int_eq(pwrite(fd, &c, 1, at), 1);
    }
    close(fd);
}

static int take_position(void *arg, const struct store_position *p, struct err *e)
{
    (void)e;
    *(uint64_t *)arg = strtoull(p->mark.p, NULL, 10);
    return 0;
}

uint64_t fixture_position(struct fixture *f)
{
    uint64_t n = 0;

    ck_assert_int_eq(store_each_position(f->s, take_position, &n, &f->e), 0);
    return n;
}

static int add_events(struct fixture *f, uint64_t from, size_t count, size_t bytes)
{
    CLEANUP(buf_done) struct buf body = {0};

    for (size_t i = 0; i < count; i++) {
        buf_clear(&body);
        buf_fmt(&body, "%llu ", (unsigned long long)(from + i));
        while (body.n < bytes)
            buf_char(&body, 'x');
        struct store_event ev = {.id = STR("3f2a"),
                                 .service = STR("heat"),
                                 .body = buf_str(&body),
                                 .severity = 3,
                                 .emit = 5};
        if (store_add(f->s, &ev, &f->e) < 0)
            return -1;
    }
    return 0;
}

int fixture_batch(struct fixture *f, size_t count, size_t bytes)
{
    CLEANUP(buf_done) struct buf mark = {0};
    uint64_t from = fixture_position(f);

    if (store_begin(f->s, &f->e) < 0 || add_events(f, from, count, bytes) < 0)
        return -1;
    buf_fmt(&mark, "%llu", (unsigned long long)(from + count));
    (void)buf_z(&mark);
    struct store_position p = {
        .input = STR("kolla"),
        .stream = STR("/var/log/heat.log"),
        .mark = {mark.p, mark.n + 1},
        .held = STR("open\0record")
    };
    if (store_put_position(f->s, &p, &f->e) < 0)
        return -1;
    return store_commit(f->s, f->now, &f->e);
}

void fixture_pass(struct fixture *f, size_t output, uint64_t number)
{
    ck_assert_int_eq(store_begin(f->s, &f->e), 0);
    ck_assert_int_eq(store_put_mark(f->s, output, number, (struct str){0}, &f->e), 0);
    ck_assert_int_eq(store_commit(f->s, f->now, &f->e), 0);
}

uint64_t fixture_read_all(struct fixture *f, uint64_t after, uint64_t *first)
{
    struct store_reader *r = store_reader_open(f->s, &f->e);
    struct store_event *ev;
    struct arena a;
    uint64_t count = 0, expect = 0;
    size_t n;

    ck_assert_msg(r != NULL, "%s", f->e.text);
    arena_init(&a);
    do {
        arena_reset(&a);
        ck_assert_int_eq(store_read(r, after, 7, 4096, &a, &ev, &n, &f->e), 0);
        for (size_t i = 0; i < n; i++) {
            uint64_t body = strtoull(ev[i].body.p, NULL, 10);
            if (count++ == 0)
                *first = expect = body;
            ck_assert_uint_eq(body, expect);
            expect++;
            after = ev[i].number;
        }
    } while (n > 0);
    arena_done(&a);
    store_reader_close(r);
    return count;
}

uint64_t fixture_sql(struct fixture *f, const char *text)
{
    sqlite3 *db;
    sqlite3_stmt *st;

    ck_assert_int_eq(sqlite3_open(fixture_path(f, "state.db"), &db), SQLITE_OK);
    sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    ck_assert_int_eq(sqlite3_prepare_v2(db, text, -1, &st, NULL), SQLITE_OK);
    uint64_t n =
        sqlite3_step(st) == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(st, 0) : 0;
    sqlite3_finalize(st);
    sqlite3_close(db);
    return n;
}
