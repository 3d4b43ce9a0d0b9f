#include "base/num.h"

#include "suites.h"

static const struct {
    const char *name;
    struct str in;
    uint64_t max;
    bool ok;
    uint64_t value;
} whole_cases[] = {
    {"zero",                        STR_INIT("0"),                                10,         true,  0         },
    {"zeros in front",              STR_INIT("0007"),                             10,         true,  7         },
    {"exactly max",                 STR_INIT("191"),                              191,        true,  191       },
    {"one past max",                STR_INIT("192"),                              191,        false, 0         },
    {"a digit past max",            STR_INIT("1910"),                             191,        false, 0         },
    {"max zero",                    STR_INIT("0"),                                0,          true,  0         },
    {"one past max zero",           STR_INIT("1"),                                0,          false, 0         },
    {"a digit over a small max",    STR_INIT("9"),                                5,          false, 0         },
    {"two digits over a small max", STR_INIT("13"),                               5,          false, 0         },
    {"largest of 64 bits",          STR_INIT("18446744073709551615"),             UINT64_MAX, true,  UINT64_MAX},
    {"one past 64 bits",            STR_INIT("18446744073709551616"),             UINT64_MAX, false, 0         },
    {"ten times past 64 bits",      STR_INIT("184467440737095516150"),            UINT64_MAX, false, 0         },
    {"many digits",                 STR_INIT("99999999999999999999999999999999"), UINT64_MAX, false, 0         },
    {"empty",                       STR_INIT(""),                                 10,         false, 0         },
    {"absent",                      {NULL, 0},                                    10,         false, 0         },
    {"a sign",                      STR_INIT("+1"),                               10,         false, 0         },
    {"a minus",                     STR_INIT("-1"),                               10,         false, 0         },
    {"a blank in front",            STR_INIT(" 1"),                               10,         false, 0         },
    {"a blank behind",              STR_INIT("1 "),                               10,         false, 0         },
    {"NUL behind",                  STR_INIT("1\0"),                              10,         false, 0         },
    {"hex",                         STR_INIT("0x1"),                              10,         false, 0         },
};

START_TEST(reads_a_whole_number)
{
    uint64_t out = 4711;

    ck_assert_msg(num_u64(whole_cases[_i].in, whole_cases[_i].max, &out) ==
                      whole_cases[_i].ok,
                  "%s", whole_cases[_i].name);
    ck_assert_uint_eq(out, whole_cases[_i].ok ? whole_cases[_i].value : 4711);
}
END_TEST

START_TEST(takes_the_head)
{
    struct str in = STR("12ab");
    uint64_t out = 0;

    ck_assert(num_take(&in, 100, &out));
    ck_assert_uint_eq(out, 12);
    ck_assert(str_eq(in, STR("ab")));

    ck_assert(!num_take(&in, 100, &out)); /* no digit: nothing moves */
    ck_assert_uint_eq(out, 12);
    ck_assert(str_eq(in, STR("ab")));

    in = STR("123 ");
    ck_assert(!num_take(&in, 100, &out)); /* too much: nothing moves */
    ck_assert_uint_eq(out, 12);
    ck_assert(str_eq(in, STR("123 ")));
}
END_TEST

static const struct {
    const char *name;
    struct str in;
    bool ok;
} uuid_cases[] = {
    {"lower case",                STR_INIT("6f0c2b1e-7d2a-4f9b-9d3e-1a2b3c4d5e6f"),  true },
    {"upper case",                STR_INIT("6F0C2B1E-7D2A-4F9B-9D3E-1A2B3C4D5E6F"),  true },
    {"no dashes",                 STR_INIT("6f0c2b1e7d2a4f9b9d3e1a2b3c4d5e6f"),      false},
    {"a dash in the wrong place", STR_INIT("6f0c2b1-e7d2a-4f9b-9d3e-1a2b3c4d5e6f"),  false},
    {"a letter past f",           STR_INIT("6g0c2b1e-7d2a-4f9b-9d3e-1a2b3c4d5e6f"),  false},
    {"one short",                 STR_INIT("6f0c2b1e-7d2a-4f9b-9d3e-1a2b3c4d5e6"),   false},
    {"one long",                  STR_INIT("6f0c2b1e-7d2a-4f9b-9d3e-1a2b3c4d5e6f0"), false},
    {"empty",                     STR_INIT(""),                                      false},
    {"absent",                    {NULL, 0},                                         false},
};

START_TEST(knows_a_uuid)
{
    ck_assert_msg(num_is_uuid(uuid_cases[_i].in) == uuid_cases[_i].ok, "%s",
                  uuid_cases[_i].name);
}
END_TEST

START_TEST(reads_fixed_digits)
{
    ck_assert_uint_eq(num_fixed("2026", 4), 2026);
    ck_assert_uint_eq(num_fixed("07x", 2), 7);
    ck_assert_uint_eq(num_fixed("", 0), 0);
}
END_TEST

Suite *num_suite(void)
{
    Suite *s = suite_create("base/num");
    TCase *tc = tcase_create("num");

    tcase_add_loop_test(tc, reads_a_whole_number, 0, COUNT_OF(whole_cases));
    tcase_add_test(tc, takes_the_head);
    tcase_add_loop_test(tc, knows_a_uuid, 0, COUNT_OF(uuid_cases));
    tcase_add_test(tc, reads_fixed_digits);
    suite_add_tcase(s, tc);
    return s;
}
