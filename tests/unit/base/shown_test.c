#include "base/shown.h"
#include "suites.h"

static const struct {
    const char *name;
    struct str in;
    const char *out;
} cases[] = {
    {"plain", STR_INIT("a b"), "a b"},
    {"a line end", STR_INIT("a\nb"), "a/b"},
    {"a tab stays", STR_INIT("a\tb"), "a\tb"},
    {"C0 goes", STR_INIT("a\x1b[31m\r\x07\0b"), "a[31mb"},
    {"DEL goes", STR_INIT("a\x7f"
                          "b"),
     "ab"},
    {"C1 goes", STR_INIT("a\xC2\x9B"
                         "b"),
     "ab"},
    {"UTF-8 stays", STR_INIT("\xC3\xA9\xE2\x82\xAC"), "\xC3\xA9\xE2\x82\xAC"},
    {"bytes that are none go", STR_INIT("a\xFF\xE2\x82z"), "az"},
    {"override", STR_INIT("a\xE2\x80\xAEz"), "a\\u202ez"},
    {"isolate", STR_INIT("\xE2\x81\xA6z\xE2\x81\xA9"), "\\u2066z\\u2069"},
    {"marks", STR_INIT("\xE2\x80\x8E\xE2\x80\x8F\xD8\x9C"), "\\u200e\\u200f\\u061c"},
    {"letters beside them stay", STR_INIT("\xE2\x80\xAF\xE2\x81\xAA\xD8\x9B"),
     "\xE2\x80\xAF\xE2\x81\xAA\xD8\x9B"},
};

START_TEST(shows)
{
    CLEANUP(buf_done) struct buf out = {0};

    shown_add(&out, cases[_i].in, STR("/"));
    ck_assert_msg(str_eq(buf_str(&out), str_of(cases[_i].out)), "%s: %s", cases[_i].name,
                  buf_z(&out));
}
END_TEST

Suite *shown_suite(void)
{
    Suite *s = suite_create("base/shown");
    TCase *tc = tcase_create("shows");

    tcase_add_loop_test(tc, shows, 0, COUNT_OF(cases));
    suite_add_tcase(s, tc);
    return s;
}
