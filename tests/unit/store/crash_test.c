#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fixture.h"
#include "suites.h"

static struct fixture f;

static void start(void)
{
    fixture_start(&f);
    f.limit = UINT64_C(8) << 20;
    fixture_output(&f, "siem", true);
}

static void end(void)
{
    fixture_end(&f);
}

/* Commits until it is killed; the output follows 200 events behind, so that deleting,
 * moving the log and writing snapshots are all in the middle of something. */
static _Noreturn void commit_for_ever(void)
{
    if (fixture_open(&f) == STORE_FAILED)
        _exit(1);
    for (;;) {
        uint64_t newest = store_newest(f.s);
        f.now += 2 * USEC_PER_SEC;
        if (fixture_batch(&f, 40, 700) < 0)
            _exit(2);
        if (store_begin(f.s, &f.e) < 0 ||
            store_put_mark(f.s, 0, newest > 200 ? newest - 200 : 0, (struct str){0},
                           &f.e) < 0 ||
            store_commit(f.s, f.now, &f.e) < 0)
            _exit(3);
    }
}

/* Position equals the number of the newest event, which was given by counting; what is
 * left is without a hole, and nothing behind the mark is missing. */
static void is_whole(void)
{
    uint64_t first = 0, count;

    ck_assert_int_eq(fixture_open(&f), STORE_OPENED);
    uint64_t position = fixture_position(&f);
    ck_assert_uint_eq(position, store_newest(f.s));
    count = fixture_read_all(&f, 0, &first);
    if (count > 0)
        ck_assert_uint_eq(first + count, position);
    ck_assert_uint_ge(count, position - store_mark(f.s, 0));
    ck_assert_int_eq(fixture_asides(&f), 0);
    fixture_close(&f);
}

START_TEST(a_kill_loses_nothing)
{
    unsigned seed = (unsigned)getpid();
    int status;

    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    fixture_close(&f);
    for (int i = 0; i < 25; i++) {
        pid_t child = fork();
        ck_assert_int_ge(child, 0);
        if (child == 0)
            commit_for_ever();
        struct timespec pause = {.tv_nsec = (5000 + rand_r(&seed) % 200000) * 1000L};
        nanosleep(&pause, NULL);
        kill(child, SIGKILL);
        ck_assert_int_eq(waitpid(child, &status, 0), child);
        ck_assert_msg(WIFSIGNALED(status), "the child ended by itself: %d",
                      WEXITSTATUS(status));
        is_whole();
    }
    /* Some of them had begun to commit. */
    ck_assert_int_eq(fixture_open(&f), STORE_OPENED);
    ck_assert_uint_gt(fixture_position(&f), 0);
}
END_TEST

Suite *crash_suite(void)
{
    Suite *s = suite_create("store/crash");
    TCase *tc = tcase_create("crash");

    tcase_add_checked_fixture(tc, start, end);
    tcase_set_timeout(tc, 240);
    tcase_add_test(tc, a_kill_loses_nothing);
    suite_add_tcase(s, tc);
    return s;
}
