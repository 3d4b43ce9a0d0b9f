#include "pipeline/twins.h"

#include "suites.h"

static struct stream streams[3] = {{.number = 0}, {.number = 1}, {.number = 2}};

static struct record plain(unsigned stream)
{
    return (struct record){
        .stream = &streams[stream],
        .time = 1793192587000000,
        .time_source = TIME_RECORD,
        .level = LEVEL_ERROR,
        .pid = 31,
        .host = STR("c1"),
        .logger = STR("masakari.api"),
        .message = STR("text"),
    };
}

START_TEST(knows_the_same_in_another_stream)
{
    struct twins *t = twins_new(10);
    struct record a = plain(0), b = plain(1);

    ck_assert(!twins_has(t, &a));
    ck_assert(!twins_has(t, &a)); /* within one stream both stay */
    ck_assert(twins_has(t, &b));
    ck_assert(twins_has(t, &b));
    twins_free(t);
}
END_TEST

/* Of streams that have it once, three times and twice come three. */
START_TEST(keeps_the_most_that_one_has)
{
    struct twins *t = twins_new(10);
    struct record a = plain(0), b = plain(1), c = plain(2);

    ck_assert(!twins_has(t, &a));
    ck_assert(twins_has(t, &b));
    ck_assert(!twins_has(t, &b));
    ck_assert(!twins_has(t, &b));
    ck_assert(twins_has(t, &c));
    ck_assert(twins_has(t, &c));
    twins_free(t);
}
END_TEST

/* Each differs from the plain one in one field. */
START_TEST(tells_fields_apart)
{
    struct record others[] = {plain(1), plain(1), plain(1), plain(1), plain(1), plain(1)};

    others[0].time++;
    others[1].pid = -1;
    others[2].host = STR("c2");
    others[3].logger = STR("masakari.ap");
    others[4].level = LEVEL_WARNING;
    others[5].message = STR("text.");
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        struct twins *t = twins_new(10);
        struct record a = plain(0);
        ck_assert(!twins_has(t, &a));
        ck_assert_msg(!twins_has(t, &others[i]), "field %zu", i);
        twins_free(t);
    }
}
END_TEST

static const struct {
    const char *name, *one, *other;
    bool same;
} hosts[] = {
    {"a name and its first label", "c1.example", "c1", true},
    {"the other way round", "c1", "c1.example", true},
    {"two domains", "c1.example", "c1.example.org", true},
    {"two names", "c1.example", "c2.example", false},
    {"none is not any", "c1", "", false},
    {"addresses", "10.0.0.1", "10.0.0.2", false},
};

START_TEST(compares_first_labels)
{
    struct twins *t = twins_new(10);
    struct record a = plain(0), b = plain(1);

    a.host = str_of(hosts[_i].one);
    b.host = str_of(hosts[_i].other);
    ck_assert(!twins_has(t, &a));
    ck_assert_msg(twins_has(t, &b) == hosts[_i].same, "%s", hosts[_i].name);
    twins_free(t);
}
END_TEST

START_TEST(needs_a_time)
{
    struct twins *t = twins_new(10);
    struct record a = plain(0), b = plain(1);

    a.time_source = b.time_source = TIME_READ;
    ck_assert(!twins_has(t, &a));
    ck_assert(!twins_has(t, &b));
    twins_free(t);
}
END_TEST

/* Past the limit the oldest are forgotten; as many as the limit says are known for certain. */
START_TEST(forgets_the_oldest)
{
    enum { LIMIT = 100 };
    struct twins *t = twins_new(LIMIT);
    struct record a = plain(0), b = plain(1);

    for (int i = 0; i < 10 * LIMIT; i++) {
        a.time = i;
        ck_assert(!twins_has(t, &a));
        b.time = i - LIMIT + 1;
        ck_assert(i < LIMIT || twins_has(t, &b));
    }
    b.time = 1;
    ck_assert(!twins_has(t, &b));
    twins_free(t);
}
END_TEST

Suite *twins_suite(void)
{
    Suite *s = suite_create("pipeline/twins");
    TCase *tc = tcase_create("twins");

    tcase_add_test(tc, knows_the_same_in_another_stream);
    tcase_add_test(tc, keeps_the_most_that_one_has);
    tcase_add_test(tc, tells_fields_apart);
    tcase_add_loop_test(tc, compares_first_labels, 0, (int)COUNT_OF(hosts));
    tcase_add_test(tc, needs_a_time);
    tcase_add_test(tc, forgets_the_oldest);
    suite_add_tcase(s, tc);
    return s;
}
