#include "base/buf.h"

#include "suites.h"

START_TEST(grows_by_all_ways_at_once)
{
    CLEANUP(buf_done) struct buf b = {0};

    buf_add(&b, STR("a\0b"));
    buf_char(&b, '-');
    buf_u64(&b, 0);
    buf_char(&b, '-');
    buf_u64(&b, UINT64_MAX);
    buf_fmt(&b, "-%s-%03d", "x", 7);
    ck_assert(str_eq(buf_str(&b), STR("a\0b-0-18446744073709551615-x-007")));
}
END_TEST

START_TEST(adds_nothing)
{
    CLEANUP(buf_done) struct buf b = {0};

    buf_add(&b, (struct str){NULL, 0});
    ck_assert_uint_eq(b.n, 0);
    ck_assert_ptr_null(b.p);
    buf_fmt(&b, "%s", "");
    ck_assert_uint_eq(b.n, 0);
}
END_TEST

/* Every length around the sizes at which room is made. */
START_TEST(formats_texts_of_every_length)
{
    for (int n = 0; n < 700; n++) {
        CLEANUP(buf_done) struct buf b = {0};
        buf_add(&b, STR("head"));
        buf_fmt(&b, "%*s|", n, "");
        ck_assert_uint_eq(b.n, (size_t)n + 5);
        ck_assert_int_eq(b.p[b.n - 1], '|');
        ck_assert(str_starts(buf_str(&b), STR("head")));
    }
}
END_TEST

START_TEST(ends_with_nul_that_does_not_count)
{
    CLEANUP(buf_done) struct buf b = {0};

    ck_assert_str_eq(buf_z(&b), "");
    ck_assert_uint_eq(b.n, 0);
    for (int i = 0; i < 200; i++) {
        buf_char(&b, 'x');
        ck_assert_uint_eq(strlen(buf_z(&b)), b.n);
    }
}
END_TEST

START_TEST(clears_and_keeps_its_memory)
{
    CLEANUP(buf_done) struct buf b = {0};

    buf_fmt(&b, "%1000s", "");
    size_t cap = b.cap;
    buf_clear(&b);
    ck_assert_uint_eq(b.n, 0);
    buf_add(&b, STR("again"));
    ck_assert(str_eq(buf_str(&b), STR("again")));
    ck_assert_uint_eq(b.cap, cap);
}
END_TEST

START_TEST(reserves_all_that_was_asked)
{
    CLEANUP(buf_done) struct buf b = {0};

    for (size_t more = 1; more < 5000; more = more * 3 + 1) {
        buf_reserve(&b, more);
        ck_assert_uint_ge(b.cap - b.n, more);
        b.n += more / 2;
    }
}
END_TEST

START_TEST(ends_what_never_began)
{
    struct buf b = {0};

    buf_done(&b);
    buf_done(&b);
    buf_done(NULL);
}
END_TEST

Suite *buf_suite(void)
{
    Suite *s = suite_create("base/buf");
    TCase *tc = tcase_create("buf");

    tcase_add_test(tc, grows_by_all_ways_at_once);
    tcase_add_test(tc, adds_nothing);
    tcase_add_test(tc, formats_texts_of_every_length);
    tcase_add_test(tc, ends_with_nul_that_does_not_count);
    tcase_add_test(tc, clears_and_keeps_its_memory);
    tcase_add_test(tc, reserves_all_that_was_asked);
    tcase_add_test(tc, ends_what_never_began);
    suite_add_tcase(s, tc);
    return s;
}
