#include "base/pyname.h"

#include "suites.h"

static const struct {
    const char *text;
    size_t n;
} lengths[] = {
    {"KeyError: 1",         8 },
    {"a.b_1.C",             7 },
    {"x.f.<locals>.Bad: t", 16},
    {"<locals>",            8 },
    {"_queue.Empty",        12},
    {"a.b. c",              3 },
    {"a..b",                1 },
    {"a.9",                 1 },
    {"9a",                  0 },
    {".a",                  0 },
    {" a",                  0 },
    {"",                    0 },
};

START_TEST(measures_a_name)
{
    ck_assert_msg(pyname_length(str_of(lengths[_i].text)) == lengths[_i].n, "'%s'",
                  lengths[_i].text);
}
END_TEST

static const struct {
    const char *name, *local;
} locals[] = {
    {"nova.exception_Remote.HostNotFound_Remote", "nova.exception.HostNotFound"},
    {"HostNotFound_Remote",                       "HostNotFound"               },
    {"a.b_Remote.C",                              "a.b.C"                      },
    {"a.b.C_Remote",                              "a.b.C"                      },
    {"a_Remote.b.C",                              "a_Remote.b.C"               },
    {"a_Remotely.B_RemoteError",                  "a_Remotely.B_RemoteError"   },
    {"a._Remote",                                 "a._Remote"                  },
    {"_Remote.C",                                 "_Remote.C"                  },
    {"a._Remote.C",                               "a._Remote.C"                },
    {"_Remote",                                   "_Remote"                    },
    {"KeyError",                                  "KeyError"                   },
    {"",                                          ""                           },
};

START_TEST(takes_remote_off_module_and_class)
{
    struct arena a;
    struct str name = str_of(locals[_i].name), local = str_of(locals[_i].local);

    arena_init(&a);
    ck_assert_msg(str_eq(pyname_local(&a, name), local), "'%s'", locals[_i].name);
    ck_assert(pyname_is_remote(name) == !str_eq(name, local));
    ck_assert(!pyname_is_remote((struct str){NULL, 0}));
    arena_done(&a);
}
END_TEST

Suite *pyname_suite(void)
{
    Suite *s = suite_create("base/pyname");
    TCase *tc = tcase_create("pyname");

    tcase_add_loop_test(tc, measures_a_name, 0, COUNT_OF(lengths));
    tcase_add_loop_test(tc, takes_remote_off_module_and_class, 0, COUNT_OF(locals));
    suite_add_tcase(s, tc);
    return s;
}
