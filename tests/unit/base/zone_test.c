#include "base/zone.h"

#include <stdlib.h>

#include "suites.h"

/* Moments by GNU date of coreutils: TZ=ZONE date -d '...' +%s. */
static const struct {
    const char *name, *zone;
    struct civil wall;
    int64_t moment_s;
    bool ambiguous;
} moment_cases[] = {
    {"UTC", "UTC", {2026, 10, 28, 14, 3, 7, 0}, 1793196187, false},
    {"Z is UTC", "Z", {2026, 10, 28, 14, 3, 7, 0}, 1793196187, false},
    {"Paris in winter", "Europe/Paris", {2026, 10, 28, 14, 3, 7, 0}, 1793192587, false},
    {"Paris in summer", "Europe/Paris", {2026, 7, 1, 12, 0, 0, 0}, 1782900000, false},
    {"last moment before an hour comes twice", "Europe/Paris", {2026, 10, 25, 1, 59, 59, 0}, 1792886399, false},
    {"an hour that comes twice, its start", "Europe/Paris", {2026, 10, 25, 2, 0, 0, 0}, 1792886400, true},
    {"an hour that comes twice: the first", "Europe/Paris", {2026, 10, 25, 2, 30, 0, 0}, 1792888200, true},
    {"an hour that comes twice, its end", "Europe/Paris", {2026, 10, 25, 2, 59, 59, 0}, 1792889999, true},
    {"the hour after", "Europe/Paris", {2026, 10, 25, 3, 0, 0, 0}, 1792893600, false},
    {"the hour before one is skipped", "Europe/Paris", {2026, 3, 29, 1, 59, 59, 0}, 1774745999, false},
    {"an hour that was skipped: the clock not yet set", "Europe/Paris", {2026, 3, 29, 2, 30, 0, 0}, 1774747800, false},
    {"the hour after one was skipped", "Europe/Paris", {2026, 3, 29, 3, 0, 0, 0}, 1774746000, false},
    {"New York, an hour twice", "America/New_York", {2026, 11, 1, 1, 30, 0, 0}, 1793511000, true},
    {"New York, an hour skipped", "America/New_York", {2026, 3, 8, 2, 30, 0, 0}, 1772955000, false},
    {"half an hour of summer time", "Australia/Lord_Howe", {2026, 4, 5, 1, 45, 0, 0}, 1775313900, true},
    {"Dublin, where winter is the exception", "Europe/Dublin", {2026, 10, 25, 1, 30, 0, 0}, 1792888200, true},
    {"Moscow, a change for ever: an hour twice", "Europe/Moscow", {2014, 10, 26, 1, 30, 0, 0}, 1414272600, true},
    {"three quarters", "Asia/Kathmandu", {2026, 1, 1, 0, 0, 0, 0}, 1767204900, false},
    {"no summer time", "Asia/Tokyo", {2026, 7, 1, 9, 0, 0, 0}, 1782864000, false},
    {"offset with colon", "+01:00", {2026, 10, 28, 14, 3, 7, 0}, 1793192587, false},
    {"offset without colon", "-0330", {2026, 10, 28, 14, 3, 7, 0}, 1793208787, false},
    {"offset of hours", "+05", {2026, 10, 28, 14, 3, 7, 0}, 1793178187, false},
    {"before 1970", "UTC", {1969, 12, 31, 23, 59, 59, 0}, -1, false},
    {"Paris before 1970", "Europe/Paris", {1969, 12, 31, 23, 59, 59, 0}, -3601, false},
};

START_TEST(finds_the_moment)
{
    struct zone z;
    struct err e;
    bool ambiguous = !moment_cases[_i].ambiguous;

    ck_assert_msg(zone_init(&z, moment_cases[_i].zone, &e) == 0, "%s", e.text);
    for (int twice = 0; twice < 2; twice++) { /* asked, then remembered */
        usec_t t = zone_moment(&z, clock_from_civil(&moment_cases[_i].wall) + 412, &ambiguous);
        ck_assert_msg(t == moment_cases[_i].moment_s * USEC_PER_SEC + 412, "%s: %lld",
                      moment_cases[_i].name, (long long)(t / USEC_PER_SEC));
        ck_assert_msg(ambiguous == moment_cases[_i].ambiguous, "%s", moment_cases[_i].name);
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
    {"Asia/Tokyo", 1782874800},
    {":Asia/Tokyo", 1782874800},
    {"UTC", 1782907200},
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
