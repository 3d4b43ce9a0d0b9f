#include "classify/message.h"

#include "choose_fixture.h"

Suite *message_suite(void);

static const struct {
    const char *name, *path, *logger;
    enum level level;
    const char *text, *id; /* "": nothing fits */
    enum match_status status;
    int confidence;
} cases[] = {
    {"logger and level agree", "", "masakari.engine.manager", LEVEL_ERROR,
     "Failed to process notification 'u1'. Reason: none", "masakari.failed", MATCH_CLASSIFIED, 95},
    {"other level", "", "masakari.engine.manager", LEVEL_INFO,
     "Failed to process notification 'u1'. Reason: none", "masakari.failed", MATCH_CLASSIFIED, 70},
    {"no level", "", "masakari.engine.manager", LEVEL_NONE,
     "Failed to process notification 'u1'. Reason: none", "masakari.failed", MATCH_CLASSIFIED, 90},
    {"no logger: nothing contradicts", "/l/masakari-engine.log", "", LEVEL_NONE,
     "Failed to process notification 'u1'. Reason: none", "masakari.failed", MATCH_CLASSIFIED, 85},
    {"no logger, no service: all files", "", "", LEVEL_NONE,
     "Failed to process notification 'u1'. Reason: none", "masakari.failed", MATCH_CLASSIFIED, 85},
    {"another module of the service", "", "masakari.engine.other", LEVEL_ERROR,
     "Failed to process notification 'u1'. Reason: none", "masakari.failed", MATCH_AMBIGUOUS, 50},
    {"a module below is another one", "", "masakari.engine.manager.x", LEVEL_ERROR,
     "Failed to process notification 'u1'. Reason: none", "masakari.failed", MATCH_AMBIGUOUS, 50},
    {"in another service's file", "/l/zun-api.log", "masakari.engine.manager", LEVEL_ERROR,
     "Failed to process notification 'u1'. Reason: none", "masakari.failed", MATCH_CLASSIFIED, 75},
    {"the same text in another service", "", "zun.compute.manager", LEVEL_ERROR,
     "Failed to process notification 'u1'. Reason: none", "", MATCH_UNCLASSIFIED, 0},
    {"the same text in an unknown project", "", "nova.compute", LEVEL_ERROR,
     "Failed to process notification 'u1'. Reason: none", "", MATCH_UNCLASSIFIED, 0},
    {"the same text from a library", "/l/masakari-engine.log", "oslo_messaging.x", LEVEL_ERROR,
     "Failed to process notification 'u1'. Reason: none", "", MATCH_UNCLASSIFIED, 0},
    {"a text inside an argument", "", "zun.volume.cinder", LEVEL_ERROR,
     "Giving up: Failed to attach volume v1", "", MATCH_UNCLASSIFIED, 0},
    {"a text with more behind it", "", "masakari.ha.api", LEVEL_INFO, "Host a is gone now", "",
     MATCH_UNCLASSIFIED, 0},

    {"the shorter text", "", "zun.volume.cinder", LEVEL_ERROR, "Failed to attach volume v1",
     "zun.attach", MATCH_CLASSIFIED, 95},
    {"the longer text wins by its literal bytes", "", "zun.compute.manager", LEVEL_ERROR,
     "Failed to attach volume v1 to container c1", "zun.attach-to", MATCH_CLASSIFIED, 95},
    {"also from the shorter one's logger", "", "zun.volume.cinder", LEVEL_ERROR,
     "Failed to attach volume v1 to container c1", "zun.attach-to", MATCH_AMBIGUOUS, 50},

    {"the same words, nearer logger a", "", "masakari.engine.a", LEVEL_ERROR, "Same words x",
     "masakari.driver-a", MATCH_CLASSIFIED, 95},
    {"the same words, nearer logger b", "", "masakari.engine.b", LEVEL_ERROR, "Same words x",
     "masakari.driver-b", MATCH_CLASSIFIED, 95},
    {"the same words, as near to both", "", "masakari.engine.c", LEVEL_ERROR, "Same words x",
     "masakari.driver-a", MATCH_AMBIGUOUS, 45},
    {"twins, the level tells", "", "masakari.twin", LEVEL_WARNING, "Twin x", "masakari.twin-c",
     MATCH_CLASSIFIED, 95},
    {"twins that nothing tells apart", "", "masakari.twin", LEVEL_ERROR, "Twin x",
     "masakari.twin-a", MATCH_AMBIGUOUS, 45},

    {"a gap from its logger", "", "zun.common.exception", LEVEL_ERROR, "anything at all", "zun.gap",
     MATCH_CLASSIFIED, 32},
    {"a gap from another logger", "", "zun.compute.manager", LEVEL_ERROR, "anything at all", "",
     MATCH_UNCLASSIFIED, 0},
    {"a gap without a logger", "/l/zun-api.log", "", LEVEL_ERROR, "anything at all", "",
     MATCH_UNCLASSIFIED, 0},
    {"a gap never wins over words", "", "zun.common.exception", LEVEL_ERROR,
     "Failed to attach volume v1", "zun.attach", MATCH_AMBIGUOUS, 50},

    {"a library's logger that the own service lists", "/l/zun-api.log", "wsme.api", LEVEL_ERROR,
     "Server-side error: x", "zun.server-side", MATCH_CLASSIFIED, 95},
    {"the same in a service that does not", "/l/masakari-api.log", "wsme.api", LEVEL_ERROR,
     "Server-side error: x", "", MATCH_UNCLASSIFIED, 0},
    {"the same with no service known", "", "wsme.api", LEVEL_ERROR, "Server-side error: x",
     "zun.server-side", MATCH_CLASSIFIED, 95},
    {"common, from its library", "/l/zun-api.log", "oslo.messaging.rpc.client", LEVEL_ERROR,
     "Timed out waiting for x", "common.timeout", MATCH_CLASSIFIED, 95},
    {"common, from a stranger", "", "nova.rpc", LEVEL_ERROR, "Timed out waiting for x", "",
     MATCH_UNCLASSIFIED, 0},
    {"a marker of common, from a stranger", "", "nova", LEVEL_CRITICAL, "Unhandled error",
     "common.unhandled", MATCH_CLASSIFIED, 90},
    {"a marker of common, from the product", "", "masakari", LEVEL_CRITICAL, "Unhandled error",
     "common.unhandled", MATCH_CLASSIFIED, 90},
    {"a marker", "", "oslo_messaging.rpc.server", LEVEL_ERROR, "Exception during message handling",
     "common.rpc", MATCH_CLASSIFIED, 95},

    {"a resource before it", "", "masakari.ha.api", LEVEL_INFO, "[host-17] Host a is gone",
     "masakari.deleted", MATCH_CLASSIFIED, 95},
    {"a bracket with blanks is no resource", "", "masakari.ha.api", LEVEL_INFO,
     "[host 17] Host a is gone", "", MATCH_UNCLASSIFIED, 0},
    {"an empty bracket is no resource", "", "masakari.ha.api", LEVEL_INFO, "[] Host a is gone", "",
     MATCH_UNCLASSIFIED, 0},
    {"a bracket of the template's own", "", "zun.scope", LEVEL_ERROR,
     "[scope: s1] Cannot collect cpu", "zun.scoped", MATCH_CLASSIFIED, 95},
    {"empty", "", "masakari.ha.api", LEVEL_INFO, "", "", MATCH_UNCLASSIFIED, 0},
};

START_TEST(chooses)
{
    struct stage s;
    stage_open(&s, NULL, "");
    stage_record(&s, cases[_i].path, cases[_i].logger, cases[_i].level, cases[_i].text);
    const struct match *m = stage_match(&s);
    CHECK_ID(m->log.entry, cases[_i].id, cases[_i].name);
    ck_assert_msg(m->status == cases[_i].status, "%s: status %d", cases[_i].name, (int)m->status);
    ck_assert_msg(m->confidence == cases[_i].confidence, "%s: %d", cases[_i].name, m->confidence);
    ck_assert_msg(m->elsewhere == (m->status == MATCH_AMBIGUOUS && !m->log.candidate_count) ||
                      m->log.candidate_count,
                  "%s", cases[_i].name);
    stage_close(&s);
}
END_TEST

static const struct {
    const char *name, *message, *body, *id, *value; /* value of the last parameter */
    bool whole_body;
} body_cases[] = {
    {"cut", "Caught error: x", "Caught error: x: a.B: x", "masakari.caught", "x", false},
    {"only the body fits", "Host a", "Host a is gone", "masakari.deleted", "a", true},
    {"neither", "Host a", "Host a: b.C: d", "", "", false},
    {"a resource before the body", "[h-1] Host a", "[h-1] Host a is gone", "masakari.deleted", "a",
     true},
    {"a resource before the cut message", "[h-1] Caught error: x", "[h-1] Caught error: x: a.B: x",
     "masakari.caught", "x", false},
};

START_TEST(tries_message_then_body)
{
    struct stage s;
    stage_open(&s, NULL, "");
    struct record *r = stage_record(&s, "", "masakari.api.openstack", LEVEL_ERROR,
                                    body_cases[_i].message);
    r->body = str_of(body_cases[_i].body);
    const struct match *m = stage_match(&s);
    CHECK_ID(m->log.entry, body_cases[_i].id, body_cases[_i].name);
    ck_assert_msg(m->whole_body == body_cases[_i].whole_body, "%s", body_cases[_i].name);
    if (m->log.entry) {
        ck_assert_uint_eq(m->param_count, 1);
        ck_assert_msg(str_eq(m->params[0].value, str_of(body_cases[_i].value)), "%s",
                      body_cases[_i].name);
    }
    stage_close(&s);
}
END_TEST

START_TEST(captures_by_name)
{
    struct stage s;
    stage_open(&s, NULL, "");
    stage_record(&s, "", "masakari.engine.manager", LEVEL_ERROR,
                 "Failed to process notification 'it's'. Reason: a'. Reason: 100% \"b\"\nc");
    const struct match *m = stage_match(&s);
    ck_assert_uint_eq(m->param_count, 2);
    ck_assert(str_eq(m->params[0].name, STR("uuid")) && str_eq(m->params[0].value, STR("it's")));
    ck_assert(str_eq(m->params[1].name, STR("error")));
    ck_assert(str_eq(m->params[1].value, STR("a'. Reason: 100% \"b\"\nc")));
    ck_assert_uint_eq(m->basis, BASIS_TEMPLATE | BASIS_LOGGER | BASIS_LEVEL);
    stage_close(&s);
}
END_TEST

static const struct {
    const char *name, *file;
    uint32_t line;
    const char *id;
    uint32_t source; /* line of the hit's source */
    int confidence;
} site_cases[] = {
    {"the listed line", "/usr/lib/python3/dist-packages/masakari/twin.py", 90, "masakari.twin-b", 90,
     100},
    {"the nearer line", "/opt/masakari/twin.py", 80, "masakari.twin-b", 90, 95},
    {"the other one", "masakari/twin.py", 11, "masakari.twin-a", 10, 95},
    {"another file", "/opt/masakari/xtwin.py", 90, "masakari.twin-a", 10, 45},
    {"a longer folder name", "/opt/xmasakari/twin.py", 90, "masakari.twin-a", 10, 45},
    {"no line", "/opt/masakari/twin.py", 0, "masakari.twin-a", 10, 45},
};

START_TEST(asks_the_call_site)
{
    struct stage s;
    stage_open(&s, NULL, "");
    struct record *r = stage_record(&s, "", "masakari.twin", LEVEL_ERROR, "Twin x");
    r->origin_file = str_of(site_cases[_i].file);
    r->origin_line = site_cases[_i].line;
    const struct match *m = stage_match(&s);
    CHECK_ID(m->log.entry, site_cases[_i].id, site_cases[_i].name);
    ck_assert_msg(m->confidence == site_cases[_i].confidence, "%s: %d", site_cases[_i].name,
                  m->confidence);
    ck_assert_uint_eq(m->log.source->line, site_cases[_i].source);
    ck_assert_msg(!!(m->basis & BASIS_SITE) == (m->confidence == 100), "%s", site_cases[_i].name);
    stage_close(&s);
}
END_TEST

START_TEST(names_equals_in_row_order)
{
    struct stage s;
    stage_open(&s, NULL, "");
    stage_record(&s, "", "masakari.twin", LEVEL_ERROR, "Twin x");
    const struct match *m = stage_match(&s);
    ck_assert_uint_eq(m->log.candidate_count, 2);
    CHECK_ID(m->log.candidates[0], "masakari.twin-a", "first");
    CHECK_ID(m->log.candidates[1], "masakari.twin-b", "second");
    ck_assert_ptr_eq(m->log.entry, m->log.candidates[0]);
    stage_close(&s);
}
END_TEST

/* The tree finds the shorter beginning first; what begins with more text is taken all the same. */
START_TEST(the_longer_beginning_goes_before)
{
    struct stage s;
    stage_open(&s, NULL, "");
    stage_record(&s, "", "masakari.pair", LEVEL_ERROR, "Pair x y z");
    const struct match *m = stage_match(&s);
    CHECK_ID(m->log.entry, "masakari.pair-a", "it begins with 'Pair x '");
    ck_assert_uint_eq(m->log.candidate_count, 0);
    ck_assert_uint_eq(m->param_count, 1);
    ck_assert(str_eq(m->params[0].name, STR("a")) && str_eq(m->params[0].value, STR("y z")));
    stage_close(&s);
}
END_TEST

/* Of two that begin alike the one whose text goes on earlier, whatever their order in the file. */
START_TEST(the_text_that_goes_on_earlier_is_taken)
{
    static const struct {
        const char *text, *id;
    } texts[] = {{"Next u in v at w", "masakari.next-in"}, {"Next u at v in w", "masakari.next-at"}};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct stage s;
        stage_open(&s, NULL, "");
        stage_record(&s, "", "masakari.pair", LEVEL_ERROR, texts[i].text);
        const struct match *m = stage_match(&s);
        CHECK_ID(m->log.entry, texts[i].id, texts[i].text);
        ck_assert_uint_eq(m->log.candidate_count, 0);
        ck_assert(str_eq(m->params[0].value, STR("u")));
        stage_close(&s);
    }
}
END_TEST

START_TEST(equals_keep_row_order)
{
    struct stage s;
    stage_open(&s, NULL, "");
    stage_record(&s, "", "masakari.pair", LEVEL_ERROR, "Same u and x v x");
    const struct match *m = stage_match(&s);
    ck_assert_uint_eq(m->log.candidate_count, 2);
    CHECK_ID(m->log.candidates[0], "masakari.same-a", "first");
    CHECK_ID(m->log.candidates[1], "masakari.same-b", "second");
    ck_assert_uint_eq(m->param_count, 2);
    ck_assert(str_eq(m->params[1].name, STR("b")) && str_eq(m->params[1].value, STR("x v")));
    stage_close(&s);
}
END_TEST

/* JSON's msg decides even over an entry with more literal text. */
START_TEST(msg_decides)
{
    struct stage s;
    stage_open(&s, NULL, "");
    struct record *r = stage_record(&s, "", "zun.volume.cinder", LEVEL_ERROR,
                                    "Failed to attach volume v1 to container c1");
    r->msg = STR("Failed to attach volume %(volume)s");
    const struct match *m = stage_match(&s);
    CHECK_ID(m->log.entry, "zun.attach", "msg");
    ck_assert_int_eq(m->confidence, 100);
    ck_assert(m->basis & BASIS_MSG);
    ck_assert(str_eq(m->params[0].value, STR("v1 to container c1")));

    r = stage_record(&s, "", "zun.volume.cinder", LEVEL_ERROR, "Failed to attach volume v1");
    r->msg = STR("Failed to attach volume %s"); /* not letter for letter */
    m = stage_match(&s);
    CHECK_ID(m->log.entry, "zun.attach", "another msg");
    ck_assert_int_eq(m->confidence, 95);
    stage_close(&s);
}
END_TEST

Suite *message_suite(void)
{
    Suite *s = suite_create("classify/message");
    TCase *tc = tcase_create("message");
    tcase_add_loop_test(tc, chooses, 0, COUNT_OF(cases));
    tcase_add_loop_test(tc, tries_message_then_body, 0, COUNT_OF(body_cases));
    tcase_add_test(tc, captures_by_name);
    tcase_add_loop_test(tc, asks_the_call_site, 0, COUNT_OF(site_cases));
    tcase_add_test(tc, names_equals_in_row_order);
    tcase_add_test(tc, the_longer_beginning_goes_before);
    tcase_add_test(tc, the_text_that_goes_on_earlier_is_taken);
    tcase_add_test(tc, equals_keep_row_order);
    tcase_add_test(tc, msg_decides);
    suite_add_tcase(s, tc);
    return s;
}
