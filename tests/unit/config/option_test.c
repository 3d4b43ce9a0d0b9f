/* config/option.h: tables of options, their defaults and what is said of mistakes. */
#include "config/option.h"

#include "suites.h"

struct all {
    struct str text, path, odd;
    uint64_t size, number;
    usec_t span, date;
    bool yes;
    int word;
    struct texts texts, paths;
    struct text_map map;
    const struct yaml_node *node;
};

static const char *const colours[] = {"red", "green", "blue", NULL};

static int check_odd(struct str s, struct err *e)
{
    return s.n % 2 ? 0 : err_set(e, "a text of an odd length");
}

static const struct option rows[] = {
    OPTION("text", OPTION_TEXT, struct all, text, "a text", .standard = "nothing"),
    OPTION("path", OPTION_PATH, struct all, path, "a path", .required = true),
    OPTION("odd", OPTION_TEXT, struct all, odd, "an odd one", .check = check_odd),
    OPTION("size", OPTION_SIZE, struct all, size, "a size", .standard = "64KiB",
           .least = 1024, .most = 1 << 20),
    OPTION("number", OPTION_NUMBER, struct all, number, "a number", .standard = "5",
           .most = 9),
    OPTION("span", OPTION_SPAN, struct all, span, "a span", .standard = "5m",
           .least = 1000000),
    OPTION("date", OPTION_DATE, struct all, date, "a date"),
    OPTION("yes", OPTION_BOOL, struct all, yes, "yes or no", .standard = "yes"),
    OPTION("colour", OPTION_WORD, struct all, word, "a word", .standard = "green",
           .words = colours),
    OPTION("texts", OPTION_TEXTS, struct all, texts, "texts", .standard = "one"),
    OPTION("paths", OPTION_PATHS, struct all, paths, "paths"),
    OPTION("map", OPTION_TEXT_MAP, struct all, map, "a map"),
    OPTION("node", OPTION_NODE, struct all, node, "a node"),
    OPTIONS_END,
};

static struct arena arena;
static struct mistakes mistakes;
static struct all all;

static void start(void)
{
    arena_init(&arena);
    mistakes = (struct mistakes){.file = "f.yaml"};
    all = (struct all){0};
}

static void end(void)
{
    mistakes_done(&mistakes);
    arena_done(&arena);
}

static void read_text(const char *yaml)
{
    struct err e;
    const struct yaml_node *root = yaml_read(&arena, str_of(yaml), &e);

    ck_assert_msg(root != NULL, "%s", e.text);
    option_read(&arena, root, &(struct option_set){rows, &all}, 1, &mistakes);
}

START_TEST(defaults_are_read_by_their_own_parser)
{
    read_text("path: /p");
    ck_assert_uint_eq(mistakes.count, 0);
    ck_assert(str_eq(all.text, STR("nothing")));
    ck_assert_uint_eq(all.size, 65536);
    ck_assert_uint_eq(all.number, 5);
    ck_assert_int_eq(all.span, 300 * USEC_PER_SEC);
    ck_assert(all.yes);
    ck_assert_int_eq(all.word, 1);
    ck_assert_uint_eq(all.texts.n, 1);
    ck_assert(str_eq(all.texts.items[0], STR("one")));
    ck_assert_uint_eq(all.paths.n, 0);
    ck_assert_uint_eq(all.map.n, 0);
    ck_assert_ptr_null(all.node);
}
END_TEST

START_TEST(every_type_takes_its_value)
{
    read_text("text: hello\npath: '/a b'\nodd: abc\nsize: 1MiB\nnumber: 9\nspan: 1s\n"
              "date: 2027-01-31\nyes: no\ncolour: blue\ntexts: [a, b]\npaths: /x\n"
              "map: {b: 2, a.c: one two}\nnode: [1, {x: y}]\n");
    ck_assert_msg(mistakes.count == 0, "%s", buf_z(&mistakes.text));
    ck_assert(str_eq(all.text, STR("hello")));
    ck_assert_str_eq(all.path.p, "/a b");
    ck_assert_str_eq(all.odd.p, "abc");
    ck_assert_uint_eq(all.size, 1 << 20);
    ck_assert_uint_eq(all.number, 9);
    ck_assert_int_eq(all.span, USEC_PER_SEC);
    ck_assert_int_eq(all.date, INT64_C(1801353600) * USEC_PER_SEC);
    ck_assert(!all.yes);
    ck_assert_int_eq(all.word, 2);
    ck_assert_uint_eq(all.texts.n, 2);
    ck_assert_str_eq(all.texts.items[1].p, "b");
    ck_assert_uint_eq(all.paths.n, 1);
    ck_assert_str_eq(all.paths.items[0].p, "/x");
    ck_assert_uint_eq(all.map.n, 2);
    ck_assert_str_eq(all.map.items[1].name.p, "a.c");
    ck_assert_str_eq(all.map.items[1].text.p, "one two");
    ck_assert_ptr_nonnull(all.node);
    ck_assert_int_eq((int)all.node->kind, YAML_LIST);
}
END_TEST

static const struct {
    const char *yaml, *said;
} wrongs[] = {
    {"size: 5",         "f.yaml:2:7: 'size' is '5'; it must be a size: bytes, or 64KiB, "
                "100MiB, 1GiB, at least 1KiB, at most 1MiB\n"           },
    {"size: big",       "f.yaml:2:7: 'size' is 'big'; it must be a size"               },
    {"number: 10",      "'number' is '10'; it must be a number, at most 9\n"           },
    {"span: 5",         "'span' is '5'; it must be a time with its unit: 500ms, 30s, 5m, "
                "1h, 30d, at least 1s\n"                                },
    {"date: today",     "'date' is 'today'; it must be a date: 2027-01-31"             },
    {"yes: maybe",      "'yes' is 'maybe'; it must be yes or no\n"                     },
    {"colour: pink",    "'colour' is 'pink'; it must be one of: red, green, blue\n"    },
    {"colour:",         "f.yaml:2:8: 'colour' has no value; it must be one of"         },
    {"text: [a]",       "'text' is a list; it must be a text\n"                        },
    {"text: ''",        "'text' is ''; it must be a text\n"                            },
    {"text: \"a\\0b\"", "it must be a text\n"                                          },
    {"odd: ab",         "'odd' is 'ab'; it must be a text of an odd length\n"          },
    {"paths: [/a, b]",
     "f.yaml:2:13: 'paths' is 'b'; it must be a path that begins with /"               },
    {"texts: {a: b}",   "'texts' is a mapping; it must be a text or a list of texts\n" },
    {"texts: [a, [b]]", "'texts' is a list; it must be a text or a list of texts\n"    },
    {"map: text",       "'map' is 'text'; it must be a mapping of texts, {key: text}\n"},
    {"map: {a: [b]}",   "f.yaml:2:10: 'a' is a list; it must be a text\n"              },
    {"colou: red",      "f.yaml:2:1: unknown key 'colou', did you mean 'colour'?\n"    },
    {"weather: fine",
     "unknown key 'weather'; what may stand here: text, path, odd, size"               },
};

START_TEST(a_mistake_tells_its_place_and_what_is_right)
{
    CLEANUP(buf_done) struct buf yaml = {0};

    buf_fmt(&yaml, "path: /p\n%s\n", wrongs[_i].yaml);
    read_text(buf_z(&yaml));
    ck_assert_msg(mistakes.count == 1, "%s: %u", wrongs[_i].yaml, mistakes.count);
    ck_assert_msg(strstr(buf_z(&mistakes.text), wrongs[_i].said), "%s", mistakes.text.p);
    ck_assert_uint_eq(all.size, 65536); /* what is wrong keeps its default */
    ck_assert_int_eq(all.word, 1);
}
END_TEST

START_TEST(what_is_required_must_be_there)
{
    read_text("text: x");
    ck_assert_str_eq(buf_z(&mistakes.text), "f.yaml:1:1: 'path' is missing: a path\n");
}
END_TEST

START_TEST(all_mistakes_are_counted_and_twenty_shown)
{
    CLEANUP(buf_done) struct buf yaml = {0};
    size_t lines = 0;

    buf_add(&yaml, STR("path: p\n"));
    for (int i = 0; i < 29; i++)
        buf_fmt(&yaml, "unknown_number_%d: x\n", i);
    read_text(buf_z(&yaml));
    mistakes_end(&mistakes);
    ck_assert_uint_eq(mistakes.count, 30);
    for (size_t i = 0; i < mistakes.text.n; i++)
        lines += mistakes.text.p[i] == '\n';
    ck_assert_uint_eq(lines, MISTAKES_SHOWN + 1);
    ck_assert(str_ends(buf_str(&mistakes.text),
                       STR("f.yaml: 30 mistakes, the first 20 are shown\n")));
}
END_TEST

START_TEST(two_tables_share_one_mapping)
{
    struct {
        struct str name;
    } common = {
        {NULL, 0}
    };
    const struct option common_rows[] = {
        {.name = "name", .help = "a name", .type = OPTION_TEXT, .offset = 0},
        OPTIONS_END,
    };
    struct option_set sets[] = {
        {rows,        &all   },
        {common_rows, &common}
    };
    struct err e;

    option_read(&arena, yaml_read(&arena, STR("{name: n, path: /p, nam: x}"), &e), sets,
                2, &mistakes);
    ck_assert(str_eq(common.name, STR("n")));
    ck_assert(str_eq(all.path, STR("/p")));
    ck_assert_str_eq(buf_z(&mistakes.text),
                     "f.yaml:1:21: unknown key 'nam', did you mean 'name'?\n");
}
END_TEST

START_TEST(nothing_at_all_is_an_empty_mapping)
{
    struct err e;
    const struct yaml_node *root = yaml_read(&arena, STR("file:\nlist: [x]\n"), &e);
    const struct option some[] = {
        {.name = "name", .help = "a name", .type = OPTION_TEXT, .offset = 0},
        OPTIONS_END
    };

    option_read(&arena, root->pairs[0].value, &(struct option_set){some, &all}, 1,
                &mistakes);
    ck_assert_uint_eq(mistakes.count, 0);
    option_read(&arena, root->pairs[1].value, &(struct option_set){some, &all}, 1,
                &mistakes);
    ck_assert_str_eq(buf_z(&mistakes.text),
                     "f.yaml:2:7: this is a list; it must be a mapping, {key: value}\n");
}
END_TEST

START_TEST(the_help_has_a_line_for_each)
{
    CLEANUP(buf_done) struct buf help = {0};

    option_help(&help, rows);
    ck_assert_ptr_nonnull(
        strstr(buf_z(&help), "  size: SIZE\n      a size; default 64KiB\n"));
    ck_assert_ptr_nonnull(strstr(help.p, "  colour: red|green|blue\n"));
    ck_assert_ptr_nonnull(strstr(help.p, "a path; must be given\n"));
}
END_TEST

Suite *option_suite(void)
{
    Suite *s = suite_create("config/option");
    TCase *tc = tcase_create("option");

    tcase_add_checked_fixture(tc, start, end);
    tcase_add_test(tc, defaults_are_read_by_their_own_parser);
    tcase_add_test(tc, every_type_takes_its_value);
    tcase_add_loop_test(tc, a_mistake_tells_its_place_and_what_is_right, 0,
                        COUNT_OF(wrongs));
    tcase_add_test(tc, what_is_required_must_be_there);
    tcase_add_test(tc, all_mistakes_are_counted_and_twenty_shown);
    tcase_add_test(tc, two_tables_share_one_mapping);
    tcase_add_test(tc, nothing_at_all_is_an_empty_mapping);
    tcase_add_test(tc, the_help_has_a_line_for_each);
    suite_add_tcase(s, tc);
    return s;
}
