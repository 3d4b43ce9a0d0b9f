#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixture.h"
#include "store/schema.h"
#include "suites.h"

static struct fixture f;

static void start(void)
{
    fixture_start(&f);
}

static void end(void)
{
    fixture_end(&f);
}

static unsigned mode_of(const char *name)
{
    struct stat st;

    ck_assert_int_eq(stat(fixture_path(&f, name), &st), 0);
    return st.st_mode & 07777;
}

START_TEST(begins_new_and_goes_on)
{
    uint64_t first = 0;

    fixture_output(&f, "siem", true);
    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    ck_assert_int_eq(fixture_batch(&f, 10, 100), 0);
    ck_assert_uint_eq(mode_of("state.db"), 0600);
    ck_assert_uint_eq(mode_of("state.db-wal"), 0600);
    ck_assert_uint_eq(mode_of("lock"), 0600);
    fixture_close(&f);
    ck_assert_int_eq(fixture_open(&f), STORE_OPENED);
    ck_assert_uint_eq(fixture_position(&f), 10);
    ck_assert_uint_eq(store_newest(f.s), 10);
    ck_assert_uint_eq(store_mark(f.s, 0), 0);
    ck_assert_uint_eq(fixture_read_all(&f, 0, &first), 10);
    ck_assert_uint_eq(fixture_sql(&f,
                                  "SELECT count(*) FROM events WHERE service = 'heat' "
                                  "AND severity = 3 AND emit = 5 AND id = '3f2a'"),
                      10);
    ck_assert_uint_eq(fixture_sql(&f, "SELECT length(held) FROM positions"), 11);
}
END_TEST

START_TEST(makes_its_folder)
{
    char folder[sizeof f.folder];

    memcpy(folder, f.folder, sizeof folder);
    rmdir(folder);
    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    ck_assert_uint_eq(mode_of("."), 0700);
}
END_TEST

START_TEST(numbers_never_go_back)
{
    fixture_output(&f, "siem", false);
    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    ck_assert_int_eq(fixture_batch(&f, 30, 10), 0);
    fixture_pass(&f, 0, 30);
    ck_assert_uint_eq(fixture_sql(&f, "SELECT count(*) FROM events"), 0);
    fixture_close(&f);
    ck_assert_int_eq(fixture_open(&f), STORE_OPENED);
    ck_assert_int_eq(fixture_batch(&f, 1, 10), 0);
    ck_assert_uint_eq(store_newest(f.s), 31);
    ck_assert_uint_eq(fixture_sql(&f, "SELECT number FROM events"), 31);
}
END_TEST

START_TEST(what_is_cancelled_never_was)
{
    struct store_event ev = {.id = STR("1"), .body = STR("{}")};

    fixture_output(&f, "siem", true);
    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    ck_assert_int_eq(fixture_batch(&f, 3, 10), 0);
    ck_assert_int_eq(store_begin(f.s, &f.e), 0);
    ck_assert_int_eq(store_add(f.s, &ev, &f.e), 0);
    ck_assert_int_eq(store_put_mark(f.s, 0, 2, STR("text"), &f.e), 0);
    store_cancel(f.s);
    ck_assert_uint_eq(store_newest(f.s), 3);
    ck_assert_uint_eq(store_mark(f.s, 0), 0);
    ck_assert_uint_eq(store_mark_text(f.s, 0).n, 0);
    ck_assert_int_lt(store_add(f.s, &ev, &f.e), 0);
    ck_assert_int_lt(store_commit(f.s, f.now, &f.e), 0);
    ck_assert_int_eq(fixture_batch(&f, 1, 10), 0);
    ck_assert_uint_eq(store_newest(f.s), 4);
}
END_TEST

START_TEST(has_one_owner)
{
    struct store *second;
    struct store_config c = {.folder = str_of(f.folder)};
    struct err e = {0};
    char pid[32];

    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    ck_assert_int_eq(store_open(&c, NOW, &second, &e), STORE_FAILED);
    snprintf(pid, sizeof pid, "(process %ld)", (long)getpid());
    ck_assert_msg(strstr(e.text, "another logclassd uses it") && strstr(e.text, pid),
                  "%s", e.text);
    ck_assert_int_eq(fixture_batch(&f, 1, 10), 0);
    fixture_close(&f);
    ck_assert_int_eq(fixture_open(&f), STORE_OPENED);
}
END_TEST

/* Somebody holds the write lock: the commit fails, and the same batch is taken later. */
START_TEST(waits_for_nobody_for_ever)
{
    struct sql q = {0};

    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    ck_assert_int_eq(sql_open(&q, fixture_path(&f, "state.db"), 2, &f.e), 0);
    ck_assert_int_eq(sql_run(&q, "BEGIN IMMEDIATE", &f.e), 0);
    ck_assert_int_lt(fixture_batch(&f, 1, 10), 0);
    ck_assert_int_eq(store_trouble(f.s), STORE_OTHER);
    ck_assert_int_eq(sql_run(&q, "ROLLBACK", &f.e), 0);
    sql_close(&q);
    ck_assert_int_eq(fixture_batch(&f, 1, 10), 0);
    ck_assert_uint_eq(fixture_position(&f), 1);
}
END_TEST

START_TEST(refuses_a_newer_schema)
{
    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    fixture_close(&f);
    fixture_sql(&f, "PRAGMA user_version = 99");
    fixture_sql(&f, "UPDATE about SET value = 99 WHERE key = 'schema'");
    ck_assert_int_eq(fixture_open(&f), STORE_FAILED);
    ck_assert_msg(strstr(f.e.text, "newer logclassd") != NULL, "%s", f.e.text);
    ck_assert_int_eq(fixture_asides(&f), 0);
}
END_TEST

START_TEST(an_older_schema_is_brought_up)
{
    const char *steps[] = {schema_steps[0], "ALTER TABLE about ADD COLUMN note TEXT"};
    const char *wrong[] = {schema_steps[0], steps[1], "ALTER TABLE nothing ADD COLUMN x"};
    struct sql q = {0};
    uint64_t n = 0;

    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    fixture_close(&f);
    ck_assert_int_eq(sql_open(&q, fixture_path(&f, "state.db"), 2, &f.e), 0);
    ck_assert_int_eq(schema_bring(&q, steps, 2, &f.e), 0);
    ck_assert_int_eq(schema_bring(&q, steps, 2, &f.e), 0);
    ck_assert_int_lt(schema_bring(&q, wrong, 3, &f.e), 0);
    ck_assert_int_eq(q.trouble, STORE_OTHER);
    ck_assert_int_eq(
        sql_number(&q, "SELECT value FROM about WHERE key = 'schema' AND note IS NULL",
                   &n, &f.e),
        0);
    ck_assert_uint_eq(n, 2);
    sql_close(&q);
}
END_TEST

START_TEST(outputs_come_and_go)
{
    fixture_output(&f, "a", true);
    fixture_output(&f, "b", true);
    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    ck_assert_int_eq(fixture_batch(&f, 10, 10), 0);
    fixture_pass(&f, 0, 4);
    fixture_pass(&f, 0, 2);   /* not back */
    fixture_pass(&f, 0, 999); /* never given */
    fixture_pass(&f, 1, 3);
    ck_assert_uint_eq(store_mark(f.s, 0), 4);
    ck_assert_uint_eq(fixture_sql(&f, "SELECT min(number) FROM events"), 4);
    fixture_close(&f);
    f.outputs[1].name = STR("from the end");
    fixture_output(&f, "from the beginning", false);
    f.outputs[2].from_beginning = true;
    ck_assert_int_eq(fixture_open(&f), STORE_OPENED);
    ck_assert_str_eq(f.dropped, "b ");
    ck_assert_uint_eq(store_mark(f.s, 0), 4);
    ck_assert_uint_eq(store_mark(f.s, 1), 10);
    ck_assert_uint_eq(store_mark(f.s, 2), 3);
}
END_TEST

START_TEST(a_mark_may_carry_text)
{
    fixture_output(&f, "file", true);
    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    ck_assert_int_eq(fixture_batch(&f, 2, 10), 0);
    ck_assert_int_eq(store_begin(f.s, &f.e), 0);
    ck_assert_int_eq(store_put_mark(f.s, 0, 1, STR("size 77"), &f.e), 0);
    ck_assert_int_eq(store_commit(f.s, f.now, &f.e), 0);
    fixture_pass(&f, 0, 2);
    fixture_close(&f);
    ck_assert_int_eq(fixture_open(&f), STORE_OPENED);
    ck_assert(str_eq(store_mark_text(f.s, 0), STR("size 77")));
    ck_assert_uint_eq(store_mark(f.s, 0), 2);
}
END_TEST

static void keep(const char *key, const char *value, usec_t time)
{
    ck_assert_int_eq(
        store_keep_put(f.s, STR("seen"), str_of(key), str_of(value), time, &f.e), 0);
}

static int join(void *arg, const struct store_kept *k, struct err *e)
{
    (void)e;
    buf_fmt(arg, "%.*s=%.*s@%d ", STR_FMT(k->key), STR_FMT(k->value), (int)k->time);
    return 0;
}

START_TEST(keeps_values)
{
    CLEANUP(buf_done) struct buf got = {0};
    bool found;

    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    ck_assert_int_eq(store_begin(f.s, &f.e), 0);
    keep("old", "1", 10);
    keep("new", "2", 20);
    keep("gone", "3", 30);
    keep("new", "22", 21);
    ck_assert_int_eq(store_keep_put(f.s, STR("window"), STR("old"), STR("w"), 1, &f.e), 0);
    ck_assert_int_eq(store_keep_delete(f.s, STR("seen"), STR("gone"), &f.e), 0);
    ck_assert_int_eq(store_keep_expire(f.s, STR("seen"), 20, &f.e), 0);
    ck_assert_int_eq(store_commit(f.s, f.now, &f.e), 0);
    ck_assert_int_eq(store_each_kept(f.s, STR("seen"), join, &got, &f.e), 0);
    ck_assert_str_eq(buf_z(&got), "new=22@21 ");
    ck_assert_int_eq(store_keep_get(f.s, STR("seen"), STR("old"), &got, &found, &f.e), 0);
    ck_assert(!found);
    buf_clear(&got);
    ck_assert_int_eq(store_keep_get(f.s, STR("window"), STR("old"), &got, &found, &f.e),
                     0);
    ck_assert(found);
    ck_assert_str_eq(buf_z(&got), "w");
}
END_TEST

START_TEST(positions_are_dropped)
{
    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    ck_assert_int_eq(fixture_batch(&f, 2, 10), 0);
    ck_assert_int_eq(store_begin(f.s, &f.e), 0);
    ck_assert_int_eq(
        store_drop_position(f.s, STR("kolla"), STR("/var/log/heat.log"), &f.e), 0);
    ck_assert_int_eq(store_commit(f.s, f.now, &f.e), 0);
    ck_assert_uint_eq(fixture_position(&f), 0);
}
END_TEST

START_TEST(tells_what_is_in_it)
{
    struct store_info info;

    fixture_output(&f, "a", true);
    fixture_output(&f, "b", true);
    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    ck_assert_int_eq(fixture_batch(&f, 10, 10), 0);
    fixture_pass(&f, 0, 4);
    fixture_pass(&f, 1, 7);
    ck_assert_int_eq(store_info(str_of(f.folder), &info, &f.e), 0);
    ck_assert_uint_eq(info.events, 6);
    ck_assert_uint_eq(info.oldest, 5);
    ck_assert_uint_eq(info.newest, 10);
    ck_assert_uint_eq(info.positions, 1);
    ck_assert_uint_eq(info.held_bytes, 11);
    ck_assert_uint_eq(info.output_count, 2);
    ck_assert_str_eq(info.outputs[1].name, "b");
    ck_assert_uint_eq(info.outputs[0].backlog, 6);
    ck_assert_uint_eq(info.outputs[1].number, 7);
    ck_assert_uint_gt(info.file_bytes + info.wal_bytes, 4096);
    store_info_done(&info);
    fixture_close(&f);
    ck_assert_int_eq(store_info(str_of(f.folder), &info, &f.e), 0);
    ck_assert_uint_eq(info.events, 6);
    store_info_done(&info);
    ck_assert_int_lt(store_info(STR("/nonexistent"), &info, &f.e), 0);
}
END_TEST

Suite *writer_suite(void)
{
    Suite *s = suite_create("store/writer");
    TCase *tc = tcase_create("writer");

    tcase_add_checked_fixture(tc, start, end);
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, begins_new_and_goes_on);
    tcase_add_test(tc, makes_its_folder);
    tcase_add_test(tc, numbers_never_go_back);
    tcase_add_test(tc, what_is_cancelled_never_was);
    tcase_add_test(tc, has_one_owner);
    tcase_add_test(tc, waits_for_nobody_for_ever);
    tcase_add_test(tc, refuses_a_newer_schema);
    tcase_add_test(tc, an_older_schema_is_brought_up);
    tcase_add_test(tc, outputs_come_and_go);
    tcase_add_test(tc, a_mark_may_carry_text);
    tcase_add_test(tc, keeps_values);
    tcase_add_test(tc, positions_are_dropped);
    tcase_add_test(tc, tells_what_is_in_it);
    suite_add_tcase(s, tc);
    return s;
}
