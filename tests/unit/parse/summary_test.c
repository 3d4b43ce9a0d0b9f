#include "parse/summary.h"

#include "flow/limits.h"
#include "parsed.h"
#include "suites.h"

static const struct {
    const char *name, *body, *logged;
    bool found;
    const char *message, *text;
} cases[] = {
    {"a builtin",                            "Boom: KeyError: 'k'",                 "",                   true,  "Boom",        "KeyError: 'k'"   },
    {"a dotted class",                       "Boom: a.b.Bad: x: y",                 "",                   true,  "Boom",        "a.b.Bad: x: y"   },
    {"no text, builtin",                     "Boom: KeyError",                      "",                   true,  "Boom",        "KeyError"        },
    {"no text, dotted",                      "Boom: a.b.Bad",                       "",                   true,  "Boom",        "a.b.Bad"         },
    {"no text, one word",                    "State: Active",                       "",                   false, "",            ""                },
    {"one word as exceptions end",           "Boom: DiskExists: the disk",          "",                   true,  "Boom",
     "DiskExists: the disk"                                                                                                                       },
    {"one word like any other",              "Boom: Host: down",                    "",                   false, "",            ""                },
    {"a class in the middle without text",   "Got KeyError twice",                  "",                   false, "",            ""                },
    {"no blank before the class",            "Boom:KeyError: x",                    "",                   false, "",            ""                },
    {"no message",                           ": KeyError: 'x'",                     "",                   true,  "",            "KeyError: 'x'"   },
    {"over lines",                           "Caught: x.Bad: one\ntwo",             "",                   true,  "Caught",      "x.Bad: one\ntwo" },
    {"the text twice",                       "Failed: a: b.C: d: x.Bad: a: b.C: d", "",                   true,
     "Failed: a: b.C: d",                                                                                                       "x.Bad: a: b.C: d"},
    {"the last without other sign",          "a: x.One: b: y.Two: c",               "",                   true,  "a: x.One: b",
     "y.Two: c"                                                                                                                                   },
    {"a word in a dotted one's text",        "a: x.Failure: at b: InError: c",      "",                   true,  "a",
     "x.Failure: at b: InError: c"},
    {"a class at the head of another's text", "a: x.Failure: InError: b: c",         "",                   true,  "a",
     "x.Failure: InError: b: c"},
    {"a builtin at the head of it",          "a: x.Failure: KeyError: b",           "",                   true,  "a",
     "x.Failure: KeyError: b"},
    {"a builtin further in",                 "a: x.Failure: b: KeyError: c",        "",                   true,
     "a: x.Failure: b", "KeyError: c"},
    {"three of them",                        "a: x.OneError: y.TwoError: z.ThreeError: b", "", true, "a",
     "x.OneError: y.TwoError: z.ThreeError: b"},
    {"a module before it",                   "Cannot load: x.Driver: ImportError: b", "",                 true,
     "Cannot load: x.Driver", "ImportError: b"},
    {"the traceback's",                      "a: x.One: b: y.Two: c",               "x.One: b: y.Two: c", true,  "a",
     "x.One: b: y.Two: c"                                                                                                                         },
    {"the traceback's, first line only",     "a: x.One: b",                         "x.One: b\nmore",     true,  "a",
     "x.One: b"                                                                                                                                   },
    {"the traceback's, of an odd class",     "a: odd: b",                           "odd: b",             true,  "a",           "odd: b"          },
    {"the traceback's, with a note there",   "a: x.One: b\nc",                      "x.One: b\nc\nnote",  true,
     "a",                                                                                                                       "x.One: b\nc"     },
    {"the traceback's does not stand there", "a: x.One: b",                         "y.Two: z",           true,  "a",
     "x.One: b"                                                                                                                                   },
    {"a syntax error",                       "syntax:   File \"t.yaml\", line 1",   "",                   true,  "syntax",      ""                },
    {"not formatted",                        "Boom: <exception with x>",            "",                   true,  "Boom",        ""                },
    {"a trailing newline",                   "Boom: KeyError: 'k'\n",               "",                   true,  "Boom",        "KeyError: 'k'"   },
    {"nothing",                              "",                                    "",                   false, "",            ""                },
};

START_TEST(finds_the_summary)
{
    struct summary s = {.message_n = 0};
    struct str body = str_of(cases[_i].body);
    bool found = summary_find(body, str_of(cases[_i].logged), &s);

    ck_assert_msg(found == cases[_i].found, "%s", cases[_i].name);
    if (!found)
        return;
    ck_assert_msg(str_eq(str_head(body, s.message_n), str_of(cases[_i].message)),
                  "%s: '%.*s'", cases[_i].name, STR_FMT(str_head(body, s.message_n)));
    ck_assert_msg(str_eq(s.text, str_of(cases[_i].text)), "%s: '%.*s'", cases[_i].name,
                  STR_FMT(s.text));
}
END_TEST

START_TEST(tries_the_last_places_only)
{
    struct summary s;
    CLEANUP(buf_done) struct buf body = {0};

    /* The repeated text is that of a place which is one too far from the end. */
    buf_add(&body, STR("x: first: x.Bad: first"));
    for (int i = 0; i < LIMIT_SUMMARY_CUTS; i++)
        buf_add(&body, STR(": y.Bad: z"));
    ck_assert(summary_find(buf_str(&body), STR(""), &s));
    ASSERT_STR(s.text, "y.Bad: z");
}
END_TEST

Suite *summary_suite(void)
{
    Suite *s = suite_create("parse/summary");
    TCase *tc = tcase_create("summary");

    tcase_add_loop_test(tc, finds_the_summary, 0, (int)COUNT_OF(cases));
    tcase_add_test(tc, tries_the_last_places_only);
    suite_add_tcase(s, tc);
    return s;
}
