/* level.h, classname.h, colour.h and suffix.h: the small readers. */
#include <check.h>

#include "parse/classname.h"
#include "parse/colour.h"
#include "parse/level.h"
#include "parse/suffix.h"
#include "parsed.h"
#include "suites.h"

static const struct {
    const char *text;
    bool ok;
    enum level level;
    const char *rest;
} levels[] = {
    {"INFO x",                       true,  LEVEL_INFO,     "x"},
    {"DEBUG x",                      true,  LEVEL_DEBUG,    "x"},
    {"TRACE x",                      true,  LEVEL_TRACE,    "x"},
    {"AUDIT x",                      true,  LEVEL_AUDIT,    "x"},
    {"WARN x",                       true,  LEVEL_WARNING,  "x"},
    {"WARNING x",                    true,  LEVEL_WARNING,  "x"},
    {"ERROR x",                      true,  LEVEL_ERROR,    "x"},
    {"CRITICAL x",                   true,  LEVEL_CRITICAL, "x"},
    {"FATAL",                        true,  LEVEL_CRITICAL, "" },
    {"Level 21 x",                   true,  LEVEL_AUDIT,    "x"},
    {"Level 5 x",                    true,  LEVEL_TRACE,    "x"},
    {"Level 15 x",                   true,  LEVEL_DEBUG,    "x"},
    {"Level 25 x",                   true,  LEVEL_INFO,     "x"},
    {"Level 35 x",                   true,  LEVEL_WARNING,  "x"},
    {"Level 45 x",                   true,  LEVEL_ERROR,    "x"},
    {"Level 70 x",                   true,  LEVEL_CRITICAL, "x"},
    {"Level x",                      false, LEVEL_NONE,     "" },
    {"Level 99999999999999999999 x", false, LEVEL_NONE,     "" },
    {"error x",                      false, LEVEL_NONE,     "" },
    {"Error x",                      false, LEVEL_NONE,     "" },
    {"NOTICE x",                     false, LEVEL_NONE,     "" },
    {"ERRORS x",                     false, LEVEL_NONE,     "" },
    {"",                             false, LEVEL_NONE,     "" },
};

START_TEST(takes_a_level)
{
    struct str in = str_of(levels[_i].text);
    enum level level = LEVEL_NONE;

    ck_assert_msg(level_take(&in, &level) == levels[_i].ok, "%s", levels[_i].text);
    ck_assert_int_eq(level, levels[_i].level);
    if (levels[_i].ok)
        ck_assert(str_eq(in, str_of(levels[_i].rest)));
}
END_TEST

static const struct {
    const char *name;
    enum class_sure sure;
} names[] = {
    {"KeyError",                    CLASS_BUILTIN},
    {"ArithmeticError",             CLASS_BUILTIN},
    {"ZeroDivisionError",           CLASS_BUILTIN},
    {"KeyboardInterrupt",           CLASS_BUILTIN},
    {"WindowsError",                CLASS_BUILTIN},
    {"nova.exception.HostNotFound", CLASS_LIKELY },
    {"x.f.<locals>.Bad",            CLASS_LIKELY },
    {"socket.timeout",              CLASS_LIKELY },
    {"libvirt.libvirtError",        CLASS_LIKELY },
    {"libvirtError",                CLASS_LIKELY },
    {"_queue.Empty",                CLASS_LIKELY },
    {"DestinationDiskExists",       CLASS_LIKELY },
    {"Zone",                        CLASS_WORD   },
    {"Error",                       CLASS_WORD   },
    {"Failure",                     CLASS_WORD   },
    {"NotFound",                    CLASS_LIKELY },
    {"nova.exception",              CLASS_NEVER  },
    {"os.path",                     CLASS_NEVER  },
    {"error",                       CLASS_NEVER  },
    {"a..B",                        CLASS_NEVER  },
    {"9.Bad",                       CLASS_NEVER  },
    {"Bad-Name",                    CLASS_NEVER  },
    {"",                            CLASS_NEVER  },
};

START_TEST(knows_class_names)
{
    ck_assert_msg(classname_sure(str_of(names[_i].name)) == names[_i].sure, "%s",
                  names[_i].name);
}
END_TEST

START_TEST(takes_colours_out)
{
    struct arena a;
    struct str plain = STR("no colour");

    arena_init(&a);
    ck_assert_ptr_eq(colour_strip(&a, plain).p, plain.p);
    ASSERT_STR(colour_strip(&a, STR("x\x1b[00m")), "x");
    ASSERT_STR(colour_strip(&a, STR("\x1b[01;31mred\x1b[00m: \x1b[mx")), "red: x");
    ASSERT_STR(colour_strip(&a, STR("\x1b[35m\x1b[Kgrep\x1b[m\x1b[K:")), "grep:");
    ASSERT_STR(colour_strip(&a, STR("\x1b[2Kkept \x1b[31")), "\x1b[2Kkept \x1b[31");
    ASSERT_STR(colour_strip(&a, STR("\x1b[0m\x1b[0m")), "");
    ASSERT_STR(colour_strip(&a, STR("\x1b")), "\x1b");
    arena_done(&a);
}
END_TEST

static const struct {
    const char *body, *message, *function, *file;
    unsigned line;
} suffixes[] = {
    {"it is so {{(pid=23) <module> /opt/stack/a.py:39}}", "it is so", "<module>", "/opt/stack/a.py", 39},
    {"it is so {{f /opt/stack/a.py:39}}", "it is so", "f", "/opt/stack/a.py", 39},
    {"it is so from (pid=23) f /opt/stack/a.py:39", "it is so", "f", "/opt/stack/a.py", 39},
    {"it is so {{much (pid=23) f /opt/stack/a.py:39}}", "it is so {{much (pid=23) f /opt/stack/a.py:39}}", "", "", 0},
    {"child (pid=12) f /x.py:12", "child (pid=12)", "f", "/x.py", 12},
    {"(pid=12) f /x.py:12", "(pid=12)", "f", "/x.py", 12},
    {"a set {{1}}", "a set {{1}}", "", "", 0},
    {"a b f /x/y.py:12",        "a b",                     "f",        "/x/y.py", 12},
    {"a <module> y.py:1",       "a",                       "<module>", "y.py",    1 },
    {"a __call__ /usr/x:7",     "a",                       "__call__", "/usr/x",  7 },
    {"a b 10.0.0.1:80",         "a b 10.0.0.1:80",         "",         "",        0 },
    {"a 1f /x/y.py:12",         "a 1f /x/y.py:12",         "",         "",        0 },
    {"f /x/y.py:12",            "f /x/y.py:12",            "",         "",        0 },
    {"a f /x/y.py:99999999999", "a f /x/y.py:99999999999", "",         "",        0 },
    {"12",                      "12",                      "",         "",        0 },
    {"",                        "",                        "",         "",        0 },
};

START_TEST(reads_the_call_site_of_a_debug_line)
{
    struct record r = {.body = str_of(suffixes[_i].body),
                       .message = str_of(suffixes[_i].body)};

    suffix_read(&r);
    ck_assert_msg(str_eq(r.message, str_of(suffixes[_i].message)), "%s",
                  suffixes[_i].body);
    ck_assert(str_eq(r.origin_function, str_of(suffixes[_i].function)));
    ck_assert(str_eq(r.origin_file, str_of(suffixes[_i].file)));
    ck_assert_uint_eq(r.origin_line, suffixes[_i].line);
}
END_TEST

Suite *words_suite(void)
{
    Suite *s = suite_create("parse/words");
    TCase *tc = tcase_create("words");

    tcase_add_loop_test(tc, takes_a_level, 0, (int)COUNT_OF(levels));
    tcase_add_loop_test(tc, knows_class_names, 0, (int)COUNT_OF(names));
    tcase_add_test(tc, takes_colours_out);
    tcase_add_loop_test(tc, reads_the_call_site_of_a_debug_line, 0,
                        (int)COUNT_OF(suffixes));
    suite_add_tcase(s, tc);
    return s;
}
