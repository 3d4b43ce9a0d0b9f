#include "parse/stamp.h"

#include <check.h>

#include "suites.h"

static const struct {
    const char *name, *text;
    bool ok;
    const char *iso, *rest;
} cases[] = {
    {"as oslo.log writes it", "2027-03-04 05:06:07.008 11",      true,
     "2027-03-04T05:06:07.008Z",                                                                       " 11"},
    {"Python's comma",        "2027-03-04 05:06:07,008 x",       true,  "2027-03-04T05:06:07.008Z",    " x" },
    {"no fraction",           "2027-03-04 05:06:07 x",           true,  "2027-03-04T05:06:07.000Z",    " x" },
    {"one digit",             "2027-03-04 05:06:07.5 x",         true,  "2027-03-04T05:06:07.500Z",    " x" },
    {"six digits",            "2027-03-04 05:06:07.123456 x",    true,  "2027-03-04T05:06:07.123456Z",
     " x"                                                                                                   },
    {"nine digits",           "2027-03-04 05:06:07.123456789 x", true,
     "2027-03-04T05:06:07.123456Z",                                                                    " x" },
    {"ten digits",            "2027-03-04 05:06:07.1234567890",  true,  "2027-03-04T05:06:07.123456Z",
     "0"                                                                                                    },
    {"T and Z",               "2027-03-04T05:06:07.5Z x",        true,  "2027-03-04T05:06:07.500Z",    " x" },
    {"offset with colon",     "2027-03-04T05:06:07+01:30 x",     true,  "2027-03-04T03:36:07.000Z",
     " x"                                                                                                   },
    {"offset without",        "2027-03-04T05:06:07-0330 x",      true,  "2027-03-04T08:36:07.000Z",
     " x"                                                                                                   },
    {"offset of hours",       "2027-03-04T05:06:07.1+02",        true,  "2027-03-04T03:06:07.100Z",    ""   },
    {"nothing behind it",     "2027-03-04 05:06:07",             true,  "2027-03-04T05:06:07.000Z",    ""   },
    {"a dot alone",           "2027-03-04 05:06:07. x",          true,  "2027-03-04T05:06:07.000Z",    ". x"},
    {"the largest offset",    "2027-03-04T00:06:07+18:59",       true,  "2027-03-03T05:07:07.000Z",
     ""                                                                                                     },
    {"an hour too far off",   "2027-03-04T05:06:07+19:00 x",     false, "",                            ""   },
    {"no such offset",        "2027-03-04 05:06:07+99:99 11",    false, "",                            ""   },
    {"no such minutes",       "2027-03-04 05:06:07.008-0160 11", false, "",                            ""   },
    {"a sign alone",          "2027-03-04 05:06:07- 11",         false, "",                            ""   },
    {"the first moment",      "0001-01-01 00:00:00 x",           true,  "0001-01-01T00:00:00.000Z",    " x" },
    {"one before it",         "0001-01-01T00:59:59+01:00 x",     false, "",                            ""   },
    {"the last moment",       "9999-12-31 23:59:59.999999 x",    true,
     "9999-12-31T23:59:59.999999Z",                                                                    " x" },
    {"one behind it",         "9999-12-31T23:00:00-01:00 x",     false, "",                            ""   },
    {"a leap second there",   "9999-12-31 23:59:60 x",           false, "",                            ""   },
    {"no such day",           "2027-02-30 05:06:07.008 11",      false, "",                            ""   },
    {"no such hour",          "2027-03-04 25:06:07.008 11",      false, "",                            ""   },
    {"letters",               "2027-03-04 05:0x:07.008 11",      false, "",                            ""   },
    {"too short",             "2027-03-04 05:06:0",              false, "",                            ""   },
    {"empty",                 "",                                false, "",                            ""   },
};

START_TEST(reads_a_time)
{
    struct stamper s = {.known = false};
    struct err e;
    struct stamp t = {0};
    struct str in = str_of(cases[_i].text);
    CLEANUP(buf_done) struct buf iso = {0};

    ck_assert_int_eq(zone_init(&s.zone, "UTC", &e), 0);
    ck_assert_msg(stamp_take(&s, &in, &t) == cases[_i].ok, "%s", cases[_i].name);
    if (!cases[_i].ok) {
        ck_assert_msg(in.n == strlen(cases[_i].text), "%s: taken", cases[_i].name);
        return;
    }
    clock_iso(&iso, t.time);
    ck_assert_str_eq(buf_z(&iso), cases[_i].iso);
    ck_assert_msg(str_eq(in, str_of(cases[_i].rest)), "%s: rest", cases[_i].name);
}
END_TEST

static const struct {
    const char *zone, *text;
    bool ok;
} edges[] = {
    {"+01:00", "0001-01-01 00:59:59 ", false},
    {"+01:00", "0001-01-01 01:00:00 ", true },
    {"-01:00", "9999-12-31 22:59:59 ", true },
    {"-01:00", "9999-12-31 23:00:00 ", false},
};

START_TEST(the_zone_may_shift_a_time_out_of_the_calendar)
{
    struct stamper s = {.known = false};
    struct err e;
    struct stamp t;
    struct str in = str_of(edges[_i].text);

    ck_assert_int_eq(zone_init(&s.zone, edges[_i].zone, &e), 0);
    ck_assert_msg(stamp_take(&s, &in, &t) == edges[_i].ok, "%s", edges[_i].text);
}
END_TEST

START_TEST(keeps_the_last_second_apart_from_the_next)
{
    struct stamper s = {.known = false};
    struct err e;
    struct stamp a, b, c;
    struct str one = STR("2027-03-04 05:06:07.001 "),
               two = STR("2027-03-04 05:06:07.999 ");
    struct str three = STR("2027-03-04 05:06:08.000 ");

    ck_assert_int_eq(zone_init(&s.zone, "+01:00", &e), 0);
    ck_assert(stamp_take(&s, &one, &a) && stamp_take(&s, &two, &b) &&
              stamp_take(&s, &three, &c));
    ck_assert_int_eq(b.time - a.time, 998000);
    ck_assert_int_eq(c.time - b.time, 1000);
    ck_assert(a.zone_assumed && !a.ambiguous);
}
END_TEST

START_TEST(an_offset_is_no_assumption)
{
    struct stamper s = {.known = false};
    struct err e;
    struct stamp a, b;
    struct str plain = STR("2027-03-04 05:06:07 "),
               zoned = STR("2027-03-04 05:06:07+01:00 ");

    ck_assert_int_eq(zone_init(&s.zone, "+01:00", &e), 0);
    ck_assert(stamp_take(&s, &plain, &a) && stamp_take(&s, &zoned, &b));
    ck_assert_int_eq(a.time, b.time);
    ck_assert(a.zone_assumed && !b.zone_assumed);
}
END_TEST

Suite *stamp_suite(void)
{
    Suite *s = suite_create("parse/stamp");
    TCase *tc = tcase_create("stamp");

    tcase_add_loop_test(tc, reads_a_time, 0, (int)COUNT_OF(cases));
    tcase_add_loop_test(tc, the_zone_may_shift_a_time_out_of_the_calendar, 0,
                        (int)COUNT_OF(edges));
    tcase_add_test(tc, keeps_the_last_second_apart_from_the_next);
    tcase_add_test(tc, an_offset_is_no_assumption);
    suite_add_tcase(s, tc);
    return s;
}
