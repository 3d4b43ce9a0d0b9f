#include <stdio.h>

#include "render/writer.h"
#include "suites.h"

static const struct {
    const char *name;
    struct str value;
    size_t limit;
    const char *expect; /* the whole document {"k":…} */
    bool cut;
} text_cases[] = {
    {"plain", STR_INIT("abc"), 10, "{\"k\":\"abc\"}", false},
    {"quote and backslash", STR_INIT("a\"b\\c"), 10, "{\"k\":\"a\\\"b\\\\c\"}", false},
    {"newline and tab stay", STR_INIT("a\nb\tc"), 10, "{\"k\":\"a\\nb\\tc\"}", false},
    {"other controls go", STR_INIT("a\x1b\r\x01z"), 20, "{\"k\":\"az\"}", false},
    {"a colour goes whole", STR_INIT("a\x1b[01;31mz\x1b[m"), 20, "{\"k\":\"az\"}", false},
    {"half a colour does not", STR_INIT("a\x1b[01;31"), 20, "{\"k\":\"a[01;31\"}", false},
    {"C1 controls go", STR_INIT("a\xC2\x9B" "31mz\xC2\x80"), 20, "{\"k\":\"a31mz\"}", false},
    {"what follows C1 stays", STR_INIT("a\xC2\xA0z"), 20, "{\"k\":\"a\xC2\xA0z\"}", false},
    {"nothing but C1 is absent", STR_INIT("\xC2\x9B\x01"), 10, "{}", false},
    {"NUL goes", STR_INIT("a\0z"), 10, "{\"k\":\"az\"}", false},
    {"UTF-8 stays", STR_INIT("\xC3\xA9\xE2\x82\xAC"), 20, "{\"k\":\"\xC3\xA9\xE2\x82\xAC\"}", false},
    {"a lone byte is repaired", STR_INIT("a\xFFz"), 20, "{\"k\":\"a\xEF\xBF\xBDz\"}", false},
    {"half a character is repaired", STR_INIT("a\xE2\x82"), 20,
     "{\"k\":\"a\xEF\xBF\xBD\xEF\xBF\xBD\"}", false},
    {"at the limit", STR_INIT("abcdef"), 6, "{\"k\":\"abcdef\"}", false},
    {"one over", STR_INIT("abcdefg"), 6, "{\"k\":\"abc\xE2\x80\xA6\"}", true},
    {"no character is split", STR_INIT("ab\xE2\x82\xAC\xE2\x82\xAC"), 7,
     "{\"k\":\"ab\xE2\x80\xA6\"}", true},
    {"repair counts before the cut", STR_INIT("\xFF\xFF\xFF\xFF"), 10,
     "{\"k\":\"\xEF\xBF\xBD\xEF\xBF\xBD\xE2\x80\xA6\"}", true},
    {"empty is absent", STR_INIT(""), 10, "{}", false},
    {"nothing but controls is absent", STR_INIT("\x1b\x01"), 10, "{}", false},
};

START_TEST(writes_text)
{
    CLEANUP(buf_done) struct buf out = {0};
    struct writer j;

    writer_start(&j, &out);
    writer_text(&j, STR("k"), text_cases[_i].value, text_cases[_i].limit, STR("name"));
    writer_end(&j);
    ck_assert_msg(strcmp(buf_z(&out), text_cases[_i].expect) == 0, "%s: %s", text_cases[_i].name,
                  buf_z(&out));
    ck_assert_msg((j.cut_count == 1) == text_cases[_i].cut, "%s: cut", text_cases[_i].name);
}
END_TEST

START_TEST(objects_without_members_leave_no_trace)
{
    CLEANUP(buf_done) struct buf out = {0};
    struct writer j;

    writer_start(&j, &out);
    writer_u64(&j, STR("n"), 7);
    writer_open(&j, STR("a"));
    writer_open(&j, STR("b"));
    writer_text(&j, STR("t"), STR(""), 10, STR("t"));
    writer_close(&j);
    writer_close(&j);
    writer_open(&j, STR("c"));
    writer_open(&j, STR("d"));
    writer_word(&j, STR("e"), STR("x"));
    writer_close(&j);
    writer_true(&j, STR("f"));
    writer_close(&j);
    writer_open_list(&j, STR("l"));
    writer_item_word(&j, STR("1"));
    writer_item(&j, STR("\""), 10, STR("l"));
    writer_close_list(&j);
    writer_end(&j);
    ck_assert_str_eq(buf_z(&out),
                     "{\"n\":7,\"c\":{\"d\":{\"e\":\"x\"},\"f\":true},\"l\":[\"1\",\"\\\"\"]}");
}
END_TEST

START_TEST(a_cut_is_named_once)
{
    CLEANUP(buf_done) struct buf out = {0};
    struct writer j;

    writer_start(&j, &out);
    writer_text(&j, STR("a"), STR("0123456789"), 4, STR("a"));
    writer_text(&j, STR("b"), STR("0123456789"), 4, STR("a"));
    writer_end(&j);
    ck_assert_uint_eq(j.cut_count, 1);
}
END_TEST

Suite *writer_suite(void)
{
    Suite *s = suite_create("render/writer");
    TCase *tc = tcase_create("writer");

    tcase_add_loop_test(tc, writes_text, 0, (int)COUNT_OF(text_cases));
    tcase_add_test(tc, objects_without_members_leave_no_trace);
    tcase_add_test(tc, a_cut_is_named_once);
    suite_add_tcase(s, tc);
    return s;
}
