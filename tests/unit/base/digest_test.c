#include "base/digest.h"

#include "suites.h"

static void hex_of(struct str s, char out[DIGEST_HEX + 1])
{
    struct digest *d = digest_new();

    digest_start(d);
    digest_add(d, s);
    digest_hex(d, out);
    out[DIGEST_HEX] = 0;
    digest_free(d);
}

START_TEST(knows_the_empty_text)
{
    char hex[DIGEST_HEX + 1];

    hex_of(STR(""), hex);
    ck_assert_str_eq(hex, "99aa06d3014798d86001c324468d497f"); /* xxhsum -H2 of nothing */
    hex_of((struct str){NULL, 0}, hex);
    ck_assert_str_eq(hex, "99aa06d3014798d86001c324468d497f");
}
END_TEST

START_TEST(pieces_make_the_same_as_the_whole)
{
    char text[1000], whole[DIGEST_HEX + 1], pieces[DIGEST_HEX + 1] = "";

    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)(i * 37);
    hex_of((struct str){text, sizeof text}, whole);
    for (size_t step = 1; step < sizeof text; step += 13) {
        struct digest *d = digest_new();
        for (size_t at = 0; at < sizeof text; at += step) {
            size_t left = sizeof text - at;
            digest_add(d, (struct str){text + at, left < step ? left : step});
        }
        digest_hex(d, pieces);
        digest_free(d);
        ck_assert_str_eq(pieces, whole);
    }
}
END_TEST

START_TEST(fields_do_not_run_together)
{
    char a[DIGEST_HEX], b[DIGEST_HEX], c[DIGEST_HEX];
    struct digest *d = digest_new();

    digest_field(d, STR("ab"));
    digest_field(d, STR("c"));
    digest_hex(d, a);
    digest_start(d);
    digest_field(d, STR("a"));
    digest_field(d, STR("bc"));
    digest_hex(d, b);
    digest_start(d);
    digest_add(d, STR("ab\0c\0"));
    digest_hex(d, c);
    digest_free(d);
    ck_assert_mem_ne(a, b, DIGEST_HEX);
    ck_assert_mem_eq(a, c, DIGEST_HEX);
}
END_TEST

START_TEST(starts_anew)
{
    char a[DIGEST_HEX + 1], b[DIGEST_HEX + 1];
    struct digest *d = digest_new();

    digest_add(d, STR("something before"));
    digest_start(d);
    digest_add(d, STR("text"));
    digest_hex(d, a);
    digest_hex(d, b); /* asking changes nothing */
    digest_free(d);
    ck_assert_mem_eq(a, b, DIGEST_HEX);
    hex_of(STR("text"), b);
    ck_assert_mem_eq(a, b, DIGEST_HEX);
    digest_free(NULL);
}
END_TEST

Suite *digest_suite(void)
{
    Suite *s = suite_create("base/digest");
    TCase *tc = tcase_create("digest");

    tcase_add_test(tc, knows_the_empty_text);
    tcase_add_test(tc, pieces_make_the_same_as_the_whole);
    tcase_add_test(tc, fields_do_not_run_together);
    tcase_add_test(tc, starts_anew);
    suite_add_tcase(s, tc);
    return s;
}
