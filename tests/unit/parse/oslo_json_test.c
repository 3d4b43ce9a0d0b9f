/* parse_oslo_json.c: one line of oslo.log's JSON form, all its fields. */
#include "parsed.h"
#include "suites.h"

#define UUID  "0a1b2c3d-1111-4222-8333-444455556666"
#define REQ   "req-" UUID
#define X8(s) s s s s s s s s
#define DEEP  "[" X8(X8("[{\"\": ")) "\"}]\"" X8(X8("}]")) "]" /* 129 brackets */
#define MIN   "\"message\": \"m\", \"levelname\": \"INFO\""

START_TEST(reads_all_fields)
{
    struct parsed p;

    parsed_init(
        &p,
        STR("{\"message\": \"It \\u00e9\\nbroke\", \"asctime\": \"2027-03-04 06:06:07\", "
            "\"name\": "
            "\"svc.api\", \"msg\": \"It %s\", \"args\": [\"x\", {\"y\": 1}], "
            "\"levelname\": "
            "\"ERROR\", \"levelno\": 40, \"pathname\": \"/opt/x.py\", \"filename\": "
            "\"x.py\", "
            "\"module\": \"x\", \"lineno\": 36, \"funcname\": \"go\", \"created\": "
            "1804140367.0081236, \"msecs\": 8.0, \"relative_created\": 1.5, \"thread\": "
            "140031119740992, \"thread_name\": \"MainThread\", \"process_name\": "
            "\"MainProcess\", "
            "\"process\": 11, \"traceback\": [\"Traceback (most recent call last):\", \" "
            " File "
            "\\\"/x.py\\\", line 1, in f\", \"svc.Bad: b\"], \"hostname\": \"ctl1\", "
            "\"error_summary\": \"svc.Bad: b\", \"context\": {\"user_name\": \"n\", "
            "\"project_name\": \"pn\", \"user\": \"u\", \"project_id\": \"p\", "
            "\"system_scope\": "
            "null, \"project\": \"p\", \"domain\": \"d\", \"user_domain\": \"ud\", "
            "\"project_domain\": \"pd\", \"is_admin\": false, \"request_id\": \"" REQ
            "\", "
            "\"global_request_id\": null, \"roles\": [\"a\"]}, \"extra\": "
            "{\"instance_uuid\": "
            "\"" UUID "\", \"project\": \"p\", \"version\": \"unknown\"}}\x1b[00m\n"));
    ck_assert_uint_eq(p.b.record_count, 1);
    const struct record *r = p.b.records;
    ck_assert_int_eq(r->envelopes[0], ENVELOPE_OSLO_JSON);
    ck_assert_int_eq(r->time, INT64_C(1804140367008124));
    ck_assert_int_eq(r->time_source, TIME_RECORD);
    ck_assert(!r->zone_assumed);
    ck_assert_int_eq(r->level, LEVEL_ERROR);
    ck_assert_int_eq(r->pid, 11);
    ck_assert_int_eq(r->thread_id, INT64_C(140031119740992));
    ck_assert_uint_eq(r->origin_line, 36);
    ASSERT_STR(r->logger, "svc.api");
    ASSERT_STR(r->body, "It \xc3\xa9\nbroke");
    ASSERT_STR(r->message, "It \xc3\xa9\nbroke");
    ASSERT_STR(r->msg, "It %s");
    ASSERT_STR(r->host, "ctl1");
    ASSERT_STR(r->thread_name, "MainThread");
    ASSERT_STR(r->process_name, "MainProcess");
    ASSERT_STR(r->origin_file, "/opt/x.py");
    ASSERT_STR(r->origin_function, "go");
    ASSERT_STR(r->request_id, REQ);
    ck_assert(r->global_request_id.n == 0 && r->system_scope.n == 0);
    ASSERT_STR(r->user_id, "u");
    ASSERT_STR(r->user_name, "n");
    ASSERT_STR(r->project_id, "p");
    ASSERT_STR(r->project_name, "pn");
    ASSERT_STR(r->domain_id, "d");
    ASSERT_STR(r->user_domain_id, "ud");
    ASSERT_STR(r->project_domain_id, "pd");
    ASSERT_STR(r->instance_id, UUID);
    ASSERT_STR(
        r->trace,
        "Traceback (most recent call last):\n  File \"/x.py\", line 1, in f\nsvc.Bad: b");
    ck_assert_uint_eq(r->exception_count, 1);
    ASSERT_STR(r->exceptions[0].type, "svc.Bad");
    ck_assert_uint_eq(r->exceptions[0].frame_count, 1);
    ck_assert(!r->summary_only);
    parsed_done(&p);
}
END_TEST

static const struct {
    const char *name, *line;
    const char *said; /* as say_record; empty: a line without envelope */
} cases[] = {
    {"the least",                   "{" MIN "}",                                                  "info 1 |m|\n"               },
    {"another order",               "{\"levelname\": \"WARNING\", \"message\": \"m\"}",
     "warning 1 |m|\n"                                                                                                         },
    {"blanks around it",            "  {" MIN "} ",                                               "info 1 |m|\n"               },
    {"unknown keys",                "{\"x\": {\"y\": [1]}, " MIN ", \"z\": \"\"}",                "info 1 |m|\n"               },
    {"args nested deeply",
     "{\"message\": \"m\", \"args\": " DEEP ", \"levelname\": \"ERROR\"}",                        "error 1 |m|\n"              },
    {"deep everywhere",
     "{\"x\": " DEEP ", \"message\": \"m\", \"created\": " DEEP
     ", \"context\": {\"roles\": " DEEP "}, \"extra\": {\"y\": " DEEP ", \"user\": " DEEP
     "}, \"levelname\": \"INFO\"}",                                                               "info 1 |m|\n"               },
    {"an empty message",            "{\"message\": \"\", \"levelname\": \"INFO\"}",               "info 1 ||\n"                },
    {"a level without name",        "{\"message\": \"m\", \"levelname\": \"Level 21\"}",
     "audit 1 |m|\n"                                                                                                           },
    {"a level by its number",
     "{\"message\": \"m\", \"levelname\": \"X\", \"levelno\": 45}",                               "error 1 |m|\n"              },
    {"the traceback as one string",
     "{\"message\": \"m\", \"levelname\": \"ERROR\", \"traceback\": \"Traceback (most "
     "recent call "
     "last):\\n  File \\\"/x.py\\\", line 1, in f\\nKeyError: 'k'\"}",                            "error 1 |m| KeyError(1)\n"  },
    {"no traceback but a summary",
     "{\"message\": \"a: b\", \"levelname\": \"ERROR\", \"traceback\": null, "
     "\"error_summary\": "
     "\"OSError: [Errno 2] x\"}",                                                                 "error 1 |a: b| OSError(0)\n"},
    {"the message is not cut",      "{\"message\": \"a: OSError: b\", \"levelname\": \"ERROR\"}",
     "error 1 |a: OSError: b|\n"                                                                                               },
    {"cut behind the level",        "{" MIN ", \"pathname\": \"/opt",                             "info 1 |m|\n"               },
    {"cut in a number",             "{" MIN ", \"created\": 18041",                               "info 1 |m|\n"               },
    {"cut before the level",        "{\"message\": \"m\", \"levelname\": \"INF",                  ""                           },
    {"no level",                    "{\"message\": \"m\"}",                                       ""                           },
    {"no message",                  "{\"levelname\": \"INFO\"}",                                  ""                           },
    {"a number for a message",      "{\"message\": 1, \"levelname\": \"INFO\"}",                  ""                           },
    {"text behind it",              "{" MIN "} x",                                                ""                           },
    {"no JSON",                     "{'message': 'm', 'levelname': 'INFO'}",                      ""                           },
    {"a list",                      "[{" MIN "}]",                                                ""                           },
};

START_TEST(reads_a_line)
{
    struct parsed p;
    CLEANUP(buf_done) struct buf said = {0};

    parsed_init(&p, str_of(cases[_i].line));
    ck_assert_uint_eq(p.b.record_count, 1);
    const struct record *r = p.b.records;
    bool bare = cases[_i].said[0] == 0;
    ck_assert_msg((r->envelope_count == 0) == bare, "%s", cases[_i].name);
    say_record(&said, r);
    if (!bare)
        ck_assert_msg(str_eq(buf_str(&said), str_of(cases[_i].said)), "%s: %s",
                      cases[_i].name, buf_z(&said));
    ck_assert_msg(
        ((r->flags & RECORD_PARTIAL) != 0) ==
            (!bare && r->raw.p[r->raw.n - 1] != '}' && r->raw.p[r->raw.n - 1] != ' '),
        "%s: marked", cases[_i].name);
    parsed_done(&p);
}
END_TEST

static const struct {
    const char *name, *line, *iso;
    bool assumed;
} times[] = {
    {"rounded up",    "{" MIN ", \"created\": 1.9999996}",                                   "1970-01-01T00:00:02.000Z", false},
    {"whole seconds", "{" MIN ", \"created\": 12}",                                          "1970-01-01T00:00:12.000Z", false},
    {"by asctime",    "{" MIN ", \"asctime\": \"2027-03-04 05:06:07\"}",
     "2027-03-04T05:06:07.000Z",                                                                                         true },
    {"an exponent",   "{" MIN ", \"created\": 1.8e9, \"asctime\": \"2027-03-04 05:06:07\"}",
     "2027-03-04T05:06:07.000Z",                                                                                         true },
};

START_TEST(reads_a_time)
{
    struct parsed p;
    CLEANUP(buf_done) struct buf iso = {0};

    parsed_init(&p, str_of(times[_i].line));
    clock_iso(&iso, p.b.records[0].time);
    ck_assert_msg(str_eq(buf_str(&iso), str_of(times[_i].iso)), "%s: %s", times[_i].name,
                  buf_z(&iso));
    ck_assert(p.b.records[0].zone_assumed == times[_i].assumed);
    parsed_done(&p);
}
END_TEST

START_TEST(reads_on_behind_what_it_skips)
{
    struct parsed p;

    parsed_init(&p,
                STR("{\"message\": \"m\", \"args\": " DEEP ", \"levelname\": \"ERROR\", "
                    "\"traceback\": [" DEEP ", \"svc.Bad: b\"], \"extra\": {\"y\": " DEEP
                    ", \"user\": \"u\"}, \"hostname\": \"ctl1\", \"process\": 7}\n"));
    ck_assert_uint_eq(p.b.record_count, 1);
    const struct record *r = p.b.records;
    ck_assert_int_eq(r->envelopes[0], ENVELOPE_OSLO_JSON);
    ASSERT_STR(r->trace, "svc.Bad: b");
    ASSERT_STR(r->user_id, "u");
    ASSERT_STR(r->host, "ctl1");
    ck_assert_int_eq(r->pid, 7);
    parsed_done(&p);
}
END_TEST

START_TEST(old_releases_have_the_context_in_extra)
{
    struct parsed p;

    parsed_init(
        &p, STR("{" MIN ", \"extra\": {\"project\": \"unknown\", \"request_id\": \"" REQ
                "\", \"user\": \"u\", \"instance\": \"not one\"}, \"context\": {}}"));
    ASSERT_STR(p.b.records[0].request_id, REQ);
    ASSERT_STR(p.b.records[0].user_id, "u");
    ck_assert_uint_eq(p.b.records[0].project_id.n, 0);
    ck_assert_uint_eq(p.b.records[0].instance_id.n, 0);
    parsed_done(&p);
}
END_TEST

Suite *oslo_json_suite(void)
{
    Suite *s = suite_create("parse/oslo_json");
    TCase *tc = tcase_create("oslo_json");

    tcase_add_test(tc, reads_all_fields);
    tcase_add_loop_test(tc, reads_a_line, 0, (int)COUNT_OF(cases));
    tcase_add_loop_test(tc, reads_a_time, 0, (int)COUNT_OF(times));
    tcase_add_test(tc, reads_on_behind_what_it_skips);
    tcase_add_test(tc, old_releases_have_the_context_in_extra);
    suite_add_tcase(s, tc);
    return s;
}
