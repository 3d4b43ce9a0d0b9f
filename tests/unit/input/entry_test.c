/* entry.c: what a cursor says. Entries themselves: tests/e2e/journal_files.py, journal_follow.py. */
#include "suites.h"

#ifdef WITH_LIBSYSTEMD
#include "input/entry.h"

#define SERIES "00112233445566778899aabbccddeeff"
#define ENTRY  "b=ffeeddccbbaa99887766554433221100;m=7d0;t=65ee62f2978c0;x=1f"

static const struct {
    const char *cursor;
    bool is;
    uint64_t number;
    usec_t time;
} cursors[] = {
    {"s=" SERIES ";i=1;" ENTRY,                    true,  1,          1793192587000000},
    {"s=" SERIES ";i=7fffFFFF;" ENTRY,             true,  2147483647, 1793192587000000},
    {"s=" SERIES ";i=ffffffffffffffff;" ENTRY,     true,  UINT64_MAX, 1793192587000000},
    {"s=" SERIES ";i=1ffffffffffffffff;" ENTRY,    false, 0,          0               },
    {"s=" SERIES ";i=;" ENTRY,                     false, 0,          0               },
    {"s=" SERIES ";i=1g;" ENTRY,                   false, 0,          0               },
    {"s=0011;i=1;" ENTRY,                          false, 0,          0               },
    {"i=1;s=" SERIES ";" ENTRY,                    false, 0,          0               },
    {"s=" SERIES ";i=1;b=0;m=1;t=ffffffffffffffff", false, 0,          0               },
    {"s=" SERIES ";i=1",                           false, 0,          0               },
    {"",                                           false, 0,          0               },
};

START_TEST(reads_cursors)
{
    struct cursor c;

    ck_assert_msg(cursor_read(str_of(cursors[_i].cursor), &c) == cursors[_i].is, "%s",
                  cursors[_i].cursor);
    if (!cursors[_i].is)
        return;
    ck_assert(str_eq((struct str){c.series, DIGEST_HEX}, STR(SERIES)));
    ck_assert_uint_eq(c.number, cursors[_i].number);
    ck_assert_int_eq(c.time, cursors[_i].time);
    ck_assert(str_eq(c.entry, STR(ENTRY)));
}
END_TEST

START_TEST(gives_a_stream_its_origin_once)
{
    struct stream s = {0};

    entry_origin(&s, STR("no cursor"));
    ck_assert(!s.origin_known);
    entry_origin(&s, STR("s=" SERIES ";i=1;" ENTRY));
    ck_assert(s.origin_known && memcmp(s.origin, SERIES, DIGEST_HEX) == 0);
    entry_origin(&s, STR("s=ffffffffffffffffffffffffffffffff;i=1;" ENTRY));
    ck_assert(memcmp(s.origin, SERIES, DIGEST_HEX) == 0);
}
END_TEST
#endif

Suite *entry_suite(void)
{
    Suite *s = suite_create("input/entry");
    TCase *t = tcase_create("entry");

#ifdef WITH_LIBSYSTEMD
    tcase_add_loop_test(t, reads_cursors, 0, (int)(sizeof cursors / sizeof *cursors));
    tcase_add_test(t, gives_a_stream_its_origin_once);
#endif
    suite_add_tcase(s, t);
    return s;
}
