/* journal.c, parse_journal.c, journal_export.c: entries of a journal. */
#include <stdlib.h>

#include "flow/limits.h"
#include "parse/journal.h"
#include "parsed.h"
#include "suites.h"

#define OSLO "2027-03-04 05:06:07.008 11 "
#define AT   "\"__REALTIME_TIMESTAMP\":\"1804136767008123\","
#define STDOUT AT "\"_TRANSPORT\":\"stdout\",\"_PID\":\"7\","
#define NATIVE AT "\"_TRANSPORT\":\"journal\",\"_PID\":\"7\","

/* ---- what JSON lines become ---- */

static const struct {
    const char *name;
    struct str text;
    const char *said;
} cases[] = {
    {"a record and its traceback in one entry",
     STR_INIT("{" NATIVE "\"MESSAGE\":\"" OSLO "ERROR s.m [-] it broke: KeyError: 1\\n" OSLO
              "ERROR s.m Traceback (most recent call last):\\n" OSLO
              "ERROR s.m   File \\\"/a.py\\\", line 1, in f\\n" OSLO "ERROR s.m KeyError: 1\\n" OSLO
              "ERROR s.m \"}\n"),
     "error 1 |it broke| KeyError(1)\n"},
    {"a traceback of a unit's output is an entry a line",
     STR_INIT("{" STDOUT "\"MESSAGE\":\"" OSLO "ERROR s.m [-] it broke: KeyError: 1\"}\n"
              "{" STDOUT "\"MESSAGE\":\"" OSLO "ERROR s.m Traceback (most recent call last):\"}\n"
              "{" STDOUT "\"MESSAGE\":\"" OSLO "ERROR s.m KeyError: 1\"}\n"),
     "error 3 |it broke| KeyError(0)\n"},
    {"a native message says its level, or its priority does",
     STR_INIT("{" NATIVE "\"MESSAGE\":\"a\",\"PRIORITY\":\"7\",\"LOGGER_LEVEL\":\"AUDIT\"}\n"
              "{" NATIVE "\"MESSAGE\":\"b\",\"PRIORITY\":\"4\"}\n"),
     "audit 1 |a|\nwarning 1 |b|\n"},
    {"the priority of an output says nothing, unless it was written before the line",
     STR_INIT("{" STDOUT "\"MESSAGE\":\"a\",\"PRIORITY\":\"6\"}\n"
              "{" STDOUT "\"MESSAGE\":\"b\",\"PRIORITY\":\"3\"}\n"
              "{" STDOUT "\"MESSAGE\":\"c\",\"PRIORITY\":\"3\",\"CONTAINER_ID\":\"a1\"}\n"),
     "none 1 |a|\nerror 1 |b|\nnone 1 |c|\n"},
    {"a whole message takes no line of the next one",
     STR_INIT("{" NATIVE "\"MESSAGE\":\"" OSLO "INFO s.m [-] a\"}\n"
              "{" NATIVE "\"MESSAGE\":\"b\",\"PRIORITY\":\"6\"}\n"),
     "info 1 |a|\ninfo 1 |b|\n"},
    {"a message of several lines",
     STR_INIT("{" NATIVE "\"MESSAGE\":\"a\\nb\\n\\nc\\n\",\"PRIORITY\":\"5\"}\n"),
     "info 1 |a/b//c|\n"},
    {"a traceback below a bare message",
     STR_INIT("{" NATIVE "\"MESSAGE\":\"a\\nTraceback (most recent call last):\\n  File \\\"/a.py\\\","
              " line 1, in f\\nKeyError: 1\",\"PRIORITY\":\"3\"}\n"),
     "error 1 |a| KeyError(1)\n"},
    {"one without frames",
     STR_INIT("{" NATIVE "\"MESSAGE\":\"a\\nTraceback (most recent call last):\\nKeyError: 1\","
              "\"LOGGER_LEVEL\":\"ERROR\"}\n"),
     "error 1 |a| KeyError(0)\n"},
    {"the traceback is in a field of its own",
     STR_INIT("{" NATIVE "\"MESSAGE\":\"" OSLO "ERROR s.m [-] a\",\"EXCEPTION_TEXT\":\"" OSLO
              "ERROR s.m Traceback (most recent call last):\\n" OSLO "ERROR s.m   File \\\"/a.py\\\", "
              "line 1, in f\\n" OSLO "ERROR s.m KeyError: 1\"}\n"),
     "error 1 |a| KeyError(1)\n"},
    {"and is not taken twice",
     STR_INIT("{" NATIVE "\"MESSAGE\":\"a\\nTraceback (most recent call last):\\nKeyError: 1\","
              "\"LOGGER_LEVEL\":\"ERROR\",\"EXCEPTION_INFO\":"
              "\"Traceback (most recent call last):\\nKeyError: 1\"}\n"),
     "error 1 |a| KeyError(0)\n"},
    {"oslo.log's JSON in a message",
     STR_INIT("{" NATIVE "\"MESSAGE\":\"{\\\"message\\\": \\\"a\\\", \\\"levelname\\\": \\\"ERROR\\\", "
              "\\\"traceback\\\": [\\\"Traceback (most recent call last):\\\", \\\"KeyError: 1\\\"]}\","
              "\"EXCEPTION_INFO\":[\"Traceback (most recent call last):\",\"KeyError: 1\"]}\n"),
     "error 1 |a| KeyError(0)\n"},
    {"bytes that are no text are numbers",
     STR_INIT("{" STDOUT "\"MESSAGE\":[27,91,51,49,109,73,78,70,79,32,97,46,98,32,91,45,93,32,"
              "104,105,27,91,48,109]}\n"),
     "info 1 |hi|\n"},
    {"a message that was left out for its length",
     STR_INIT("{" STDOUT "\"MESSAGE\":\"a\"}\n{" STDOUT "\"MESSAGE\":null}\n"),
     "none 1 |a|\nnone 1 ||\n"},
    {"a line cut in pieces, of two writers",
     STR_INIT("{" STDOUT "\"_LINE_BREAK\":\"line-max\",\"MESSAGE\":\"" OSLO "INFO s.m [-] a\"}\n"
              "{" AT "\"_TRANSPORT\":\"stdout\",\"_PID\":\"8\",\"MESSAGE\":\"" OSLO
              "INFO s.m [-] other\"}\n"
              "{" STDOUT "\"_LINE_BREAK\":\"line-max\",\"MESSAGE\":\"b\"}\n"
              "{" STDOUT "\"MESSAGE\":\"c\"}\n"),
     "info 3 |abc|\ninfo 1 |other|\n"},
    {"parts of a container's line",
     STR_INIT("{" NATIVE "\"CONTAINER_NAME\":\"c\",\"CONTAINER_PARTIAL_MESSAGE\":\"true\","
              "\"MESSAGE\":\"" OSLO "INFO s.m [-] a\"}\n"
              "{" NATIVE "\"CONTAINER_NAME\":\"c\",\"MESSAGE\":\"b\"}\n"),
     "info 2 |ab|\n"},
    {"json-seq and json-sse",
     STR_INIT("\x1e{" NATIVE "\"MESSAGE\":\"a\",\"PRIORITY\":\"6\"}\n"
              "data: {" NATIVE "\"MESSAGE\":\"b\",\"PRIORITY\":\"6\"}\n\n"
              "data: {" NATIVE "\"MESSAGE\":\"c\",\"PRIORITY\":\"6\"}\n\n"),
     "info 1 |a|\ninfo 2 |b|\ninfo 2 |c|\n"},
    {"names in lower case",
     STR_INIT("{\"systemd_unit\":\"a.service\",\"transport\":\"journal\",\"message\":\"a\","
              "\"priority\":\"3\"}\n"),
     "error 1 |a|\n"},
    {"of a repeated field the first value",
     STR_INIT("{" NATIVE "\"PRIORITY\":[\"3\",\"6\"],\"MESSAGE\":[\"a\",\"b\"]}\n"),
     "error 1 |a|\n"},
    {"what stood behind a NUL",
     STR_INIT("{" AT "\"_TRANSPORT\":\"syslog\",\"MESSAGE\":\"a b\",\"SYSLOG_RAW\":"
              "[60,49,49,62,120,58,32,97,32,98,0,99]}\n"),
     "none 1 |a b0c|\n"},
    {"a line that ends too early", STR_INIT("{" NATIVE "\"MESSAGE\":\"a\",\"PRIORI\n"),
     "none 1 |a|\n"},
    {"no entry", STR_INIT("{\"MESSAGES\":\"a\"}\n{\"MESSAGE\":\"a\"\n{\"MESSAGE\":\"a\"}}\n"),
     "none 1 |a|\nnone 1 |{\"MESSAGES\":\"a\"}|\nnone 1 |{\"MESSAGE\":\"a\"}}|\n"},
};

START_TEST(reads_lines)
{
    CLEANUP(buf_done) struct buf said = {0};
    struct parsed p;

    parsed_init(&p, cases[_i].text);
    for (size_t i = 0; i < p.b.record_count; i++)
        say_record(&said, &p.b.records[i]);
    for (size_t i = 0; i < said.n; i++)
        said.p[i] = said.p[i] ? said.p[i] : '0'; /* said of a NUL */
    ck_assert_msg(str_eq(buf_str(&said), str_of(cases[_i].said)), "%s:\n%s", cases[_i].name,
                  buf_z(&said));
    parsed_done(&p);
}
END_TEST

/* ---- what an entry tells ---- */

static void check_native(const struct record *r)
{
    ck_assert_int_eq(r->envelopes[0], ENVELOPE_JOURNAL);
    ck_assert_int_eq(r->time, INT64_C(1804136767007000));
    ck_assert_int_eq(r->time_source, TIME_ENVELOPE);
    ck_assert(!r->zone_assumed);
    ck_assert_int_eq(r->level, LEVEL_WARNING);
    ck_assert_int_eq(r->pid, 24984);
    ck_assert_uint_eq(r->origin_line, 189);
    ck_assert_int_eq(r->sender->severity, 4);
    ck_assert_int_eq(r->sender->facility, 1);
    ASSERT_STR(r->message, "it went");
    ASSERT_STR(r->logger, "masakari.engine.manager");
    ASSERT_STR(r->host, "ctl1");
    ASSERT_STR(r->sender->unit, "masakari-engine.service");
    ASSERT_STR(r->sender->identifier, "masakari-engine");
    ASSERT_STR(r->origin_file, "/usr/lib/m.py");
    ASSERT_STR(r->origin_function, "go");
    ASSERT_STR(r->thread_name, "MainThread");
    ASSERT_STR(r->process_name, "MainProcess");
    ASSERT_STR(r->request_id, "req-6f0c2b1e-7d2a-4f9b-9d3e-1a2b3c4d5e6f");
    ASSERT_STR(r->project_id, "p");
    ASSERT_STR(r->project_name, "service");
    ASSERT_STR(r->user_id, "u");
    ASSERT_STR(r->user_name, "masakari");
}

START_TEST(a_bare_message_with_the_fields_of_oslo_log)
{
    struct parsed p;

    parsed_init(&p, STR("{\"__REALTIME_TIMESTAMP\":\"1804136767008123\",\"_HOSTNAME\":\"ctl1\","
                        "\"_SOURCE_REALTIME_TIMESTAMP\":\"1804136767007000\",\"_PID\":\"24984\","
                        "\"_TRANSPORT\":\"journal\",\"PRIORITY\":\"4\",\"SYSLOG_FACILITY\":\"8\","
                        "\"_SYSTEMD_UNIT\":\"masakari-engine.service\",\"CODE_LINE\":\"189\","
                        "\"CODE_FILE\":\"/usr/lib/m.py\",\"CODE_FUNC\":\"go\","
                        "\"LOGGER_NAME\":\"masakari.engine.manager\",\"LOGGER_LEVEL\":\"WARNING\","
                        "\"SYSLOG_IDENTIFIER\":\"masakari-engine\",\"THREAD_NAME\":\"MainThread\","
                        "\"PROCESS_NAME\":\"MainProcess\",\"PROJECT_ID\":\"p\",\"USER_ID\":\"u\","
                        "\"REQUEST_ID\":\"req-6f0c2b1e-7d2a-4f9b-9d3e-1a2b3c4d5e6f\","
                        "\"PROJECT_NAME\":\"service\",\"USER_NAME\":\"masakari\","
                        "\"MESSAGE\":\"it went\"}\n"));
    ck_assert_uint_eq(p.b.record_count, 1);
    check_native(p.b.records);
    parsed_done(&p);
}
END_TEST

START_TEST(a_container_and_a_unit_of_a_user)
{
    struct parsed p;

    parsed_init(&p, STR("{" NATIVE "\"CONTAINER_ID\":\"a1\",\"CONTAINER_ID_FULL\":\"a1b2\","
                        "\"CONTAINER_NAME\":\"zun_compute\",\"IMAGE_NAME\":\"zun:1\","
                        "\"SYSLOG_FACILITY\":\"16\",\"MESSAGE\":\"a\"}\n"
                        "{" STDOUT "\"_SYSTEMD_UNIT\":\"user@1000.service\","
                        "\"_SYSTEMD_USER_UNIT\":\"heat.service\",\"SYSLOG_FACILITY\":\"184\","
                        "\"MESSAGE\":\"b\"}\n"));
    ck_assert_uint_eq(p.b.record_count, 2);
    const struct record *r = p.b.records;
    ASSERT_STR(r[0].sender->container_name, "zun_compute");
    ASSERT_STR(r[0].sender->container_id, "a1b2");
    ASSERT_STR(r[0].sender->image, "zun:1");
    ck_assert_int_eq(r[0].pid, -1);
    ck_assert_int_eq(r[0].sender->facility, 16);
    ASSERT_STR(r[1].sender->unit, "heat.service");
    ck_assert_int_eq(r[1].pid, 7);
    ck_assert_int_eq(r[1].sender->facility, 23);
    parsed_done(&p);
}
END_TEST

START_TEST(suppression_is_a_notice)
{
    static const struct {
        struct str fields;
        bool notice;
        uint64_t lost;
    } rows[] = {
        {STR_INIT("\"MESSAGE_ID\":\"a596d6fe7bfa4994828e72309e95d61e\",\"N_DROPPED\":\"42\","
                  "\"MESSAGE\":\"Suppressed 42 messages from a.service\""),
         true, 42},
        {STR_INIT("\"SYSLOG_IDENTIFIER\":\"systemd-journald\","
                  "\"MESSAGE\":\"Suppressed 7 messages from /system.slice/a.service\""),
         true, 7},
        {STR_INIT("\"MESSAGE\":\"Suppressed 7 messages from a.service\""), false, 0},
        {STR_INIT("\"SYSLOG_IDENTIFIER\":\"systemd-journald\",\"MESSAGE\":\"Suppressed all\""),
         false, 0},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        CLEANUP(buf_done) struct buf line = {0};
        struct parsed p;
        buf_add(&line, STR("{" AT "\"_TRANSPORT\":\"driver\","));
        buf_add(&line, rows[i].fields);
        buf_add(&line, STR("}\n"));
        parsed_init(&p, buf_str(&line));
        ck_assert_uint_eq(p.b.record_count, 1);
        ck_assert_int_eq(p.b.records[0].notice, rows[i].notice);
        ck_assert_uint_eq(p.b.records[0].lost, rows[i].lost);
        if (rows[i].notice)
            ASSERT_STR(p.b.records[0].sender->unit, "a.service");
        parsed_done(&p);
    }
}
END_TEST

START_TEST(what_is_unknown_is_said)
{
    struct parsed p;

    parsed_init(&p, STR("{" NATIVE "\"MESSAGE\":null}\n{" NATIVE "\"MESSAGE\":\"a\",\"PRI"));
    ck_assert_uint_eq(p.b.record_count, 2);
    ck_assert_uint_eq(p.b.records[0].flags, RECORD_PARTIAL);
    ck_assert_uint_eq(p.b.records[1].flags, RECORD_PARTIAL);
    parsed_done(&p);
}
END_TEST

START_TEST(fields_of_an_entry_in_place_of_text)
{
    static const struct journal_field fields[] = {
        {STR_INIT("_TRANSPORT"), STR_INIT("journal")},
        {STR_INIT("MESSAGE"), STR_INIT(OSLO "ERROR s.m [-] a: KeyError: 1\n" OSLO
                                            "ERROR s.m Traceback (most recent call last):\n" OSLO
                                            "ERROR s.m KeyError: 1")},
        {STR_INIT("_HOSTNAME"), STR_INIT("ctl1")},
    };
    struct parse_settings settings = {0};
    struct err e;
    struct stream stream = {.kind = STR("journal"), .name = STR("j")};
    struct batch b;

    ck_assert_int_eq(zone_init(&settings.zone, "UTC", &e), 0);
    struct parser *p = parser_new(&settings);
    batch_init(&b);
    *batch_line(&b) = (struct line){.stream = &stream,
                                    .text = fields[1].value,
                                    .bytes = fields[1].value.n,
                                    .fields = fields,
                                    .field_count = COUNT_OF(fields)};
    parser_lines(p, &b);
    parser_end(p, &stream, &b);
    ck_assert_uint_eq(b.record_count, 1);
    ck_assert_uint_eq(b.records[0].line_count, 1);
    ck_assert_uint_eq(b.records[0].envelope_count, 2);
    ASSERT_STR(b.records[0].host, "ctl1");
    ASSERT_STR(b.records[0].message, "a");
    ck_assert_uint_eq(b.records[0].exception_count, 1);
    parser_free(p);
    batch_done(&b);
}
END_TEST

/* ---- the export format ---- */

#define CURSOR "__CURSOR=s=1\n__REALTIME_TIMESTAMP=1804136767008123\n"
#define VERBOSE                                                                                    \
    "Thu 2027-03-04 05:06:07.008123 UTC [s=1b01;i=3;b=98c5;m=4d;t=668e6ac2a7f7b;x=6676]\n"
#define LENGTH(low) low "\0\0\0\0\0\0\0"

static const struct {
    const char *name;
    struct str text;
    const char *said;
} exports[] = {
    {"two entries",
     STR_INIT(CURSOR "_TRANSPORT=journal\nPRIORITY=4\nMESSAGE=a\n\n" CURSOR
                     "_TRANSPORT=journal\nMESSAGE=b=c\n\n"),
     "warning 6 |a|\nnone 5 |b=c|\n"},
    {"a value with newlines",
     STR_INIT(CURSOR "MESSAGE\n" LENGTH("\5") "a\n\nb\n\nPRIORITY=4\n_TRANSPORT=journal\n\n"),
     "warning 10 |a//b|\n"},
    {"a length that is a newline, and one that is a carriage return",
     STR_INIT(CURSOR "X\n" LENGTH("\r") "1234567890123\nMESSAGE\n" LENGTH("\n")
                     "0123456789\n\n"),
     "none 8 |0123456789|\n"},
    {"another line between entries",
     STR_INIT(CURSOR "MESSAGE=a\n\n" OSLO "INFO s.m [-] text\n" CURSOR "MESSAGE=b\n\n"),
     "none 4 |a|\nnone 4 |b|\ninfo 1 |text|\n"},
    {"an entry that no empty line ended",
     STR_INIT(CURSOR "MESSAGE=a\n" CURSOR "MESSAGE=b\n\n"), "none 3 |a|\nnone 4 |b|\n"},
    {"another line inside an entry",
     STR_INIT(CURSOR "MESSAGE=a\n" OSLO "INFO s.m [-] text\n"), "none 3 |a|\ninfo 1 |text|\n"},
    {"a length that no value has",
     STR_INIT(CURSOR "MESSAGE\n\xff\xff\xff\xff\xff\xff\xff\xff" "abc\n" OSLO "INFO s.m [-] text\n"),
     "none 4 ||\ninfo 1 |text|\n"},
    {"a value that goes on behind its length",
     STR_INIT(CURSOR "MESSAGE\n" LENGTH("\2") "abc\n" OSLO "INFO s.m [-] text\n"),
     "none 4 ||\ninfo 1 |text|\n"},
    {"cut in a value", STR_INIT(CURSOR "PRIORITY=3\nMESSAGE\n" LENGTH("\x40") "abc\nde"),
     "error 6 |abc/de|\n"},
    {"cut in a length", STR_INIT(CURSOR "PRIORITY=3\nMESSAGE\n\2\0"), "error 5 ||\n"},
    {"cut behind a field", STR_INIT(CURSOR "MESSAGE=a\n"), "none 3 |a|\n"},
    {"verbose, two entries",
     STR_INIT(VERBOSE "    _TRANSPORT=journal\n    PRIORITY=4\n    MESSAGE=a = b\n              c\n"
              "    _PID=7\n" VERBOSE "    _TRANSPORT=journal\n    MESSAGE=d\n"),
     "warning 6 |a = b/  c|\nnone 3 |d|\n"},
    {"verbose, and other lines",
     STR_INIT(VERBOSE "    MESSAGE=a\n" OSLO "INFO s.m [-] text\n    MESSAGE=b\n"),
     "none 2 |a|\ninfo 2 |text/    MESSAGE=b|\n"},
    {"pretty, two entries",
     STR_INIT("{\n\t\"_TRANSPORT\" : \"journal\",\n\t\"PRIORITY\" : [\n\t\t\"4\",\n\t\t\"5\"\n\t],\n"
              "\t\"MESSAGE\" : \"a\\nb\"\n}\n{\n\t\"__CURSOR\" : \"1\",\n\t\"MESSAGE\" : [\n\t\t99\n\t]\n}\n"),
     "warning 8 |a/b|\nnone 6 |c|\n"},
    {"pretty, cut",
     STR_INIT("{\n\t\"__CURSOR\" : \"1\",\n\t\"MESSAGE\" : \"a\",\n\t\"PRIORITY\" : \"4"),
     "none 4 |a|\n"},
    {"another object, and a brace",
     STR_INIT(OSLO "INFO s.m [-] a\n{\n\t\"k\": 1\n}\n{\n"),
     "info 5 |a/{/\t\"k\": 1/}/{|\n"},
    {"a line in pieces",
     STR_INIT(CURSOR "_TRANSPORT=stdout\n_LINE_BREAK=line-max\nMESSAGE=a\n\n" CURSOR
                     "_TRANSPORT=stdout\nMESSAGE=b\n\n"),
     "none 11 |ab|\n"},
};

START_TEST(reads_the_export_format)
{
    CLEANUP(buf_done) struct buf said = {0};
    struct parsed p;
    uint64_t bytes = 0;

    parsed_init(&p, exports[_i].text);
    for (size_t i = 0; i < p.b.record_count; i++) {
        say_record(&said, &p.b.records[i]);
        bytes += p.b.records[i].bytes;
    }
    ck_assert_msg(str_eq(buf_str(&said), str_of(exports[_i].said)), "%s:\n%s",
                  exports[_i].name, buf_z(&said));
    ck_assert_uint_eq(bytes, exports[_i].text.n);
    parsed_done(&p);
}
END_TEST

/* A value over the bound of a line: its end is found all the same. */
START_TEST(a_long_value_is_cut)
{
    enum { VALUE = LIMIT_LINE_BYTES + 100 };
    struct parse_settings settings = {0};
    struct err e;
    struct stream stream = {.kind = STR("file"), .name = STR("-")};
    struct batch b;
    CLEANUP(buf_done) struct buf long_line = {0};
    uint64_t length = VALUE;

    ck_assert_int_eq(zone_init(&settings.zone, "UTC", &e), 0);
    struct parser *p = parser_new(&settings);
    batch_init(&b);
    buf_add(&long_line, (struct str){(const char *)&length, sizeof length});
    while (long_line.n < LIMIT_LINE_BYTES)
        buf_char(&long_line, 'x');
    const struct line lines[] = {
        {.text = STR("__CURSOR=1"), .bytes = 11},
        {.text = STR("MESSAGE"), .bytes = 8},
        {.text = buf_str(&long_line), .bytes = 8 + VALUE + 1, .flags = LINE_CUT},
        {.text = STR("_PID=7"), .bytes = 7},
        {.text = STR(""), .bytes = 1},
    };
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        *batch_line(&b) = lines[i];
        b.lines[i].stream = &stream;
    }
    parser_lines(p, &b);
    ck_assert_uint_eq(parser_open_lines(p), COUNT_OF(lines));
    parser_end(p, &stream, &b);
    ck_assert_uint_eq(b.record_count, 1);
    ck_assert_int_eq(b.records[0].pid, 7);
    ck_assert_uint_eq(b.records[0].line_count, COUNT_OF(lines));
    ck_assert_uint_eq(b.records[0].flags, RECORD_LINE_CUT);
    ck_assert_uint_eq(b.records[0].message.n, LIMIT_LINE_BYTES - sizeof length);
    parser_free(p);
    batch_done(&b);
}
END_TEST

Suite *journal_suite(void)
{
    Suite *s = suite_create("parse/journal");
    TCase *tc = tcase_create("journal");

    tcase_add_loop_test(tc, reads_lines, 0, (int)COUNT_OF(cases));
    tcase_add_test(tc, a_bare_message_with_the_fields_of_oslo_log);
    tcase_add_test(tc, a_container_and_a_unit_of_a_user);
    tcase_add_test(tc, suppression_is_a_notice);
    tcase_add_test(tc, what_is_unknown_is_said);
    tcase_add_test(tc, fields_of_an_entry_in_place_of_text);
    tcase_add_loop_test(tc, reads_the_export_format, 0, (int)COUNT_OF(exports));
    tcase_add_test(tc, a_long_value_is_cut);
    suite_add_tcase(s, tc);
    return s;
}
