#include "pipeline/emit.h"
#include "suites.h"

static const struct entry trouble = {.kind = ENTRY_LOG, .role = ROLE_TROUBLE};
static const struct entry routine = {.kind = ENTRY_LOG, .role = ROLE_ROUTINE};
static const struct entry marker = {.kind = ENTRY_MARKER, .role = ROLE_ROUTINE};
static const struct entry alarm = {.kind = ENTRY_MARKER, .role = ROLE_TROUBLE};
static const struct class_entry class_;
static const struct exception unknown = {.type = STR_INIT("a.B")};

static const struct {
    const char *name;
    enum level level;
    struct match match;
    int severity;
    bool traced;
    bool wants[EMIT_ALL + 1]; /* findings, trouble, problems, classified, all */
} cases[] = {
    {"an unknown INFO", LEVEL_INFO, {0}, 0, false, {0, 0, 0, 0, 1}},
    {"an unknown WARNING", LEVEL_WARNING, {0}, 0, false, {0, 0, 1, 0, 1}},
    {"trouble", LEVEL_ERROR, {.status = MATCH_CLASSIFIED, .log = {.entry = &trouble}}, 3, false,
     {0, 1, 1, 1, 1}},
    {"trouble of no weight", LEVEL_INFO, {.status = MATCH_CLASSIFIED, .log = {.entry = &trouble}},
     1, false, {0, 0, 0, 1, 1}},
    {"routine", LEVEL_INFO, {.status = MATCH_CLASSIFIED, .log = {.entry = &routine}}, 1, false,
     {0, 0, 0, 1, 1}},
    {"a marker", LEVEL_ERROR, {.status = MATCH_CLASSIFIED, .log = {.entry = &marker}}, 3, false,
     {0, 0, 0, 0, 1}},
    {"a marker that carries a known exception", LEVEL_ERROR,
     {.status = MATCH_CLASSIFIED, .log = {.entry = &marker}, .class_ = &class_}, 3, false,
     {0, 1, 1, 1, 1}},
    {"ambiguous", LEVEL_ERROR, {.status = MATCH_AMBIGUOUS, .log = {.entry = &trouble}}, 3, false,
     {0, 1, 1, 1, 1}},
    {"a marker that is trouble", LEVEL_INFO,
     {.status = MATCH_CLASSIFIED, .log = {.entry = &alarm}}, 3, false, {0, 1, 1, 0, 1}},
    {"a marker around an exception that nobody knows", LEVEL_INFO,
     {.status = MATCH_CLASSIFIED, .log = {.entry = &marker}}, 3, true, {0, 0, 1, 0, 1}},
};

START_TEST(chooses)
{
    struct record r = {.level = cases[_i].level};

    if (cases[_i].traced) {
        r.trace = STR("Traceback");
        r.exceptions = &unknown;
        r.exception_count = 1;
    }
    for (int e = EMIT_FINDINGS; e <= EMIT_ALL; e++)
        ck_assert_msg(emit_wants((enum emit)e, &r, &cases[_i].match, cases[_i].severity) ==
                          cases[_i].wants[e],
                      "%s, emit %d", cases[_i].name, e);
}
END_TEST

START_TEST(reads_its_words)
{
    enum emit e;

    ck_assert(emit_of(STR("problems"), &e) && e == EMIT_PROBLEMS);
    ck_assert(!emit_of(STR("problem"), &e));
    ck_assert(!emit_of(STR(""), &e));
}
END_TEST

Suite *emit_suite(void)
{
    Suite *s = suite_create("pipeline/emit");
    TCase *tc = tcase_create("emit");

    tcase_add_loop_test(tc, chooses, 0, (int)COUNT_OF(cases));
    tcase_add_test(tc, reads_its_words);
    suite_add_tcase(s, tc);
    return s;
}
