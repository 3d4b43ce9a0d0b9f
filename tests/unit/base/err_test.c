#include "base/err.h"

#include <errno.h>
#include <string.h>

#include "suites.h"

START_TEST(reads_from_the_outside_in)
{
    struct err e = {.sys = 5};

    ck_assert_int_eq(err_set(&e, "unknown key '%s'", "lvel"), -1);
    ck_assert_int_eq(e.sys, 0);
    ck_assert_int_eq(err_in(&e, "line %d", 4), -1);
    ck_assert_int_eq(err_in(&e, "catalogue '%s'", "heat.yaml"), -1);
    ck_assert_str_eq(e.text, "catalogue 'heat.yaml': line 4: unknown key 'lvel'");
}
END_TEST

START_TEST(says_what_the_system_says)
{
    struct err e;

    errno = EACCES;
    ck_assert_int_eq(err_sys(&e, "open '%s'", "engine.log"), -1);
    ck_assert_int_eq(e.sys, EACCES);
    ck_assert_str_eq(e.text, "open 'engine.log': Permission denied");
    err_in(&e, "input 'heat'");
    ck_assert_int_eq(e.sys, EACCES);
    ck_assert_str_eq(e.text, "input 'heat': open 'engine.log': Permission denied");
}
END_TEST

START_TEST(cuts_what_is_too_long)
{
    struct err e;
    char name[2000];

    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = 0;
    err_set(&e, "%s", name);
    ck_assert_uint_eq(strlen(e.text), sizeof e.text - 1);
    err_in(&e, "catalogue '%s'", "heat.yaml");
    ck_assert_uint_eq(strlen(e.text), sizeof e.text - 1);
    ck_assert_ptr_eq(strstr(e.text, "catalogue 'heat.yaml': nnn"), e.text);
    err_in(&e, "%s", name);
    ck_assert_uint_eq(strlen(e.text), sizeof e.text - 1);
    errno = ENOENT;
    err_sys(&e, "%s", name);
    ck_assert_uint_eq(strlen(e.text), sizeof e.text - 1);
}
END_TEST

Suite *err_suite(void)
{
    Suite *s = suite_create("base/err");
    TCase *tc = tcase_create("err");

    tcase_add_test(tc, reads_from_the_outside_in);
    tcase_add_test(tc, says_what_the_system_says);
    tcase_add_test(tc, cuts_what_is_too_long);
    suite_add_tcase(s, tc);
    return s;
}
