#include "base/str.h"

#include "suites.h"

static const struct {
    const char *name;
    struct str in, needle;
    size_t from, at;
} find_cases[] = {
    {"at the start",                  STR_INIT("abcabc"),  STR_INIT("abc"), 0, 0       },
    {"from the first byte of it",     STR_INIT("abcabc"),  STR_INIT("abc"), 3, 3       },
    {"behind the first",              STR_INIT("abcabc"),  STR_INIT("abc"), 1, 3       },
    {"not there",                     STR_INIT("abcabc"),  STR_INIT("abd"), 0, STR_NONE},
    {"longer than the text",          STR_INIT("ab"),      STR_INIT("abc"), 0, STR_NONE},
    {"one byte too few left",         STR_INIT("abc"),     STR_INIT("abc"), 1, STR_NONE},
    {"an empty needle is everywhere", STR_INIT("abc"),     STR_INIT(""),    2, 2       },
    {"an empty needle at the end",    STR_INIT("abc"),     STR_INIT(""),    3, 3       },
    {"from behind the end",           STR_INIT("abc"),     STR_INIT(""),    4, STR_NONE},
    {"in an absent text",             {NULL, 0},           STR_INIT("a"),   0, STR_NONE},
    {"with NUL",                      STR_INIT("a\0b\0c"), STR_INIT("\0c"), 0, 3       },
};

START_TEST(finds_a_text)
{
    ck_assert_msg(str_find(find_cases[_i].in, find_cases[_i].needle,
                           find_cases[_i].from) == find_cases[_i].at,
                  "%s", find_cases[_i].name);
}
END_TEST

START_TEST(finds_a_byte)
{
    struct str s = STR("a\0b,c,d");

    ck_assert_uint_eq(str_chr(s, ',', 0), 3);
    ck_assert_uint_eq(str_chr(s, ',', 4), 5);
    ck_assert_uint_eq(str_chr(s, ',', 6), STR_NONE);
    ck_assert_uint_eq(str_chr(s, ',', 7), STR_NONE);
    ck_assert_uint_eq(str_chr(s, ',', 99), STR_NONE);
    ck_assert_uint_eq(str_chr(s, 0, 0), 1);
    ck_assert_uint_eq(str_chr((struct str){NULL, 0}, 'a', 0), STR_NONE);
    ck_assert_uint_eq(str_rchr(s, ','), 5);
    ck_assert_uint_eq(str_rchr(s, 'a'), 0);
    ck_assert_uint_eq(str_rchr(s, 'z'), STR_NONE);
    ck_assert_uint_eq(str_rchr((struct str){NULL, 0}, 'a'), STR_NONE);
}
END_TEST

START_TEST(cuts_piece_by_piece)
{
    struct str in = STR("a,,b"), out = STR("untouched");

    ck_assert(str_cut(&in, ',', &out));
    ck_assert(str_eq(out, STR("a")));
    ck_assert(str_cut(&in, ',', &out));
    ck_assert(str_eq(out, STR("")));
    ck_assert(str_cut(&in, ',', &out));
    ck_assert(str_eq(out, STR("b")));
    ck_assert(!str_cut(&in, ',', &out));
    ck_assert(str_eq(out, STR("b")));
}
END_TEST

/* A separator at the end leaves nothing behind it: an empty last piece is not given. */
START_TEST(cut_ends_with_the_last_byte)
{
    struct str in = STR("a,"), out;

    ck_assert(str_cut(&in, ',', &out));
    ck_assert(str_eq(out, STR("a")));
    ck_assert(!str_cut(&in, ',', &out));
}
END_TEST

static const struct {
    struct str in, out;
} trim_cases[] = {
    {STR_INIT(" \t\r\n a b \r\n"), STR_INIT("a b")},
    {STR_INIT("a"),                STR_INIT("a")  },
    {STR_INIT(" \n\t\r "),         STR_INIT("")   },
    {STR_INIT(""),                 STR_INIT("")   },
    {{NULL, 0},                    STR_INIT("")   },
    {STR_INIT("\0 "),              STR_INIT("\0") },
};

START_TEST(trims)
{
    ck_assert(str_eq(str_trim(trim_cases[_i].in), trim_cases[_i].out));
}
END_TEST

static const struct {
    struct str in, out;
} line_cases[] = {
    {STR_INIT("a\nb\nc"), STR_INIT("a")    },
    {STR_INIT("a b"),     STR_INIT("a b")  },
    {STR_INIT("a\n"),     STR_INIT("a")    },
    {STR_INIT("a\r\nb"),  STR_INIT("a\r")  },
    {STR_INIT("\na"),     STR_INIT("")     },
    {STR_INIT("a\0b\nc"), STR_INIT("a\0b") },
    {{NULL, 0},           STR_INIT("")     },
};

START_TEST(gives_the_first_line)
{
    ck_assert(str_eq(str_line(line_cases[_i].in), line_cases[_i].out));
}
END_TEST

START_TEST(compares)
{
    struct str none = {NULL, 0};

    ck_assert(str_eq(none, STR("")));
    ck_assert(!str_eq(STR("a"), STR("b")));
    ck_assert(!str_eq(STR("a"), STR("ab")));
    ck_assert(str_eq(STR("a\0b"), STR("a\0b")));
    ck_assert(!str_eq(STR("a\0b"), STR("a\0c")));

    ck_assert(str_starts(STR("abc"), STR("ab")));
    ck_assert(str_starts(none, none));
    ck_assert(!str_starts(STR("a"), STR("ab")));
    ck_assert(str_ends(STR("abc"), STR("bc")));
    ck_assert(str_ends(STR("abc"), none));
    ck_assert(!str_ends(STR("c"), STR("bc")));

    ck_assert_int_lt(str_cmp(STR("a"), STR("ab")), 0);
    ck_assert_int_gt(str_cmp(STR("b"), STR("ab")), 0);
    ck_assert_int_eq(str_cmp(none, STR("")), 0);
    ck_assert_int_gt(str_cmp(STR("\xff"), STR("a")), 0);

    ck_assert(str_eq_nocase(STR("WaRn"), STR("warn")));
    ck_assert(!str_eq_nocase(STR("warn"), STR("warm")));
    ck_assert(!str_eq_nocase(STR("[\\]^"),
                             STR("{|}~"))); /* no letters, 32 apart as these are */
    ck_assert(!str_eq_nocase(STR("\xc4"), STR("\xe4"))); /* ASCII only */
    ck_assert(str_eq_nocase(none, STR("")));
}
END_TEST

START_TEST(makes_slices)
{
    ck_assert_uint_eq(str_of(NULL).n, 0);
    ck_assert_ptr_null(str_of(NULL).p);
    ck_assert_uint_eq(str_of("abc").n, 3);
    ck_assert(str_eq(str_from(STR("abc"), 1), STR("bc")));
    ck_assert(str_eq(str_from(STR("abc"), 3), STR("")));
    ck_assert(str_eq(str_head(STR("abc"), 2), STR("ab")));
}
END_TEST

Suite *str_suite(void)
{
    Suite *s = suite_create("base/str");
    TCase *tc = tcase_create("str");

    tcase_add_loop_test(tc, finds_a_text, 0, COUNT_OF(find_cases));
    tcase_add_test(tc, finds_a_byte);
    tcase_add_test(tc, cuts_piece_by_piece);
    tcase_add_test(tc, cut_ends_with_the_last_byte);
    tcase_add_loop_test(tc, trims, 0, COUNT_OF(trim_cases));
    tcase_add_loop_test(tc, gives_the_first_line, 0, COUNT_OF(line_cases));
    tcase_add_test(tc, compares);
    tcase_add_test(tc, makes_slices);
    suite_add_tcase(s, tc);
    return s;
}
