#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fixture.h"
#include "suites.h"

static struct fixture f;

static void start(void)
{
    fixture_start(&f);
    fixture_output(&f, "siem", true);
}

static void end(void)
{
    fixture_end(&f);
}

static void open_as(enum store_found found)
{
    enum store_found got = fixture_open(&f);

    ck_assert_msg(got == found, "%d: %s", (int)got, f.e.text);
}

static void overwrite(const char *name, const char *text)
{
    int fd = open(fixture_path(&f, name), O_WRONLY | O_CREAT | O_TRUNC, 0600);

    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
}

/* Twenty events, passed and in the snapshot; ten more, not passed. */
static void fill(void)
{
    open_as(STORE_NEW);
    ck_assert_int_eq(fixture_batch(&f, 20, 100), 0);
    f.now += 10 * USEC_PER_SEC;
    fixture_pass(&f, 0, 20);
    f.now += 10 * USEC_PER_SEC;
    fixture_pass(&f, 0, 20);
    f.now += 10 * USEC_PER_SEC;
    ck_assert_int_eq(fixture_batch(&f, 10, 100), 0);
}

static void works(void)
{
    uint64_t position = fixture_position(&f), first = 0;
    uint64_t newest = store_newest(f.s);

    ck_assert_int_eq(fixture_batch(&f, 5, 100), 0);
    ck_assert_uint_eq(fixture_position(&f), position + 5);
    ck_assert_uint_eq(store_newest(f.s), newest + 5);
    ck_assert_uint_ge(fixture_read_all(&f, newest, &first), 5);
    ck_assert_uint_eq(first, position);
}

START_TEST(begins_from_the_snapshot)
{
    struct stat st;

    fill();
    fixture_close(&f);
    overwrite("state.db",
              "this is no database, and it is long enough to be taken for one");
    open_as(STORE_RENEWED);
    ck_assert_msg(strstr(f.e.text, "not a database") != NULL, "%s", f.e.text);
    ck_assert_uint_eq(fixture_position(&f), 20);
    ck_assert_uint_gt(store_newest(f.s), 30);
    ck_assert_uint_eq(store_mark(f.s, 0), store_newest(f.s));
    ck_assert_int_eq(fixture_asides(&f), 1);
    ck_assert_int_eq(stat(fixture_path(&f, "positions"), &st), 0);
    ck_assert_uint_eq(st.st_mode & 07777, 0600);
    works();
    fixture_close(&f);
    open_as(STORE_OPENED);
}
END_TEST

START_TEST(a_snapshot_waits_for_the_outputs)
{
    fill();
    f.now += 10 * USEC_PER_SEC;
    ck_assert_int_eq(fixture_batch(&f, 10, 100), 0); /* at 40, nobody has passed 30 */
    fixture_close(&f);
    unlink(fixture_path(&f, "state.db"));
    open_as(STORE_RENEWED);
    ck_assert_uint_eq(fixture_position(&f), 20);
}
END_TEST

START_TEST(without_a_snapshot_it_is_empty)
{
    fill();
    fixture_close(&f);
    overwrite("positions", "damaged");
    overwrite("state.db",
              "no database either, whatever it was before, but some more text");
    open_as(STORE_RENEWED);
    ck_assert_uint_eq(fixture_position(&f), 0);
    works();
}
END_TEST

START_TEST(a_file_of_others_is_put_aside)
{
    fixture_sql(&f, "CREATE TABLE about (name TEXT)");
    open_as(STORE_RENEWED);
    ck_assert_int_eq(fixture_asides(&f), 1);
    works();
}
END_TEST

START_TEST(few_are_kept)
{
    open_as(STORE_NEW);
    for (int i = 0; i < 6; i++) {
        fixture_close(&f);
        overwrite("state.db",
                  "garbage, garbage, garbage, and even more of the same garbage");
        f.now += (i % 2) * USEC_PER_SEC; /* also two within one second */
        open_as(STORE_RENEWED);
    }
    ck_assert_int_eq(fixture_asides(&f), STORE_BROKEN_KEPT);
}
END_TEST

START_TEST(a_missing_file_is_noticed)
{
    fill();
    fixture_close(&f);
    unlink(fixture_path(&f, "state.db"));
    open_as(STORE_RENEWED);
    ck_assert_uint_eq(fixture_position(&f), 20);
}
END_TEST

/* Copies the folder's file, as a crash would have left it. */
static void copy(const char *name, struct buf *out)
{
    FILE *in = fopen(fixture_path(&f, name), "r");
    int c;

    buf_clear(out);
    while (in && (c = getc(in)) != EOF)
        buf_char(out, (char)c);
    if (in)
        fclose(in);
}

static void put(const char *name, const struct buf *bytes)
{
    FILE *to = fopen(fixture_path(&f, name), "w");

    ck_assert_ptr_nonnull(to);
    ck_assert_uint_eq(fwrite(bytes->p, 1, bytes->n, to), bytes->n);
    fclose(to);
}

static struct buf db, wal, positions;

/* The store as a kill leaves it: not closed, a part of it in the log. */
static void killed_store(void)
{
    open_as(STORE_NEW);
    for (int i = 0; i < 8; i++) {
        ck_assert_int_eq(fixture_batch(&f, 20, 300), 0);
        f.now += 10 * USEC_PER_SEC;
        if (i == 3) {
            fixture_pass(&f, 0, 40);
            fixture_close(&f);
            open_as(STORE_OPENED);
        }
    }
    copy("state.db", &db);
    copy("state.db-wal", &wal);
    copy("positions", &positions);
    ck_assert_uint_gt(db.n, 10000);
    ck_assert_uint_gt(wal.n, 10000);
    fixture_close(&f);
}

static void restore(void)
{
    unlink(fixture_path(&f, "state.db-shm"));
    put("state.db", &db);
    put("state.db-wal", &wal);
    put("positions", &positions);
}

/* Whatever was damaged: it opens, or begins anew; at run time it may still break, and is
 * renewed. */
static void lives(void)
{
    enum store_found found = fixture_open(&f);

    ck_assert_msg(found == STORE_OPENED || found == STORE_RENEWED || found == STORE_NEW,
                  "%d: %s", (int)found, f.e.text);
    for (int i = 0; i < 3; i++) {
        int rc = store_begin(f.s, &f.e);
        struct store_event ev = {.id = STR("1"), .body = STR("{}")};
        if (rc == 0)
            rc = store_add(f.s, &ev, &f.e);
        if (rc == 0)
            rc = store_put_mark(f.s, 0, store_newest(f.s) - 1, (struct str){0}, &f.e);
        if (rc == 0)
            rc = store_commit(f.s, f.now, &f.e);
        if (rc == 0)
            continue;
        ck_assert_msg(store_trouble(f.s) == STORE_CORRUPT, "%s", f.e.text);
        ck_assert_msg(store_renew(f.s, f.now, &f.e) == 0, "%s", f.e.text);
    }
    fixture_close(&f);
}

START_TEST(lives_through_flipped_bytes)
{
    unsigned seed = 12345;

    killed_store();
    for (size_t i = 0; i < 150; i++) {
        restore();
        size_t at = i < 100 ? i : (size_t)rand_r(&seed) % db.n;
        fixture_damage(&f, "state.db", (long)at, 1 << (rand_r(&seed) % 8));
        if (i % 3 == 0)
            for (int k = 0; k < 40; k++)
                fixture_damage(&f, "state.db", rand_r(&seed) % (long)db.n, 0xff);
        if (i % 2 == 0)
            put("state.db-wal", &(struct buf){.p = wal.p, .n = 0});
        lives();
    }
    ck_assert_int_gt(fixture_asides(&f), 0);
}
END_TEST

START_TEST(lives_through_cut_files)
{
    killed_store();
    for (size_t i = 0; i <= 24; i++) {
        restore();
        ck_assert_int_eq(truncate(fixture_path(&f, "state.db"), (off_t)(db.n * i / 24)),
                         0);
        if (i % 2)
            put("state.db-wal", &(struct buf){.p = wal.p, .n = 0});
        lives();
    }
}
END_TEST

/* A log that is cut or damaged ends at the last commit that is whole: none by halves. */
START_TEST(a_damaged_log_loses_whole_commits)
{
    killed_store();
    for (size_t i = 0; i <= 20; i++) {
        uint64_t first, count;
        restore();
        if (i % 2)
            fixture_damage(&f, "state.db-wal", (long)((wal.n - 1) * i / 20), 0x10);
        else
            ck_assert_int_eq(
                truncate(fixture_path(&f, "state.db-wal"), (off_t)(wal.n * i / 20)), 0);
        open_as(STORE_OPENED);
        count = fixture_read_all(&f, 0, &first);
        ck_assert_uint_eq(first + count, fixture_position(&f));
        ck_assert_uint_eq(fixture_position(&f) % 20, 0);
        fixture_close(&f);
    }
}
END_TEST

START_TEST(lives_through_a_zeroed_log)
{
    CLEANUP(buf_done) struct buf zero = {0};

    killed_store();
    restore();
    while (zero.n < wal.n)
        buf_char(&zero, '\0');
    put("state.db-wal", &zero);
    lives();
}
END_TEST

/* The file breaks under the running store. Its readers go on by themselves. */
START_TEST(is_renewed_while_it_runs)
{
    struct store_reader *r;
    struct store_event *ev;
    struct arena a;
    size_t n;

    fill();
    uint64_t newest = store_newest(f.s);
    r = store_reader_open(f.s, &f.e);
    arena_init(&a);
    ck_assert_int_eq(store_read(r, 20, 100, 100000, &a, &ev, &n, &f.e), 0);
    ck_assert_uint_eq(n, 10);
    ck_assert_int_eq(store_renew(f.s, f.now, &f.e), 0);
    ck_assert_uint_eq(fixture_position(&f), 20);
    ck_assert_uint_gt(store_newest(f.s), newest);
    ck_assert_int_eq(store_read(r, newest, 100, 100000, &a, &ev, &n, &f.e), 0);
    ck_assert_uint_eq(n, 0);
    works();
    ck_assert_int_eq(store_read(r, newest, 100, 100000, &a, &ev, &n, &f.e), 0);
    ck_assert_uint_eq(n, 5);
    store_reader_close(r);
    arena_done(&a);
    /* The reader of the old file has left the new one's log alone. */
    works();
    fixture_close(&f);
    open_as(STORE_OPENED);
    ck_assert_uint_eq(fixture_position(&f), 30);
}
END_TEST

/* Who finds it is a reader; until the renewal its calls fail, and they say why. */
START_TEST(a_reader_finds_the_damage)
{
    struct store_reader *r;
    struct store_event *ev;
    struct arena a;
    size_t n;

    fill();
    fixture_close(&f);
    open_as(STORE_OPENED);
    fixture_sql(&f, "PRAGMA wal_checkpoint(TRUNCATE)");
    for (long at = 4096; at < 80000; at++)
        fixture_damage(&f, "state.db", at, 0x5a);
    r = store_reader_open(f.s, &f.e);
    ck_assert_ptr_nonnull(r);
    arena_init(&a);
    ck_assert_int_lt(store_read(r, 0, 100, 100000, &a, &ev, &n, &f.e), 0);
    ck_assert_int_eq(store_reader_trouble(r), STORE_CORRUPT);
    ck_assert_int_eq(store_renew(f.s, f.now, &f.e), 0);
    works();
    ck_assert_int_eq(store_read(r, 0, 100, 100000, &a, &ev, &n, &f.e), 0);
    ck_assert_uint_eq(n, 5);
    store_reader_close(r);
    arena_done(&a);
}
END_TEST

/* Broken twice before anything was committed: the second file's numbers are not the first
 * one's. */
START_TEST(numbers_do_not_come_again)
{
    uint64_t newest;

    fill();
    newest = store_newest(f.s);
    for (int i = 0; i < 3; i++) {
        fixture_close(&f);
        unlink(fixture_path(&f, "state.db"));
        open_as(STORE_RENEWED);
        ck_assert_uint_gt(store_newest(f.s), newest);
        ck_assert_uint_eq(fixture_position(&f), 20);
        newest = store_newest(f.s);
        struct store_event ev = {.id = STR("1"), .body = STR("{}")};
        ck_assert_int_eq(store_begin(f.s, &f.e), 0);
        ck_assert_int_eq(store_add(f.s, &ev, &f.e), 0);
        ck_assert_int_eq(store_commit(f.s, f.now, &f.e), 0);
        newest++;
    }
}
END_TEST

Suite *broken_suite(void)
{
    Suite *s = suite_create("store/broken");
    TCase *tc = tcase_create("broken");

    tcase_add_checked_fixture(tc, start, end);
    tcase_set_timeout(tc, 240);
    tcase_add_test(tc, begins_from_the_snapshot);
    tcase_add_test(tc, a_snapshot_waits_for_the_outputs);
    tcase_add_test(tc, without_a_snapshot_it_is_empty);
    tcase_add_test(tc, a_file_of_others_is_put_aside);
    tcase_add_test(tc, few_are_kept);
    tcase_add_test(tc, a_missing_file_is_noticed);
    tcase_add_test(tc, lives_through_flipped_bytes);
    tcase_add_test(tc, lives_through_cut_files);
    tcase_add_test(tc, a_damaged_log_loses_whole_commits);
    tcase_add_test(tc, lives_through_a_zeroed_log);
    tcase_add_test(tc, is_renewed_while_it_runs);
    tcase_add_test(tc, a_reader_finds_the_damage);
    tcase_add_test(tc, numbers_do_not_come_again);
    suite_add_tcase(s, tc);
    return s;
}
