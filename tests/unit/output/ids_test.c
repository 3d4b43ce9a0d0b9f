/* output/ids.h: lines that are known again. */
#include "output/ids.h"

#include "base/buf.h"
#include "suites.h"

static const struct {
    const char *name, *a, *b;
    bool same;
} rows[] = {
    {"the same id, other fields",
     "{\"message\":\"a\",\"event\":{\"kind\":\"event\",\"id\":\"7f\"}}",              "{\"message\":\"b\",\"event\":{\"id\":\"7f\",\"kind\":\"event\"}}", true },
    {"other ids",                    "{\"message\":\"a\",\"event\":{\"id\":\"7f\"}}",
     "{\"message\":\"a\",\"event\":{\"id\":\"7e\"}}",                                                                                                     false},
    {"an id elsewhere is none",      "{\"user\":{\"id\":\"7f\"},\"message\":\"a\"}",
     "{\"user\":{\"id\":\"7f\"},\"message\":\"b\"}",                                                                                                      false},
    {"an id inside a text is none",
     "{\"message\":\"\\\"event\\\":{\\\"id\\\":\\\"7f\\\"}\"}",                       "{\"message\":\"\\\"event\\\":{\\\"id\\\":\\\"7f\\\"} b\"}",        false},
    {"an event that is no object",   "{\"event\":\"id\",\"message\":\"a\"}",
     "{\"event\":\"id\",\"message\":\"b\"}",                                                                                                              false},
    {"lines of other formats",       "CEF:0|a|b",                                     "CEF:0|a|b",                                                        true },
    {"other lines of other formats", "CEF:0|a|b",                                     "CEF:0|a|c",                                                        false},
    {"nothing",                      "",                                              "",                                                                 true },
};

START_TEST(knows_an_event_by_its_id)
{
    struct arena a;

    arena_init(&a);
    uint64_t x = ids_key(&a, str_of(rows[_i].a)), y = ids_key(&a, str_of(rows[_i].b));
    ck_assert_msg((x == y) == rows[_i].same, "%s", rows[_i].name);
    ck_assert(x != 0);
    arena_done(&a);
}
END_TEST

START_TEST(holds_what_was_added_until_it_is_taken)
{
    CLEANUP(ids_done) struct ids set = {0};

    ck_assert(!ids_has(&set, 5));
    ck_assert(!ids_take(&set, 5));
    for (uint64_t i = 1; i <= 5000; i++)
        ids_add(&set, i * 64);
    ids_add(&set, 64); /* once more */
    ck_assert_uint_eq(set.n, 5000);
    for (uint64_t i = 1; i <= 5000; i += 2)
        ck_assert(ids_take(&set, i * 64));
    for (uint64_t i = 1; i <= 5000; i++)
        ck_assert(ids_has(&set, i * 64) == (i % 2 == 0));
    for (uint64_t i = 1; i <= 5000; i++)
        ck_assert(ids_take(&set, i * 64) == (i % 2 == 0));
    ck_assert_ptr_null(set.slots);
}
END_TEST

Suite *ids_suite(void)
{
    Suite *s = suite_create("output/ids");
    TCase *tc = tcase_create("ids");

    tcase_add_loop_test(tc, knows_an_event_by_its_id, 0, COUNT_OF(rows));
    tcase_add_test(tc, holds_what_was_added_until_it_is_taken);
    suite_add_tcase(s, tc);
    return s;
}
