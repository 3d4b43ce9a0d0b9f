#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "suites.h"

static char folder[] = "/tmp/file_test.XXXXXX";
static char path[sizeof folder + 8];

static void make_folder(void)
{
    memcpy(folder + sizeof folder - 7, "XXXXXX", 6);
    ck_assert_ptr_nonnull(mkdtemp(folder));
    memcpy(path, folder, sizeof folder - 1);
    memcpy(path + sizeof folder - 1, "/f", 3);
}

static void remove_folder(void)
{
    unlink(path);
    rmdir(folder);
}

static void write_file(size_t n)
{
    CLEANUP(buf_done) struct buf b = {0};
    struct err e;
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

    for (size_t i = 0; i < n; i++)
        buf_char(&b, (char)(i * 31));
    ck_assert_int_eq(file_write_all(fd, buf_str(&b), &e), 0);
    close(fd);
}

static const size_t sizes[] = {0, 1, 4095, 4096, 65535, 65536, 65537, 300000};

START_TEST(reads_what_was_written)
{
    CLEANUP(buf_done) struct buf b = {0};
    struct err e;

    write_file(sizes[_i]);
    buf_add(&b, STR("before"));
    ck_assert_int_eq(file_read(path, sizes[_i], &b, &e), 0);
    ck_assert_uint_eq(b.n, 6 + sizes[_i]);
    for (size_t i = 0; i < sizes[_i]; i++)
        if (b.p[6 + i] != (char)(i * 31))
            ck_abort_msg("byte %zu", i);
}
END_TEST

START_TEST(keeps_its_limit)
{
    CLEANUP(buf_done) struct buf b = {0};
    struct err e;

    write_file(1001);
    ck_assert_int_eq(file_read(path, 1000, &b, &e), -1);
    ck_assert_ptr_nonnull(strstr(e.text, "1000 bytes"));
    ck_assert_ptr_nonnull(strstr(e.text, path));
}
END_TEST

START_TEST(refuses_what_is_no_file)
{
    CLEANUP(buf_done) struct buf b = {0};
    struct err e;

    ck_assert_int_eq(file_read(path, 1000, &b, &e), -1);
    ck_assert_int_eq(e.sys, ENOENT);
    ck_assert_ptr_nonnull(strstr(e.text, path));
    ck_assert_int_eq(file_read(folder, 1000, &b, &e), -1);
    ck_assert_ptr_nonnull(strstr(e.text, "not a regular file"));
    ck_assert_int_eq(file_read("/dev/zero", 1000, &b, &e), -1);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    ck_assert_int_eq(file_read(path, 1000, &b, &e), -1); /* without waiting for a writer */
}
END_TEST

START_TEST(says_when_it_cannot_write)
{
    struct err e = {0};
    int fd = open("/dev/full", O_WRONLY);

    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(file_write_all(fd, STR("x"), &e), -1);
    ck_assert_int_eq(e.sys, ENOSPC);
    close(fd);
}
END_TEST

Suite *file_suite(void)
{
    Suite *s = suite_create("base/file");
    TCase *tc = tcase_create("file");

    tcase_add_checked_fixture(tc, make_folder, remove_folder);
    tcase_add_loop_test(tc, reads_what_was_written, 0, COUNT_OF(sizes));
    tcase_add_test(tc, keeps_its_limit);
    tcase_add_test(tc, refuses_what_is_no_file);
    tcase_add_test(tc, says_when_it_cannot_write);
    suite_add_tcase(s, tc);
    return s;
}
