/* journal_source.c: the streams of a journal, and what their marks say. */
#include "suites.h"

#ifdef WITH_LIBSYSTEMD
#include <stdio.h>

#include "input/journal_source.h"

enum { MANY = JOURNAL_SOURCES + 40, KEY = 48, MARK = 160 };

/* Of series n. */
static struct str cursor(char out[MARK], unsigned n)
{
    snprintf(out, MARK, "s=%032x;i=%x;b=%032x;m=1;t=65ee62f2978c0;x=1f", n + 1, n + 7, 5U);
    return str_of(out);
}

START_TEST(the_last_mark_holds)
{
    struct feed_mark marks[] = {
        {STR("a"), STR("12 one")  },
        {STR("b"), STR("14 <two") },
        {STR("c"), STR("13 three")},
        {STR("d"), STR("broken")  },
        {STR("e"), STR("")        },
    };
    struct journal_sources x = {0};
    struct journal_place p = {0};
    CLEANUP(buf_done) struct buf text = {0};

    journal_sources_init(&x, marks, COUNT_OF(marks), &p);
    ck_assert_uint_eq(x.n, COUNT_OF(marks));
    ck_assert(str_eq(buf_str(&p.cursor), STR("two")));
    ck_assert(p.before);
    ck_assert_uint_eq(p.passed, 14);
    journal_place_write(&p, &text);
    ck_assert(str_eq(buf_str(&text), STR("14 <two")));
    journal_sources_done(&x);
    buf_done(&p.cursor);
}
END_TEST

START_TEST(the_longest_silent_ends)
{
    struct journal_sources x = {0};
    struct journal_place p = {0};
    struct journal_source *s;
    char text[MARK];
    unsigned ended = 0;

    journal_sources_init(&x, NULL, 0, &p);
    for (unsigned n = 0; n < MANY; n++) {
        s = journal_source_of(&x, cursor(text, n));
        ck_assert(journal_source_of(&x, cursor(text, n)) == s);
        s->passed = MANY - n; /* the first is the one that spoke last */
    }
    while ((s = journal_source_surplus(&x))) {
        ck_assert_uint_eq(s->passed, ++ended);
        journal_source_end(&x, s);
        journal_sources_tidy(&x);
    }
    ck_assert_uint_eq(ended, MANY - JOURNAL_SOURCES);
    ck_assert_uint_eq(x.n, JOURNAL_SOURCES);
    journal_sources_done(&x);
}
END_TEST

START_TEST(marks_of_the_longest_silent_go)
{
    static char keys[MANY][KEY], texts[MANY][KEY];
    static struct feed_mark marks[MANY];
    struct journal_sources x = {0};
    struct journal_place p = {0};

    for (unsigned n = 0; n < MANY; n++) {
        snprintf(keys[n], KEY, "key%u", n);
        snprintf(texts[n], KEY, "%u cursor%u", n + 1, n);
        marks[n] = (struct feed_mark){str_of(keys[n]), str_of(texts[n])};
    }
    journal_sources_init(&x, marks, MANY, &p);
    ck_assert_uint_eq(p.passed, MANY);
    ck_assert_uint_eq(x.n, JOURNAL_SOURCES);
    ck_assert_uint_eq(x.dropped_count, MANY - JOURNAL_SOURCES);
    ck_assert(str_eq(buf_str(&x.dropped[0]), STR("key0")));
    journal_sources_done(&x);
    buf_done(&p.cursor);
}
END_TEST
#endif

Suite *journal_source_suite(void)
{
    Suite *s = suite_create("input/journal_source");
    TCase *t = tcase_create("journal_source");

#ifdef WITH_LIBSYSTEMD
    tcase_add_test(t, the_last_mark_holds);
    tcase_add_test(t, the_longest_silent_ends);
    tcase_add_test(t, marks_of_the_longest_silent_go);
#endif
    suite_add_tcase(s, t);
    return s;
}
