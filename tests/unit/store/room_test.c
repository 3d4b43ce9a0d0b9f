#include <sqlite3.h>

#include "fixture.h"
#include "suites.h"

static struct fixture f;

static void start(void)
{
    fixture_start(&f);
    f.limit = UINT64_C(4) << 20;
}

static void end(void)
{
    fixture_end(&f);
}

START_TEST(goes_when_all_have_passed)
{
    uint64_t first = 0;

    fixture_output(&f, "a", true);
    fixture_output(&f, "b", false);
    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    ck_assert_int_eq(fixture_batch(&f, 100, 100), 0);
    fixture_pass(&f, 0, 60);
    ck_assert_uint_eq(fixture_read_all(&f, 0, &first), 100);
    fixture_pass(&f, 1, 50);
    ck_assert_uint_eq(fixture_read_all(&f, 0, &first), 50);
    ck_assert_uint_eq(first, 50);
}
END_TEST

/* A long backlog goes bit by bit, not in one long transaction. */
START_TEST(goes_in_portions)
{
    uint64_t before, after, first;
    int commits = 0;

    f.limit = UINT64_C(64) << 20;
    fixture_output(&f, "a", true);
    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    for (int i = 0; i < 40; i++)
        ck_assert_int_eq(fixture_batch(&f, 100, 100), 0);
    after = fixture_read_all(&f, 0, &first);
    do {
        before = after;
        fixture_pass(&f, 0, 4000);
        after = fixture_read_all(&f, 0, &first);
        ck_assert_uint_le(before - after, 1000);
        commits++;
    } while (after > 0 && after < before);
    ck_assert_uint_eq(after, 0);
    ck_assert_int_gt(commits, 3);
}
END_TEST

START_TEST(without_outputs_nothing_stays)
{
    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    ck_assert_int_eq(fixture_batch(&f, 100, 100), 0);
    ck_assert_uint_eq(fixture_sql(&f, "SELECT count(*) FROM events"), 0);
    ck_assert_uint_eq(fixture_position(&f), 100);
}
END_TEST

/* Three times the limit comes in; nobody reads. What is lost and what is left make all of
 * it. */
START_TEST(the_oldest_go_at_the_limit)
{
    uint64_t first, left, lost[2] = {0};

    fixture_output(&f, "slow", false);
    fixture_output(&f, "slower", false);
    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    for (int i = 0; i < 150; i++) {
        ck_assert_int_eq(store_room(f.s), STORE_ROOM);
        ck_assert_int_eq(fixture_batch(&f, 100, 1000), 0);
        if (i == 3)
            fixture_pass(&f, 0, 250);
        ck_assert_uint_le(fixture_disk(&f), f.limit);
    }
    for (size_t i = 0; i < 2; i++)
        lost[i] = store_take_lost(f.s, i);
    left = fixture_read_all(&f, 0, &first);
    ck_assert_uint_eq(left + lost[1], 15000);
    ck_assert_uint_eq(lost[1] - lost[0], 250);
    ck_assert_uint_gt(left, 2000);
    ck_assert_uint_eq(first, lost[1]);
    ck_assert_uint_eq(store_mark(f.s, 0), lost[1]);
    ck_assert_uint_eq(store_take_lost(f.s, 1), 0);
    fixture_close(&f);
    ck_assert_int_eq(fixture_open(&f), STORE_OPENED);
    ck_assert_uint_eq(store_take_lost(f.s, 1), 0);
    ck_assert_uint_eq(fixture_sql(&f, "SELECT lost FROM outputs WHERE name = 'slower'"),
                      lost[1]);
}
END_TEST

START_TEST(a_required_output_makes_the_inputs_wait)
{
    uint64_t first;
    int batches = 0;

    fixture_output(&f, "file", true);
    fixture_output(&f, "slow", false);
    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    for (; batches < 1000 && store_room(f.s) == STORE_ROOM; batches++)
        ck_assert_int_eq(fixture_batch(&f, 100, 1000), 0);
    ck_assert_int_eq(store_room(f.s), STORE_ROOM_FULL);
    ck_assert_uint_eq(fixture_read_all(&f, 0, &first), (uint64_t)batches * 100);
    ck_assert_uint_eq(store_take_lost(f.s, 1), 0);
    ck_assert_uint_le(fixture_disk(&f), f.limit);

    /* It goes on, and the other one's backlog is then what goes first. */
    fixture_pass(&f, 0, 1500);
    ck_assert_int_eq(store_room(f.s), STORE_ROOM);
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(fixture_batch(&f, 100, 1000), 0);
    ck_assert_uint_eq(store_take_lost(f.s, 0), 0);
    uint64_t lost = store_take_lost(f.s, 1);
    ck_assert_uint_gt(lost, 0);
    ck_assert_uint_le(lost, 1500);
    ck_assert_uint_le(fixture_disk(&f), f.limit);
}
END_TEST

/* A program beside us begins to read and does not end: the log cannot be begun again. */
START_TEST(a_reader_that_holds_on_is_told_of)
{
    sqlite3 *db;
    sqlite3_stmt *st;
    uint64_t first;
    int batches = 0;

    fixture_output(&f, "slow", false);
    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    ck_assert_int_eq(fixture_batch(&f, 100, 1000), 0);
    ck_assert_int_eq(sqlite3_open(fixture_path(&f, "state.db"), &db), SQLITE_OK);
    sqlite3_prepare_v2(db, "SELECT event FROM events", -1, &st, NULL);
    ck_assert_int_eq(sqlite3_step(st), SQLITE_ROW);
    for (; batches < 1000 && store_room(f.s) == STORE_ROOM; batches++)
        ck_assert_int_eq(fixture_batch(&f, 100, 1000), 0);
    ck_assert_int_eq(store_room(f.s), STORE_ROOM_HELD);
    ck_assert_uint_lt(fixture_disk(&f), f.limit + (f.limit / 4));
    ck_assert_uint_eq(fixture_read_all(&f, 0, &first) + store_take_lost(f.s, 0),
                      (uint64_t)batches * 100 + 100);
    sqlite3_finalize(st);
    sqlite3_close(db);
    ck_assert_int_eq(store_room(f.s), STORE_ROOM);
    ck_assert_int_eq(fixture_batch(&f, 100, 1000), 0);
    ck_assert_uint_le(fixture_disk(&f), f.limit);
}
END_TEST

START_TEST(a_lowered_limit_shrinks_the_file)
{
    f.limit = UINT64_C(16) << 20;
    fixture_output(&f, "slow", false);
    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    for (int i = 0; i < 90; i++)
        ck_assert_int_eq(fixture_batch(&f, 100, 1000), 0);
    fixture_close(&f);
    ck_assert_uint_gt(fixture_disk(&f), 8 << 20);
    f.limit = UINT64_C(2) << 20;
    ck_assert_int_eq(fixture_open(&f), STORE_OPENED);
    for (int i = 0; i < 40; i++)
        ck_assert_int_eq(fixture_batch(&f, 10, 1000), 0);
    fixture_close(&f);
    ck_assert_uint_le(fixture_disk(&f), f.limit);
}
END_TEST

/* Held lines alone are over the limit: waiting would help nobody. */
START_TEST(positions_never_make_the_inputs_wait)
{
    CLEANUP(buf_done) struct buf held = {0};

    fixture_output(&f, "file", true);
    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    while (held.n < f.limit)
        buf_add(&held, STR("a line of an open record, and another\n"));
    struct store_position p = {
        .input = STR("i"), .stream = STR("s"), .mark = STR("1"), .held = buf_str(&held)};
    ck_assert_int_eq(store_begin(f.s, &f.e), 0);
    ck_assert_int_eq(store_put_position(f.s, &p, &f.e), 0);
    ck_assert_int_eq(store_commit(f.s, f.now, &f.e), 0);
    ck_assert_int_eq(store_room(f.s), STORE_ROOM);
}
END_TEST

Suite *room_suite(void)
{
    Suite *s = suite_create("store/room");
    TCase *tc = tcase_create("room");

    tcase_add_checked_fixture(tc, start, end);
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, goes_when_all_have_passed);
    tcase_add_test(tc, goes_in_portions);
    tcase_add_test(tc, without_outputs_nothing_stays);
    tcase_add_test(tc, the_oldest_go_at_the_limit);
    tcase_add_test(tc, a_required_output_makes_the_inputs_wait);
    tcase_add_test(tc, a_reader_that_holds_on_is_told_of);
    tcase_add_test(tc, a_lowered_limit_shrinks_the_file);
    tcase_add_test(tc, positions_never_make_the_inputs_wait);
    suite_add_tcase(s, tc);
    return s;
}
