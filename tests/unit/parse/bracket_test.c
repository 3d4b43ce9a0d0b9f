#include "parse/bracket.h"

#include <check.h>

#include "suites.h"

#define UUID "0a1b2c3d-1111-4222-8333-444455556666"
#define REQ  "req-" UUID
#define GREQ "req-ffffffff-1111-4222-8333-444455556666"
#define ID   "d9c0b1a2e3f44d55b6c7d8e9f0a1b2c3"
#define LONG ID ID

static const struct {
    const char *name, *text;
    bool ok;
    const char *context, *rest;
} takes[] = {
    {"none",                      "[-] text",                                  true,  "-",                "text"},
    {"none, no text",             "[-]",                                       true,  "-",                ""    },
    {"request alone",             "[" REQ "] x",                               true,  REQ,                "x"   },
    {"global unset",              "[None " REQ " a b] x",                      true,  "None " REQ " a b", "x"   },
    {"global absent",             "[ " REQ " a b] x",                          true,  " " REQ " a b",     "x"   },
    {"a dash for the global one", "[- " REQ " a b] x",                         true,  "- " REQ " a b",    "x"   },
    {"an instance",               "[instance: " UUID "] x",                    false, "",                 ""    },
    {"the list of a RemoteError", "['Traceback (most recent call last):\\n']", false, "",
     ""                                                                                                         },
    {"a connection's id",         "[" UUID "] x",                              false, "",                 ""    },
    {"not closed",                "[" REQ " x",                                false, "",                 ""    },
    {"text at the bracket",       "[" REQ "]x",                                false, "",                 ""    },
    {"a negative number",         "[-1] x",                                    false, "",                 ""    },
    {"no bracket",                "text",                                      false, "",                 ""    },
};

START_TEST(takes_a_context)
{
    struct str in = str_of(takes[_i].text), context = {0};

    ck_assert_msg(bracket_context(&in, &context) == takes[_i].ok, "%s", takes[_i].name);
    if (!takes[_i].ok) {
        ck_assert_uint_eq(in.n, strlen(takes[_i].text));
        return;
    }
    ck_assert_msg(str_eq(context, str_of(takes[_i].context)), "%s: context",
                  takes[_i].name);
    ck_assert_msg(str_eq(in, str_of(takes[_i].rest)), "%s: rest", takes[_i].name);
}
END_TEST

static const struct {
    const char *name, *context;
    const char *request, *global, *user, *project, *domain, *scope, *user_domain,
        *project_domain;
} fills[] = {
    {"nothing",                  "-",                                        "",  "",   "",   "",  "",  "",  "",   ""  },
    {"six ids",                  "None " REQ " u p d s ud pd",               REQ, "",   "u",  "p", "d", "s", "ud", "pd"},
    {"six, some absent",         GREQ " " REQ " u - - - None pd",            REQ, GREQ, "u",  "",  "",  "",  "",
     "pd"                                                                                                              },
    {"five ids",                 REQ " u p - ud pd",                         REQ, "",   "u",  "p", "",  "",  "ud", "pd"},
    {"five, blank first",        " " REQ " u p d ud pd",                     REQ, "",   "u",  "p", "d", "",  "ud", "pd"},
    {"64 digits",                REQ " " LONG " " ID " - x y",               REQ, "",   LONG, ID,  "",  "",  "x",  "y" },
    {"three are uncertain",      REQ " u p d",                               REQ, "",   "",   "",  "",  "",  "",   ""  },
    {"seven are uncertain",      REQ " a b c d e f g",                       REQ, "",   "",   "",  "",  "",  "",   ""  },
    {"many are uncertain",       REQ " a b c d e f g h i j k l m",           REQ, "",   "",   "",  "",  "",  "",
     ""                                                                                                                },
    {"upper case is no request", "req-0A1b2c3d-1111-4222-8333-444455556666", "",  "",   "",
     "",                                                                                           "",  "",  "",   ""  },
    {"a short request",          "req-123 u p - x y",                        "",  "",   "u",  "p", "",  "",  "x",  "y" },
    {"a word for a request",     "req-0a1b2c3d-1111-4222-8333-44445555666g", "",  "",   "",   "",
     "",                                                                                                "",  "",   ""  },
};

START_TEST(fills_a_record)
{
    struct record r = {.pid = 1};
    struct str is[8];
    const char *wanted[] = {fills[_i].request,     fills[_i].global,
                            fills[_i].user,        fills[_i].project,
                            fills[_i].domain,      fills[_i].scope,
                            fills[_i].user_domain, fills[_i].project_domain};

    bracket_fill(str_of(fills[_i].context), BRACKET_PROJECT_USER, &r);
    is[0] = r.request_id;
    is[1] = r.global_request_id;
    is[2] = r.user_id;
    is[3] = r.project_id;
    is[4] = r.domain_id;
    is[5] = r.system_scope;
    is[6] = r.user_domain_id;
    is[7] = r.project_domain_id;
    for (size_t i = 0; i < COUNT_OF(is); i++)
        ck_assert_msg(str_eq(is[i], str_of(wanted[i])), "%s: field %zu is '%.*s'",
                      fills[_i].name, i, STR_FMT(is[i]));
}
END_TEST

START_TEST(two_words_are_names)
{
    struct record r = {0}, old = {0};

    bracket_fill(STR("None " REQ " service admin"), BRACKET_PROJECT_USER, &r);
    bracket_fill(STR(REQ " alice demo"), BRACKET_USER_PROJECT, &old);
    ck_assert(str_eq(r.project_name, STR("service")) &&
              str_eq(r.user_name, STR("admin")));
    ck_assert(str_eq(old.project_name, STR("demo")) &&
              str_eq(old.user_name, STR("alice")));
    ck_assert(r.user_id.n == 0 && r.project_id.n == 0);
}
END_TEST

static const struct {
    const char *name, *text;
    bool ok;
    const char *rest;
} instances[] = {
    {"before the message",         "[instance: " UUID "] x",                             true,  "x"},
    {"at the end, its blank lost", "[instance: " UUID "]",                               true,  "" },
    {"no UUID",                    "[instance: 0a1b2c3d-1111-4222-8333-44445555666x] x", false, "" },
    {"too short",                  "[instance: 0a1b] x",                                 false, "" },
    {"no blank behind it",         "[instance: " UUID "]x",                              false, "" },
};

START_TEST(takes_an_instance)
{
    struct str in = str_of(instances[_i].text), id = {0};

    ck_assert_msg(bracket_instance(&in, &id) == instances[_i].ok, "%s",
                  instances[_i].name);
    if (instances[_i].ok) {
        ck_assert(str_eq(id, STR(UUID)));
        ck_assert(str_eq(in, str_of(instances[_i].rest)));
    }
}
END_TEST

Suite *bracket_suite(void)
{
    Suite *s = suite_create("parse/bracket");
    TCase *tc = tcase_create("bracket");

    tcase_add_loop_test(tc, takes_a_context, 0, (int)COUNT_OF(takes));
    tcase_add_loop_test(tc, fills_a_record, 0, (int)COUNT_OF(fills));
    tcase_add_test(tc, two_words_are_names);
    tcase_add_loop_test(tc, takes_an_instance, 0, (int)COUNT_OF(instances));
    suite_add_tcase(s, tc);
    return s;
}
