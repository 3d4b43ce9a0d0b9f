#include "input/spool.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "suites.h"

enum { BYTES = 200000 };

static FILE *made(void)
{
    FILE *f = tmpfile();

    ck_assert_ptr_nonnull(f);
    for (int i = 0; i < BYTES; i++)
        fputc('a' + i % 26, f);
    fflush(f);
    return f;
}

static const struct {
    const char *name;
    uint64_t limit;
    enum spooled how;
} cases[] = {
    {"below the limit",       BYTES + 1,  SPOOL_DONE},
    {"at the limit",          BYTES,      SPOOL_DONE},
    {"one past the limit",    BYTES - 1,  SPOOL_CUT },
    {"far past it",           BYTES / 10, SPOOL_CUT },
    {"nothing may be stored", 0,          SPOOL_CUT },
};

START_TEST(copies_to_its_limit)
{
    FILE *f = made();
    struct err e;
    uint64_t size;
    char byte;
    int fd = spool_open(&e);

    ck_assert_int_ge(fd, 0);
    struct bytes *s = bytes_part(fileno(f), 0, UINT64_MAX);
    ck_assert_msg(spool_add(fd, 100, s, cases[_i].limit, &size, &e) == cases[_i].how, "%s",
                  cases[_i].name);
    ck_assert_uint_le(size, cases[_i].limit);
    if (cases[_i].how == SPOOL_DONE) {
        ck_assert_uint_eq(size, BYTES);
        ck_assert_int_eq(pread(fd, &byte, 1, 100 + BYTES - 1), 1);
        ck_assert_int_eq(byte, 'a' + (BYTES - 1) % 26);
    } else {
        ck_assert_ptr_nonnull(strstr(e.text, "larger than"));
    }
    bytes_close(s);
    close(fd);
    fclose(f);
}
END_TEST

START_TEST(has_no_name)
{
    struct stat st;
    struct err e;
    int fd = spool_open(&e);

    ck_assert_int_eq(fstat(fd, &st), 0);
    ck_assert_uint_eq(st.st_nlink, 0);
    close(fd);
}
END_TEST

START_TEST(says_where_it_cannot)
{
    const char *given = getenv("TMPDIR");
    char *keep = given ? strdup(given) : NULL;
    struct err e;

    setenv("TMPDIR", "/no/such/folder", 1);
    ck_assert_int_lt(spool_open(&e), 0);
    ck_assert_ptr_nonnull(strstr(e.text, "/no/such/folder"));
    if (keep)
        setenv("TMPDIR", keep, 1);
    else
        unsetenv("TMPDIR");
    free(keep);
}
END_TEST

/* A part of a file, skipped and sought in: never past its end. */
START_TEST(parts_keep_their_ends)
{
    FILE *f = made();
    struct bytes *s = bytes_part(fileno(f), 26, 52);
    char got[100];
    struct err e;

    ck_assert(str_eq(bytes_peek(s, 3), STR("abc")));
    ck_assert_int_eq(bytes_seek(s, 0, SEEK_CUR), 0);
    ck_assert_uint_eq(bytes_skip(s, 50), 50);
    ck_assert_int_eq(bytes_read(s, got, sizeof got, &e), 2);
    ck_assert_int_eq(got[1], 'z');
    ck_assert_int_eq(bytes_read(s, got, sizeof got, &e), 0);
    ck_assert_uint_eq(bytes_skip(s, 50), 0);
    ck_assert_int_eq(bytes_seek(s, -1, SEEK_END), 51);
    ck_assert_int_eq(bytes_read(s, got, sizeof got, &e), 1);
    ck_assert_int_eq(bytes_seek(s, -1, SEEK_SET), -1);
    ck_assert_int_eq(bytes_seek(s, 1000, SEEK_SET), 52);
    bytes_close(s);
    fclose(f);
}
END_TEST

Suite *spool_suite(void)
{
    Suite *s = suite_create("input/spool");
    TCase *tc = tcase_create("spool");

    tcase_add_loop_test(tc, copies_to_its_limit, 0, (int)COUNT_OF(cases));
    tcase_add_test(tc, has_no_name);
    tcase_add_test(tc, says_where_it_cannot);
    tcase_add_test(tc, parts_keep_their_ends);
    suite_add_tcase(s, tc);
    return s;
}
