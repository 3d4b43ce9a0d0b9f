/* foreign.h: when a class that anybody raises is taken for a row. */
#include "classify/foreign.h"

#include "choose_fixture.h"

Suite *foreign_suite(void);

static const char file[] = HEAD("other", "other", "other-api")
    "exceptions:\n"
    "  - class: TypeError\n"
    "    situations:\n"
    "      - {id: said, row: '1.1', raised: ['other/a.py:100'], texts: [\"%s of 'Other' is wrong\"]}\n"
    "      - {id: placed, row: '1.2', raised: ['other/b.py:100'], functions: [load]}\n"
    "      - {id: named, row: '1.3', raised: ['other/c.py:9'], texts: [\"module 'other.x' has no %s\"]}\n"
    "  - class: ValueError\n"
    "    situations:\n"
    "      - {id: own-words, row: '2.1', raised: ['other/a.py:10'], texts: ['No such provider %s']}\n"
    "      - {id: file-only, row: '2.2', raised: ['other/drivers.py']}\n"
    "  - {class: KeyError, row: '2.3', raised: ['other/d.py'], texts: [\"'quota'\"]}\n"
    "  - class: neutronclient.common.exceptions.NotFound\n"
    "    situations:\n"
    "      - {id: port, row: '3.1', raised: ['other/net.py:50'], texts: ['Port %s gone']}\n"
    "      - {id: net, row: '3.2', raised: ['other/net.py:200'], functions: [get_net]}\n"
    "  - {class: docker.errors.APIError, row: '4.1', template: 'Docker says %s',\n"
    "     raised: ['other/docker.py:10']}\n"
    "  - {class: other.exception.NotFound, row: '5.1', template: 'Nothing at %s',\n"
    "     source: 'other/exception.py:5'}\n";

#define A "other/a.py"
#define B "other/b.py"

static const struct {
    const char *name, *type, *text;
    const char *file; /* of the frame above the innermost; NULL: no traceback */
    uint32_t line;
    const char *function;
    const char *below; /* file of a frame further in; NULL: it is the innermost */
    const char *id;
} cases[] = {
    {"a builtin: text and place", "TypeError", "x of 'Other' is wrong", A, 140, "f", NULL,
     "other.TypeError.said"},
    {"the interpreter's: text and file, far away", "TypeError", "x of 'Other' is wrong", A, 500, "f",
     NULL, ""},
    {"the service's own words: text and file, far away", "ValueError", "No such provider p", A, 900, "f",
     NULL, "other.ValueError.own-words"},
    {"text and place, raised further in", "TypeError", "x of 'Other' is wrong", A, 100, "f",
     "docker/models.py", ""},
    {"the service's own words, raised further in", "ValueError", "No such provider p", A, 10, "f",
     "yaml/reader.py", ""},
    {"the text, in another file", "TypeError", "x of 'Other' is wrong", "other/z.py", 100, "f", NULL, ""},
    {"the line, another text", "TypeError", "'NoneType' is not iterable", A, 100, "f", NULL,
     "other.TypeError.said"},
    {"beside the line, another text", "TypeError", "'NoneType' is not iterable", A, 101, "f", NULL, ""},
    {"beside a raise statement, another text", "ValueError", "x", A, 16, "f", NULL,
     "other.ValueError.own-words"},
    {"farther from it, another text", "ValueError", "x", A, 17, "f", NULL, ""},
    {"a row without texts: beyond a few lines", "TypeError", "'NoneType' is not iterable", B, 111, "f",
     NULL, ""},
    {"a row without texts: the place, innermost", "TypeError", "'NoneType' is not iterable", B, 110, "f",
     NULL, "other.TypeError.placed"},
    {"a row without texts: the function", "TypeError", "'NoneType' is not iterable", B, 900, "load", NULL,
     "other.TypeError.placed"},
    {"a row without texts: far away", "TypeError", "'NoneType' is not iterable", B, 151, "f", NULL, ""},
    {"a row without texts: not innermost", "TypeError", "'NoneType' is not iterable", B, 100, "f",
     "json/decoder.py", ""},
    {"text and place, raised in a constructor", "TypeError", "x of 'Other' is wrong", A, 100, "f",
     "other/exception.py", "other.TypeError.said"},
    {"the interpreter's own words, no traceback", "TypeError", "x of 'Other' is wrong", NULL, 0, NULL,
     NULL, ""},
    {"words that name the package, no traceback", "TypeError", "module 'other.x' has no 'Y'", NULL, 0,
     NULL, NULL, "other.TypeError.named"},
    {"what the service raises itself, no traceback", "ValueError", "No such provider p", NULL, 0, NULL,
     NULL, "other.ValueError.own-words"},
    {"a file without lines, innermost", "ValueError", "x", "other/drivers.py", 7, "f", NULL,
     "other.ValueError.file-only"},
    {"in a file without lines, not at a listed line", "KeyError", "'y'", "other/d.py", 7, "f", NULL, ""},
    {"a file without lines, and the text", "KeyError", "'quota'", "other/d.py", 7, "f", NULL,
     "other.KeyError"},
    {"nothing points to it", "ValueError", "x", NULL, 0, NULL, NULL, ""},
    {"a library's class: the place", "neutronclient.common.exceptions.NotFound", "x", "other/net.py", 60,
     "f", "neutronclient/client.py", "other.exceptions.NotFound.port"},
    {"a library's class: the function", "neutronclient.common.exceptions.NotFound", "x", "other/net.py",
     900, "get_net", "neutronclient/client.py", "other.exceptions.NotFound.net"},
    {"a library's class: the text alone", "neutronclient.common.exceptions.NotFound", "Port p gone", NULL,
     0, NULL, NULL, "other.exceptions.NotFound.port"},
    {"a library's class: its name alone", "neutronclient.common.exceptions.NotFound", "x", NULL, 0, NULL,
     NULL, ""},
    {"a library's class, no texts: its template", "docker.errors.APIError", "Docker says no", NULL, 0,
     NULL, NULL, "other.APIError"},
    {"the service's own keeps its short id", "other.exception.NotFound", "x", NULL, 0, NULL, NULL,
     "other.NotFound"},
};

START_TEST(takes_what_is_shown)
{
    struct stage s;
    struct frame frames[2] = {
        {str_of(cases[_i].file), cases[_i].line, str_of(cases[_i].function), str_of(cases[_i].file)},
        {str_of(cases[_i].below), 1, STR("f"), str_of(cases[_i].below)}};
    struct exception x = {.type = str_of(cases[_i].type), .message = str_of(cases[_i].text),
                          .frames = frames,
                          .frame_count = (size_t)(cases[_i].file != NULL) + (cases[_i].below != NULL)};
    stage_open(&s, file, "");
    struct record *r = stage_record(&s, "/l/other-api.log", "", LEVEL_NONE, "what nobody knows");
    r->exceptions = &x;
    r->exception_count = 1;
    const struct match *m = stage_match(&s);
    CHECK_ID(m->raised.entry, cases[_i].id, cases[_i].name);
    ck_assert_msg((m->class_ != NULL) == (m->raised.entry != NULL), "%s", cases[_i].name);
    stage_close(&s);
}
END_TEST

/* A library's class of the own file that nothing points to is what `common` says of it. */
START_TEST(falls_back_to_common)
{
    static const char own[] = HEAD("other", "other", "other-api")
        "exceptions:\n  - {class: oslo_messaging.exceptions.MessagingTimeout, row: '1.1',\n"
        "     raised: ['other/rpc.py:10']}\n";
    struct frame frame = {STR("other/rpc.py"), 12, STR("f"), STR("other/rpc.py")};
    struct exception x = {.type = STR("oslo_messaging.exceptions.MessagingTimeout"),
                          .message = STR("x"), .frames = &frame, .frame_count = 1};
    struct stage s;
    stage_open(&s, own, "");
    struct record *r = stage_record(&s, "/l/other-api.log", "", LEVEL_NONE, "what nobody knows");
    r->exceptions = &x;
    r->exception_count = 1;
    CHECK_ID(stage_match(&s)->raised.entry, "other.MessagingTimeout", "its place");
    frame.line = 90;
    r = stage_record(&s, "/l/other-api.log", "", LEVEL_NONE, "what nobody knows");
    r->exceptions = &x;
    r->exception_count = 1;
    CHECK_ID(stage_match(&s)->raised.entry, "common.MessagingTimeout", "another place");
    frame.line = 12;
    r = stage_record(&s, "/l/input.log", "", LEVEL_NONE, "what nobody knows");
    r->exceptions = &x;
    r->exception_count = 1;
    CHECK_ID(stage_match(&s)->raised.entry, "other.MessagingTimeout", "its place, no service known");
    r = stage_record(&s, "/l/zun-api.log", "", LEVEL_NONE, "what nobody knows");
    r->exceptions = &x;
    r->exception_count = 1;
    CHECK_ID(stage_match(&s)->raised.entry, "common.MessagingTimeout", "its place, another service");
    stage_close(&s);
}
END_TEST

/* The file that describes a class's package may be another one than the file that lists a builtin. */
START_TEST(knows_a_constructor_of_any_file_of_the_service)
{
    static const char more[] = "format: 1\nservice: zun\nexceptions:\n"
        "  - class: TypeError\n    situations:\n"
        "      - {id: twice, row: '3.3', raised: ['zun/api/x.py:20'], texts: ['%s format: a number']}\n";
    struct frame frames[] = {
        {STR("zun/api/x.py"), 20, STR("f"), STR("zun/api/x.py")},
        {STR("zun/common/exception.py"), 203, STR("__init__"), STR("zun/common/exception.py")}};
    struct exception x = {.type = STR("TypeError"), .message = STR("%d format: a number"),
                          .frames = frames, .frame_count = 2};
    struct stage s;
    stage_open(&s, more, "");
    struct record *r = stage_record(&s, "/l/zun-api.log", "", LEVEL_NONE, "what nobody knows");
    r->exceptions = &x;
    r->exception_count = 1;
    CHECK_ID(stage_match(&s)->raised.entry, "zun.TypeError.twice", "above the constructor");
    stage_close(&s);
}
END_TEST

Suite *foreign_suite(void)
{
    Suite *s = suite_create("classify/foreign");
    TCase *tc = tcase_create("foreign");

    tcase_add_loop_test(tc, takes_what_is_shown, 0, COUNT_OF(cases));
    tcase_add_test(tc, falls_back_to_common);
    tcase_add_test(tc, knows_a_constructor_of_any_file_of_the_service);
    suite_add_tcase(s, tc);
    return s;
}
