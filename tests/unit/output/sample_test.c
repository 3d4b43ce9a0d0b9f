/* contrib/logclass.yaml: it loads, with all that is not in force too, and no key is missing. */
#include "config/settings.h"
#include "input/source_options.h"
#include "output/output.h"
#include "place.h"
#include "suites.h"

static const struct kind *const inputs[] = {&source_file_config, &source_journal_config,
                                            &source_stdin_config, NULL};
static const char *const emits[] = {"findings",   "trouble", "problems",
                                    "classified", "all",     NULL};
static const char *const formats[] = {"json", "syslog", NULL};
static const struct settings_tables tables = {inputs, output_config, emits, formats};

static struct arena arena;
static struct buf sample, help;

static void start(void)
{
    struct err e;

    arena_init(&arena);
    ck_assert_int_eq(file_read(SOURCE_DIR "/contrib/logclass.yaml", 1 << 20, &sample, &e),
                     0);
    settings_help(&help, &tables);
}

static void end(void)
{
    buf_done(&sample);
    buf_done(&help);
    arena_done(&arena);
}

/* With each "#" taken away behind which no blank stands, or four as before an option of a kind. */
static void put_in_force(struct buf *out)
{
    struct str rest = buf_str(&sample), line;

    while (str_cut(&rest, '\n', &line)) {
        size_t hash = 0;
        while (hash < line.n && line.p[hash] == ' ')
            hash++;
        struct str behind = str_from(line, hash < line.n ? hash + 1 : hash);
        bool comment = hash == line.n || line.p[hash] != '#' ||
                       (str_starts(behind, STR(" ")) && !str_starts(behind, STR("    ")));
        buf_add(out, str_head(line, hash));
        buf_add(out, comment ? str_from(line, hash) : behind);
        buf_char(out, '\n');
    }
}

static void load(struct str text, struct settings *out)
{
    struct mistakes m = {.file = "logclass.yaml"};
    bool good = settings_read(&arena, text, &tables, out, &m);

    ck_assert_msg(good, "%s", buf_z(&m.text));
    mistakes_done(&m);
}

START_TEST(the_sample_loads)
{
    struct settings s;

    load(buf_str(&sample), &s);
    ck_assert_uint_eq(s.input_count, 1);
    ck_assert_uint_eq(s.output_count, 1);
    ck_assert(output_kind_of(s.outputs[0].kind) != NULL);
}
END_TEST

START_TEST(all_that_is_not_in_force_loads_too)
{
    CLEANUP(buf_done) struct buf text = {0};
    struct settings s;
    size_t kinds = 0;

    put_in_force(&text);
    load(buf_str(&text), &s);
    while (output_config[kinds])
        kinds++;
    ck_assert_uint_eq(s.output_count, kinds);
    ck_assert_uint_eq(s.input_count, COUNT_OF(inputs) - 1);
    ck_assert_uint_eq(s.metrics.n, strlen("127.0.0.1:9464"));
    ck_assert_uint_eq(s.outputs[0].min_severity, 2);
    ck_assert_uint_eq(s.labels.n + s.fields.n + s.rule_settings.n, 4);
}
END_TEST

static bool has_key(const char *text, const char *key)
{
    for (const char *at = text; (at = strstr(at, key)); at++)
        if (at == text || at[-1] == ' ' || at[-1] == '\n')
            return true;
    return false;
}

/* Every key of the help, "  KEY: TYPE", has a value in it. */
START_TEST(no_key_is_missing)
{
    CLEANUP(buf_done) struct buf text = {0};
    struct str rest = buf_str(&help), line;
    unsigned count = 0;

    put_in_force(&text);
    while (str_cut(&rest, '\n', &line)) {
        char key[64];
        if (line.n < 3 || line.p[0] != ' ' || line.p[1] != ' ' || line.p[2] == ' ')
            continue;
        snprintf(key, sizeof key, "%.*s:", (int)(str_chr(line, ':', 0) - 2), line.p + 2);
        ck_assert_msg(has_key(buf_z(&text), key), "the sample does not have %s", key);
        count++;
    }
    ck_assert_uint_gt(count, 30);
}
END_TEST

Suite *sample_suite(void)
{
    Suite *s = suite_create("output/sample");
    TCase *tc = tcase_create("sample");

    tcase_add_checked_fixture(tc, start, end);
    tcase_add_test(tc, the_sample_loads);
    tcase_add_test(tc, all_that_is_not_in_force_loads_too);
    tcase_add_test(tc, no_key_is_missing);
    suite_add_tcase(s, tc);
    return s;
}
