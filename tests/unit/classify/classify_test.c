#include "classify/classify.h"

#include "choose_fixture.h"

Suite *classify_suite(void);

/* The message and, by its error summary, the exception inside its value. */
START_TEST(both_sides)
{
    struct stage s;
    stage_open(&s, NULL, "");
    struct exception x = {
        .type = STR("masakari.exception.MasakariException"),
        .message = STR("Failed to execute host failure flow for notification 'u'."),
    };
    struct record *r = stage_record(
        &s, "/var/log/kolla/masakari/masakari-engine.log", "masakari.engine.manager", LEVEL_ERROR,
        "Failed to process notification 'u'. Reason: "
        "Failed to execute host failure flow for notification 'u'.");
    r->exceptions = &x;
    r->exception_count = 1;
    r->summary_only = true;
    const struct match *m = stage_match(&s);
    CHECK_ID(m->log.entry, "masakari.failed", "log");
    CHECK_ID(m->raised.entry, "masakari.MasakariException.host-flow", "exception");
    ck_assert(str_eq(m->raised.source->text, STR("masakari/engine/driver.py:167")));
    ck_assert_ptr_eq(match_lead(m), m->log.entry);
    ck_assert_int_eq(m->status, MATCH_CLASSIFIED);
    ck_assert_int_eq(m->confidence, 95);
    ck_assert_uint_eq(m->basis, BASIS_TEMPLATE | BASIS_CLASS | BASIS_LOGGER | BASIS_LEVEL);
    ck_assert_uint_eq(m->param_count, 2);
    ck_assert_uint_eq(m->cause_count, 0);
    ck_assert(str_eq(m->service_name, STR("masakari-engine")));
    ck_assert(str_eq(m->service_type, STR("masakari")));
    stage_close(&s);
}
END_TEST

/* A certain message keeps the record classified while its exception stays open. */
START_TEST(a_certain_message_with_an_open_class)
{
    struct stage s;
    stage_open(&s, NULL, "");
    struct exception x = {.type = STR("zun.common.exception.Conflict"), .message = STR("x")};
    struct record *r = stage_record(&s, "", "zun.volume.cinder", LEVEL_ERROR,
                                    "Failed to attach volume v");
    r->exceptions = &x;
    r->exception_count = 1;
    const struct match *m = stage_match(&s);
    ck_assert_int_eq(m->status, MATCH_CLASSIFIED);
    ck_assert_int_eq(m->confidence, 95);
    ck_assert_uint_eq(m->raised.candidate_count, 6);

    r = stage_record(&s, "", "zun.elsewhere", LEVEL_ERROR, "Failed to attach volume v");
    r->exceptions = &x;
    r->exception_count = 1;
    m = stage_match(&s);
    ck_assert(m->elsewhere);
    ck_assert_int_eq(m->status, MATCH_AMBIGUOUS);
    ck_assert_int_eq(m->confidence, 50);
    stage_close(&s);
}
END_TEST

START_TEST(goes_on_where_it_stopped)
{
    struct stage s;
    stage_open(&s, NULL, "");
    stage_record(&s, "", "masakari.ha.api", LEVEL_INFO, "Host a is gone");
    classify_batch(s.k, &s.b);
    for (int i = 0; i < 100; i++) {
        struct record *r = batch_record(&s.b);
        r->logger = STR("masakari.ha.api");
        r->level = LEVEL_INFO;
        r->message = r->body = i % 2 ? STR("Host b is gone") : STR("Host b is here");
    }
    classify_batch(s.k, &s.b);
    classify_batch(s.k, &s.b);
    ck_assert_uint_eq(s.b.match_count, 101);
    for (size_t i = 0; i < 101; i++)
        ck_assert_int_eq(s.b.matches[i].status,
                         i == 0 || i % 2 == 0 ? MATCH_CLASSIFIED : MATCH_UNCLASSIFIED);
    ck_assert(str_eq(s.b.matches[0].params[0].value, STR("a")));
    ck_assert(str_eq(s.b.matches[2].params[0].value, STR("b")));
    stage_close(&s);
}
END_TEST

START_TEST(classifies_one_text)
{
    struct stage s;
    struct match m;
    stage_open(&s, NULL, "");
    const struct catalogue *zun = &s.c->files[1];
    ck_assert(str_eq(zun->service, STR("zun")));
    classify_text(s.k, zun, STR("zun.volume.cinder"), LEVEL_ERROR, STR("Failed to attach volume v"),
                  &m, &s.b.arena);
    CHECK_ID(m.log.entry, "zun.attach", "with its logger");
    ck_assert_int_eq(m.confidence, 95);
    classify_text(s.k, zun, STR(""), LEVEL_NONE, STR("Failed to attach volume v"), &m, &s.b.arena);
    CHECK_ID(m.log.entry, "zun.attach", "without a logger");
    ck_assert_int_eq(m.confidence, 85);
    classify_text(s.k, zun, STR("wsme.api"), LEVEL_ERROR, STR("Server-side error: x"), &m, &s.b.arena);
    CHECK_ID(m.log.entry, "zun.server-side", "a library's logger");
    classify_text(s.k, &s.c->files[0], STR(""), LEVEL_NONE, STR("Failed to attach volume v"), &m,
                  &s.b.arena);
    CHECK_ID(m.log.entry, "", "another service");
    classify_text(s.k, NULL, STR(""), LEVEL_NONE, STR("Failed to attach volume v"), &m, &s.b.arena);
    CHECK_ID(m.log.entry, "zun.attach", "no service");
    stage_close(&s);
}
END_TEST

START_TEST(tells_situations_by_text)
{
    struct stage s;
    size_t n;
    stage_open(&s, NULL, "");
    struct class_entry *const *all = catalog_class(s.c, STR("zun.common.exception.Conflict"), &n);
    ck_assert_uint_eq(n, 1);
    CHECK_ID(classify_raised_text(s.k, all[0], STR("Volumes cannot be successfully deleted after 9 seconds"),
                                  NULL, &s.b.arena),
             "zun.Conflict.not-deleted", "by its text");
    ck_assert_ptr_null(classify_raised_text(s.k, all[0], STR("x"), NULL, &s.b.arena));
    stage_close(&s);
}
END_TEST

static void gather(void *context, const char *step, struct str text)
{
    struct buf *told = context;
    buf_fmt(told, "%s: %.*s\n", step, STR_FMT(text));
}

START_TEST(tells_each_step)
{
    struct stage s;
    CLEANUP(buf_done) struct buf told = {0};
    stage_open(&s, NULL, "");
    classifier_narrate(s.k, gather, &told);
    struct exception x = {.type = STR("zun.common.exception.Conflict"), .message = STR("s3cret")};
    struct record *r = stage_record(&s, "/l/zun-compute.log", "zun.compute.manager", LEVEL_ERROR,
                                    "Failed to attach volume s3cret to container c");
    r->exceptions = &x;
    r->exception_count = 1;
    stage_match(&s);
    static const char *const wanted[] = {
        "service: zun-compute, of zun\n",
        "gate: logger zun.compute.manager: 2 files",
        "literal hit: zun.attach-to\n",
        "tried: zun.attach-to: fits\n",
        "candidate: zun.attach-to: ",
        "class: zun.common.exception.Conflict: zun.Conflict\n",
        "tried: zun.Conflict.not-available: does not fit, its text was found up to byte 0 of 6\n",
        "choice: log: zun.attach-to\n",
        "choice: exception: 6 remain, likeliest first\n",
        "candidate: exception: zun.Conflict.rename\n",
        "choice: classified, confidence 95; agreed: template class logger level\n",
    };
    for (size_t i = 0; i < COUNT_OF(wanted); i++)
        ck_assert_msg(strstr(buf_z(&told), wanted[i]) != NULL, "%s is missing in\n%s", wanted[i],
                      buf_z(&told));
    /* What is told has not been masked, so nothing of the message is in it. */
    ck_assert_ptr_null(strstr(buf_z(&told), "s3cret"));
    stage_close(&s);
}
END_TEST

static const char limit_file[] = HEAD("slow", "slow", "slow-api")
    "log:\n"
    "  - {id: twice, level: ERROR, loggers: [slow.a], regex: 'Slow (?<x>(a+)+)+b'}\n"
    "  - {id: fast, level: ERROR, loggers: [slow.a], template: 'Slow %s!'}\n";

START_TEST(names_patterns_at_their_limit)
{
    struct stage s;
    char text[200] = "Slow ";
    memset(text + 5, 'a', 100);
    stage_open(&s, limit_file, "");
    strcpy(text + 105, "?b?");
    stage_record(&s, "", "slow.a", LEVEL_ERROR, text);
    const struct match *m = stage_match(&s);
    ck_assert_int_eq(m->status, MATCH_UNCLASSIFIED);
    ck_assert_uint_eq(m->limited_count, 1);
    CHECK_ID(m->limited[0], "slow.twice", "limited");

    strcpy(text + 105, "?b!");
    stage_record(&s, "", "slow.a", LEVEL_ERROR, text);
    m = stage_match(&s);
    CHECK_ID(m->log.entry, "slow.fast", "another fits");
    ck_assert_int_eq(m->status, MATCH_CLASSIFIED);
    ck_assert_uint_eq(m->limited_count, 1);
    stage_close(&s);
}
END_TEST

Suite *classify_suite(void)
{
    Suite *s = suite_create("classify/classify");
    TCase *tc = tcase_create("classify");
    tcase_add_test(tc, both_sides);
    tcase_add_test(tc, a_certain_message_with_an_open_class);
    tcase_add_test(tc, goes_on_where_it_stopped);
    tcase_add_test(tc, classifies_one_text);
    tcase_add_test(tc, tells_situations_by_text);
    tcase_add_test(tc, tells_each_step);
    tcase_add_test(tc, names_patterns_at_their_limit);
    suite_add_tcase(s, tc);
    return s;
}
