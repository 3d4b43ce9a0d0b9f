#include "base/json.h"

#include <check.h>

#include "base/buf.h"
#include "suites.h"

static const struct {
    const char *name;
    struct str text;
    bool ok;
    struct str value;
} strings[] = {
    {"plain",                      STR_INIT("\"abc\""),                        true,  STR_INIT("abc")             },
    {"empty",                      STR_INIT("\"\""),                           true,  STR_INIT("")                },
    {"longer than a word",         STR_INIT("\"0123456789abcdef\""),           true,
     STR_INIT("0123456789abcdef")                                                                                 },
    {"short escapes",              STR_INIT("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\""), true,
     STR_INIT("\"\\/\b\f\n\r\t")                                                                                  },
    {"two bytes",                  STR_INIT("\"\\u00e9\""),                    true,  STR_INIT("\xc3\xa9")        },
    {"three bytes",                STR_INIT("\"\\u20AC\""),                    true,  STR_INIT("\xe2\x82\xac")    },
    {"a pair",                     STR_INIT("\"\\ud83d\\ude00\""),             true,  STR_INIT("\xf0\x9f\x98\x80")},
    {"half a pair",                STR_INIT("\"\\ud83d!\""),                   true,  STR_INIT("\xef\xbf\xbd!")   },
    {"the wrong half",             STR_INIT("\"\\ude00\""),                    true,  STR_INIT("\xef\xbf\xbd")    },
    {"a pair of first halves",     STR_INIT("\"\\ud83d\\ud83d\""),             true,
     STR_INIT("\xef\xbf\xbd\xef\xbf\xbd")                                                                         },
    {"NUL",                        STR_INIT("\"a\\u0000b\""),                  true,  STR_INIT("a\0b")            },
    {"a quote behind a backslash", STR_INIT("\"a\\\\\""),                      true,  STR_INIT("a\\")             },
    {"not closed",                 STR_INIT("\"abc"),                          false, STR_INIT("")                },
    {"ends in its escape",         STR_INIT("\"abc\\"),                        false, STR_INIT("")                },
    {"no such escape",             STR_INIT("\"\\x\""),                        false, STR_INIT("")                },
    {"not hex",                    STR_INIT("\"\\u00g0\""),                    false, STR_INIT("")                },
};

START_TEST(reads_a_string)
{
    struct arena a;
    struct json j;
    struct str s = {0};

    arena_init(&a);
    json_init(&j, strings[_i].text, &a);
    ck_assert_msg(json_string(&j, &s) == strings[_i].ok, "%s", strings[_i].name);
    ck_assert_msg(str_eq(s, strings[_i].value), "%s: '%.*s'", strings[_i].name,
                  STR_FMT(s));
    ck_assert(j.failed == !strings[_i].ok);
    arena_done(&a);
}
END_TEST

#define X8(s) s s s s s s s s

static const struct {
    const char *name, *text;
    bool ok;
} values[] = {
    {"object",                 "{\"a\": [1, -2.5e+3, {}], \"b\": null} ",   true },
    {"python's numbers",       "[NaN, Infinity, -Infinity, true, false]",   true },
    {"32 deep",                X8("[[[[") X8("]]]]"),                       true },
    {"33 deep",                "[" X8("[[[[") X8("]]]]") "]",               true },
    {"512 deep",               X8(X8("[{\"\":[{\"\":")) "0" X8(X8("}]}]")), true },
    {"deep, one not closed",   X8(X8("[[[[")) X8(X8("]]]]")) "[",           false},
    {"deep, one too many",     X8(X8("[[[[")) X8(X8("]]]]")) "]",           false},
    {"deep around a string",   X8(X8("[")) "\"]\\\"}\"" X8(X8("]")),        true },
    {"a string with brackets", "[\"}]\\\"]\"]",                             true },
    {"not closed",             "[1, 2",                                     false},
    {"nothing",                "",                                          false},
    {"a comma",                ",",                                         false},
    {"two values",             "{} {}",                                     false},
};

START_TEST(skips_a_value)
{
    struct arena a;
    struct json j;

    arena_init(&a);
    json_init(&j, str_of(values[_i].text), &a);
    json_skip(&j);
    ck_assert_msg(json_end(&j) == values[_i].ok, "%s", values[_i].name);
    arena_done(&a);
}
END_TEST

START_TEST(walks_an_object)
{
    struct arena a;
    struct json j;
    struct str key, value;
    CLEANUP(buf_done) struct buf said = {0};

    arena_init(&a);
    json_init(&j,
              STR(" { \"a\" : \"x\",\"b\":{\"c\":[]},\"d\":12 , \"e\":[\"y\",3,\"z\"]} "),
              &a);
    ck_assert(json_open(&j, '{'));
    while (json_key(&j, &key)) {
        buf_add(&said, key);
        if (str_eq(key, STR("e"))) {
            ck_assert(json_open(&j, '['));
            while (json_item(&j))
                if (json_string(&j, &value))
                    buf_add(&said, value);
        } else if (str_eq(key, STR("d"))) {
            ck_assert(json_number(&j, &value));
            buf_add(&said, value);
        } else {
            json_skip(&j);
        }
    }
    ck_assert(json_end(&j));
    ck_assert(str_eq(buf_str(&said), STR("abd12eyz")));
    arena_done(&a);
}
END_TEST

Suite *json_suite(void)
{
    Suite *s = suite_create("base/json");
    TCase *tc = tcase_create("json");

    tcase_add_loop_test(tc, reads_a_string, 0, (int)COUNT_OF(strings));
    tcase_add_loop_test(tc, skips_a_value, 0, (int)COUNT_OF(values));
    tcase_add_test(tc, walks_an_object);
    suite_add_tcase(s, tc);
    return s;
}
