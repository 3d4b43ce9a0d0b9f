#include "render/view.h"
#include "suites.h"

#include "render/identity.h"

static const struct catalogue zun = {.service = STR_INIT("zun")};
static const struct class_entry conflict = {
    .catalogue = &zun, .id = STR_INIT("zun.Conflict"), .status = 409, .situation_count = 2};
static const struct entry log_entry = {
    .catalogue = &zun, .id = STR_INIT("zun.log"), .situation = STR_INIT("an attach"),
    .severity = 4, .action = STR_INIT("show {id} of {nobody}"), .outcome = STR_INIT("")};
static const struct entry bare_entry = {
    .catalogue = &zun, .id = STR_INIT("zun.bare"), .severity = -1};
static const struct entry situation = {
    .catalogue = &zun, .class_ = &conflict, .kind = ENTRY_EXCEPTION,
    .id = STR_INIT("zun.Conflict.one"), .situation = STR_INIT("one"), .severity = -1,
    .caller = {.seen = SEEN_YES, .status = 409}};
static const struct entry grave = {
    .catalogue = &zun, .class_ = &conflict, .kind = ENTRY_EXCEPTION,
    .id = STR_INIT("zun.Conflict.two"), .situation = STR_INIT("two"), .severity = 5};
static const struct entry bare_told = {
    .catalogue = &zun, .id = STR_INIT("zun.bare-told"), .situation = STR_INIT("said"), .severity = -1};
static const struct entry mistake = {
    .catalogue = &zun, .class_ = &conflict, .kind = ENTRY_EXCEPTION, .role = ROLE_CALLER,
    .id = STR_INIT("zun.Conflict.three"), .situation = STR_INIT("three"), .severity = 2,
    .caller = {.seen = SEEN_YES, .status = 409, .text = STR_INIT("409 conflict")}};
static const struct entry *const both[] = {&situation, &grave};

static const struct {
    const char *name;
    enum level level;
    bool trace;
    struct match match;
    int severity;
    const char *code;
} cases[] = {
    {"nothing known goes by level", LEVEL_WARNING, false, {0}, 2, ""},
    {"no level is unknown", LEVEL_NONE, false, {0}, 0, ""},
    {"a traceback is at least medium", LEVEL_INFO, true, {0}, 3, ""},
    {"critical stays above that", LEVEL_CRITICAL, true, {0}, 4, ""},
    {"the entry's severity holds", LEVEL_ERROR, false,
     {.status = MATCH_CLASSIFIED, .log = {.entry = &log_entry}}, 4, "zun.log"},
    {"a 4xx that the caller was told", LEVEL_ERROR, false,
     {.status = MATCH_CLASSIFIED, .raised = {.entry = &situation}, .class_ = &conflict}, 2,
     "zun.Conflict.one"},
    {"a log entry with a situation leads", LEVEL_ERROR, false,
     {.status = MATCH_CLASSIFIED, .log = {.entry = &log_entry}, .raised = {.entry = &grave},
      .class_ = &conflict}, 4, "zun.log"},
    {"one without leaves it to the exception", LEVEL_ERROR, false,
     {.status = MATCH_CLASSIFIED, .log = {.entry = &bare_entry}, .raised = {.entry = &grave},
      .class_ = &conflict}, 5, "zun.Conflict.two"},
    {"candidates go by their class", LEVEL_ERROR, true,
     {.status = MATCH_AMBIGUOUS, .class_ = &conflict,
      .raised = {.entry = &situation, .candidates = both, .candidate_count = 2}}, 2,
     "zun.Conflict"},
    {"from elsewhere only the level counts", LEVEL_ERROR, false,
     {.status = MATCH_AMBIGUOUS, .log = {.entry = &log_entry}, .elsewhere = true}, 3, "zun.log"},
    {"raised in another file only the level counts", LEVEL_WARNING, false,
     {.status = MATCH_CLASSIFIED, .raised = {.entry = &grave}, .class_ = &conflict, .away = true}, 2,
     "zun.Conflict.two"},
    {"a mistake of which nobody was told", LEVEL_WARNING, false,
     {.status = MATCH_CLASSIFIED, .raised = {.entry = &mistake}, .class_ = &conflict,
      .background = true}, 3, "zun.Conflict.three"},
    {"a log entry without a severity, below it one from another file", LEVEL_WARNING, false,
     {.status = MATCH_CLASSIFIED, .log = {.entry = &bare_told}, .raised = {.entry = &grave},
      .class_ = &conflict, .away = true}, 2, "zun.bare-told"},
    {"a 4xx without a severity of which nobody was told", LEVEL_WARNING, true,
     {.status = MATCH_CLASSIFIED, .raised = {.entry = &situation}, .class_ = &conflict,
      .background = true}, 3, "zun.Conflict.one"},
    {"trouble stays what it is", LEVEL_WARNING, false,
     {.status = MATCH_CLASSIFIED, .raised = {.entry = &grave}, .class_ = &conflict,
      .background = true}, 5, "zun.Conflict.two"},
};

static void view_of(struct view *v, struct record *r, const struct match *m)
{
    static struct stream stream;
    static const struct redaction none;
    struct digest *d = digest_new();

    r->stream = &stream;
    view_make(v, d, r, m, &none, 0, STR("UTC"));
    digest_free(d);
}

START_TEST(says_severity_and_code)
{
    static const struct exception raised = {.type = STR_INIT("x.Y")};
    struct record r = {.level = cases[_i].level};
    struct view v;

    if (cases[_i].trace) {
        r.exceptions = &raised;
        r.exception_count = 1;
        r.trace = STR("Traceback");
    }
    view_of(&v, &r, &cases[_i].match);
    ck_assert_msg(v.severity == cases[_i].severity, "%s: %d", cases[_i].name, v.severity);
    ck_assert_msg(str_eq(v.code, str_of(cases[_i].code)), "%s: %.*s", cases[_i].name,
                  STR_FMT(v.code));
}
END_TEST

START_TEST(candidates_have_a_highest_severity_and_no_reason)
{
    struct record r = {.level = LEVEL_ERROR};
    struct view v;

    view_of(&v, &r, &cases[8].match);
    ck_assert_int_eq(v.severity_max, 5);
    ck_assert_uint_eq(v.reason.n, 0);
    ck_assert_ptr_null(v.telling);
}
END_TEST

/* What the page says of the caller holds at its places, and where somebody waits for an answer. */
START_TEST(says_what_the_caller_got_only_where_that_is_sure)
{
    struct match m = {.status = MATCH_CLASSIFIED, .raised = {.entry = &mistake}, .class_ = &conflict};
    struct record r = {.level = LEVEL_ERROR};
    struct view v;

    view_of(&v, &r, &m);
    ck_assert_int_eq(v.caller.seen, SEEN_YES);
    ck_assert_uint_eq(v.caller.status, 409);
    m.background = true;
    view_of(&v, &r, &m);
    ck_assert_int_eq(v.caller.seen, SEEN_NO);
    ck_assert_int_eq(v.caller.evidence, EVIDENCE_INFERRED);
    ck_assert_uint_eq(v.caller.status, 0);
    ck_assert_uint_eq(v.caller.text.n, 0);
    ck_assert(str_eq(v.reason, STR("three")));
    static const struct entry never = {
        .catalogue = &zun, .class_ = &conflict, .kind = ENTRY_EXCEPTION, .situation = STR_INIT("four"),
        .caller = {.seen = SEEN_NO, .text = STR_INIT("it is in the status"), .evidence = EVIDENCE_READ}};
    m.raised.entry = &never;
    view_of(&v, &r, &m); /* what the page knows is more */
    ck_assert_int_eq(v.caller.evidence, EVIDENCE_READ);
    ck_assert_uint_gt(v.caller.text.n, 0);
    m.raised.entry = &mistake;
    m.away = true;
    view_of(&v, &r, &m);
    ck_assert_int_eq(v.caller.seen, SEEN_ABSENT);
    ck_assert_ptr_null(v.telling);
    ck_assert_uint_eq(v.reason.n, 0);
    ck_assert(str_eq(v.code, STR("zun.Conflict.three")));
}
END_TEST

/* A carrier says 500 of whatever fails below it. */
START_TEST(a_carriers_500_yields_to_the_classs_own_5xx)
{
    static const struct entry carrier = {
        .catalogue = &zun, .id = STR_INIT("zun.carrier"), .situation = STR_INIT("every 500"),
        .caller = {.seen = SEEN_YES, .status = 500}};
    static struct class_entry busy = {.catalogue = &zun, .id = STR_INIT("zun.Busy")};
    static const unsigned statuses[][2] = {{503, 503}, {500, 500}, {404, 500}, {0, 500}};
    struct match m = {.status = MATCH_CLASSIFIED, .log = {.entry = &carrier}, .class_ = &busy,
                      .raised = {.entry = &grave}};
    struct record r = {.level = LEVEL_ERROR};
    struct view v;

    for (size_t i = 0; i < COUNT_OF(statuses); i++) {
        busy.status = statuses[i][0];
        view_of(&v, &r, &m);
        ck_assert_uint_eq(v.caller.status, statuses[i][1]);
    }
}
END_TEST

START_TEST(fills_parameters_and_leaves_unknown_names)
{
    static const struct param params[] = {{STR_INIT("id"), STR_INIT("{vol}")}};
    struct match m = {.params = params, .param_count = 1};
    CLEANUP(buf_done) struct buf out = {0};

    view_fill(&out, log_entry.action, &m);
    ck_assert_str_eq(buf_z(&out), "show {vol} of {nobody}");
    view_fill(&out, STR("open { stays"), &m);
    ck_assert_str_eq(buf_z(&out), "open { stays");
}
END_TEST

static const struct {
    const char *name;
    const char *a, *b;
    bool same;
} shapes[] = {
    {"numbers", "took 3.2 s", "took 11 s", true},
    {"UUIDs", "vol 3b4c5d6e-7f80-4a91-8b2c-3d4e5f607182 gone",
     "vol 11111111-2222-3333-4444-555555555555 gone", true},
    {"hex ids", "tenant 8d0e4a9b2f3c4d5e8f7a6b5c4d3e2f10", "tenant 1", true},
    {"quoted values", "host 'cmp one' is down", "host 'x' is down", true},
    {"addresses", "no route to 10.0.0.1:5672", "no route to 192.168.7.200:80", true},
    {"addresses inside a URL", "to http://10.0.0.5:5000/v3/auth/tokens",
     "to http://10.0.0.6:5000/v3/auth/tokens", true},
    {"numbers with units", "size 10MB after 60s and 3.25s", "size 7MB after 1s and 0.5s", true},
    {"addresses of Python objects", "<Foo object at 0x7f3c12ab90d0>", "<Foo object at 0x11>", true},
    {"a UUID that begins with a letter", "vol f2f4a5b6-7c8d-4e9f-a0b1-c2d3e4f5a6b7",
     "vol 0b9e8d7c-6f5a-4e3d-9c2b-1a0f9e8d7c6b", true},
    {"request ids", "in req-3a7c5b1e-2f4d-4c8a-9b6e-1d0f2e3c4b5a",
     "in req-b2e81f60-7c3d-4a59-8e1f-5d6c7b8a9012", true},
    {"hex ids that happen to be letters", "tenant abcdefabcdefabcdefabcdefabcdefab",
     "tenant 8d0e4a9b2f3c4d5e8f7a6b5c4d3e2f10", true},
    {"paths differ", "http://10.0.0.5:5000/v3/auth", "http://10.0.0.5:5000/v3/users", false},
    {"words differ", "host is down", "host is up", false},
    {"a digit inside a word is the word", "md5sum failed", "sha1sum failed", false},
    {"a word of hex letters is a word", "dead letter", "beef letter", false},
    {"an apostrophe inside a word opens nothing", "can't open it's", "can't open that's", false},
};

START_TEST(shapes_forget_values_only)
{
    struct digest *d = digest_new();
    char a[DIGEST_HEX], b[DIGEST_HEX];

    digest_start(d);
    identity_shape(d, str_of(shapes[_i].a));
    digest_hex(d, a);
    digest_start(d);
    identity_shape(d, str_of(shapes[_i].b));
    digest_hex(d, b);
    digest_free(d);
    ck_assert_msg((memcmp(a, b, DIGEST_HEX) == 0) == shapes[_i].same, "%s", shapes[_i].name);
}
END_TEST

Suite *view_suite(void)
{
    Suite *s = suite_create("render/view");
    TCase *tc = tcase_create("view");

    tcase_add_loop_test(tc, says_severity_and_code, 0, (int)COUNT_OF(cases));
    tcase_add_test(tc, candidates_have_a_highest_severity_and_no_reason);
    tcase_add_test(tc, says_what_the_caller_got_only_where_that_is_sure);
    tcase_add_test(tc, a_carriers_500_yields_to_the_classs_own_5xx);
    tcase_add_test(tc, fills_parameters_and_leaves_unknown_names);
    tcase_add_loop_test(tc, shapes_forget_values_only, 0, (int)COUNT_OF(shapes));
    suite_add_tcase(s, tc);
    return s;
}
