#include <errno.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fixture.h"
#include "suites.h"

static struct fixture f;
static bool mounted;

static void start(void)
{
    fixture_start(&f);
    fixture_output(&f, "siem", true);
    mounted = mount("tmpfs", f.folder, "tmpfs", 0, "size=3m,mode=0700") == 0;
    if (!mounted)
        fprintf(stderr, "store/disk: left out, %s\n", strerror(errno));
}

static void end(void)
{
    fixture_close(&f);
    if (mounted)
        umount2(f.folder, MNT_DETACH);
    fixture_end(&f);
}

/* The commit fails and changes nothing; with room on the disk the same batch is taken. */
START_TEST(a_full_disk_loses_nothing)
{
    uint64_t position = 0, first = 0;
    int batches = 0;

    if (!mounted)
        return;
    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    while (batches < 1000 && fixture_batch(&f, 50, 1000) == 0)
        batches++;
    ck_assert_msg(store_trouble(f.s) == STORE_DISK_FULL, "%s", f.e.text);
    position = (uint64_t)batches * 50;
    ck_assert_uint_eq(fixture_position(&f), position);
    ck_assert_uint_eq(store_newest(f.s), position);
    for (int i = 0; i < 5; i++)
        ck_assert_int_lt(fixture_batch(&f, 50, 1000), 0);
    ck_assert_uint_eq(fixture_read_all(&f, 0, &first), position);
    ck_assert_int_eq(mount(NULL, f.folder, NULL, MS_REMOUNT, "size=20m"), 0);
    ck_assert_int_eq(fixture_batch(&f, 50, 1000), 0);
    ck_assert_uint_eq(fixture_read_all(&f, 0, &first), position + 50);
    ck_assert_int_eq(fixture_asides(&f), 0);
}
END_TEST

/* A renewal that finds no room puts nothing more aside, and succeeds when there is some.
 * */
START_TEST(a_renewal_on_a_full_disk)
{
    int batches = 0, tries = 0;

    if (!mounted)
        return;
    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    while (batches < 1000 && fixture_batch(&f, 50, 1000) == 0)
        batches++;
    while (batches < 1000 && fixture_batch(&f, 1, 10) == 0)
        batches++;
    while (tries < 5 && store_renew(f.s, f.now, &f.e) < 0) {
        ck_assert_msg(store_trouble(f.s) == STORE_DISK_FULL, "%s", f.e.text);
        ck_assert_int_lt(store_begin(f.s, &f.e), 0);
        tries++;
    }
    ck_assert_int_eq(mount(NULL, f.folder, NULL, MS_REMOUNT, "size=20m"), 0);
    if (tries == 5)
        ck_assert_int_eq(store_renew(f.s, f.now, &f.e), 0);
    ck_assert_int_eq(fixture_asides(&f), 1);
    ck_assert_int_eq(fixture_batch(&f, 5, 10), 0);
}
END_TEST

START_TEST(an_end_and_a_start_on_a_full_disk)
{
    uint64_t position;
    int batches = 0;

    if (!mounted)
        return;
    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    while (batches < 1000 && fixture_batch(&f, 50, 1000) == 0)
        batches++;
    position = (uint64_t)batches * 50;
    fixture_close(&f);
    enum store_found found = fixture_open(&f);
    ck_assert_msg(found == STORE_OPENED || found == STORE_FAILED, "%d %s", (int)found,
                  f.e.text);
    fixture_close(&f);
    ck_assert_int_eq(mount(NULL, f.folder, NULL, MS_REMOUNT, "size=20m"), 0);
    ck_assert_int_eq(fixture_open(&f), STORE_OPENED);
    ck_assert_uint_eq(fixture_position(&f), position);
}
END_TEST

START_TEST(a_folder_that_cannot_be_written)
{
    if (!mounted)
        return;
    ck_assert_int_eq(fixture_open(&f), STORE_NEW);
    ck_assert_int_eq(fixture_batch(&f, 50, 1000), 0);
    fixture_close(&f);
    ck_assert_int_eq(mount(NULL, f.folder, NULL, MS_REMOUNT | MS_RDONLY, NULL), 0);
    ck_assert_int_eq(fixture_open(&f), STORE_FAILED);
    ck_assert_msg(strstr(f.e.text, "Read-only file system") && strstr(f.e.text, f.folder),
                  "%s", f.e.text);
    ck_assert_int_eq(mount(NULL, f.folder, NULL, MS_REMOUNT, NULL), 0);
    ck_assert_int_eq(fixture_open(&f), STORE_OPENED);
    ck_assert_uint_eq(fixture_position(&f), 50);
}
END_TEST

START_TEST(a_folder_that_is_none)
{
    struct store *s;
    struct err e = {0};
    struct store_config c = {.folder = STR("/dev/null")};

    ck_assert_int_eq(store_open(&c, NOW, &s, &e), STORE_FAILED);
    ck_assert_str_eq(e.text, "store '/dev/null': it is no folder");
    c.folder = STR("/nonexistent/store");
    ck_assert_int_eq(store_open(&c, NOW, &s, &e), STORE_FAILED);
    ck_assert_int_eq(e.sys, ENOENT);
}
END_TEST

Suite *disk_suite(void)
{
    Suite *s = suite_create("store/disk");
    TCase *tc = tcase_create("disk");

    tcase_add_checked_fixture(tc, start, end);
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, a_full_disk_loses_nothing);
    tcase_add_test(tc, a_renewal_on_a_full_disk);
    tcase_add_test(tc, an_end_and_a_start_on_a_full_disk);
    tcase_add_test(tc, a_folder_that_cannot_be_written);
    tcase_add_test(tc, a_folder_that_is_none);
    suite_add_tcase(s, tc);
    return s;
}
