#include "classify/confidence.h"

#include <check.h>

#include "base/base.h"

Suite *confidence_suite(void);

static const struct entry logged = {.situation = STR_INIT("as read")}, plain = {0};
static const struct entry raised = {.kind = ENTRY_EXCEPTION};
static const struct class_entry known = {0};

/* The table of the schema, row by row. */
static const struct {
    const char *name;
    const struct entry *log, *raised;
    size_t logs, raises; /* candidates */
    bool elsewhere;
    struct log_evidence l;
    struct raised_evidence r;
    int confidence;
    enum match_status status;
} cases[] = {
    {"nothing fits", NULL, NULL, 0, 0, false, {0}, {0}, 0, MATCH_UNCLASSIFIED},

    {"msg is the template", &logged, NULL, 0, 0, false, {.fits = 1, .msg = 1}, {0}, 100,
     MATCH_CLASSIFIED},
    {"template and site", &logged, NULL, 0, 0, false, {.fits = 1, .site = 1}, {0}, 100,
     MATCH_CLASSIFIED},
    {"msg, other level", &logged, NULL, 0, 0, false, {.fits = 1, .msg = 1, .other_level = 1}, {0},
     80, MATCH_CLASSIFIED},
    {"logger and level", &logged, NULL, 0, 0, false, {.fits = 1, .logger = 1, .level = 1}, {0}, 95,
     MATCH_CLASSIFIED},
    {"logger, level and class", &logged, &raised, 0, 0, false,
     {.fits = 1, .logger = 1, .level = 1}, {.known = 1, .text = 1}, 95, MATCH_CLASSIFIED},
    {"logger and class", &logged, &raised, 0, 2, false, {.fits = 1, .logger = 1}, {.known = 1}, 92,
     MATCH_CLASSIFIED},
    {"level and class", &logged, &raised, 0, 2, false, {.fits = 1, .level = 1}, {.known = 1}, 92,
     MATCH_CLASSIFIED},
    {"logger alone", &logged, NULL, 0, 0, false, {.fits = 1, .logger = 1}, {0}, 90,
     MATCH_CLASSIFIED},
    {"level alone", &logged, NULL, 0, 0, false, {.fits = 1, .level = 1}, {0}, 90, MATCH_CLASSIFIED},
    {"class alone", &logged, &raised, 0, 2, false, {.fits = 1}, {.known = 1}, 90, MATCH_CLASSIFIED},
    {"nothing contradicts", &logged, NULL, 0, 0, false, {.fits = 1}, {0}, 85, MATCH_CLASSIFIED},
    {"logger, other level", &logged, NULL, 0, 0, false, {.fits = 1, .logger = 1, .other_level = 1},
     {0}, 70, MATCH_CLASSIFIED},
    {"other level and service", &logged, NULL, 0, 0, false,
     {.fits = 1, .other_level = 1, .other_service = 1}, {0}, 45, MATCH_CLASSIFIED},
    {"two equal entries", &logged, NULL, 2, 0, false, {.fits = 1, .logger = 1, .level = 1}, {0}, 45,
     MATCH_AMBIGUOUS},
    {"elsewhere", &logged, NULL, 0, 0, true, {.fits = 1, .level = 1}, {0}, 50, MATCH_AMBIGUOUS},
    {"elsewhere, other level and service", &logged, NULL, 0, 0, true,
     {.fits = 1, .other_level = 1, .other_service = 1}, {0}, 45, MATCH_AMBIGUOUS},
    {"elsewhere, exception certain", &logged, &raised, 0, 0, true, {.fits = 1, .level = 1},
     {.known = 1, .text = 1}, 95, MATCH_CLASSIFIED},

    {"generic", &logged, NULL, 0, 0, false, {.fits = 1, .generic = 1, .logger = 1}, {0}, 25,
     MATCH_CLASSIFIED},
    {"generic and level", &logged, NULL, 0, 0, false,
     {.fits = 1, .generic = 1, .logger = 1, .level = 1}, {0}, 32, MATCH_CLASSIFIED},
    {"generic, level and class", &logged, &raised, 0, 2, false,
     {.fits = 1, .generic = 1, .logger = 1, .level = 1}, {.known = 1}, 39, MATCH_CLASSIFIED},
    {"generic, all against it", &logged, NULL, 0, 0, false,
     {.fits = 1, .generic = 1, .other_level = 1, .other_service = 1}, {0}, 1, MATCH_CLASSIFIED},

    {"text, frame", NULL, &raised, 0, 0, false, {0}, {.known = 1, .text = 1, .near = 1}, 95,
     MATCH_CLASSIFIED},
    {"text", NULL, &raised, 0, 0, false, {0}, {.known = 1, .text = 1}, 95, MATCH_CLASSIFIED},
    {"listed line", NULL, &raised, 0, 0, false, {0}, {.known = 1, .near = 1, .exact = 1}, 95,
     MATCH_CLASSIFIED},
    {"function and near line", NULL, &raised, 0, 0, false, {0},
     {.known = 1, .near = 1, .function = 1}, 75, MATCH_CLASSIFIED},
    {"near line", NULL, &raised, 0, 0, false, {0}, {.known = 1, .near = 1, .file = 1}, 70,
     MATCH_CLASSIFIED},
    {"function", NULL, &raised, 0, 0, false, {0}, {.known = 1, .function = 1}, 70,
     MATCH_CLASSIFIED},
    {"file", NULL, &raised, 0, 0, false, {0}, {.known = 1, .file = 1}, 65, MATCH_CLASSIFIED},
    {"lone, template", NULL, &raised, 0, 0, false, {0}, {.known = 1, .lone = 1, .template = 1}, 90,
     MATCH_CLASSIFIED},
    {"lone, template, frame", NULL, &raised, 0, 0, false, {0},
     {.known = 1, .lone = 1, .template = 1, .near = 1}, 95, MATCH_CLASSIFIED},
    {"lone", NULL, &raised, 0, 0, false, {0}, {.known = 1, .lone = 1}, 79, MATCH_CLASSIFIED},
    {"lone, far away in its file", NULL, &raised, 0, 0, false, {0},
     {.known = 1, .lone = 1, .function = 1}, 79, MATCH_CLASSIFIED},
    {"lone, in another service", NULL, &raised, 0, 0, false, {0},
     {.known = 1, .lone = 1, .template = 1, .other_service = 1}, 70, MATCH_CLASSIFIED},
    {"several remain", NULL, &raised, 0, 27, false, {0}, {.known = 1, .near = 1}, 50,
     MATCH_AMBIGUOUS},

    {"log without situation: the exception leads", &plain, &raised, 0, 0, false,
     {.fits = 1, .logger = 1}, {.known = 1, .near = 1}, 70, MATCH_CLASSIFIED},
    {"both ambiguous", &logged, &raised, 2, 2, false, {.fits = 1}, {.known = 1}, 50,
     MATCH_AMBIGUOUS},
};

START_TEST(keeps_the_table)
{
    struct match m = {
        .log = {.entry = cases[_i].log, .candidate_count = cases[_i].logs},
        .raised = {.entry = cases[_i].raised, .candidate_count = cases[_i].raises},
        .elsewhere = cases[_i].elsewhere,
        .class_ = cases[_i].raised ? &known : NULL,
    };
    struct grounds g = {cases[_i].l, cases[_i].r};

    ck_assert_msg(confidence_of(&m, &g) == cases[_i].confidence, "%s: %d", cases[_i].name,
                  confidence_of(&m, &g));
    ck_assert_msg(confidence_status(&m) == cases[_i].status, "%s", cases[_i].name);
}
END_TEST

static const struct {
    const char *name;
    struct grounds g;
    unsigned basis;
} basis_cases[] = {
    {"nothing", {.log = {0}}, 0},
    {"all of the log side",
     {.log = {.fits = 1, .msg = 1, .site = 1, .logger = 1, .level = 1}},
     BASIS_TEMPLATE | BASIS_MSG | BASIS_SITE | BASIS_LOGGER | BASIS_LEVEL},
    {"a gap is no template", {.log = {.fits = 1, .generic = 1, .logger = 1}}, BASIS_LOGGER},
    {"service", {.log = {.fits = 1, .service = 1}}, BASIS_TEMPLATE | BASIS_SERVICE},
    {"class, frame, template", {.raised = {.known = 1, .near = 1, .text = 1}},
     BASIS_CLASS | BASIS_FRAME | BASIS_TEMPLATE},
    {"function", {.raised = {.known = 1, .function = 1}}, BASIS_CLASS | BASIS_FUNCTION},
    {"bare class", {.raised = {.known = 1, .service = 1, .template = 1}},
     BASIS_CLASS | BASIS_SERVICE | BASIS_TEMPLATE},
    {"contradictions are no basis", {.log = {.fits = 1, .other_level = 1, .other_service = 1}},
     BASIS_TEMPLATE},
};

START_TEST(names_what_agreed)
{
    ck_assert_msg(confidence_basis(&basis_cases[_i].g) == basis_cases[_i].basis, "%s",
                  basis_cases[_i].name);
}
END_TEST

Suite *confidence_suite(void)
{
    Suite *s = suite_create("classify/confidence");
    TCase *tc = tcase_create("table");
    tcase_add_loop_test(tc, keeps_the_table, 0, COUNT_OF(cases));
    tcase_add_loop_test(tc, names_what_agreed, 0, COUNT_OF(basis_cases));
    suite_add_tcase(s, tc);
    return s;
}
