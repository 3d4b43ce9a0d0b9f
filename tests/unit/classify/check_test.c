/* catalog_check: every promise that a pattern file makes of itself, and how a broken one reads. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "classify/classify.h"

Suite *check_suite(void);

#define HEAD "format: 1\nservice: zun\npackages: [zun]\n"

static void note(void *context, const char *text)
{
    struct buf *out = context;
    const char *place =
        strchr(text, ':'); /* behind the path, which is another one every time */

    buf_add(out, str_of(place ? place + 1 : text));
    buf_char(out, '\n');
}

static const struct {
    const char *name, *text;
    size_t mistakes;
    const char *said;
} rows[] = {
    {"all is kept",
     "log:\n  - {id: a, level: ERROR, template: 'No %(x)s', loggers: [zun.a],\n"
     "     examples: [{text: No b, params: {x: b}}], counterexamples: [Yes]}\n"
     "  - {id: c, level: INFO, template: 'From %s', origin: source}\n",                                                  0, ""                                                                                        },
    {"no examples",               "log:\n  - {id: a, level: ERROR, template: No}\n",                                     1,
     "5: entry zun.a: it has no examples"                                                                                                                                                                             },
    {"does not fit",              "log:\n  - {id: a, template: 'No %s', examples: [{text: Nobody}]}\n",
     1,                                                                                                                     "5: entry zun.a: its example does not fit; the pattern was found up to byte 2 of 'Nobody'"},
    {"other value",               "log:\n  - {id: a, template: 'No %(x)s', examples: [{text: No b, params: {x: c}}]}\n",
     1,                                                                                                                     "5: entry zun.a: x is 'b'; it should be 'c'"                                              },
    {"won by another",
     "log:\n  - {id: a, template: 'No %s', examples: [{text: No way out}]}\n"
     "  - {id: b, template: 'No way %s', examples: [{text: No way in}]}\n",                                              2, "5: entry zun.a: its example is won by zun.b, line 6: 'No way out'"                       },
    {"counterexample fits",
     "log:\n  - {id: a, template: 'No %s', examples: [{text: No a}], counterexamples: "
     "[No b]}\n",                                                                                                        1, "5: entry zun.a: its counterexample fits: 'No b'"                                         },
    {"match limit",
     "log:\n  - {id: a, regex: '(?:a+)+b|c', examples: [{text: c}],\n"
     "     counterexamples: [aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa]}\n",                                   1, "6: entry zun.a: its pattern runs into the match limit"                                   },
    {"text of another situation",
     "exceptions:\n  - class: zun.B\n    situations:\n      - {id: a, texts: ['one "
     "%s']}\n"
     "      - {id: b, texts: ['two %s']}\n    examples:\n      - {text: two x, id: a}\n",                                1, "10: entry zun.B.a: its example is decided for zun.B.b, line 8: 'two x'"                  },
    {"text of no situation",
     "exceptions:\n  - class: zun.B\n    template: '%(x)s'\n    situations:\n"
     "      - {id: a, texts: ['one %s']}\n"
     "      - {id: b, texts: ['two %s']}\n    examples:\n      - {text: three x, id: "
     "a}\n",                                                                                                             1, "11: entry zun.B.a: its example leaves several situations"                                },
    {"situations are told apart",
     "exceptions:\n  - class: zun.B\n    situations:\n      - {id: a, texts: ['one "
     "%(x)s']}\n"
     "      - {id: b, texts: ['two %s']}\n"
     "    examples:\n      - {text: one x, id: a, params: {x: x}}\n",                                                    0, ""                                                                                        },
    {"text of a status",
     "statuses:\n  - {id: a, template: 'It is %(x)s', examples: [{text: It is b, params: "
     "{x: b}}]}\n"
     "responses:\n  - {id: b, template: 'It was', examples: [{text: It is}]}\n",                                         1, "7: entry zun.b: its example does not fit"                                                },
    {"status without example", "statuses:\n  - {id: a, template: 'It is %(x)s'}\n", 1, "5: entry zun.a: it has no examples"},
    {"class without example", "exceptions:\n  - {class: zun.B, template: 'It is %(x)s'}\n", 1, "5: entry zun.B: it has no example"},
    {"the frame decides",
     "exceptions:\n  - class: zun.B\n    situations:\n      - {id: a, raised: ['zun/x.py:10']}\n"
     "      - {id: b, raised: ['zun/x.py:40']}\n    examples:\n"
     "      - {text: all, id: a, frame: 'zun/x.py:11'}\n      - {text: all, id: b, frame: 'zun/x.py:40 f'}\n", 0, ""},
    {"the frame is another's",
     "exceptions:\n  - class: zun.B\n    situations:\n      - {id: a, raised: ['zun/x.py:10']}\n"
     "      - {id: b, raised: ['zun/x.py:40'], examples: [{text: c, frame: 'zun/x.py:40'}]}\n    examples:\n"
     "      - {text: all, id: a, frame: 'zun/x.py:41'}\n", 1, "10: entry zun.B.a: its example is decided for zun.B.b"},
    {"a situation without example",
     "exceptions:\n  - class: zun.B\n    situations:\n      - {id: a, raised: ['zun/x.py:10']}\n"
     "      - {id: b, raised: ['zun/x.py:40']}\n    examples: [{text: all, id: a, frame: 'zun/x.py:10'}]\n", 1,
     "8: entry zun.B.b: it has no example"},
    {"no site of its own, no example",
     "exceptions:\n  - class: zun.B\n    situations:\n      - {id: a, raised: ['zun/x.py:10']}\n"
     "      - {id: b, raised: ['zun/x.py:10']}\n      - {id: c}\n", 0, ""},
    {"a library's class by its name alone", "exceptions:\n  - {class: KeyError, examples: [{text: x}]}\n", 1,
     "5: entry zun.KeyError: its example leaves several situations, or nothing points to it"},
    {"a library's class by its frame",
     "exceptions:\n  - {class: KeyError, raised: ['zun/x.py:4'], examples: [{text: x, frame: 'zun/x.py:4'}]}\n", 0, ""},
    {"params of a text that does not fit",
     "exceptions:\n  - class: zun.B\n    template: 'It %(x)s'\n    raised: ['zun/x.py:4']\n"
     "    examples: [{text: No, frame: 'zun/x.py:4', params: {x: y}}]\n", 1,
     "8: entry zun.B: its example with params fits no text of it: 'No'"},
    {"as good as another",
     "log:\n  - {id: a, template: 'No %s and %s x', examples: [{text: No b and c x}]}\n"
     "  - {id: b, template: 'No %s and x %s', examples: [{text: No b and x d}]}\n", 1,
     "5: entry zun.a: it is as good as zun.b, line 6, for 'No  and x x'"},
    {"as good, but begins with less text",
     "log:\n  - {id: a, template: 'No %s x', examples: [{text: No b x}]}\n"
     "  - {id: b, template: 'No y %s', examples: [{text: No y z}]}\n", 0, ""},
    {"as good, but goes on elsewhere",
     "log:\n  - {id: a, template: 'No %s in %s', examples: [{text: No b in c}]}\n"
     "  - {id: b, template: 'No %s at %s', examples: [{text: No b at d}]}\n", 0, ""},
    {"as good, both with frames",
     "log:\n  - {id: a, template: 'No %s and %s x', frames: [zun/a/]}\n"
     "  - {id: b, template: 'No %s and x %s', frames: [zun/b/, zun/c/]}\n", 1,
     "5: entry zun.a: it is as good as zun.b, line 6, for 'No  and x x'"},
    {"as good, one with frames",
     "log:\n  - {id: a, template: 'No %s and %s x', frames: [zun/a/]}\n"
     "  - {id: b, template: 'No %s and x %s', examples: [{text: No b and x d}]}\n", 0, ""},
    {"as good, but for the level",
     "log:\n  - {id: a, level: INFO, template: 'No %s and %s x', examples: [{text: No b and c x}]}\n"
     "  - {id: b, level: ERROR, template: 'No %s and x %s', examples: [{text: No b and x d}]}\n", 0, ""},
    {"as good, but for the logger",
     "log:\n  - {id: a, loggers: [zun.a], template: 'No %s and %s x', examples: [{text: No b and c x}]}\n"
     "  - {id: b, template: 'No %s and x %s', examples: [{text: No b and x d}]}\n", 0, ""},
    {"as good, written by a program",
     "log:\n  - {id: a, origin: source, template: 'No %s and %s x'}\n  - {id: b, origin: source, template: 'No %s and x %s'}\n", 0, ""},
    {"values as good as each other",
     "statuses:\n  - {id: a, row: '1.1', template: 'No %s and %s x', examples: [{text: No b and c x}]}\n"
     "responses:\n  - {id: b, row: '1.2', template: 'No %s and x %s', examples: [{text: No b and x d}]}\n", 1,
     "5: entry zun.a: it is as good as zun.b, line 7, for 'No  and x x'"},
    {"two texts of one row",
     "statuses:\n  - {id: a, row: '1.1', template: 'No %s and %s x', examples: [{text: No b and c x}]}\n"
     "responses:\n  - {id: b, row: '1.1', template: 'No %s and x %s', examples: [{text: No b and x d}]}\n", 0, ""},
};

static size_t check(const char *text, struct buf *said)
{
    char path[] = "/tmp/logclass-check-XXXXXX.yaml";
    const char *paths[] = {path};
    struct err e;
    int fd = mkstemps(path, 5);

    ck_assert_int_ge(fd, 0);
    dprintf(fd, "%s%s", HEAD, text);
    close(fd);
    struct catalog *c = catalog_load(paths, 1, note, said, &e);
    unlink(path);
    ck_assert_msg(c != NULL, "%s", buf_z(said));
    size_t mistakes = catalog_check(c, note, said);
    catalog_free(c);
    return mistakes;
}

START_TEST(tells_broken_promises)
{
    CLEANUP(buf_done) struct buf said = {0};
    size_t mistakes = check(rows[_i].text, &said);

    ck_assert_msg(mistakes == rows[_i].mistakes, "%s: %zu: %s", rows[_i].name, mistakes,
                  buf_z(&said));
    ck_assert_msg(str_starts(buf_str(&said), str_of(rows[_i].said)), "%s: %s",
                  rows[_i].name, buf_z(&said));
}
END_TEST

START_TEST(two_entries_that_fit_each_other_are_shown)
{
    CLEANUP(buf_done) struct buf said = {0};
    size_t mistakes =
        check("log:\n  - {id: a, template: 'a %s', examples: [{text: a b}]}\n"
              "  - {id: b, template: '%s b', examples: [{text: a b}, {text: c b}]}\n",
              &said);

    ck_assert_uint_ge(mistakes, 1);
    ck_assert_msg(strstr(buf_z(&said),
                         "5: entry zun.a: it fits 'a b' of zun.b, line 6, which "
                         "fits its 'a b'") != NULL,
                  "%s", buf_z(&said));
}
END_TEST

START_TEST(the_shipped_files_keep_their_promises)
{
    CLEANUP(buf_done) struct buf said = {0};
    const char *path = SOURCE_DIR "/patterns";
    struct err e;
    struct catalog *c = catalog_load(&path, 1, note, &said, &e);

    ck_assert_msg(c != NULL, "%s", buf_z(&said));
    ck_assert_msg(catalog_check(c, note, &said) == 0, "%s", buf_z(&said));
    catalog_free(c);
}
END_TEST

Suite *check_suite(void)
{
    Suite *s = suite_create("classify/check");
    TCase *tc = tcase_create("check");

    tcase_add_loop_test(tc, tells_broken_promises, 0, COUNT_OF(rows));
    tcase_add_test(tc, two_entries_that_fit_each_other_are_shown);
    tcase_add_test(tc, the_shipped_files_keep_their_promises);
    suite_add_tcase(s, tc);
    return s;
}
