/* config/yaml.h: texts, lists and mappings with positions, and every refusal with its place. */
#include <check.h>
#include <stdio.h>

#include "config/yaml.h"

#include "suites.h"

static struct arena arena;

static void start(void)
{
    arena_init(&arena);
}

static void end(void)
{
    arena_done(&arena);
}

static const struct yaml_node *read_ok(struct str text)
{
    struct err e = {0};
    const struct yaml_node *root = yaml_read(&arena, text, &e);

    ck_assert_msg(root != NULL, "%s", e.text);
    return root;
}

#define ck_assert_text(node, expected)                                                   \
    ck_assert_msg((node) && str_eq((node)->text, str_of(expected)),                      \
                  "'%.*s' is not '%s'", STR_FMT((node)->text), (expected))

START_TEST(every_scalar_is_text)
{
    static const struct {
        const char *yaml, *text;
        bool quoted;
    } rows[] = {
        {"yes",                  "yes",           false},
        {"3.10",                 "3.10",          false},
        {"0x1F",                 "0x1F",          false},
        {"~",                    "~",             false},
        {"",                     "",              false},
        {"\"\"",                 "",              true },
        {"'it''s'",              "it's",          true },
        {"\"a\\nb\"",            "a\nb",          true },
        {"|\n  block\n  text\n", "block\ntext\n", true },
        {"\"\\0\"",              "",              true },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char text[64];
        snprintf(text, sizeof text, "key: %s\n", rows[i].yaml);
        const struct yaml_node *v = yaml_get(read_ok(str_of(text)), STR("key"));
        ck_assert_ptr_nonnull(v);
        ck_assert_int_eq(v->kind, YAML_TEXT);
        ck_assert_int_eq(v->quoted, rows[i].quoted);
        if (i + 1 < COUNT_OF(rows))
            ck_assert_text(v, rows[i].text);
        else
            ck_assert(str_eq(v->text, (struct str){"\0", 1}));
    }
}
END_TEST

START_TEST(every_node_knows_its_place)
{
    const struct yaml_node *root =
        read_ok(STR("# c\nlog:\n  - id: a\n    on: [x, {y: 'z'}]\n"));
    const struct yaml_node *log = yaml_get(root, STR("log"));
    const struct yaml_node *on = yaml_get(log->items[0], STR("on"));
    const struct yaml_node *y = yaml_get(on->items[1], STR("y"));

    ck_assert_uint_eq(root->line, 2);
    ck_assert_uint_eq(log->n, 1);
    ck_assert_uint_eq(log->items[0]->line, 3);
    ck_assert_uint_eq(log->items[0]->column, 5);
    ck_assert_uint_eq(on->n, 2);
    ck_assert_text(on->items[0], "x");
    ck_assert_text(y, "z");
    ck_assert_uint_eq(y->line, 4);
    ck_assert_uint_eq(y->column, 17);
    ck_assert_ptr_null(yaml_get(root, STR("lo")));
    ck_assert_ptr_null(yaml_get(log, STR("id")));
}
END_TEST

START_TEST(an_empty_document_is_an_empty_map)
{
    static const char *const rows[] = {"", "# only this\n", "---\n", "\xEF\xBB\xBF",
                                       "---\n...\n"};

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct yaml_node *root = read_ok(str_of(rows[i]));
        ck_assert_int_eq(root->kind, YAML_MAP);
        ck_assert_uint_eq(root->n, 0);
    }
    ck_assert_ptr_nonnull(yaml_get(read_ok(STR("\xEF\xBB\xBFkey: v")), STR("key")));
}
END_TEST

static const struct {
    const char *name, *yaml, *error;
} refusals[] = {
    {"key twice",            "a: 1\nb: 2\na: 3\n",
     "3:1: the key 'a' stands twice in one mapping, first in line 1"                                                                      },
    {"key twice among many",
     "a: 1\nb: 1\nc: 1\nd: 1\ne: 1\nf: 1\ng: 1\nh: 1\ni: 1\nj: 1\nk: 1\nl: 1\nm: 1\nn: "
     "1\no: 1\n"
     "p: 1\nq: 1\nc: 1\n",                                                "18:1: the key 'c' stands twice in one mapping, first in line 3"},
    {"anchor",               "a: &x 1\n",                                 "1:4: an anchor"                                                },
    {"anchor of a list",     "a: &x [1]\n",                               "1:4: an anchor"                                                },
    {"anchor of a map",      "a: &x {b: 1}\n",                            "1:4: an anchor"                                                },
    {"alias",                "a: *x\n",                                   "1:4: an alias"                                                 },
    {"tag",                  "a: !!int 3\n",                              "1:4: a tag"                                                    },
    {"tag of a list",        "a: !!set [3]\n",                            "1:4: a tag"                                                    },
    {"second document",      "a: 1\n---\nb: 1\n",                         "2:1: a second document"                                        },
    {"list as key",          "[a]: 1\n",                                  "1:1: a key must be a text"                                     },
    {"tab",                  "a:\n\t- b\n",                               "2:1: found character that cannot start any token"              },
    {"invalid UTF-8",        "a: 1\nb: x\xC3(\n",                         "2:6: invalid trailing UTF-8 octet"                             },
    {"control character",    "a: x\x01\n",                                "1:5: control characters are not allowed"                       },
    {"unclosed quote",       "a: \"x\n",                                  "2:1: found unexpected end of stream (while scanning"           },
    {"bad indentation",      "a: 1\n  b: 2\n",
     "2:4: mapping values are not allowed in this context"                                                                                },
    {"too deep",             "[[[[[[[[[[[[[[[[[[[[x]]]]]]]]]]]]]]]]]]]]",
     "1:17: lists and mappings are nested deeper"                                                                                         },
};

START_TEST(refuses_with_the_place)
{
    struct err e = {0};
    const struct yaml_node *root = yaml_read(&arena, str_of(refusals[_i].yaml), &e);

    ck_assert_msg(root == NULL, "%s: accepted", refusals[_i].name);
    ck_assert_msg(str_starts(str_of(e.text), str_of(refusals[_i].error)), "%s: '%s'",
                  refusals[_i].name, e.text);
}
END_TEST

START_TEST(sixteen_deep_is_good)
{
    read_ok(STR("[[[[[[[[[[[[[[[[x]]]]]]]]]]]]]]]]"));
}
END_TEST

Suite *yaml_suite(void)
{
    Suite *s = suite_create("config/yaml");
    TCase *tc = tcase_create("yaml");

    tcase_add_checked_fixture(tc, start, end);
    tcase_add_test(tc, every_scalar_is_text);
    tcase_add_test(tc, every_node_knows_its_place);
    tcase_add_test(tc, an_empty_document_is_an_empty_map);
    tcase_add_loop_test(tc, refuses_with_the_place, 0, COUNT_OF(refusals));
    tcase_add_test(tc, sixteen_deep_is_good);
    suite_add_tcase(s, tc);
    return s;
}
