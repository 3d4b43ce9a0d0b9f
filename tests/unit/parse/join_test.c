/* parse.c: which lines become one record, and in what order they come. */
#include "parsed.h"
#include "suites.h"

#define HEAD(t, pid, level, text)                                                        \
    "2027-03-04 05:06:" t " " pid " " level " svc.api [-] " text "\n"
#define PRE(t, pid, word) "2027-03-04 05:06:" t " " pid " " word " svc.api "
#define A                 PRE("07.008", "11", "ERROR")
#define B                 PRE("07.008", "12", "ERROR")
#define X8(s)             s s s s s s s s
#define UUID              "0a1b2c3d-1111-4222-8333-444455556666"

#define TRACE(p, class)                                                                  \
    p "Traceback (most recent call last):\n" p "  File \"/x.py\", line 1, in f\n" p      \
      "    g()\n" p class "\n" p "\n"
#define BARE(class)                                                                      \
    "Traceback (most recent call last):\n  File \"/x.py\", line 1, in f\n" class "\n"

static const struct {
    const char *name, *text, *said;
} cases[] = {
    {"one line each",                         HEAD("07.008",                                "11",                    "INFO", "a") HEAD("07.009", "11", "INFO", "b"),
     "info 1 |a|\ninfo 1 |b|\n"},
    {"lines without envelope belong to the one before",
     HEAD("07.008",                                                             "11",                                                                              "INFO", "a") "b\n\n  c\n" HEAD("07.009", "11", "INFO", "d"),
     "info 4 |a/b//  c|\ninfo 1 |d|\n"},
    {"a traceback below its head",
     HEAD("07.008",                                                          "11",                                 "ERROR", "a: KeyError: 1") TRACE(A, "KeyError: 1"),
     "error 6 |a| KeyError(1)\n"},
    {"two processes in turn",
     HEAD("07.008",             "11","ERROR", "a") HEAD("07.008", "12", "ERROR", "b") A
     "Traceback (most recent call last):\n" B "Traceback (most recent call last):\n" A
     "  File \"/x.py\", line 1, in f\n" B "  File \"/y.py\", line 1, in f\n" A
     "KeyError: 1\n" B "OSError: 2\n" HEAD("07.010", "12", "INFO", "c"),
     "error 4 |b| OSError(1)\nerror 4 |a| KeyError(1)\ninfo 1 |c|\n"},
    {"a JSON record nested deeply joins no other",
     HEAD("07.008",                                                                         "11",                                                                              "ERROR", "a") "{\"message\": \"m\", \"args\": " X8("[[[[[")
         X8("]]]]]") ", \"levelname\": \"ERROR\", \"process\": 7}\n" A "b\n",
     "error 1 |m|\nerror 2 |a|\n"},
    {"a head closes its own process's only",
     HEAD("07.008",                                                                         "11",                                   "INFO", "a") HEAD("07.008", "12", "INFO", "b")
         HEAD("07.009", "12", "INFO", "c") HEAD("07.009", "11", "INFO", "d"),
     "info 1 |b|\ninfo 1 |a|\ninfo 1 |c|\ninfo 1 |d|\n"},
    {"lines marked TRACE come later",
     HEAD("07.008",                                            "11",                                                                                    "ERROR", "a")
         TRACE(PRE("07.200", "11", "TRACE"), "KeyError: 1"),
     "error 6 |a| KeyError(1)\n"},
    {"lines marked TRACE belong to no INFO",
     HEAD("07.008",                                                                         "11",                                                                                "INFO", "a") TRACE(PRE("07.200", "11", "TRACE"), "KeyError: 1"),
     "info 1 |a|\nerror 5 || KeyError(1)\n"},
    {"lines marked ERROR come at once",
     HEAD("07.008",                                                             "11",                                                                             "ERROR", "a")
         TRACE(PRE("07.200", "11", "ERROR"), "KeyError: 1"),
     "error 1 |a|\nerror 5 || KeyError(1)\n"},
    {"an INFO with a traceback",                                   HEAD("07.008",                                                                         "11",                                                                                            "INFO", "a") TRACE(A, "KeyError: 1"),
     "info 6 |a| KeyError(1)\n"},
    {"without head",                                       TRACE(A,                                        "KeyError: 1") HEAD("07.009",                                                                                                  "11", "INFO", "b"),
     "error 5 || KeyError(1)\ninfo 1 |b|\n"},
    {"the last line alone",                                A "ToozError: gone\n", "error 1 || ToozError(0)\n"                                                                                  },
    {"a format without bracket",  A "no luck\n" TRACE(A,                                                                         "KeyError: 1"),
     "error 6 |no luck| KeyError(1)\n"},
    {"the instance stands in each prefix",
     HEAD("07.008",                                                             "11",                                                                              "ERROR", "[instance: " UUID "] a") A
     "[instance: " UUID "] Traceback "
     "(most recent call last):\n" A "[instance: " UUID "] x.Bad: b\n" A "[instance: " UUID
     "]\n", "error 4 |a| x.Bad(0)\n"},
    {"the list of a RemoteError is no head",
     HEAD("07.008",                                                                         "11",                                                                              "ERROR", "a") A "Traceback (most recent call last):\n" A
                                          "RemoteError: Remote error: Bad b\n" A
                                          "['Traceback (most recent call last):\\n', "
                                          "'m.Bad: b\\n'].\n", "error 4 |a| RemoteError(0)*, remote m.Bad(0)\n"},
    {"a summary over lines",
     HEAD("07.008",                                                                         "11",                                                             "ERROR", "a: x.Bad: one") "two\n" TRACE(A,
     "x.Bad: one\n" A "two"),
     "error 8 |a| x.Bad(1)\n"},
    {"a remote traceback in the summary",
     HEAD("07.008",                                                                         "11",                                                 "ERROR",
     "a: s_Remote.Bad_Remote: b") "Traceback (most recent call "
                                       "last):\n\n  File \"/r.py\", line 1, in "
                                       "r\n\ns.Bad: b\n" HEAD("07.009", "11", "INFO", "c"),
     "error 6 |a| s.Bad(0)*, remote s.Bad(1)\ninfo 1 |c|\n"},
    {"a remote traceback before the summary",
     HEAD("07.008",                                                     "11",                                                                    "ERROR",
     "a b") "Traceback (most recent call last):\n\n  File "
                 "\"/r.py\", line 1, in r\n\ns.Bad: b\n: s_Remote.Bad_Remote: b\n", "error 7 |a b/Traceback (most recent call last)://  File \"/r.py\", line 1, in "
     "r//s.Bad: b| "
     "s.Bad(0)*, remote s.Bad(1)\n"},
    {"a bare traceback below an error is its own",
     HEAD("07.008",                                                         "11",                                           "ERROR", "a: OSError: x") BARE("greenlet.error: y"),
     "error 4 |a| greenlet.error(1)\n"},
    {"a bare traceback below an INFO is another record",
     HEAD("07.008", "11","INFO", "a")
         BARE("KeyError: 1") "more\n" HEAD("07.009", "11", "INFO", "b"),
     "info 1 |a|\nnone 4 || KeyError(1)\ninfo 1 |b|\n"},
    {"two bare tracebacks",
     HEAD("07.008",                                                             "11",                                                                         "INFO", "a") BARE("KeyError: 1") BARE("OSError: 2"),
     "none 3 || KeyError(1)\ninfo 1 |a|\nnone 3 || OSError(1)\n"},
    {"a bare chain",
     BARE("KeyError: 1") "\nDuring handling of the above exception, another exception "
                         "occurred:\n\n" BARE("OSError: 2"),
     "none 9 || OSError(1), context KeyError(1)\n"                               },
    {"a process that died",
     HEAD("07.008",                                                     "11",                                                                    "ERROR", "a") "Process Worker-1:\n" BARE("KeyError: 1"),
     "error 1 |a|\nnone 4 |Process Worker-1:| KeyError(1)\n"},
    {"a broken log call",
     HEAD("07.008",                                             "11",                                           "INFO", "a") "--- Logging error ---\n" BARE(
         "TypeError: x") "Call stack:\n  File \"/m.py\", line 2, in <module>\nMessage: "
                         "'x %d'\nArguments: (1,)\nrest\n", "none 8 |x 1| TypeError(1)\ninfo 1 |a|\nnone 1 |rest|\n"},
    {"no envelope in sight",                                   "a\n\nb\n" BARE("KeyError: 1") "c\n",
     "none 1 |a|\nnone 1 ||\nnone 1 |b|\nnone 3 || KeyError(1)\nnone 1 |c|\n"},
    {"a JSON record takes no lines",
     "{\"message\": \"m\", \"levelname\": \"ERROR\"}\nx\ny\n",                                                          "error 1 |m|\nnone 2 |x/y|\n"                                                                   },
    {"a JSON record closes its own process's only",
     HEAD("07.008",            "11","INFO",
     "a") "{\"message\": \"m\", \"levelname\": \"INFO\", \"process\": "
               "12}\n{\"message\": \"n\", \"levelname\": \"INFO\", \"process\": 11}\n", "info 1 |m|\ninfo 1 |a|\ninfo 1 |n|\n"},
    {"a head without pid closes those without",
     "2027-03-04 05:06:07.008 INFO svc [-] a\n" HEAD(
         "07.008",                                              "11",                                                 "INFO", "b") "2027-03-04 05:06:07.008 INFO svc [-] c\n",
     "info 1 |a|\ninfo 1 |b|\ninfo 1 |c|\n"},
    {"half a line at the end",            HEAD("07.008",                                                        "11","ERROR", "a") A "Traceback (most rec",
     "error 2 |a|\n"},
    {"CRLF",                         "2027-03-04 05:06:07.008 11 ERROR svc.api [-] a\r\nb\r\n\r\n",
     "error 3 |a/b|\n"                                                                            },
    {"empty lines between records are nobody's",
     HEAD("07.008", "11", "INFO", "a") "\n" HEAD("07.009", "11", "INFO", "b") "\n  \n\n" HEAD("07.010", "11", "INFO", "c  ") "\n",
     "info 2 |a|\ninfo 4 |b|\ninfo 2 |c  |\n"},
    {"empty lines inside a message are its own",
     HEAD("07.008", "11", "INFO", "a") "\n\nb\n\n", "info 5 |a///b|\n"},
};

START_TEST(joins_lines)
{
    struct parsed p;
    CLEANUP(buf_done) struct buf said = {0};

    parsed_init(&p, str_of(cases[_i].text));
    for (size_t i = 0; i < p.b.record_count; i++)
        say_record(&said, &p.b.records[i]);
    ck_assert_msg(str_eq(buf_str(&said), str_of(cases[_i].said)), "%s:\n%s",
                  cases[_i].name, buf_z(&said));
    parsed_done(&p);
}
END_TEST

START_TEST(a_line_without_time_gets_that_of_the_last_head)
{
    struct parsed p;

    parsed_init(&p, STR("x\n" HEAD("07.008", "11", "INFO", "a") BARE("KeyError: 1")));
    ck_assert_uint_eq(p.b.record_count, 3);
    ck_assert_int_eq(p.b.records[0].time_source, TIME_READ);
    ck_assert_int_eq(p.b.records[0].time, PARSED_NOW);
    ck_assert_int_eq(p.b.records[2].time_source, TIME_ENVELOPE);
    ck_assert_int_eq(p.b.records[2].time, p.b.records[1].time);
    ck_assert(p.b.records[2].zone_assumed);
    parsed_done(&p);
}
END_TEST

START_TEST(says_what_was_taken_off)
{
    struct parsed p;

    parsed_init(&p,
                STR("--- Logging error ---\nArguments: ()\n" BARE("KeyError: 1") "x\n"));
    ck_assert_uint_eq(p.b.record_count, 3);
    ck_assert_int_eq(p.b.records[0].envelopes[0], ENVELOPE_LOGGING_ERROR);
    ck_assert_int_eq(p.b.records[1].envelopes[0], ENVELOPE_TRACEBACK);
    ck_assert_uint_eq(p.b.records[2].envelope_count, 0);
    parsed_done(&p);
}
END_TEST

START_TEST(a_traceback_is_without_prefixes_and_raw_is_not)
{
    struct parsed p;
    struct str text = STR(HEAD("07.008", "11", "ERROR", "a\r") TRACE(A, "KeyError: 1"));

    parsed_init(&p, text);
    const struct record *r = p.b.records;
    ASSERT_STR(r->trace,
               "Traceback (most recent call last):\n  File \"/x.py\", line 1, in f\n"
               "    g()\nKeyError: 1");
    ck_assert(str_eq(r->raw, str_head(text, text.n - 1)));
    ck_assert_uint_eq(r->bytes, text.n);
    parsed_done(&p);
}
END_TEST

START_TEST(traceback_lines_without_head_are_marked)
{
    struct parsed p;

    parsed_init(&p, STR(A "[instance: " UUID "] x.Bad: gone\n"));
    ck_assert_uint_eq(p.b.records[0].flags, RECORD_NO_HEAD);
    ASSERT_STR(p.b.records[0].instance_id, UUID);
    ASSERT_STR(p.b.records[0].trace, "x.Bad: gone");
    parsed_done(&p);
}
END_TEST

Suite *join_suite(void)
{
    Suite *s = suite_create("parse/join");
    TCase *tc = tcase_create("join");

    tcase_add_loop_test(tc, joins_lines, 0, (int)COUNT_OF(cases));
    tcase_add_test(tc, a_line_without_time_gets_that_of_the_last_head);
    tcase_add_test(tc, says_what_was_taken_off);
    tcase_add_test(tc, a_traceback_is_without_prefixes_and_raw_is_not);
    tcase_add_test(tc, traceback_lines_without_head_are_marked);
    suite_add_tcase(s, tc);
    return s;
}
