#include "classify/situation.h"

#include "choose_fixture.h"

Suite *situation_suite(void);

/* One frame of zun's, innermost, below one of a library; without a file that one alone, and with an
 * empty one no traceback. */
static const struct match *raise_in(struct stage *s, const char *type, const char *text,
                                    const char *file, uint32_t line, const char *function)
{
    static struct frame frames[2];
    static struct exception x;
    frames[0] = (struct frame){STR("eventlet/greenthread.py"), 264, STR("main"),
                               STR("eventlet/greenthread.py")};
    frames[1] = (struct frame){str_of(file), line, str_of(function), str_of(file)};
    x = (struct exception){.type = str_of(type), .message = str_of(text), .frames = frames,
                           .frame_count = !file ? 1 : *file ? 2 : 0};
    struct record *r = stage_record(s, "", "", LEVEL_NONE, text);
    r->exceptions = &x;
    r->exception_count = 1;
    return stage_match(s);
}

#define MANAGER "zun/compute/manager.py"
#define DRIVER  "zun/container/docker/driver.py"

static const struct {
    const char *name, *text, *file;
    uint32_t line;
    const char *function;
    const char *id; /* of the chosen one, or of the likeliest */
    size_t candidates;
    int confidence;
    unsigned basis;
    uint32_t source;
} cases[] = {
    {"the text and the frame", "Volumes did not reach available status after 60 seconds", MANAGER, 231,
     "wait", "zun.Conflict.not-available", 0, 95, BASIS_CLASS | BASIS_FRAME | BASIS_TEMPLATE, 224},
    {"the text alone", "Volumes did not reach available status after 60 seconds", NULL, 0, NULL,
     "zun.Conflict.not-available", 0, 95, BASIS_CLASS | BASIS_TEMPLATE, 224},
    {"the text against the frame", "Volumes did not reach available status after 60 seconds", MANAGER,
     250, "wait", "zun.Conflict.not-available", 0, 95, BASIS_CLASS | BASIS_FRAME | BASIS_TEMPLATE,
     224},
    {"the first line of the text", "Volumes did not reach available status after 6 seconds\nmore",
     NULL, 0, NULL, "zun.Conflict.not-available", 0, 95, BASIS_CLASS | BASIS_TEMPLATE, 224},
    {"the nearest line, more than twice as near", "x", MANAGER, 231, "f",
     "zun.Conflict.not-available", 0, 70, BASIS_CLASS | BASIS_FRAME, 224},
    {"just twice as near", "x", MANAGER, 198, "f", "zun.Conflict.not-available", 0, 70,
     BASIS_CLASS | BASIS_FRAME, 224},
    {"one line less than twice as near", "x", MANAGER, 197, "f", "zun.Conflict.not-available", 2, 50,
     BASIS_CLASS | BASIS_FRAME, 224},
    {"between, on this side of twice", "x", MANAGER, 232, "f", "zun.Conflict.not-available", 0, 70,
     BASIS_CLASS | BASIS_FRAME, 224},
    {"between, on the other side of twice", "x", MANAGER, 233, "f", "zun.Conflict.not-available", 2,
     50, BASIS_CLASS | BASIS_FRAME, 224},
    {"between the two: both stay, nearer first", "x", MANAGER, 240, "f", "zun.Conflict.not-deleted",
     2, 50, BASIS_CLASS | BASIS_FRAME, 250},
    {"in the middle: both stay in row order", "x", MANAGER, 237, "f", "zun.Conflict.not-available", 2,
     50, BASIS_CLASS | BASIS_FRAME, 224},
    {"on the listed line", "x", MANAGER, 250, "f", "zun.Conflict.not-deleted", 0, 95,
     BASIS_CLASS | BASIS_FRAME, 250},
    {"behind both, within the drift", "x", MANAGER, 276, "f", "zun.Conflict.not-deleted", 0, 70,
     BASIS_CLASS | BASIS_FRAME, 250},
    {"behind both, too near to each other", "x", MANAGER, 277, "f", "zun.Conflict.not-deleted", 2, 50,
     BASIS_CLASS | BASIS_FRAME, 250},
    {"beyond the drift no line is evidence", "x", DRIVER, 823, "f", "zun.Conflict.exec-timeout", 3,
     50, BASIS_CLASS, 874},
    {"at the drift it is", "x", DRIVER, 824, "f", "zun.Conflict.exec-timeout", 0, 70,
     BASIS_CLASS | BASIS_FRAME, 874},
    {"the far row of the file drops out, the near two stay", "x", DRIVER, 91, "f",
     "zun.Conflict.docker-state", 2, 50, BASIS_CLASS | BASIS_FRAME, 98},
    {"the function before the line", "x", DRIVER, 97, "handle_not_found", "zun.Conflict.docker-404",
     0, 75, BASIS_CLASS | BASIS_FRAME | BASIS_FUNCTION, 83},
    {"another function, but on the line: both stay", "x", DRIVER, 874, "handle_not_found",
     "zun.Conflict.exec-timeout", 2, 50, BASIS_CLASS | BASIS_FRAME, 874},
    {"the function alone, lines far away", "x", DRIVER, 400, "handle_not_found",
     "zun.Conflict.docker-404", 0, 70, BASIS_CLASS | BASIS_FUNCTION, 83},
    {"a text that two rows build: those two stay", "Docker: x", NULL, 0, NULL,
     "zun.Conflict.docker-404", 2, 50, BASIS_CLASS, 83},
    {"the same, told apart by the frame", "Docker: x", DRIVER, 97, "f", "zun.Conflict.docker-state",
     0, 70, BASIS_CLASS | BASIS_FRAME, 98},
    {"the same, a frame that neither lists", "Docker: x", MANAGER, 224, "f",
     "zun.Conflict.docker-404", 2, 50, BASIS_CLASS, 83},
    {"the only row of its file, however far", "x", "zun/api/controllers/containers.py", 9, "f",
     "zun.Conflict.rename", 0, 65, BASIS_CLASS | BASIS_FRAME, 739},
    {"the only row of its file, near", "x", "zun/api/controllers/containers.py", 741, "f",
     "zun.Conflict.rename", 0, 70, BASIS_CLASS | BASIS_FRAME, 739},
    {"the path ends there at a folder", "x", "/opt/stack/zun/zun/compute/manager.py", 224, "f",
     "zun.Conflict.not-available", 0, 95, BASIS_CLASS | BASIS_FRAME, 224},
    {"the path ends there within a name", "x", "/opt/xzun/compute/manager.py", 224, "f",
     "zun.Conflict.not-available", 6, 50, BASIS_CLASS, 224},
    {"a file that no row lists", "x", "zun/common/utils.py", 224, "f", "zun.Conflict.not-available",
     6, 50, BASIS_CLASS, 224},
    {"no frame", "x", NULL, 0, NULL, "zun.Conflict.not-available", 6, 50, BASIS_CLASS, 224},
    {"the class's template names no row", "Conflict.", NULL, 0, NULL, "zun.Conflict.not-available", 6,
     50, BASIS_CLASS | BASIS_TEMPLATE, 224},
};

START_TEST(chooses_the_row)
{
    struct stage s;
    stage_open(&s, NULL, "");
    const struct match *m = raise_in(&s, "zun.common.exception.Conflict", cases[_i].text,
                                     cases[_i].file, cases[_i].line, cases[_i].function);
    const char *name = cases[_i].name;
    CHECK_ID(m->raised.entry, cases[_i].id, name);
    ck_assert_msg(m->raised.candidate_count == cases[_i].candidates, "%s: %zu candidates", name,
                  m->raised.candidate_count);
    ck_assert_msg(m->confidence == cases[_i].confidence, "%s: %d", name, m->confidence);
    ck_assert_msg(m->basis == cases[_i].basis, "%s: basis %x", name, m->basis);
    ck_assert_msg(m->raised.source->line == cases[_i].source, "%s: source", name);
    ck_assert_int_eq(m->status, cases[_i].candidates ? MATCH_AMBIGUOUS : MATCH_CLASSIFIED);
    if (cases[_i].candidates)
        ck_assert_ptr_eq(m->raised.candidates[0], m->raised.entry);
    stage_close(&s);
}
END_TEST

/* The innermost frame that a row lists counts, whatever stands below it or above. */
START_TEST(takes_the_innermost_listed_frame)
{
    struct stage s;
    stage_open(&s, NULL, "");
    struct frame frames[] = {
        {.module_path = STR(DRIVER), .line = 874, .function = STR("exec")},
        {.module_path = STR(MANAGER), .line = 252, .function = STR("wait")},
        {.module_path = STR("zun/common/utils.py"), .line = 5, .function = STR("f")},
    };
    struct exception x = {.type = STR("zun.common.exception.Conflict"), .message = STR("x"),
                          .frames = frames, .frame_count = 3};
    struct record *r = stage_record(&s, "", "", LEVEL_NONE, "x");
    r->exceptions = &x;
    r->exception_count = 1;
    CHECK_ID(stage_match(&s)->raised.entry, "zun.Conflict.not-deleted", "innermost listed");
    stage_close(&s);
}
END_TEST

/* Two rows are raised in one place; what called it tells them apart. */
START_TEST(asks_the_callers_where_one_place_raises_both)
{
    static const char both[] = HEAD("other", "other", "other-api")
        "exceptions:\n  - class: other.exception.Refused\n    situations:\n"
        "      - {id: at-start, row: '1.1', raised: ['other/client.py:44', 'other/client.py:90'],\n"
        "         functions: [init]}\n"
        "      - {id: at-push, row: '1.2', raised: ['other/client.py:44', 'other/push.py:7']}\n";
    static const struct {
        const char *file;
        uint32_t line;
        const char *function, *id;
        size_t candidates;
    } callers[] = {
        {"other/push.py", 9, "f", "other.Refused.at-push", 0},
        {"other/client.py", 91, "f", "other.Refused.at-start", 0},
        {"other/client.py", 300, "init", "other.Refused.at-start", 0},
        {"other/push.py", 90, "f", "other.Refused.at-start", 2},
        {"other/third.py", 7, "f", "other.Refused.at-start", 2},
    };
    for (size_t i = 0; i < COUNT_OF(callers); i++) {
        struct stage s;
        stage_open(&s, both, "");
        struct frame frames[] = {
            {.module_path = str_of(callers[i].file), .line = callers[i].line,
             .function = str_of(callers[i].function)},
            {.module_path = STR("other/client.py"), .line = 44, .function = STR("_req")},
            {.module_path = STR("requests/api.py"), .line = 5, .function = STR("f")},
        };
        struct exception x = {.type = STR("other.exception.Refused"), .message = STR("x"),
                              .frames = frames, .frame_count = 3};
        struct record *r = stage_record(&s, "", "", LEVEL_NONE, "x");
        r->exceptions = &x;
        r->exception_count = 1;
        const struct match *m = stage_match(&s);
        CHECK_ID(m->raised.entry, callers[i].id, callers[i].file);
        ck_assert_msg(m->raised.candidate_count == callers[i].candidates, "%zu: %zu", i,
                      m->raised.candidate_count);
        ck_assert_uint_eq(m->raised.source->line, 44);
        stage_close(&s);
    }
}
END_TEST

START_TEST(without_a_traceback_its_own_module_goes_first)
{
    struct stage s;
    stage_open(&s, NULL, "");
    struct exception x = {.type = STR("zun.common.exception.Conflict"), .message = STR("x")};
    struct record *r = stage_record(&s, "", "zun.container.docker.driver", LEVEL_ERROR, "x");
    r->exceptions = &x;
    r->exception_count = 1;
    const struct match *m = stage_match(&s);
    ck_assert_uint_eq(m->raised.candidate_count, 6);
    CHECK_ID(m->raised.candidates[0], "zun.Conflict.docker-404", "first of the driver");
    CHECK_ID(m->raised.candidates[2], "zun.Conflict.exec-timeout", "last of the driver");
    CHECK_ID(m->raised.candidates[3], "zun.Conflict.not-available", "then the others in row order");
    stage_close(&s);
}
END_TEST

static void many_rows(char *out, size_t size)
{
    size_t n = (size_t)snprintf(out, size, "%s",
                                HEAD("many", "many", "many-api")
                                "exceptions:\n"
                                "  - class: many.exception.ManyException\n"
                                "    template: An unknown exception occurred.\n"
                                "    source: many/exception.py:1\n"
                                "    situations:\n");
    for (int i = 0; i < 27; i++)
        n += (size_t)snprintf(out + n, size - n,
                              "      - {id: s%d, row: '3.%d', raised: ['many/m%d.py:%d']}\n", i,
                              100 + i, i % 9, 10 + i);
    ck_assert_uint_lt(n, size);
}

START_TEST(names_all_of_many)
{
    static char text[8192];
    struct stage s;
    many_rows(text, sizeof text);
    stage_open(&s, text, "");
    const char *type = "many.exception.ManyException";
    const struct match *m = raise_in(&s, type, "boom", NULL, 0, NULL);
    ck_assert_uint_eq(m->raised.candidate_count, 27);
    ck_assert_int_eq(m->status, MATCH_AMBIGUOUS);
    for (size_t i = 0; i < 27; i++) {
        char id[64];
        snprintf(id, sizeof id, "many.ManyException.s%zu", i);
        CHECK_ID(m->raised.candidates[i], id, "row order");
    }
    m = raise_in(&s, type, "boom", "many/m4.py", 31, "f");
    CHECK_ID(m->raised.entry, "many.ManyException.s22", "the row of its raise site");
    ck_assert_uint_eq(m->raised.candidate_count, 0);
    ck_assert(str_eq(m->raised.entry->row, STR("3.122")));
    stage_close(&s);
}
END_TEST

START_TEST(captures_from_the_text)
{
    struct stage s;
    stage_open(&s, NULL, "");
    const struct match *m =
        raise_in(&s, "zun.common.exception.Conflict",
                 "Volumes did not reach available status after 60 seconds", NULL, 0, NULL);
    ck_assert_uint_eq(m->param_count, 1);
    ck_assert(str_eq(m->params[0].value, STR("60")));
    m = raise_in(&s, "zun.common.exception.ComputeHostNotFound", "Compute host h1 could not be found.",
                 "", 0, NULL);
    CHECK_ID(m->raised.entry, "zun.ComputeHostNotFound", "lone");
    ck_assert_int_eq(m->confidence, 90);
    ck_assert_uint_eq(m->param_count, 1);
    ck_assert(str_eq(m->params[0].name, STR("host")) && str_eq(m->params[0].value, STR("h1")));
    m = raise_in(&s, "zun.common.exception.ComputeHostNotFound", "other words", "", 0, NULL);
    ck_assert_int_eq(m->confidence, 79);
    ck_assert_uint_eq(m->param_count, 0);
    stage_close(&s);
}
END_TEST

/* What the page says of a situation it says of its places. */
START_TEST(elsewhere_only_the_class_is_sure)
{
    static const struct {
        const char *text, *file;
        uint32_t line;
        bool away, background;
        int confidence;
    } raises[] = {
        {"Compute host h1 could not be found.", "zun/compute/tracker.py", 131, false, false, 95},
        {"Compute host h1 could not be found.", "zun/compute/tracker.py", 900, false, false, 90},
        {"Compute host h1 could not be found.", "zun/other.py", 129, true, false, 60},
        {"Compute host h1 could not be found.", "zun/green/task.py", 1, true, true, 60},
        {"Compute host h1 could not be found.", "/x/zungreen/zun/green/task.py", 1, true, true, 60},
        {"Compute host h1 could not be found.", "zun/later.py", 1, true, true, 60},
        {"Compute host h1 could not be found.", "zun/task.py", 1, true, true, 60},
        {"x", "", 0, false, false, 79},
    };
    for (size_t i = 0; i < COUNT_OF(raises); i++) {
        struct stage s;
        stage_open(&s, "format: 1\nservice: zun\nbackground: [zun/green/, zun/later.py, "
                   "'zun/task.py:f', 'zun/other.py:g']\n", "");
        const struct match *m = raise_in(&s, "zun.common.exception.ComputeHostNotFound", raises[i].text,
                                         raises[i].file, raises[i].line, "f");
        ck_assert_msg(m->away == raises[i].away && m->background == raises[i].background, "%zu", i);
        ck_assert_msg(m->confidence == raises[i].confidence, "%zu: %d", i, m->confidence);
        ck_assert_int_eq(m->status, MATCH_CLASSIFIED);
        stage_close(&s);
    }
}
END_TEST

Suite *situation_suite(void)
{
    Suite *s = suite_create("classify/situation");
    TCase *tc = tcase_create("situation");
    tcase_add_loop_test(tc, chooses_the_row, 0, COUNT_OF(cases));
    tcase_add_test(tc, takes_the_innermost_listed_frame);
    tcase_add_test(tc, without_a_traceback_its_own_module_goes_first);
    tcase_add_test(tc, asks_the_callers_where_one_place_raises_both);
    tcase_add_test(tc, names_all_of_many);
    tcase_add_test(tc, captures_from_the_text);
    tcase_add_test(tc, elsewhere_only_the_class_is_sure);
    suite_add_tcase(s, tc);
    return s;
}
