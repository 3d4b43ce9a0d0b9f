#include "base/offset.h"

#include "suites.h"

static const struct {
    const char *name, *text;
    size_t n;
    int64_t seconds;
} cases[] = {
    {"UTC",                   "Z",       1, 0     },
    {"with colon",            "+01:30",  6, 5400  },
    {"without",               "-0330",   5, -12600},
    {"of hours",              "+02",     3, 7200  },
    {"text behind",           "+02 x",   3, 7200  },
    {"a colon behind",        "+02: x",  3, 7200  },
    {"the largest",           "+18:59",  6, 68340 },
    {"an hour too far",       "+19:00",  0, -1    },
    {"no such minute",        "+01:60",  0, -1    },
    {"no such minute either", "-0199",   0, -1    },
    {"neither",               "+99:99",  0, -1    },
    {"one digit",             "+1",      0, -1    },
    {"one digit and a colon", "+1:00",   0, -1    },
    {"three digits",          "+010",    0, -1    },
    {"half a minute",         "+01:0",   0, -1    },
    {"five digits",           "+01000",  0, -1    },
    {"five with colon",       "+01:000", 0, -1    },
    {"no digits",             "+ab",     0, -1    },
    {"no sign",               "01:00",   0, -1    },
    {"empty",                 "",        0, -1    },
};

START_TEST(reads_an_offset)
{
    int64_t seconds = -1;
    size_t n = offset_read(str_of(cases[_i].text), &seconds);

    ck_assert_msg(n == cases[_i].n, "%s: %zu", cases[_i].name, n);
    ck_assert_int_eq(seconds, cases[_i].seconds);
}
END_TEST

Suite *offset_suite(void)
{
    Suite *s = suite_create("base/offset");
    TCase *tc = tcase_create("offset");

    tcase_add_loop_test(tc, reads_an_offset, 0, COUNT_OF(cases));
    suite_add_tcase(s, tc);
    return s;
}
