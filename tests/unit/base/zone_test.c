#include "base/zone.h"

#include <stdio.h>
#include <stdlib.h>

#include "suites.h"

/* Moments by GNU date of coreutils: TZ=ZONE date -d '...' +%s. */
static const struct {
    const char *zone, *wall;
    int64_t moment_s;
    bool ambiguous;
    const char *name;
} moment_cases[] = {
    {"UTC",                 "2026-10-28 14:03:07", 1793196187, false, "UTC"                  },
    {"Z",                   "2026-10-28 14:03:07", 1793196187, false, "Z is UTC"             },
    {"Europe/Paris",        "2026-10-28 14:03:07", 1793192587, false, "winter"               },
    {"Europe/Paris",        "2026-07-01 12:00:00", 1782900000, false, "summer"               },
    {"Europe/Paris",        "2026-10-25 01:59:59", 1792886399, false, "before it is twice"   },
    {"Europe/Paris",        "2026-10-25 02:00:00", 1792886400, true,  "twice: its start"     },
    {"Europe/Paris",        "2026-10-25 02:30:00", 1792888200, true,  "twice: the first"     },
    {"Europe/Paris",        "2026-10-25 02:59:59", 1792889999, true,  "twice: its end"       },
    {"Europe/Paris",        "2026-10-25 03:00:00", 1792893600, false, "after it was twice"   },
    {"Europe/Paris",        "2026-03-29 01:59:59", 1774745999, false, "before it is left out"},
    {"Europe/Paris",        "2026-03-29 02:30:00", 1774747800, false, "left out: not yet set"},
    {"Europe/Paris",        "2026-03-29 03:00:00", 1774746000, false, "after it was left out"},
    {"Europe/Paris",        "1969-12-31 23:59:59", -3601,      false, "before 1970"          },
    {"UTC",                 "1969-12-31 23:59:59", -1,         false, "UTC before 1970"      },
    {"America/New_York",    "2026-11-01 01:30:00", 1793511000, true,  "twice"                },
    {"America/New_York",    "2026-03-08 02:30:00", 1772955000, false, "left out"             },
    {"Australia/Lord_Howe", "2026-04-05 01:45:00", 1775313900, true,  "half an hour"         },
    {"Europe/Dublin",       "2026-10-25 01:30:00", 1792888200, true,  "winter is the odd one"},
    {"Europe/Moscow",       "2014-10-26 01:30:00", 1414272600, true,  "twice, for ever"      },
    {"Asia/Kathmandu",      "2026-01-01 00:00:00", 1767204900, false, "three quarters"       },
    {"Asia/Tokyo",          "2026-07-01 09:00:00", 1782864000, false, "no summer time"       },
    {"+01:00",              "2026-10-28 14:03:07", 1793192587, false, "offset with colon"    },
    {"-0330",               "2026-10-28 14:03:07", 1793208787, false, "offset without colon" },
    {"+05",                 "2026-10-28 14:03:07", 1793178187, false, "offset of hours"      },
};

static usec_t wall_of(const char *text)
{
    struct civil c = {0};

    ck_assert_int_eq(sscanf(text, "%d-%d-%d %d:%d:%d", &c.year, &c.month, &c.day, &c.hour,
                            &c.minute, &c.second),
                     6);
    return clock_from_civil(&c);
}

START_TEST(finds_the_moment)
{
    usec_t wall = wall_of(moment_cases[_i].wall) + 412;
    struct zone z;
    struct err e;
    bool ambiguous = !moment_cases[_i].ambiguous;

    ck_assert_msg(zone_init(&z, moment_cases[_i].zone, &e) == 0, "%s", e.text);
    for (int twice = 0; twice < 2; twice++) { /* asked, then remembered */
        usec_t t = zone_moment(&z, wall, &ambiguous);
        ck_assert_msg(t == moment_cases[_i].moment_s * USEC_PER_SEC + 412, "%s, %s: %lld",
                      moment_cases[_i].zone, moment_cases[_i].name,
                      (long long)(t / USEC_PER_SEC));
        ck_assert_msg(ambiguous == moment_cases[_i].ambiguous, "%s, %s",
                      moment_cases[_i].zone, moment_cases[_i].name);
    }
}
END_TEST

/* A day in steps of one minute, in every order that the cache may meet: the answers are the same
 * as those of a fresh zone. */
START_TEST(remembers_no_wrong_answer)
{
    struct zone kept;
    struct err e;

    ck_assert_int_eq(zone_init(&kept, "Europe/Paris", &e), 0);
    for (int minute = 0; minute < 3 * 24 * 60; minute += 7) {
        struct civil start = {2026, 10, 24, 0, 0, 0, 0};
        usec_t wall = clock_from_civil(&start) +
                      (usec_t)(minute * 1009 % (3 * 24 * 60)) * 60 * USEC_PER_SEC;
        struct zone fresh;
        bool a, b;
        ck_assert_int_eq(zone_init(&fresh, "Europe/Paris", &e), 0);
        ck_assert_int_eq(zone_moment(&kept, wall, &a), zone_moment(&fresh, wall, &b));
        ck_assert_int_eq(a, b);
    }
}
END_TEST

static const char *const no_zones[] = {
    "",
    "Europe/Nowhere",
    "europe",
    "Europe",
    "Europe/",
    "/etc/localtime",
    "/usr/share/zoneinfo/Europe/Paris",
    "../../../etc/passwd",
    "Europe/../Europe/Paris",
    "zone.tab",
    "CEST-2",
    "+1",
    "+1:00",
    "+01:0",
    "+01:60",
    "+19:00",
    "+99:99",
    "+010",
    "+01000",
    "+01:00 ",
    "+0a:00",
    "+00:0:",
    "UTC+1",
    "utc\n",
    "a name that is longer than any name of a zone may be, and then goes on a little",
};

START_TEST(refuses_what_is_no_zone)
{
    struct zone z;
    struct err e = {0};

    ck_assert_msg(zone_init(&z, no_zones[_i], &e) == -1, "'%s'", no_zones[_i]);
    ck_assert_msg(strstr(e.text, "time zone") != NULL, "'%s'", e.text);
}
END_TEST

START_TEST(leaves_the_environment_alone)
{
    struct civil wall = {2026, 7, 1, 12, 0, 0, 0};
    struct zone z;
    struct err e;
    bool ambiguous;

    setenv("TZ", "Asia/Tokyo", 1);
    ck_assert_int_eq(zone_init(&z, "Europe/Paris", &e), 0);
    zone_moment(&z, clock_from_civil(&wall), &ambiguous);
    ck_assert_str_eq(getenv("TZ"), "Asia/Tokyo");
    unsetenv("TZ");
    wall.day = 2;
    zone_moment(&z, clock_from_civil(&wall), &ambiguous);
    ck_assert_ptr_null(getenv("TZ"));
}
END_TEST

static const struct {
    const char *tz;
    int64_t moment_s; /* of 2026-07-01 12:00 */
} local_cases[] = {
    {"Asia/Tokyo",  1782874800},
    {":Asia/Tokyo", 1782874800},
    {"UTC",         1782907200},
};

START_TEST(takes_the_zone_of_the_environment)
{
    struct civil wall = {2026, 7, 1, 12, 0, 0, 0};
    struct zone z;
    bool ambiguous;

    setenv("TZ", local_cases[_i].tz, 1);
    zone_init_local(&z);
    ck_assert_int_eq(zone_moment(&z, clock_from_civil(&wall), &ambiguous) / USEC_PER_SEC,
                     local_cases[_i].moment_s);
}
END_TEST

Suite *zone_suite(void)
{
    Suite *s = suite_create("base/zone");
    TCase *tc = tcase_create("zone");

    tcase_add_loop_test(tc, finds_the_moment, 0, COUNT_OF(moment_cases));
    tcase_add_test(tc, remembers_no_wrong_answer);
    tcase_add_loop_test(tc, refuses_what_is_no_zone, 0, COUNT_OF(no_zones));
    tcase_add_test(tc, leaves_the_environment_alone);
    tcase_add_loop_test(tc, takes_the_zone_of_the_environment, 0, COUNT_OF(local_cases));
    suite_add_tcase(s, tc);
    return s;
}
