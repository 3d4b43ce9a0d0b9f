/* classify/pattern.h: templates as expressions, what is refused, what is captured. */
#include <check.h>
#include <pthread.h>

#include "classify/pattern.h"

Suite *pattern_suite(void);

static struct arena arena;
static struct pattern_scratch *scratch;

static void start(void)
{
    arena_init(&arena);
    scratch = pattern_scratch_new();
}

static void end(void)
{
    pattern_scratch_free(scratch);
    arena_done(&arena);
}

static struct pattern *make(const char *text, enum pattern_style style)
{
    struct err e = {0};
    struct pattern *p = pattern_new(&arena, str_of(text), style, (struct strs){0}, &e);

    ck_assert_msg(p != NULL, "%s: %s", text, e.text);
    return p;
}

#define ck_assert_str_is(got, wanted)                                                    \
    ck_assert_msg(str_eq((got), str_of(wanted)), "'%.*s' is not '%s'", STR_FMT(got),     \
                  (wanted))

static const struct {
    const char *template;
    enum pattern_style style;
    const char *regex;
    bool plain;
} expressions[] = {
    {"Failed",                     STYLE_PERCENT, "Failed",                                                   true },
    {"a %s",                       STYLE_PERCENT, "a[ \\t](.*)",                                              true },
    {"a  b",                       STYLE_PERCENT, "a[ \\t]+b",                                                true },
    {"a \t%(x)s  b",               STYLE_PERCENT, "a[ \\t](?<x>.*)[ \\t]b",                                   true },
    {" a ",                        STYLE_PERCENT, "[ \\t]a[ \\t]",                                            true },
    {"%(A_b)s: %r",                STYLE_PERCENT, "(?<a_b>.*?):[ \\t](.*)",                                   true },
    {"%(x)s or %(X)s",             STYLE_PERCENT, "(?<x>.*?)[ \\t]or[ \\t].*",                                true },
    {"a … b %s",                 STYLE_PERCENT, "a[ \\t].*?[ \\t]b[ \\t](.*)",                              true },
    {"%s: already…",             STYLE_PERCENT, "(.*?):[ \\t]+already.*",                                   true },
    {"100%% of [%s]",              STYLE_PERCENT, "100%[ \\t]+of[ \\t]+\\[(.*)\\]",                           true },
    {"%(n)d of %i",                STYLE_PERCENT, "(?<n>[+-]?\\d+)[ \\t]+of[ \\t]+([+-]?\\d+)",               false},
    {"%(n)5d %-5s|",               STYLE_PERCENT, "[ ]*(?<n>[+-]?\\d+)[ ]*[ \\t](.*)\\|",                     false},
    {"%(t).2f",                    STYLE_PERCENT,
     "(?<t>[+-]?(?:\\d+(?:\\.\\d*)?(?:[eE][+-]?\\d+)?|nan|inf|NAN|INF))",                                     false},
    {"%x %#o",                     STYLE_PERCENT, "([+-]?(?:0[xX])?[0-9a-fA-F]+)[ \\t]+([+-]?(?:0o)?[0-7]+)",
     false                                                                                                         },
    {"'%c'\n",                     STYLE_PERCENT, "'(.)'\\n",                                                 false},
    {"{} {0!r} {name.x:>10} {{}}", STYLE_BRACE,
     "(.*?)[ \\t].*?[ \\t](?<name_x>.*)[ \\t]\\{\\}",                                                         true },
    {"%s {}",                      STYLE_BRACE,   "%s[ \\t](.*)",                                             true },
};

START_TEST(becomes_an_expression)
{
    const struct pattern *p = make(expressions[_i].template, expressions[_i].style);

    ck_assert_str_is(pattern_regex(p), expressions[_i].regex);
    ck_assert_int_eq(pattern_is_plain(p), expressions[_i].plain);
}
END_TEST

static const struct {
    const char *text;
    enum pattern_style style;
    const char *error;
} refusals[] = {
    {"",                                                                   STYLE_PERCENT, "the template is empty"                                         },
    {"50%",                                                                STYLE_PERCENT, "a lone '%' at byte 3: write %% for a percent sign"             },
    {"50% of",                                                             STYLE_PERCENT, "a lone '%' at byte 3: write %% for a percent sign"             },
    {"%y",                                                                 STYLE_PERCENT, "unknown conversion '%y' at byte 1: write %% for a percent sign"},
    {"a %(b)y",                                                            STYLE_PERCENT, "unknown conversion '%(b)y' at byte 3"                          },
    {"%*d",                                                                STYLE_PERCENT, "unknown conversion '%*' at byte 1"                             },
    {"%(a",                                                                STYLE_PERCENT, "'%(' at byte 1 must be %(NAME)s"                               },
    {"%()s",                                                               STYLE_PERCENT, "'%(' at byte 1 must be %(NAME)s"                               },
    {"{",                                                                  STYLE_BRACE,   "a lone '{' at byte 1: write {{ for a brace"                    },
    {"a}",                                                                 STYLE_BRACE,   "a lone '}' at byte 2: write }} for a brace"                    },
    {"{:{w}}",                                                             STYLE_BRACE,   "a field inside a field at byte 3"                              },
    {"%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s", STYLE_PERCENT,
     "more than 32 gaps"                                                                                                                                  },
    {"(a",                                                                 STYLE_REGEX,   "missing closing parenthesis at byte 3 of the regex"            },
    {"(?<a>.*)",                                                           STYLE_REGEX,   "the regex matches the empty text"                              },
    {"x(?<a>.)(?<A>.)",                                                    STYLE_REGEX,   "the group name 'A' stands twice"                               },
};

START_TEST(refuses_in_words)
{
    struct err e = {0};
    const struct pattern *p = pattern_new(&arena, str_of(refusals[_i].text),
                                          refusals[_i].style, (struct strs){0}, &e);

    ck_assert_msg(p == NULL, "accepted: %s", refusals[_i].text);
    ck_assert_msg(str_starts(str_of(e.text), str_of(refusals[_i].error)),
                  "'%s' instead of '%s'", e.text, refusals[_i].error);
}
END_TEST

START_TEST(names_positional_gaps)
{
    const struct str given[] = {STR_INIT("volume"), STR_INIT("container")};
    struct strs names = {given, 1};
    struct err e;
    struct pattern *p = pattern_new(&arena, STR("%s to %s"), STYLE_PERCENT, names, &e);

    ck_assert_ptr_nonnull(p);
    ck_assert_uint_eq(pattern_params(p).n, 2);
    ck_assert_str_is(pattern_params(p).at[0], "volume");
    ck_assert_str_is(pattern_params(p).at[1], "1");
    names.n = 2;
    ck_assert_ptr_null(pattern_new(&arena, STR("%s only"), STYLE_PERCENT, names, &e));
    ck_assert_str_eq(e.text, "2 names for 1 positional gaps");
    ck_assert_ptr_null(pattern_new(&arena, STR("x(.)"), STYLE_REGEX, names, &e));
}
END_TEST

static const struct {
    const char *name, *template, *text;
    enum fit fit;
    const char *captures[4]; /* up to a NULL */
} matches[] = {
    {"whole text",                        "a %s",           "xa b",          FIT_NO,  {0}          },
    {"empty value",                       "a: %s.",         "a: .",          FIT_YES, {""}         },
    {"line ends are text",                "a: %s",          "a: b\nc\n",     FIT_YES, {"b\nc\n"}   },
    {"first is lazy",                     "%s: %s",         "a: b: c",       FIT_YES, {"a", "b: c"}},
    {"the end decides",                   "%s: %s.",        "a: b. c.",      FIT_YES, {"a", "b. c"}},
    {"runs of blanks",                    "a b %s c",       "a \t b   x  c", FIT_YES, {"x"}        },
    {"blanks only as a value",            "a %s b",         "a    b",        FIT_YES, {""}         },
    {"one blank is not two",              "a %s b",         "a b",           FIT_NO,  {0}          },
    {"blanks inside a value stay",        "a '%s'",         "a ' b '",       FIT_YES, {" b "}      },
    {"numbers",                           "%(n)d of %(m)i", "-3 of 14",      FIT_YES, {"-3", "14"} },
    {"no number",                         "%(n)d of %(m)i", "-3 of x",       FIT_NO,  {0}          },
    {"runs of blanks beside numbers",     "took %d s",      "took  5   s",   FIT_YES, {"5"}        },
    {"padded number",                     "[%5d]",          "[   42]",       FIT_YES, {"42"}       },
    {"padded text",                       "[%-5s]",         "[ab   ]",       FIT_YES, {"ab"}       },
    {"float",                             "%.2f sec",       "3.10 sec",      FIT_YES, {"3.10"}     },
    {"float with exponent",               "%g",             "1e-05",         FIT_YES, {"1e-05"}    },
    {"not a number",                      "%f",             "nan",           FIT_YES, {"nan"}      },
    {"hex",                               "%#x",            "0x1F",          FIT_YES, {"0x1F"}     },
    {"one character",                     "'%c'",           "'''",           FIT_YES, {"'"}        },
    {"gap beside gap",                    "%s%s!",          "ab!",           FIT_YES, {"", "ab"}   },
    {"name twice",                        "%(a)s is %(a)s", "x is y",        FIT_YES, {"x"}        },
    {"special characters",                "a.b*(%s)",       "a.b*(c)",       FIT_YES, {"c"}        },
    {"special characters are themselves", "a.b*(%s)",       "axbb(c)",       FIT_NO,  {0}          },
    {"cut by the page",                   "a … z %s",     "a b c z d",     FIT_YES, {"d"}        },
};

START_TEST(matches_and_captures)
{
    struct pattern *p = make(matches[_i].template, STYLE_PERCENT);
    struct str captures[2][PATTERN_GAPS] = {{{0}}};
    struct str text = str_of(matches[_i].text);

    ck_assert_msg(pattern_match(p, scratch, text, captures[0]) == matches[_i].fit, "%s",
                  matches[_i].name);
    ck_assert_msg(pattern_match_pcre2(p, scratch, text, captures[1]) == matches[_i].fit,
                  "%s, by PCRE2", matches[_i].name);
    for (size_t i = 0; matches[_i].fit == FIT_YES && matches[_i].captures[i]; i++) {
        ck_assert_str_is(captures[0][i], matches[_i].captures[i]);
        ck_assert_str_is(captures[1][i], matches[_i].captures[i]);
    }
    pattern_done(p);
}
END_TEST

START_TEST(a_regex_names_its_groups)
{
    struct pattern *p =
        make("(?s)E: \"(?<Text>.*?)\"(?: in (?<place>\\w+))?(x)?", STYLE_REGEX);
    struct str captures[PATTERN_GAPS];

    ck_assert_uint_eq(pattern_params(p).n, 2);
    ck_assert_str_is(pattern_params(p).at[0], "text");
    ck_assert_int_eq(pattern_match(p, scratch, STR("E: \"a\" b\" in c"), captures),
                     FIT_YES);
    ck_assert_str_is(captures[0], "a\" b");
    ck_assert_str_is(captures[1], "c");
    ck_assert_int_eq(pattern_match(p, scratch, STR("E: \"\""), captures), FIT_YES);
    ck_assert_ptr_null(captures[1].p);
    pattern_done(p);
}
END_TEST

static const struct {
    const char *text;
    enum pattern_style style;
    const char *lead, *longest;
    size_t literal_bytes;
    bool words;
} facts[] = {
    {"Failed  to %s now",         STYLE_PERCENT, "Failed to ", "Failed",   14, true },
    {"%s: ((%s)",                 STYLE_PERCENT, "",           "((",       5,  false},
    {"%s\xC3\xA9",                STYLE_PERCENT, "",           "\xC3\xA9", 2,  true },
    {"abc def(?<x>.)",            STYLE_REGEX,   "abc def",    "abc",      7,  true },
    {"^abc  d+e",                 STYLE_REGEX,   "abc d",      "abc",      7,  true },
    {"abc?d",                     STYLE_REGEX,   "ab",         "ab",       3,  true },
    {"abc*",                      STYLE_REGEX,   "ab",         "ab",       2,  true },
    {"abc{0,2}d",                 STYLE_REGEX,   "ab",         "ab",       3,  true },
    {"abc{x",                     STYLE_REGEX,   "abc{x",      "abc{x",    5,  true },
    {"abc|de",                    STYLE_REGEX,   "",           "",         2,  true },
    {"(?i)abc",                   STYLE_REGEX,   "",           "",         3,  true },
    {"(?s)abc",                   STYLE_REGEX,   "abc",        "abc",      3,  true },
    {"(?x)a b c",                 STYLE_REGEX,   "",           "",         5,  true },
    {"\\[a\\]\\n\\d+bcde",        STYLE_REGEX,   "[a]\n",      "[a]\n",    8,  true },
    {"\\x41bc",                   STYLE_REGEX,   "",           "",         4,  true },
    {"a\\Qbc\\Ed",                STYLE_REGEX,   "",           "",         4,  true },
    {"[[:alpha:]()]x(a[)]|b)?yy", STYLE_REGEX,   "",           "yy",       3,  true },
    {"(?<a>.*): (?<b>.*)",        STYLE_REGEX,   "",           ":",        2,  false},
};

START_TEST(knows_what_every_match_holds)
{
    struct pattern *p = make(facts[_i].text, facts[_i].style);

    ck_assert_str_is(pattern_lead(p), facts[_i].lead);
    ck_assert_str_is(pattern_longest(p), facts[_i].longest);
    ck_assert_uint_eq(pattern_literal_bytes(p), facts[_i].literal_bytes);
    ck_assert_int_eq(pattern_has_words(p), facts[_i].words);
    pattern_done(p);
}
END_TEST

START_TEST(reaches_as_far_as_it_fits)
{
    const struct pattern *p = make("Failed to attach %s to %s: %s", STYLE_PERCENT);

    ck_assert_uint_eq(pattern_reach(p, STR("Failing")), 4);
    ck_assert_uint_eq(pattern_reach(p, STR("Failed to attach a")), 17);
    ck_assert_uint_eq(pattern_reach(p, STR("Failed to attach a to b")), 22);
    ck_assert_uint_eq(pattern_reach(p, STR("Failed to attach a to b: c")), 25);
    ck_assert_uint_eq(pattern_reach(p, STR("")), 0);
}
END_TEST

START_TEST(gives_up_at_the_limit)
{
    struct pattern *p = make("(?:a+)+b|c", STYLE_REGEX);
    struct str captures[PATTERN_GAPS];
    char text[64];

    memset(text, 'a', sizeof text);
    ck_assert_int_eq(pattern_match(p, scratch, (struct str){text, sizeof text}, captures),
                     FIT_LIMIT);
    pattern_done(p);
    pattern_done(p);
    pattern_done(NULL);
}
END_TEST

START_TEST(long_values_are_within_the_limit)
{
    struct pattern *p = make("%(a)s: %(n)d %(b)s", STYLE_PERCENT);
    struct str captures[PATTERN_GAPS];
    CLEANUP(buf_done) struct buf text = {0};

    for (size_t i = 0; i < 64 * 1024; i++)
        buf_char(&text, 'x');
    buf_add(&text, STR(": 5 y"));
    ck_assert_int_eq(pattern_match(p, scratch, buf_str(&text), captures), FIT_YES);
    ck_assert_uint_eq(captures[0].n, 64 * 1024);
    pattern_done(p);
}
END_TEST

static void *use(void *pattern)
{
    struct pattern_scratch *s = pattern_scratch_new();
    struct str captures[PATTERN_GAPS];
    bool fits = pattern_match(pattern, s, STR("took 12 s"), captures) == FIT_YES;

    pattern_scratch_free(s);
    return fits ? pattern : NULL;
}

START_TEST(workers_may_use_it_first_together)
{
    for (size_t round = 0; round < 20; round++) {
        struct pattern *p = make("took %d s", STYLE_PERCENT);
        pthread_t threads[4];
        for (size_t i = 0; i < COUNT_OF(threads); i++)
            ck_assert_int_eq(pthread_create(&threads[i], NULL, use, p), 0);
        for (size_t i = 0; i < COUNT_OF(threads); i++) {
            void *result = NULL;
            pthread_join(threads[i], &result);
            ck_assert_ptr_eq(result, p);
        }
        pattern_done(p);
    }
}
END_TEST

Suite *pattern_suite(void)
{
    Suite *s = suite_create("classify/pattern");
    TCase *tc = tcase_create("pattern");

    tcase_add_checked_fixture(tc, start, end);
    tcase_add_loop_test(tc, becomes_an_expression, 0, COUNT_OF(expressions));
    tcase_add_loop_test(tc, refuses_in_words, 0, COUNT_OF(refusals));
    tcase_add_test(tc, names_positional_gaps);
    tcase_add_loop_test(tc, matches_and_captures, 0, COUNT_OF(matches));
    tcase_add_test(tc, a_regex_names_its_groups);
    tcase_add_loop_test(tc, knows_what_every_match_holds, 0, COUNT_OF(facts));
    tcase_add_test(tc, reaches_as_far_as_it_fits);
    tcase_add_test(tc, gives_up_at_the_limit);
    tcase_add_test(tc, long_values_are_within_the_limit);
    tcase_add_test(tc, workers_may_use_it_first_together);
    suite_add_tcase(s, tc);
    return s;
}
