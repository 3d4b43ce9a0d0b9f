#include "base/utf8.h"

#include "suites.h"

/* The edges of the table in RFC 3629, section 4. */
static const struct {
    const char *name;
    struct str in;
    size_t len;
} len_cases[] = {
    {"nothing",                        STR_INIT(""),                     0},
    {"U+0000",                         STR_INIT("\0"),                   1},
    {"U+007F",                         STR_INIT("\x7f"),                 1},
    {"a tail byte alone, lowest",      STR_INIT("\x80"),                 0},
    {"a tail byte alone, highest",     STR_INIT("\xbf"),                 0},
    {"C0, overlong",                   STR_INIT("\xc0\x80"),             0},
    {"C1, overlong",                   STR_INIT("\xc1\xbf"),             0},
    {"U+0080",                         STR_INIT("\xc2\x80"),             2},
    {"U+07FF",                         STR_INIT("\xdf\xbf"),             2},
    {"two bytes, the second too low",  STR_INIT("\xc2\x7f"),             0},
    {"two bytes, the second too high", STR_INIT("\xc2\xc0"),             0},
    {"two bytes, cut",                 STR_INIT("\xc2"),                 0},
    {"E0, overlong",                   STR_INIT("\xe0\x9f\xbf"),         0},
    {"U+0800",                         STR_INIT("\xe0\xa0\x80"),         3},
    {"U+1000",                         STR_INIT("\xe1\x80\x80"),         3},
    {"U+CFFF",                         STR_INIT("\xec\xbf\xbf"),         3},
    {"U+D7FF",                         STR_INIT("\xed\x9f\xbf"),         3},
    {"U+D800, a surrogate",            STR_INIT("\xed\xa0\x80"),         0},
    {"U+DFFF, a surrogate",            STR_INIT("\xed\xbf\xbf"),         0},
    {"U+E000",                         STR_INIT("\xee\x80\x80"),         3},
    {"U+FFFF",                         STR_INIT("\xef\xbf\xbf"),         3},
    {"three bytes, the third wrong",   STR_INIT("\xe1\x80\x7f"),         0},
    {"three bytes, cut after two",     STR_INIT("\xe1\x80"),             0},
    {"three bytes, cut after one",     STR_INIT("\xe1"),                 0},
    {"F0, overlong",                   STR_INIT("\xf0\x8f\xbf\xbf"),     0},
    {"U+10000",                        STR_INIT("\xf0\x90\x80\x80"),     4},
    {"U+40000",                        STR_INIT("\xf1\x80\x80\x80"),     4},
    {"U+FFFFF",                        STR_INIT("\xf3\xbf\xbf\xbf"),     4},
    {"U+10FFFF",                       STR_INIT("\xf4\x8f\xbf\xbf"),     4},
    {"U+110000",                       STR_INIT("\xf4\x90\x80\x80"),     0},
    {"F5",                             STR_INIT("\xf5\x80\x80\x80"),     0},
    {"FE",                             STR_INIT("\xfe"),                 0},
    {"FF",                             STR_INIT("\xff"),                 0},
    {"four bytes, the third wrong",    STR_INIT("\xf1\x80\xc0\x80"),     0},
    {"four bytes, the fourth wrong",   STR_INIT("\xf1\x80\x80\xc0"),     0},
    {"four bytes, cut after three",    STR_INIT("\xf1\x80\x80"),         0},
    {"five bytes",                     STR_INIT("\xf8\x88\x80\x80\x80"), 0},
    {"what follows does not count",    STR_INIT("\xc2\x80\xff"),         2},
};

START_TEST(measures_a_sequence)
{
    ck_assert_msg(utf8_len(len_cases[_i].in, 0) == len_cases[_i].len, "%s",
                  len_cases[_i].name);
}
END_TEST

START_TEST(measures_in_the_middle)
{
    ck_assert_uint_eq(utf8_len(STR("a\xc3\xa4z"), 1), 2);
    ck_assert_uint_eq(utf8_len(STR("a\xc3\xa4z"), 2), 0);
    ck_assert_uint_eq(utf8_len(STR("a\xc3\xa4z"), 3), 1);
    ck_assert_uint_eq(utf8_len(STR("a"), 1), 0);
}
END_TEST

/* Every code point that may be encoded is one sequence of its own length; no other is. */
START_TEST(agrees_with_the_encoder)
{
    unsigned wrong = 0; /* one assertion for all: each costs a write */

    for (unsigned c = 0; c <= 0x110400 && !wrong; c++) {
        char b[4];
        size_t n;
        if (c < 0x80) {
            b[0] = (char)c, n = 1;
        } else if (c < 0x800) {
            b[0] = (char)(0xC0 | c >> 6), b[1] = (char)(0x80 | (c & 63)), n = 2;
        } else if (c < 0x10000) {
            b[0] = (char)(0xE0 | c >> 12), b[1] = (char)(0x80 | (c >> 6 & 63));
            b[2] = (char)(0x80 | (c & 63)), n = 3;
        } else {
            b[0] = (char)(0xF0 | c >> 18), b[1] = (char)(0x80 | (c >> 12 & 63));
            b[2] = (char)(0x80 | (c >> 6 & 63)), b[3] = (char)(0x80 | (c & 63)), n = 4;
        }
        bool valid = (c < 0xD800 || c > 0xDFFF) && c <= 0x10FFFF;
        if (utf8_len((struct str){b, n}, 0) != (valid ? n : 0))
            wrong = c ? c : UINT32_MAX;
    }
    ck_assert_msg(wrong == 0, "U+%04X", wrong);
}
END_TEST

static const struct {
    const char *name;
    struct str in;
    size_t limit, n;
} head_cases[] = {
    {"shorter than the limit",               STR_INIT("abc"),               5, 3},
    {"as long as the limit",                 STR_INIT("abc"),               3, 3},
    {"ASCII",                                STR_INIT("abcdef"),            3, 3},
    {"between characters",                   STR_INIT("a\xc3\xa4z"),        3, 3},
    {"in a character of two",                STR_INIT("a\xc3\xa4z"),        2, 1},
    {"in a character of four, behind one",   STR_INIT("\xf0\x90\x80\x80z"), 1, 0},
    {"in a character of four, behind three", STR_INIT("\xf0\x90\x80\x80z"), 3, 0},
    {"limit zero",                           STR_INIT("abc"),               0, 0},
    {"limit zero in the middle of nothing",  STR_INIT("\xc3\xa4"),          0, 0},
    {"absent",                               {NULL, 0},                     3, 0},
};

START_TEST(cuts_between_characters)
{
    struct str out = utf8_head(head_cases[_i].in, head_cases[_i].limit);

    ck_assert_msg(out.n == head_cases[_i].n, "%s: %zu", head_cases[_i].name, out.n);
    ck_assert_ptr_eq(out.p, head_cases[_i].in.p);
}
END_TEST

/* Bytes that are no UTF-8 do not make the cut run back without end. */
START_TEST(cuts_what_is_no_utf8)
{
    struct str out = utf8_head(STR("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"), 8);

    ck_assert_uint_ge(out.n, 4);
    ck_assert_uint_le(out.n, 8);
}
END_TEST

Suite *utf8_suite(void)
{
    Suite *s = suite_create("base/utf8");
    TCase *tc = tcase_create("utf8");

    tcase_add_loop_test(tc, measures_a_sequence, 0, COUNT_OF(len_cases));
    tcase_add_test(tc, measures_in_the_middle);
    tcase_add_test(tc, agrees_with_the_encoder);
    tcase_add_loop_test(tc, cuts_between_characters, 0, COUNT_OF(head_cases));
    tcase_add_test(tc, cuts_what_is_no_utf8);
    suite_add_tcase(s, tc);
    return s;
}
