/* config/settings.h: the whole configuration file. */
#include "config/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "suites.h"

struct tap {
    struct texts path;
    int start;
};

static const char *const starts[] = {"end", "beginning", NULL};

static const struct option tap_rows[] = {
    OPTION("path", OPTION_PATHS, struct tap, path, "what is read", .required = true),
    OPTION("start", OPTION_WORD, struct tap, start, "where it begins", .standard = "end",
           .words = starts),
    OPTIONS_END,
};

struct sink {
    struct str address;
    uint64_t limit;
};

static int check_sink(const void *options, struct err *e)
{
    const struct sink *s = options;
    return s->limit == 13 ? err_set(e, "a limit of 13 brings no luck") : 0;
}

static const struct option sink_rows[] = {
    OPTION("address", OPTION_TEXT, struct sink, address, "the peer", .required = true,
           .check = settings_check_address),
    OPTION("limit", OPTION_NUMBER, struct sink, limit, "a limit", .standard = "7"),
    OPTIONS_END,
};

static const struct option none[] = {OPTIONS_END};

static const struct kind tap = {.name = "tap",
                                .help = "a tap",
                                .options = tap_rows,
                                .size = sizeof(struct tap),
                                .named_by = "path"};
static const struct kind drum = {.name = "drum", .needs = "libdrum"};
static const struct kind sink = {.name = "sink",
                                 .help = "a sink",
                                 .options = sink_rows,
                                 .size = sizeof(struct sink),
                                 .named_by = "address",
                                 .format = "cef",
                                 .check = check_sink};
static const struct kind floor_ = {.name = "floor", .help = "all", .options = none};

static const struct kind *const inputs[] = {&tap, &drum, NULL};
static const struct kind *const outputs[] = {&sink, &floor_, NULL};
static const char *const emits[] = {"findings",   "trouble", "problems",
                                    "classified", "all",     NULL};
static const char *const formats[] = {"json", "cef", NULL};
static const struct settings_tables tables = {inputs, outputs, emits, formats};

static struct arena arena;
static struct mistakes mistakes;
static struct settings settings;

static void start(void)
{
    arena_init(&arena);
    mistakes = (struct mistakes){.file = "l.yaml"};
    settings = (struct settings){0};
}

static void end(void)
{
    mistakes_done(&mistakes);
    arena_done(&arena);
}

#define LEAST "inputs: [{tap: {path: /a}}]\noutputs: [{floor: {}}]\n"

START_TEST(the_least_file_has_defaults)
{
    ck_assert_msg(settings_read(&arena, STR(LEAST), &tables, &settings, &mistakes), "%s",
                  buf_z(&mistakes.text));
    ck_assert_str_eq(settings.state.p, "/var/lib/logclass");
    ck_assert_uint_eq(settings.store_limit_bytes, 1 << 30);
    ck_assert_int_eq(settings.emit, 2);
    ck_assert_int_eq(settings.repeat_us, 300 * USEC_PER_SEC);
    ck_assert_int_eq(settings.first_seen_us, 30 * 86400 * USEC_PER_SEC);
    ck_assert_uint_eq(settings.timezone.n + settings.mute.n + settings.metrics.n, 0);
    ck_assert_uint_eq(settings.input_count, 1);
    ck_assert(settings.inputs[0].kind == &tap);
    ck_assert(str_eq(settings.inputs[0].name, STR("tap /a")));
    ck_assert_uint_eq(settings.output_count, 1);
    ck_assert(str_eq(settings.outputs[0].name, STR("floor")));
    ck_assert_int_eq(settings.outputs[0].emit, 2);
    ck_assert_int_eq(settings.outputs[0].format, 0);
}
END_TEST

START_TEST(every_key_has_its_value)
{
    static const char text[] =
        "state: /tmp/state\nstore_limit: 64MiB\ntimezone: Europe/Paris\nemit: all\n"
        "repeat: 1m\nfirst_seen: 7d\nmute: /etc/mute.yaml\npatterns: [/p, /q]\nrules: "
        "/r\n"
        "labels: {team: storage}\nfields: {cloud.region: eu1}\n"
        "rule_settings: {stack_timeout: 1h}\nmetrics: '[::1]:9464'\n"
        "inputs:\n"
        "  - tap: {path: [/a/*.log, /b], start: beginning, name: first, timezone: UTC,\n"
        "          host: ctl1, service: heat-engine}\n"
        "outputs:\n"
        "  - sink: {address: 's:1', name: x, emit: findings, min_severity: 3,\n"
        "           services: [heat, zun], required: true, format: json}\n"
        "  - sink: {address: 's:2', limit: 9}\n";
    ck_assert_msg(settings_read(&arena, str_of(text), &tables, &settings, &mistakes),
                  "%s", buf_z(&mistakes.text));
    ck_assert_str_eq(settings.state.p, "/tmp/state");
    ck_assert_uint_eq(settings.store_limit_bytes, 64 << 20);
    ck_assert_int_eq(settings.emit, 4);
    ck_assert_uint_eq(settings.patterns.n, 2);
    ck_assert_uint_eq(settings.rules.n, 1);
    ck_assert_str_eq(settings.labels.items[0].text.p, "storage");
    ck_assert_str_eq(settings.fields.items[0].name.p, "cloud.region");
    ck_assert_str_eq(settings.rule_settings.items[0].text.p, "1h");
    const struct input_entry *in = &settings.inputs[0];
    const struct tap *t = in->options;
    ck_assert_str_eq(in->name.p, "first");
    ck_assert_str_eq(in->timezone.p, "UTC");
    ck_assert_str_eq(in->host.p, "ctl1");
    ck_assert_str_eq(in->service.p, "heat-engine");
    ck_assert_uint_eq(t->path.n, 2);
    ck_assert_int_eq(t->start, 1);
    const struct output_entry *out = settings.outputs;
    ck_assert_int_eq(out[0].emit, 0);
    ck_assert_uint_eq(out[0].min_severity, 3);
    ck_assert_uint_eq(out[0].services.n, 2);
    ck_assert(out[0].required);
    ck_assert_int_eq(out[0].format, 0);
    ck_assert(str_eq(out[1].name, STR("sink s:2")));
    ck_assert_int_eq(out[1].emit, 4);
    ck_assert_int_eq(out[1].format, 1); /* the kind's own */
    ck_assert_uint_eq(((const struct sink *)out[1].options)->limit, 9);
}
END_TEST

static const struct {
    const char *yaml, *said;
} wrongs[] = {
    {"",                                                                "l.yaml:1:1: 'inputs' is missing"                      },
    {"stat: /x\n" LEAST,                                                "l.yaml:1:1: unknown key 'stat', did you mean 'state'?"},
    {"- a\n",                                                           "l.yaml:1:1: this is a list; it must be a mapping"     },
    {"state: [\n",                                                      "l.yaml:2:1: "                                         },
    {"timezone: Mars/Olympus\n" LEAST,
     "'timezone' is 'Mars/Olympus'; it must be a zone: UTC, an offset (+01:00)"                                                },
    {"store_limit: 1MiB\n" LEAST,                                       "at least 16MiB"                                       },
    {"emit: everything\n" LEAST,
     "it must be one of: findings, trouble, problems, classified, all"                                                         },
    {"metrics: localhost\n" LEAST,                                      "it must be HOST:PORT"                                 },
    {"metrics: '::1:9464'\n" LEAST,                                     "it must be HOST:PORT"                                 },
    {"metrics: 'h:0'\n" LEAST,                                          "it must be HOST:PORT"                                 },
    {"metrics: 'h:65536'\n" LEAST,                                      "it must be HOST:PORT"                                 },
    {"patterns: relative\n" LEAST,                                      "it must be a path that begins with /"                 },
    {"labels: {Team: x}\n" LEAST,                                       "l.yaml:1:10: the label 'Team': a name has lower case" },
    {"fields: {host.name: x}\n" LEAST,
     "l.yaml:1:10: the field 'host.name' is not the "
     "operator's; what may stand here: service.version"                                                                        },
    {"inputs: [{tap: {path: /a}}]\noutputs: {floor: {}}\n",
     "l.yaml:2:10: 'outputs' must be a list of at least one {KIND: {option: value}}"                                           },
    {"inputs: []\noutputs: [{floor: {}}]\n",                            "l.yaml:1:9: 'inputs' must be a list"                  },
    {"inputs: [{tab: {path: /a}}]\noutputs: [{floor: {}}]\n",
     "l.yaml:1:11: unknown kind 'tab', did you mean 'tap'?"                                                                    },
    {"inputs: [{kafka: {}}]\noutputs: [{floor: {}}]\n",
     "l.yaml:1:11: unknown kind 'kafka'; there are: tap, drum"                                                                 },
    {"inputs: [{drum: {}}]\noutputs: [{floor: {}}]\n",
     "l.yaml:1:11: the kind 'drum' is not in this build: it needs the library libdrum"                                         },
    {"inputs: [{tap: {path: /a}, drum: {}}]\noutputs: [{floor: {}}]\n",
     "l.yaml:1:10: this must be a mapping of one key"                                                                          },
    {"inputs: [tap]\noutputs: [{floor: {}}]\n",                         "this must be a mapping of one key"                    },
    {"inputs: [{tap: {}}]\noutputs: [{floor: {}}]\n",                   "'path' is missing: what is read"                      },
    {"inputs: [{tap: }]\noutputs: [{floor: {}}]\n",                     "'path' is missing: what is read"                      },
    {"inputs: [{tap: {path: /a, nome: x}}]\noutputs: [{floor: {}}]\n",
     "unknown key 'nome', did you mean 'name'?"                                                                                },
    {"inputs: [{tap: {path: /a}}, {tap: {path: /a, start: beginning}}]\noutputs: "
     "[{floor: "
     "{}}]\n",                                                                  "l.yaml:1:29: the name 'tap /a' is that of line 1 already: give each a name: of its "
     "own"                                                                                                                  },
    {"inputs: [{tap: {path: /a}}]\noutputs: [{floor: {name: x}},\n {floor: {name: x}}]\n",
     "l.yaml:3:2: the name 'x' is that of line 2 already" },
    {"inputs: [{tap: {path: /a}}]\noutputs: [{floor: {min_severity: 7}}]\n",                                                      "at most 6"                                                                   },
    {"inputs: [{tap: {path: /a}}]\noutputs: [{sink: {address: 's:1', limit: 13}}]\n",
     "l.yaml:2:18: a limit of 13 brings no luck"},
};

START_TEST(a_mistake_is_told)
{
    bool good =
        settings_read(&arena, str_of(wrongs[_i].yaml), &tables, &settings, &mistakes);

    ck_assert_msg(!good, "%s: accepted", wrongs[_i].yaml);
    ck_assert_msg(strstr(buf_z(&mistakes.text), wrongs[_i].said), "%s: %s",
                  wrongs[_i].yaml, mistakes.text.p);
    ck_assert_ptr_null(settings.state.p);
}
END_TEST

START_TEST(all_mistakes_of_a_file_are_told)
{
    ck_assert(!settings_read(&arena,
                             STR("stat: x\nrepeat: 5\ninputs: [{tab: {}}, {tap: {}}]\n"
                                 "outputs: [{floor: {emit: x}}]\n"),
                             &tables, &settings, &mistakes));
    ck_assert_uint_eq(mistakes.count, 5);
}
END_TEST

START_TEST(a_file_that_cannot_be_read_is_a_mistake)
{
    mistakes.file = "/no/such/file.yaml";
    ck_assert(!settings_load(&arena, &tables, &settings, &mistakes));
    ck_assert_uint_eq(mistakes.count, 1);
    ck_assert_ptr_nonnull(strstr(buf_z(&mistakes.text), "/no/such/file.yaml"));
}
END_TEST

START_TEST(more_labels_than_an_event_carries)
{
    CLEANUP(buf_done) struct buf yaml = {0};

    buf_add(&yaml, STR(LEAST "labels:\n"));
    for (int i = 0; i <= SETTINGS_LABELS; i++)
        buf_fmt(&yaml, "  l%d: x\n", i);
    ck_assert(!settings_read(&arena, buf_str(&yaml), &tables, &settings, &mistakes));
    ck_assert_ptr_nonnull(
        strstr(buf_z(&mistakes.text), "17 of them; an event carries at most 16"));
}
END_TEST

START_TEST(the_help_names_every_kind)
{
    CLEANUP(buf_done) struct buf help = {0};

    settings_help(&help, &tables);
    ck_assert_ptr_nonnull(strstr(buf_z(&help), "\ninput tap: a tap\n"));
    ck_assert_ptr_nonnull(
        strstr(help.p, "\ninput drum: not in this build, needs libdrum\n"));
    ck_assert_ptr_nonnull(strstr(help.p, "  min_severity: NUMBER\n"));
}
END_TEST

Suite *settings_suite(void)
{
    Suite *s = suite_create("config/settings");
    TCase *tc = tcase_create("settings");

    tcase_add_checked_fixture(tc, start, end);
    tcase_add_test(tc, the_least_file_has_defaults);
    tcase_add_test(tc, every_key_has_its_value);
    tcase_add_loop_test(tc, a_mistake_is_told, 0, COUNT_OF(wrongs));
    tcase_add_test(tc, all_mistakes_of_a_file_are_told);
    tcase_add_test(tc, a_file_that_cannot_be_read_is_a_mistake);
    tcase_add_test(tc, more_labels_than_an_event_carries);
    tcase_add_test(tc, the_help_names_every_kind);
    suite_add_tcase(s, tc);
    return s;
}
