#include "parse/traceback.h"

#include <stdlib.h>

#include "flow/limits.h"
#include "parse/remote.h"
#include "parsed.h"
#include "suites.h"

#define T      "Traceback (most recent call last):\n"
#define F(n)   "  File \"/v/site-packages/svc/" n ".py\", line 3, in " n "\n    call()\n"
#define CAUSE  "\nThe above exception was the direct cause of the following exception:\n\n"
#define DURING "\nDuring handling of the above exception, another exception occurred:\n\n"

static const struct {
    const char *name, *text, *types, *first_message;
} cases[] = {
    {"one",                                         T F("a") F("b") "KeyError: 'k'",                                                       "KeyError(2)",                                               "'k'"                        },
    {"caret lines",                                 T "  File \"a.py\", line 1, in f\n    x()\n    ~^^\nE.Bad: m",
     "E.Bad(1)",                                                                                                                                                                                        "m"                          },
    {"no text",                                     T F("a") "_queue.Empty",                                                               "_queue.Empty(1)",                                           ""                           },
    {"no source",
     T "  File \"a.py\", line 1, in f\n  File \"b.py\", line 2, in g\nKeyError: 1",
     "KeyError(2)",                                                                                                                                                                                     "1"                          },
    {"no frames",                                   T "KeyError: 1",                                                                       "KeyError(0)",                                               "1"                          },
    {"repeats",                                     T F("a") "  [Previous line repeated 13 more times]\nRecursionError: deep",
     "RecursionError(1)",                                                                                                                                                                               "deep"                       },
    {"text over lines, and a note",                 T F("a") "x.Bad: one\n\n  two\nnote",                                                  "x.Bad(1)",
     "one\n\n  two\nnote"                                                                                                                                                                                                            },
    {"a colon alone",                               T F("a") "x.Bad:\nnext",                                                               "x.Bad(1)",                                                  "next"                       },
    {"a lower-case class",                          T F("a") "greenlet.error: no",                                                         "greenlet.error(1)",                                         "no"                         },
    {"a syntax error",                              T F("a") "  File \"t.yaml\", line 1\n    x = (\n        ^\nSyntaxError: never closed",
     "SyntaxError(2)",                                                                                                                                                                                  "never closed"               },
    {"cause",                                       T F("a") "KeyError: 1\n" CAUSE T F("b") F("c") "x.Bad: b",
     "x.Bad(2), cause KeyError(1)",                                                                                                                                                                     "b"                          },
    {"context",                                     T F("a") "KeyError: 1\n" DURING T F("b") "x.Bad: b",
     "x.Bad(1), context KeyError(1)",                                                                                                                                                                   "b"                          },
    {"chain of three",
     T F("a") "A.A: 1\n" CAUSE T F("b") "B.B: 2\n" DURING T F("c") "C.C: 3",
     "C.C(1), context B.B(1), cause A.A(1)",                                                                                                                                                            "3"                          },
    {"a cause that was never raised",               "KeyError: 1\n" CAUSE T F("b") "x.Bad: b",
     "x.Bad(1), cause KeyError(0)",                                                                                                                                                                     "b"                          },
    {"cut before the last class",                   T F("a") "KeyError: 1\n" DURING T F("b"),
     "(1), context KeyError(1)",                                                                                                                                                                        ""                           },
    {"its opening line alone",                      T,                                                                                     "",                                                          ""                           },
    {"from the middle",                             "    call()\n" F("a") "KeyError: 1",                                                   "KeyError(1)",                                               "1"                          },
    {"the last line alone",                         "x.Bad: gone",                                                                         "x.Bad(0)",                                                  "gone"                       },
    {"lost indentation",
     T "File \"/a.py\", line 1, in f\nself.go(x,\nFile \"/b.py\", line 2, in g\nraise "
       "E(x)\nx.Bad: m",                                                                                                                   "x.Bad(2)",                                                  "m"                          },
    {"lost indentation, a word for a source line",
     T "File \"/a.py\", line 1, in f\nraise\nFile \"/b.py\", line 2, in "
       "g\nBad\nKeyError: m",                                                                                                              "KeyError(2)",                                               "m"                          },
    {"remote",
     T F("a") "svc_Remote.Bad_Remote: text.\n" T
              "\n" F("r") "\n" F("s") "\nsvc.Bad: text.\n",
     "svc.Bad(1)*, remote svc.Bad(2)",                                                                                                                                                                  "text."                      },
    {"a builtin from remote",
     T F("a") "ValueError: text.\n" T "\n" F("r") "\nValueError: text.\n",
     "ValueError(1)*, remote ValueError(1)",                                                                                                                                                            "text."                      },
    {"a remote chain",
     T F("a") "s_Remote.B_Remote: t\n" T "\n" F("r") "\nKeyError: 1\n\n" CAUSE "\n" T
                                                     "\n" F("s") "\ns.B: t\n",
     "s.B(1)*, remote s.B(1), cause KeyError(1)",                                                                                                                                                       "t"                          },
    {"a local cause with its remote",
     T F("a") "s_Remote.B_Remote: t\n" T
              "\n" F("r") "\ns.B: t\n" DURING T F("b") "C.C: c",
     "C.C(1), context s.B(1)*, remote s.B(1)",                                                                                                                                                          "c"                          },
    {"an inner traceback that came from a command",
     T F("a") "x.Bad: out:\n" T F("r") "KeyError: 1",                                                                                      "x.Bad(1), remote KeyError(1)",
     "out:"                                                                                                                                                                                                                          },
    {"a group",
     "  + Exception Group Traceback (most recent call last):\n"
     "  |   File \"/x.py\", line 1, in f\n  |     raise G\n"
     "  | ExceptionGroup: two (2 sub-exceptions)\n"
     "  +-+---------------- 1 ----------------\n    | ValueError: a\n"
     "    +---------------- 2 ----------------\n"
     "    | Traceback (most recent call last):\n    |   File \"/y.py\", line 2, in g\n"
     "    | OSError: b\n    +------------------------------------\n",                                                                      "ExceptionGroup(1), group ValueError(0), group OSError(1)",  "two (2 sub-exceptions)"     },
    {"a group above its cause",
     T F("a") "KeyError: 1\n" CAUSE
              "  + Exception Group Traceback (most recent call last):\n"
              "  |   File \"/x.py\", line 1, in f\n  | ExceptionGroup: one (1 "
              "sub-exception)\n"
              "  +-+---------------- 1 ----------------\n    | ValueError: a\n"
              "    +------------------------------------\n",                                                                               "ExceptionGroup(1), group ValueError(0), cause KeyError(1)", "one (1 sub-exception)"      },
    {"RemoteError",
     T F("a") "m.RemoteError: Remote error: Bad some text\n"
              "[u'Traceback (most recent call last):\\n', u'  File \"/r/s.py\", line 9, "
              "in h\\n"
              "    raise E(\\'q\\')\\n', u'svc.Bad: some text\\n'].",                                                                      "m.RemoteError(1)*, remote svc.Bad(1)",                      "Remote error: Bad some text"},
    {"RemoteError without its list",                T F("a") "RemoteError: Remote error: Bad some text",
     "RemoteError(1)*, remote Bad(0)",                                                                                                                                                                  "Remote error: Bad some text"},
    {"KeyError from remote",
     T F("a") "KeyError: '\\'k\\'\\nTraceback (most recent call last):\\n\\n  File "
              "\"/r.py\", "
              "line 1, in h\\n    x\\n\\nKeyError: \\'k\\'\\n'",                                                                           "KeyError(1)*, remote KeyError(1)",                          "'k'"                        },
    {"no traceback at all",                         "some words",                                                                          "",                                                          ""                           },
};

static void read_types(struct str text, struct record *r, struct arena *a,
                       struct buf *said)
{
    struct tracing t = {.deep = false};

    tracing_read(&t, a, text, false, STR(""), r);
    say_exceptions(said, r);
    tracing_done(&t);
}

START_TEST(reads_exceptions)
{
    struct arena a;
    struct record r = {.pid = -1};
    CLEANUP(buf_done) struct buf said = {0};

    arena_init(&a);
    read_types(str_of(cases[_i].text), &r, &a, &said);
    ck_assert_msg(str_eq(buf_str(&said), str_of(cases[_i].types)), "%s: %s",
                  cases[_i].name, buf_z(&said));
    if (r.exception_count)
        ck_assert_msg(str_eq(r.exceptions[0].message, str_of(cases[_i].first_message)),
                      "%s: '%.*s'", cases[_i].name, STR_FMT(r.exceptions[0].message));
    arena_done(&a);
}
END_TEST

#define LIST                                                                             \
    "x\n['Traceback (most recent call last):\\n', '  File \"/r/s.py\", line 9, in "      \
    "h\\n', "                                                                            \
    "'svc.Bad: t\\n']."
#define REMOTE(n) T F("a") "m.RemoteError: Remote error: " n " t\n"

static const struct {
    const char *name, *text, *around, *types;
} arounds[] = {
    {"the logged one's list",             REMOTE("Bad"),                            LIST,               "m.RemoteError(1)*, remote svc.Bad(1)"},
    {"of a chain only the logged one's",  REMOTE("Old") DURING REMOTE("Bad"),       LIST,
     "m.RemoteError(1)*, remote svc.Bad(1), context m.RemoteError(1)*, remote Old(0)"                                                         },
    {"not that of its cause",             REMOTE("Old") DURING T F("b") "x.Bad: b", LIST,
     "x.Bad(1), context m.RemoteError(1)*, remote Old(0)"                                                                                     },
    {"cut behind its context's sentence", REMOTE("Bad") DURING T,                   LIST,
     "m.RemoteError(1)*, remote svc.Bad(1)"                                                                                                   },
    {"no class in the text",              T F("a") "m.RemoteError: Remote error: ", LIST,
     "m.RemoteError(1)*, remote svc.Bad(1)"                                                                                                   },
    {"its own list counts",
     T F("a") "m.RemoteError: Remote error: A b\n['Traceback (most "
              "recent call last):\\n', 'a.A: b\\n'].",                              LIST,               "m.RemoteError(1)*, remote a.A(0)"    },
    {"a list of nothing",                 REMOTE("Bad"),                            "x\n['Traceback (",
     "m.RemoteError(1)*, remote Bad(0)"                                                                                                       },
    {"not remote",                        T F("a") "x.Bad: Remote error: Bad t",    LIST,               "x.Bad(1)"                            },
};

START_TEST(finds_the_list_in_the_message)
{
    struct arena a;
    struct record r = {.pid = -1};
    struct tracing t = {.deep = false};
    CLEANUP(buf_done) struct buf said = {0};

    arena_init(&a);
    tracing_read(&t, &a, str_of(arounds[_i].text), false, str_of(arounds[_i].around), &r);
    say_exceptions(&said, &r);
    ck_assert_msg(str_eq(buf_str(&said), str_of(arounds[_i].types)), "%s: %s",
                  arounds[_i].name, buf_z(&said));
    tracing_done(&t);
    arena_done(&a);
}
END_TEST

START_TEST(reads_a_frame)
{
    struct arena a;
    struct record r = {.pid = -1};
    CLEANUP(buf_done) struct buf said = {0};

    arena_init(&a);
    read_types(
        STR(T
            "  File \"/usr/lib/python3/dist-packages/svc/x.py\", line 12, in <listcomp>\n"
            "  File \"/opt/stack/svc/svc/y.py\", line 7, in go\nKeyError: 1"),
        &r, &a, &said);
    ck_assert_uint_eq(r.exceptions[0].frame_count, 2);
    const struct frame *f = r.exceptions[0].frames;
    ASSERT_STR(f[0].file, "/usr/lib/python3/dist-packages/svc/x.py");
    ASSERT_STR(f[0].module_path, "svc/x.py");
    ASSERT_STR(f[0].function, "<listcomp>");
    ck_assert_uint_eq(f[0].line, 12);
    ASSERT_STR(f[1].module_path, "/opt/stack/svc/svc/y.py");
    arena_done(&a);
}
END_TEST

START_TEST(keeps_the_innermost_frames)
{
    struct arena a;
    struct record r = {.pid = -1};
    CLEANUP(buf_done) struct buf text = {0};
    CLEANUP(buf_done) struct buf said = {0};

    arena_init(&a);
    buf_add(&text, STR(T));
    for (unsigned i = 1; i <= 3 * LIMIT_FRAMES; i++)
        buf_fmt(&text, "  File \"/x.py\", line %u, in f\n", i);
    buf_add(&text, STR("RecursionError: deep"));
    read_types(buf_str(&text), &r, &a, &said);
    const struct exception *e = r.exceptions;
    ck_assert_uint_eq(r.exception_count, 1);
    ck_assert(e->frame_count <= LIMIT_FRAMES && e->frame_count >= LIMIT_FRAMES / 2);
    ck_assert_uint_eq(e->frames[e->frame_count - 1].line, 3 * LIMIT_FRAMES);
    ck_assert_uint_eq(r.flags, RECORD_DEEP);
    arena_done(&a);
}
END_TEST

START_TEST(keeps_the_logged_end_of_a_long_chain)
{
    struct arena a;
    struct record r = {.pid = -1};
    CLEANUP(buf_done) struct buf text = {0};
    CLEANUP(buf_done) struct buf said = {0};

    arena_init(&a);
    for (unsigned i = 1; i <= 5 * LIMIT_EXCEPTIONS; i++)
        buf_fmt(&text, T F("a") "E.E%u: x\n" DURING, i);
    buf_add(&text, STR(T F("b") "last.Last: z"));
    read_types(buf_str(&text), &r, &a, &said);
    ck_assert(r.exception_count <= LIMIT_EXCEPTIONS && r.exception_count > 1);
    ASSERT_STR(r.exceptions[0].type, "last.Last");
    ck_assert_uint_eq(r.flags, RECORD_DEEP);
    arena_done(&a);
}
END_TEST

Suite *traceback_suite(void)
{
    Suite *s = suite_create("parse/traceback");
    TCase *tc = tcase_create("traceback");

    tcase_add_loop_test(tc, reads_exceptions, 0, (int)COUNT_OF(cases));
    tcase_add_loop_test(tc, finds_the_list_in_the_message, 0, (int)COUNT_OF(arounds));
    tcase_add_test(tc, reads_a_frame);
    tcase_add_test(tc, keeps_the_innermost_frames);
    tcase_add_test(tc, keeps_the_logged_end_of_a_long_chain);
    suite_add_tcase(s, tc);
    return s;
}
