#include "base/clock.h"

#include "suites.h"

#define SEC USEC_PER_SEC

static const struct {
    usec_t t;
    struct civil c;
    const char *iso;
} moments[] = {
    {0,                                    {1970, 1, 1, 0, 0, 0, 0},           "1970-01-01T00:00:00.000Z"   },
    {-1,                                   {1969, 12, 31, 23, 59, 59, 999999}, "1969-12-31T23:59:59.999999Z"},
    {-SEC,                                 {1969, 12, 31, 23, 59, 59, 0},      "1969-12-31T23:59:59.000Z"   },
    {-86400 * SEC,                         {1969, 12, 31, 0, 0, 0, 0},         "1969-12-31T00:00:00.000Z"   },
    {-86400 * SEC - 1,                     {1969, 12, 30, 23, 59, 59, 999999}, "1969-12-30T23:59:59.999999Z"},
    {951782400 * SEC,                      {2000, 2, 29, 0, 0, 0, 0},          "2000-02-29T00:00:00.000Z"   },
    {951868800 * SEC,                      {2000, 3, 1, 0, 0, 0, 0},           "2000-03-01T00:00:00.000Z"   },
    {1000000000 * SEC,                     {2001, 9, 9, 1, 46, 40, 0},         "2001-09-09T01:46:40.000Z"   },
    {1709164800 * SEC,                     {2024, 2, 29, 0, 0, 0, 0},          "2024-02-29T00:00:00.000Z"   },
    {1793192587 * SEC + 412000,
     {2026, 10, 28, 13, 3, 7, 412000},
     "2026-10-28T13:03:07.412Z"                                                                             },
    {1793192587 * SEC + 412001,
     {2026, 10, 28, 13, 3, 7, 412001},
     "2026-10-28T13:03:07.412001Z"                                                                          },
    {2147483648 * SEC,                     {2038, 1, 19, 3, 14, 8, 0},         "2038-01-19T03:14:08.000Z"   },
    {4107542400 * SEC,                     {2100, 3, 1, 0, 0, 0, 0},           "2100-03-01T00:00:00.000Z"   },
    {INT64_C(253402300799) * SEC + 999999,
     {9999, 12, 31, 23, 59, 59, 999999},
     "9999-12-31T23:59:59.999999Z"                                                                          },
    {INT64_C(-62135596800) * SEC,          {1, 1, 1, 0, 0, 0, 0},              "0001-01-01T00:00:00.000Z"   },
};

START_TEST(knows_these_moments)
{
    struct civil c;
    CLEANUP(buf_done) struct buf iso = {0};

    ck_assert_int_eq(clock_from_civil(&moments[_i].c), moments[_i].t);
    clock_to_civil(moments[_i].t, &c);
    ck_assert_mem_eq(&c, &moments[_i].c, sizeof c);
    clock_iso(&iso, moments[_i].t);
    ck_assert_str_eq(buf_z(&iso), moments[_i].iso);
}
END_TEST

START_TEST(knows_these_days)
{
    ck_assert_int_eq(clock_days(1970, 1, 1), 0);
    ck_assert_int_eq(clock_days(1969, 12, 31), -1);
    ck_assert_int_eq(clock_days(2000, 1, 1), 10957);
    ck_assert_int_eq(clock_days(1900, 3, 1) - clock_days(1900, 2, 28),
                     1); /* no leap year */
    ck_assert_int_eq(clock_days(2000, 3, 1) - clock_days(2000, 2, 28), 2);
    ck_assert_int_eq(clock_days(2001, 1, 1) - clock_days(2000, 1, 1), 366);
    ck_assert_int_eq(clock_days(1, 1, 1), -719162);
}
END_TEST

/* Four hundred years and some, in steps that meet each time of the day and each day. */
START_TEST(goes_there_and_back)
{
    usec_t step = 7 * 3600 * SEC + 61 * SEC + 7,
           last = clock_days(2210, 1, 1) * 86400 * SEC;

    for (usec_t t = clock_days(1790, 1, 1) * 86400 * SEC; t < last; t += step) {
        struct civil c;
        clock_to_civil(t, &c);
        if (!clock_civil_valid(&c) ||
            clock_from_civil(&c) != t) /* an assertion each is slow */
            ck_abort_msg("%lld", (long long)t);
    }
}
END_TEST

START_TEST(each_day_follows_the_one_before)
{
    struct civil before, now;

    for (int64_t day = clock_days(1799, 12, 31); day < clock_days(2200, 1, 2); day++) {
        clock_to_civil(day * 86400 * SEC, &before);
        clock_to_civil((day + 1) * 86400 * SEC, &now);
        bool next_day = now.day == before.day + 1 && now.month == before.month &&
                        now.year == before.year;
        bool next_month = now.day == 1 && before.day >= 28 &&
                          now.month == before.month + 1 && now.year == before.year;
        bool next_year = now.day == 1 && now.month == 1 && before.day == 31 &&
                         before.month == 12 && now.year == before.year + 1;
        if (!next_day && !next_month && !next_year)
            ck_abort_msg("%d-%d-%d", before.year, before.month, before.day);
    }
}
END_TEST

static const struct {
    const char *name;
    struct civil c;
    bool ok;
} valid_cases[] = {
    {"an ordinary day",              {2026, 10, 28, 14, 3, 7, 412000}, true },
    {"a leap second",                {2016, 12, 31, 23, 59, 60, 0},    true },
    {"second 61",                    {2016, 12, 31, 23, 59, 61, 0},    false},
    {"29 February, leap year",       {2024, 2, 29, 0, 0, 0, 0},        true },
    {"29 February, no leap year",    {2026, 2, 29, 0, 0, 0, 0},        false},
    {"29 February 1900",             {1900, 2, 29, 0, 0, 0, 0},        false},
    {"29 February 2000",             {2000, 2, 29, 0, 0, 0, 0},        true },
    {"31 April",                     {2026, 4, 31, 0, 0, 0, 0},        false},
    {"month 0",                      {2026, 0, 1, 0, 0, 0, 0},         false},
    {"month 13",                     {2026, 13, 1, 0, 0, 0, 0},        false},
    {"month of the smallest number", {2026, INT32_MIN, 1, 0, 0, 0, 0}, false},
    {"day 0",                        {2026, 1, 0, 0, 0, 0, 0},         false},
    {"day 32",                       {2026, 1, 32, 0, 0, 0, 0},        false},
    {"year 0",                       {0, 1, 1, 0, 0, 0, 0},            false},
    {"year 10000",                   {10000, 1, 1, 0, 0, 0, 0},        false},
    {"hour 24",                      {2026, 1, 1, 24, 0, 0, 0},        false},
    {"hour -1",                      {2026, 1, 1, -1, 0, 0, 0},        false},
    {"minute 60",                    {2026, 1, 1, 0, 60, 0, 0},        false},
    {"a million microseconds",       {2026, 1, 1, 0, 0, 0, 1000000},   false},
    {"less than none",               {2026, 1, 1, 0, 0, 0, -1},        false},
};

START_TEST(tells_what_is_a_date)
{
    ck_assert_msg(clock_civil_valid(&valid_cases[_i].c) == valid_cases[_i].ok, "%s",
                  valid_cases[_i].name);
}
END_TEST

/* A leap second is the moment that follows: no clock of ours has a 61st second. */
START_TEST(counts_a_leap_second_as_the_next)
{
    struct civil leap = {2016, 12, 31, 23, 59, 60, 0}, next = {2017, 1, 1, 0, 0, 0, 0};

    ck_assert_int_eq(clock_from_civil(&leap), clock_from_civil(&next));
}
END_TEST

START_TEST(tells_the_time)
{
    ck_assert_int_gt(clock_now(), clock_days(2020, 1, 1) * 86400 * SEC);
}
END_TEST

START_TEST(the_steady_clock_goes_on)
{
    usec_t a = clock_steady(), b = clock_steady();

    ck_assert_int_gt(a, 0);
    ck_assert_int_ge(b, a);
}
END_TEST

Suite *clock_suite(void)
{
    Suite *s = suite_create("base/clock");
    TCase *tc = tcase_create("clock");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, knows_these_moments, 0, COUNT_OF(moments));
    tcase_add_test(tc, knows_these_days);
    tcase_add_test(tc, goes_there_and_back);
    tcase_add_test(tc, each_day_follows_the_one_before);
    tcase_add_loop_test(tc, tells_what_is_a_date, 0, COUNT_OF(valid_cases));
    tcase_add_test(tc, counts_a_leap_second_as_the_next);
    tcase_add_test(tc, tells_the_time);
    tcase_add_test(tc, the_steady_clock_goes_on);
    suite_add_tcase(s, tc);
    return s;
}
