#include "base/pybuiltin.h"

#include "suites.h"

static const struct {
    const char *name;
    bool is;
} cases[] = {
    {"ArithmeticError",         true },
    {"BaseException",           true },
    {"BaseExceptionGroup",      true },
    {"EOFError",                true },
    {"EncodingWarning",         true },
    {"EnvironmentError",        true },
    {"Exception",               true },
    {"ExceptionGroup",          true },
    {"GeneratorExit",           true },
    {"IOError",                 true },
    {"KeyError",                true },
    {"KeyboardInterrupt",       true },
    {"OSError",                 true },
    {"PythonFinalizationError", true },
    {"StandardError",           true },
    {"StopAsyncIteration",      true },
    {"StopIteration",           true },
    {"SystemExit",              true },
    {"UnicodeError",            true },
    {"UnicodeTranslateError",   true },
    {"UserWarning",             true },
    {"Warning",                 true },
    {"WindowsError",            true },
    {"ZeroDivisionError",       true },
    {"",                        false},
    {"AError",                  false},
    {"Key",                     false},
    {"KeyErro",                 false},
    {"KeyErrors",               false},
    {"NotFound",                false},
    {"builtins.KeyError",       false},
    {"keyerror",                false},
    {"zError",                  false},
};

START_TEST(knows_the_builtins)
{
    ck_assert_msg(pybuiltin_is_exception(str_of(cases[_i].name)) == cases[_i].is, "'%s'",
                  cases[_i].name);
}
END_TEST

Suite *pybuiltin_suite(void)
{
    Suite *s = suite_create("base/pybuiltin");
    TCase *tc = tcase_create("pybuiltin");

    tcase_add_loop_test(tc, knows_the_builtins, 0, COUNT_OF(cases));
    suite_add_tcase(s, tc);
    return s;
}
