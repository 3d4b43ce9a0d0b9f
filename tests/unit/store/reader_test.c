#include <pthread.h>
#include <stdatomic.h>

#include "fixture.h"
#include "suites.h"

static struct fixture f;
static struct store_reader *r;
static struct arena a;

static void start(void)
{
    fixture_start(&f);
    fixture_output(&f, "siem", true);
    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    r = store_reader_open(f.s, &f.e);
    ck_assert_ptr_nonnull(r);
    arena_init(&a);
}

static void end(void)
{
    arena_done(&a);
    store_reader_close(r);
    fixture_end(&f);
}

static const struct {
    const char *name;
    uint64_t after;
    size_t rows, bytes, count;
} cases[] = {
    {"all",                         0,  100, 1000000, 10},
    {"behind a mark",               7,  100, 1000000, 3 },
    {"none behind the last",        10, 100, 1000000, 0 },
    {"none behind what never was",  11, 100, 1000000, 0 },
    {"so many rows",                0,  4,   1000000, 4 },
    {"until the bytes are reached", 0,  100, 2500,    3 },
    {"one, however large",          2,  100, 1,       1 },
    {"one at least",                2,  0,   0,       1 },
};

START_TEST(reads)
{
    struct store_event *ev;
    size_t n = 99;

    ck_assert_int_eq(fixture_batch(&f, 10, 1000), 0);
    ck_assert_int_eq(store_read(r, cases[_i].after, cases[_i].rows, cases[_i].bytes, &a,
                                &ev, &n, &f.e),
                     0);
    ck_assert_msg(n == cases[_i].count, "%s: %zu", cases[_i].name, n);
    for (size_t i = 0; i < n; i++) {
        ck_assert_uint_eq(ev[i].number, cases[_i].after + 1 + i);
        ck_assert(str_eq(ev[i].service, STR("heat")));
        ck_assert_uint_eq(ev[i].severity, 3);
        ck_assert_uint_eq(ev[i].emit, 5);
    }
}
END_TEST

START_TEST(sees_what_is_committed_alone)
{
    struct store_event ev = {.id = STR("1"), .body = STR("{}")}, *got;
    size_t n;

    ck_assert_int_eq(store_begin(f.s, &f.e), 0);
    ck_assert_int_eq(store_add(f.s, &ev, &f.e), 0);
    ck_assert_int_eq(store_read(r, 0, 10, 1000, &a, &got, &n, &f.e), 0);
    ck_assert_uint_eq(n, 0);
    ck_assert_int_eq(store_commit(f.s, f.now, &f.e), 0);
    ck_assert_int_eq(store_read(r, 0, 10, 1000, &a, &got, &n, &f.e), 0);
    ck_assert_uint_eq(n, 1);
}
END_TEST

/* Were its transaction open, the log could not be begun again, and would have all 15 MB.
 * */
START_TEST(holds_nothing_back)
{
    struct store_event *got;
    size_t n;

    for (int i = 0; i < 150; i++) {
        ck_assert_int_eq(fixture_batch(&f, 100, 1000), 0);
        ck_assert_int_eq(
            store_read(r, store_mark(f.s, 0), 1000, 50000, &a, &got, &n, &f.e), 0);
        fixture_pass(&f, 0, store_newest(f.s));
        arena_reset(&a);
    }
    ck_assert_uint_lt(fixture_disk(&f), 8 << 20);
}
END_TEST

/* An output's thread beside the writer: it reads on behind its own mark until the last
 * event. */
enum { BESIDE_EVENTS = 4000 };

static _Atomic uint64_t taken_to, taken_count;

static void *output_thread(void *arg)
{
    struct err e = {0};
    struct store_event *ev;
    struct arena own;
    size_t n;

    (void)arg;
    arena_init(&own);
    struct store_reader *mine = store_reader_open(f.s, &e);
    while (mine && taken_count < BESIDE_EVENTS) {
        arena_reset(&own);
        if (store_read(mine, taken_to, 50, 100000, &own, &ev, &n, &e) < 0)
            break;
        if (n == 0)
            continue;
        if (ev[0].number != taken_to + 1)
            break;
        taken_count += n;
        taken_to = ev[n - 1].number;
    }
    store_reader_close(mine);
    arena_done(&own);
    return NULL;
}

START_TEST(reads_beside_the_writer)
{
    pthread_t thread;
    uint64_t first;

    ck_assert_int_eq(pthread_create(&thread, NULL, output_thread, NULL), 0);
    for (int i = 0; i < BESIDE_EVENTS / 40; i++) {
        ck_assert_int_eq(fixture_batch(&f, 40, 300), 0);
        fixture_pass(&f, 0, taken_to);
    }
    pthread_join(thread, NULL);
    ck_assert_uint_eq(taken_count, BESIDE_EVENTS);
    for (int i = 0; i < 10; i++)
        fixture_pass(&f, 0, taken_to);
    ck_assert_uint_eq(fixture_read_all(&f, 0, &first), 0);
}
END_TEST

Suite *reader_suite(void)
{
    Suite *s = suite_create("store/reader");
    TCase *tc = tcase_create("reader");

    tcase_add_checked_fixture(tc, start, end);
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, reads, 0, COUNT_OF(cases));
    tcase_add_test(tc, sees_what_is_committed_alone);
    tcase_add_test(tc, holds_nothing_back);
    tcase_add_test(tc, reads_beside_the_writer);
    suite_add_tcase(s, tc);
    return s;
}
