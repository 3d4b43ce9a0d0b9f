#include "classify/raised.h"

#include "choose_fixture.h"

Suite *raised_suite(void);

static const char other_file[] = HEAD("other", "other", "other-api")
    "exceptions:\n"
    "  - {class: other.exception.ComputeHostNotFound, source: 'other/exception.py:1',\n"
    "     template: 'No compute host %(host)s here', situations: [{row: '1.1'}]}\n"
    "  - {class: other.db.Twice, source: 'other/db.py:1', template: 'in the database: %s',\n"
    "     situations: [{row: '1.2'}]}\n"
    "  - {class: other.api.Twice, source: 'other/api.py:1', template: 'in the api: %s',\n"
    "     situations: [{row: '1.3'}]}\n"
    "  - {class: neutronclient.common.exceptions.NotFound, source: 'other/neutron.py:1',\n"
    "     template: 'gone', situations: [{row: '1.4', raised: ['other/neutron.py:9']}]}\n"
    "  - {class: other.api.Forbidden, source: 'other/api.py:2', template: 'You may not %s', row: '1.7'}\n"
    "  - {class: other.exception.SystemExit, source: 'other/exception.py:2', template: 'gone: %s',\n"
    "     situations: [{row: '1.6'}]}\n"
    "  - {class: KeyError, source: 'other/x.py:1', template: '%s',\n"
    "     situations: [{row: '1.5', raised: ['other/x.py:9']}]}\n";

static const struct {
    const char *name, *path, *type, *text, *id;
    int confidence;
} cases[] = {
    {"a dotted class", "", "masakari.exception.HostNotFound", "No host with id 4.",
     "masakari.HostNotFound", 90},
    {"the module decides, not the file", "/l/zun-api.log", "masakari.exception.HostNotFound",
     "No host with id 4.", "masakari.HostNotFound", 70},
    {"a class of the same name elsewhere", "/l/zun-compute.log", "other.exception.ComputeHostNotFound",
     "No compute host h here", "other.ComputeHostNotFound", 70},
    {"an unknown module", "/l/zun-compute.log", "nova.exception.ComputeHostNotFound", "x", "", 0},
    {"a bare name of the own service", "/l/zun-compute.log", "ComputeHostNotFound",
     "Compute host h could not be found.", "zun.ComputeHostNotFound", 90},
    {"a bare name that clients have too, in other words", "/l/other-api.log", "Forbidden", "x", "", 0},
    {"the same in the service's words", "/l/other-api.log", "Forbidden", "You may not x", "other.Forbidden",
     90},
    {"the same with its module", "/l/other-api.log", "other.api.Forbidden", "x", "other.Forbidden", 79},
    {"a bare name of another service", "/l/masakari-api.log", "ComputeHostNotFound",
     "Compute host h could not be found.", "", 0},
    {"a bare name, no service known", "", "ComputeHostNotFound", "Compute host h could not be found.",
     "", 0},
    {"a bare name twice, its template tells", "/l/other-api.log", "Twice", "in the api: x",
     "other.api.Twice", 90},
    {"a bare name twice, no template fits", "/l/other-api.log", "Twice", "x", "", 0},
    {"a builtin is no class of a service", "/l/masakari-api.log", "NotImplementedError",
     "Not implemented", "", 0},
    {"the service's class of that name", "/l/masakari-api.log",
     "masakari.exception.NotImplementedError", "Not implemented", "masakari.NotImplementedError", 90},
    {"a builtin that the own service lists: its name says nothing", "/l/other-api.log", "KeyError",
     "'x'", "", 0},
    {"a builtin that another service lists", "/l/zun-api.log", "KeyError", "'x'", "", 0},
    {"a builtin that ends a process is no class of a service", "/l/other-api.log", "SystemExit",
     "gone: 1", "", 0},
    {"a builtin, no service known", "", "KeyError", "'x'", "", 0},
    {"a library's class that the own service lists", "/l/other-api.log",
     "neutronclient.common.exceptions.NotFound", "gone", "other.NotFound", 90},
    {"a library's class, and another text", "/l/other-api.log",
     "neutronclient.common.exceptions.NotFound", "no such port", "", 0},
    {"a library's class that another service lists", "/l/zun-api.log",
     "neutronclient.common.exceptions.NotFound", "gone", "", 0},
    {"a library's class, no service known", "", "neutronclient.common.exceptions.NotFound", "gone",
     "other.NotFound", 90},
    {"common's class in any service", "/l/zun-api.log", "oslo_messaging.exceptions.MessagingTimeout",
     "Timed out waiting for a reply to message ID 7", "common.MessagingTimeout", 90},
    {"no class", "/l/zun-api.log", "", "x", "", 0},
};

START_TEST(finds_by_class)
{
    struct stage s;
    stage_open(&s, other_file, "");
    struct exception x = {.type = str_of(cases[_i].type), .message = str_of(cases[_i].text)};
    struct record *r = stage_record(&s, cases[_i].path, "", LEVEL_NONE, "what nobody knows");
    r->exceptions = &x;
    r->exception_count = 1;
    const struct match *m = stage_match(&s);
    CHECK_ID(m->raised.entry, cases[_i].id, cases[_i].name);
    ck_assert_msg((m->class_ != NULL) == (m->raised.entry != NULL), "%s", cases[_i].name);
    ck_assert_msg(m->confidence == cases[_i].confidence, "%s: %d", cases[_i].name, m->confidence);
    ck_assert_int_eq(m->status, m->raised.entry ? MATCH_CLASSIFIED : MATCH_UNCLASSIFIED);
    ck_assert_msg(!m->raised.entry || (m->basis & BASIS_CLASS), "%s", cases[_i].name);
    stage_close(&s);
}
END_TEST

START_TEST(bare_names_rest_on_the_service)
{
    struct stage s;
    stage_open(&s, NULL, "zun");
    struct exception x = {.type = STR("ComputeHostNotFound"), .message = STR("x")};
    struct record *r = stage_record(&s, "", "", LEVEL_NONE, "");
    r->exceptions = &x;
    r->exception_count = 1;
    ck_assert_uint_eq(stage_match(&s)->basis, BASIS_CLASS | BASIS_SERVICE);
    stage_close(&s);
}
END_TEST

static struct frame far_frames[] = {
    {.module_path = STR_INIT("zun/compute/manager.py"), .line = 250, .function = STR_INIT("wait")},
};
static struct frame near_frames[] = {
    {.module_path = STR_INIT("zun/compute/manager.py"), .line = 224, .function = STR_INIT("call")},
};

/* The caller's own frames are not the raise site, even where they are listed. */
START_TEST(remote_frames_count)
{
    struct stage s;
    stage_open(&s, NULL, "");
    struct exception x[] = {
        {.type = STR("zun.common.exception.Conflict"), .message = STR("x"), .remote = true,
         .frames = near_frames, .frame_count = 1},
        {.type = STR("zun.common.exception.Conflict"), .message = STR("x"),
         .relation = RELATION_REMOTE, .frames = far_frames, .frame_count = 1},
    };
    struct record *r = stage_record(&s, "", "", LEVEL_NONE, "");
    r->exceptions = x;
    r->exception_count = 2;
    const struct match *m = stage_match(&s);
    CHECK_ID(m->raised.entry, "zun.Conflict.not-deleted", "the remote block");
    ck_assert_uint_eq(m->raised.candidate_count, 0);
    ck_assert_uint_eq(m->cause_count, 1);
    ck_assert_int_eq(m->causes[0].relation, RELATION_REMOTE);
    CHECK_ID(m->causes[0].entry, "zun.Conflict.not-deleted", "its cause");

    x[1].relation = RELATION_NONE;
    r = stage_record(&s, "", "", LEVEL_NONE, "");
    r->exceptions = x;
    r->exception_count = 1; /* only the first line was logged: no remote block */
    ck_assert_uint_eq(stage_match(&s)->raised.candidate_count, 6);
    stage_close(&s);
}
END_TEST

static const struct {
    const char *name, *carrier, *path, *type, *id;
} carrier_cases[] = {
    {"dotted", "oslo_messaging.rpc.client.RemoteError", "", "zun.common.exception.Conflict",
     "zun.Conflict.not-deleted"},
    {"bare, own service", "oslo_messaging.RemoteError", "/l/zun-api.log", "Conflict",
     "zun.Conflict.not-deleted"},
    {"bare, another service", "oslo_messaging.RemoteError", "/l/masakari-api.log", "Conflict", ""},
    {"bare, no service", "oslo_messaging.RemoteError", "", "Conflict", ""},
    {"another carrier", "oslo_messaging.exceptions.Other", "/l/zun-api.log", "Conflict", ""},
};

START_TEST(remote_error_carries_a_class)
{
    struct stage s;
    stage_open(&s, NULL, "");
    struct exception x[] = {
        {.type = str_of(carrier_cases[_i].carrier), .message = STR("Remote error: Conflict x"),
         .remote = true, .frames = near_frames, .frame_count = 1},
        {.type = str_of(carrier_cases[_i].type), .message = STR("x"), .relation = RELATION_REMOTE,
         .frames = far_frames, .frame_count = 1},
    };
    struct record *r = stage_record(&s, carrier_cases[_i].path, "", LEVEL_NONE, "");
    r->exceptions = x;
    r->exception_count = 2;
    const struct match *m = stage_match(&s);
    CHECK_ID(m->raised.entry, carrier_cases[_i].id, carrier_cases[_i].name);
    ck_assert_uint_eq(m->cause_count, 1);
    stage_close(&s);
}
END_TEST

Suite *raised_suite(void)
{
    Suite *s = suite_create("classify/raised");
    TCase *tc = tcase_create("raised");
    tcase_add_loop_test(tc, finds_by_class, 0, COUNT_OF(cases));
    tcase_add_test(tc, bare_names_rest_on_the_service);
    tcase_add_test(tc, remote_frames_count);
    tcase_add_loop_test(tc, remote_error_carries_a_class, 0, COUNT_OF(carrier_cases));
    suite_add_tcase(s, tc);
    return s;
}
