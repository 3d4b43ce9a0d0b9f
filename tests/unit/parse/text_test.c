/* parse_oslo_text.c: one line of oslo.log's text form, all its fields. */
#include "parsed.h"
#include "suites.h"

#define UUID "0a1b2c3d-1111-4222-8333-444455556666"
#define REQ  "req-" UUID

START_TEST(reads_all_fields)
{
    struct parsed p;

    parsed_init(&p, STR("2027-03-04 05:06:07.008 11 WARNING svc.api [None " REQ
                        " u1 p1 - - ud pd] [instance: " UUID
                        "] It broke: OSError: [Errno 2] x\n"
                        "2027-03-04 05:06:07.009 11 INFO svc.api [-] next\n"));
    ck_assert_uint_eq(p.b.record_count, 2);
    const struct record *r = p.b.records;
    ck_assert_ptr_eq(r->stream, &p.stream);
    ck_assert_uint_eq(r->position, 0);
    ck_assert_uint_eq(r->bytes, p.b.lines[0].bytes);
    ck_assert_uint_eq(r->line_count, 1);
    ck_assert_uint_eq(r->flags, 0);
    ck_assert_uint_eq(r->envelope_count, 1);
    ck_assert_int_eq(r->envelopes[0], ENVELOPE_OSLO_TEXT);
    ck_assert_int_eq(r->time_source, TIME_RECORD);
    ck_assert(r->zone_assumed && !r->time_ambiguous);
    ck_assert_int_eq(r->level, LEVEL_WARNING);
    ck_assert_int_eq(r->pid, 11);
    ck_assert_int_eq(r->thread_id, -1);
    ASSERT_STR(r->logger, "svc.api");
    ASSERT_STR(r->request_id, REQ);
    ASSERT_STR(r->user_id, "u1");
    ASSERT_STR(r->project_domain_id, "pd");
    ASSERT_STR(r->instance_id, UUID);
    ASSERT_STR(r->body, "It broke: OSError: [Errno 2] x");
    ASSERT_STR(r->message, "It broke");
    ck_assert(r->summary_only);
    ASSERT_STR(r->exceptions[0].message, "[Errno 2] x");
    ck_assert(str_eq(r->raw, p.b.lines[0].text));
    ck_assert_ptr_eq(r->raw.p, p.b.lines[0].text.p);
    parsed_done(&p);
}
END_TEST

static const struct {
    const char *name;
    struct str line;
    const char *said; /* as say_record; empty: a line without envelope */
} cases[] = {
    {"no context",                  STR_INIT("2027-03-04 05:06:07.008 1 INFO svc [-] x"),           "info 1 |x|\n"         },
    {"no pid",                      STR_INIT("2027-03-04 05:06:07.008 INFO svc [-] x"),             "info 1 |x|\n"         },
    {"no bracket",                  STR_INIT("2027-03-04 05:06:07.008 1 INFO svc x"),               "info 1 |x|\n"         },
    {"no bracket, an error",        STR_INIT("2027-03-04 05:06:07.008 1 ERROR svc it is bad"),
     "error 1 |it is bad|\n"                                                                                               },
    {"a bracket of the operator's",
     STR_INIT("2027-03-04 05:06:07.008 1 ERROR svc [a b] bad"),                                     "error 1 |[a b] bad|\n"},
    {"no text",                     STR_INIT("2027-03-04 05:06:07.008 1 INFO svc [-] "),            "info 1 ||\n"          },
    {"an old level",                STR_INIT("2027-03-04 05:06:07.008 1 Level 21 svc [-] x"),
     "audit 1 |x|\n"                                                                                                       },
    {"carriage return",             STR_INIT("2027-03-04 05:06:07.008 1 INFO svc [-] x\r"),
     "info 1 |x|\n"                                                                                                        },
    {"colours",
     STR_INIT("\x1b[00;36m2027-03-04 05:06:07.008 1 INFO svc [\x1b[01;36m-] x\x1b[00m"),
     "info 1 |x|\n"                                                                                                        },
    {"no summary below warning",
     STR_INIT("2027-03-04 05:06:07.008 1 INFO s [-] a: KeyError: 1"),
     "info 1 |a: KeyError: 1|\n"                                                                                           },
    {"NUL and no UTF-8",            STR_INIT("2027-03-04 05:06:07.008 1 INFO s [-] a\0\xff"),
     "info 1 |a\0\xff|\n"                                                                                                  },
    {"a table's line",              STR_INIT("2027-03-04 05:06:07.008|text"),                       ""                     },
    {"a sentence",                  STR_INIT("2027-03-04 05:06:07.008 Error in line 3"),            ""                     },
    {"no logger",                   STR_INIT("2027-03-04 05:06:07.008 1 INFO [-] x"),               "info 1 |x|\n"         },
    {"no logger, an error",         STR_INIT("2027-03-04 05:06:07.008 1 ERROR [" REQ " - - - - -] x"),
     "error 1 |x|\n"                                                                                                       },
    {"no logger, no context",       STR_INIT("2027-03-04 05:06:07.008 1 INFO [a b] x"),             ""                     },
    {"a place in Go",               STR_INIT("2027-03-04 05:06:07 ERROR juju.api x.go:95 bad"),
     "error 1 |x.go:95 bad|\n"                                                                                             },
    {"no milliseconds",             STR_INIT("2027-03-04 05:06:07 1 INFO svc [-] x"),               "info 1 |x|\n"         },
    {"a comma before them",         STR_INIT("2027-03-04 05:06:07,008 1 INFO svc [-] x"),           "info 1 |x|\n"         },
    {"isotime",                     STR_INIT("2027-03-04T05:06:07.008123+01:00 1 INFO svc [-] x"),
     "info 1 |x|\n"                                                                                                        },
    {"audit",                       STR_INIT("2027-03-04 05:06:07.008 1 AUDIT svc [-] x"),          "audit 1 |x|\n"        },
    {"a scope in brackets",         STR_INIT("2027-03-04 05:06:07.008 1 INFO svc [-] [scope: a] x"),
     "info 1 |[scope: a] x|\n"                                                                                             },
    {"a connection in brackets",    STR_INIT("2027-03-04 05:06:07.008 1 ERROR svc [-] [" UUID "] AMQP"),
     "error 1 |[" UUID "] AMQP|\n"                                                                                         },
    {"a pid too long",              STR_INIT("2027-03-04 05:06:07.008 12345678901 INFO svc [-] x"), ""                     },
    {"another date",                STR_INIT("04.03.2027 05:06:07 svc: x"),                        ""                     },
};

START_TEST(reads_a_line)
{
    struct parsed p;
    CLEANUP(buf_done) struct buf said = {0};
    struct str line = cases[_i].line;

    parsed_init(&p, line);
    ck_assert_uint_eq(p.b.record_count, 1);
    const struct record *r = p.b.records;
    bool bare = cases[_i].said[0] == 0;
    ck_assert_msg((r->envelope_count == 0) == bare, "%s", cases[_i].name);
    ck_assert(str_eq(r->raw, line));
    say_record(&said, r);
    if (!bare && !memchr(line.p, 0, line.n))
        ck_assert_msg(str_eq(buf_str(&said), str_of(cases[_i].said)), "%s: %s",
                      cases[_i].name, buf_z(&said));
    if (bare)
        ck_assert(str_eq(r->body, line));
    parsed_done(&p);
}
END_TEST

START_TEST(a_debug_line_names_its_call_site)
{
    struct parsed p;

    parsed_init(&p,
                STR("2027-03-04 05:06:07.008 1 DEBUG svc [-] say it go /opt/x.py:39\n"));
    const struct record *r = p.b.records;
    ASSERT_STR(r->message, "say it");
    ASSERT_STR(r->body, "say it go /opt/x.py:39");
    ASSERT_STR(r->origin_file, "/opt/x.py");
    ASSERT_STR(r->origin_function, "go");
    ck_assert_uint_eq(r->origin_line, 39);
    parsed_done(&p);
}
END_TEST

Suite *text_suite(void)
{
    Suite *s = suite_create("parse/oslo_text");
    TCase *tc = tcase_create("oslo_text");

    tcase_add_test(tc, reads_all_fields);
    tcase_add_loop_test(tc, reads_a_line, 0, (int)COUNT_OF(cases));
    tcase_add_test(tc, a_debug_line_names_its_call_site);
    suite_add_tcase(s, tc);
    return s;
}
