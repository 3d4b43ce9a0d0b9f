/* config/nearest.h: how far one word is from another. */
#include "config/nearest.h"

#include "suites.h"

static const struct {
    const char *name, *a, *b;
    size_t distance;
} rows[] = {
    {"the same",        "state",  "state",  0},
    {"one changed",     "state",  "statt",  1},
    {"one too many",    "sstate", "state",  1},
    {"one is missing",  "stat",   "state",  1},
    {"two are swapped", "satte",  "state",  2},
    {"nothing",         "",       "state",  5},
    {"another word",    "rules",  "inputs", 5},
};

START_TEST(counts_letters)
{
    ck_assert_msg(nearest_distance(str_of(rows[_i].a), str_of(rows[_i].b)) ==
                      rows[_i].distance,
                  "%s", rows[_i].name);
    ck_assert_uint_eq(nearest_distance(str_of(rows[_i].b), str_of(rows[_i].a)),
                      rows[_i].distance);
}
END_TEST

START_TEST(a_very_long_word_is_near_to_none)
{
    char word[NEAREST_WORD_BYTES + 1];

    memset(word, 'a', sizeof word);
    ck_assert(nearest_distance((struct str){word, sizeof word}, STR("a")) == SIZE_MAX);
    ck_assert_uint_eq(nearest_distance((struct str){word, sizeof word - 1}, STR("a")),
                      NEAREST_WORD_BYTES - 1);
}
END_TEST

Suite *nearest_suite(void)
{
    Suite *s = suite_create("config/nearest");
    TCase *tc = tcase_create("nearest");

    tcase_add_loop_test(tc, counts_letters, 0, COUNT_OF(rows));
    tcase_add_test(tc, a_very_long_word_is_near_to_none);
    suite_add_tcase(s, tc);
    return s;
}
