/* config/value.h: sizes, spans of time, yes and no, dates. */
#include "config/value.h"

#include "suites.h"

static const struct {
    const char *text;
    bool ok;
    uint64_t bytes;
} sizes[] = {
    {"0",                   true,  0                   },
    {"4096",                true,  4096                },
    {"1B",                  true,  1                   },
    {"64KiB",               true,  65536               },
    {"100MiB",              true,  UINT64_C(104857600) },
    {"1 GiB",               true,  UINT64_C(1073741824)},
    {"1gib",                true,  UINT64_C(1073741824)},
    {"2T",                  true,  UINT64_C(2) << 40   },
    {"1G",                  true,  UINT64_C(1073741824)},
    {"1GB",                 true,  UINT64_C(1000000000)},
    {"20kB",                true,  20000               },
    {"9223372036854775807", true,  INT64_MAX           },
    {"9223372036854775808", false, 0                   },
    {"9000000TiB",          false, 0                   },
    {"",                    false, 0                   },
    {"MiB",                 false, 0                   },
    {"-1",                  false, 0                   },
    {"1.5GiB",              false, 0                   },
    {"1 GiB a day",         false, 0                   },
    {"1Gib/s",              false, 0                   },
    {"1PiB",                false, 0                   },
    {" 1",                  false, 0                   },
};

START_TEST(reads_sizes)
{
    uint64_t v = 77;

    ck_assert_msg(value_size(str_of(sizes[_i].text), &v) == sizes[_i].ok, "%s",
                  sizes[_i].text);
    ck_assert_uint_eq(v, sizes[_i].ok ? sizes[_i].bytes : 77);
}
END_TEST

static const struct {
    const char *text;
    bool ok;
    usec_t span;
} spans[] = {
    {"0",                  true,  0                        },
    {"0s",                 true,  0                        },
    {"500us",              true,  500                      },
    {"500ms",              true,  500000                   },
    {"30s",                true,  30 * USEC_PER_SEC        },
    {"5m",                 true,  300 * USEC_PER_SEC       },
    {"5min",               true,  300 * USEC_PER_SEC       },
    {"1h30m",              true,  5400 * USEC_PER_SEC      },
    {"1h 30m",             true,  5400 * USEC_PER_SEC      },
    {"5 m",                true,  300 * USEC_PER_SEC       },
    {"30d",                true,  30 * 86400 * USEC_PER_SEC},
    {"2w",                 true,  14 * 86400 * USEC_PER_SEC},
    {"5",                  false, 0                        },
    {"5M",                 false, 0                        },
    {"",                   false, 0                        },
    {"m",                  false, 0                        },
    {"1h30",               false, 0                        },
    {"-5m",                false, 0                        },
    {"1.5h",               false, 0                        },
    {"5 minutes",          false, 0                        },
    {"20000000w",          false, 0                        },
    {"15000000w15000000w", false, 0                        },
};

START_TEST(reads_spans)
{
    usec_t v = 77;

    ck_assert_msg(value_span(str_of(spans[_i].text), &v) == spans[_i].ok, "%s",
                  spans[_i].text);
    ck_assert_int_eq(v, spans[_i].ok ? spans[_i].span : 77);
}
END_TEST

static const struct {
    const char *text;
    bool ok, value;
} bools[] = {
    {"yes",   true,  true },
    {"true",  true,  true },
    {"On",    true,  true },
    {"no",    true,  false},
    {"FALSE", true,  false},
    {"off",   true,  false},
    {"1",     false, false},
    {"",      false, false},
    {"y",     false, false},
};

START_TEST(reads_yes_and_no)
{
    bool v = !bools[_i].value;

    ck_assert_msg(value_bool(str_of(bools[_i].text), &v) == bools[_i].ok, "%s",
                  bools[_i].text);
    ck_assert(v == (bools[_i].ok ? bools[_i].value : !bools[_i].value));
}
END_TEST

static const struct {
    const char *text, *iso; /* NULL: no date */
} dates[] = {
    {"2027-01-31",                "2027-01-31T00:00:00.000Z"},
    {"2028-02-29",                "2028-02-29T00:00:00.000Z"},
    {"2027-01-31T14:05",          "2027-01-31T14:05:00.000Z"},
    {"2027-01-31 14:05:09",       "2027-01-31T14:05:09.000Z"},
    {"2027-01-31T14:05Z",         "2027-01-31T14:05:00.000Z"},
    {"2027-01-31T00:30:00+01:00", "2027-01-30T23:30:00.000Z"},
    {"2027-02-29",                NULL                      },
    {"2027-13-01",                NULL                      },
    {"2027-1-1",                  NULL                      },
    {"31.01.2027",                NULL                      },
    {"2027-01-31T25:00",          NULL                      },
    {"2027-01-31T14",             NULL                      },
    {"2027-01-31Z",               NULL                      },
    {"2027-01-31T14:05 CET",      NULL                      },
    {"",                          NULL                      },
};

START_TEST(reads_dates)
{
    CLEANUP(buf_done) struct buf iso = {0};
    usec_t t = 77;

    ck_assert_msg(value_date(str_of(dates[_i].text), &t) == !!dates[_i].iso, "%s",
                  dates[_i].text);
    if (!dates[_i].iso) {
        ck_assert_int_eq(t, 77);
        return;
    }
    clock_iso(&iso, t);
    ck_assert_str_eq(buf_z(&iso), dates[_i].iso);
}
END_TEST

START_TEST(shows_the_shortest_that_reads_as_the_same)
{
    CLEANUP(buf_done) struct buf b = {0};

    value_show_size(&b, 0);
    buf_char(&b, ' ');
    value_show_size(&b, 100 << 20);
    buf_char(&b, ' ');
    value_show_size(&b, 1000);
    buf_char(&b, ' ');
    value_show_span(&b, 0);
    buf_char(&b, ' ');
    value_show_span(&b, 90 * USEC_PER_SEC);
    buf_char(&b, ' ');
    value_show_span(&b, 28 * 86400 * USEC_PER_SEC);
    buf_char(&b, ' ');
    value_show_span(&b, 1500);
    ck_assert_str_eq(buf_z(&b), "0 100MiB 1000B 0 90s 4w 1500us");
}
END_TEST

Suite *value_suite(void)
{
    Suite *s = suite_create("config/value");
    TCase *tc = tcase_create("value");

    tcase_add_loop_test(tc, reads_sizes, 0, COUNT_OF(sizes));
    tcase_add_loop_test(tc, reads_spans, 0, COUNT_OF(spans));
    tcase_add_loop_test(tc, reads_yes_and_no, 0, COUNT_OF(bools));
    tcase_add_loop_test(tc, reads_dates, 0, COUNT_OF(dates));
    tcase_add_test(tc, shows_the_shortest_that_reads_as_the_same);
    suite_add_tcase(s, tc);
    return s;
}
