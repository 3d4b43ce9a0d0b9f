/* classify/catalog.h: what a pattern file may say, what it may not and how that is told, and how
 * entries are found. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "classify/catalog.h"
#include "classify/load_parts.h"

Suite *catalog_suite(void);

#define HEAD "format: 1\nservice: zun\npackages: [zun]\n"

/* A folder of files, made and removed by each test. */
static char folder[64];
static char paths[4][96];
static size_t path_count;

static void start(void)
{
    snprintf(folder, sizeof folder, "/tmp/logclass-catalog-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    path_count = 0;
}

static void end(void)
{
    for (size_t i = 0; i < path_count; i++)
        unlink(paths[i]);
    rmdir(folder);
}

static void add_file(const char *name, const char *text)
{
    char *path = paths[path_count++];

    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    FILE *f = fopen(path, "we");
    ck_assert_ptr_nonnull(f);
    fputs(text, f);
    fclose(f);
}

static void note(void *context, const char *text)
{
    struct buf *out = context;

    /* The folder's name is another one every time. */
    size_t n = strlen(folder);
    buf_add(out, str_of(strncmp(text, folder, n) == 0 ? text + n + 1 : text));
    buf_char(out, '\n');
}

static struct catalog *load(struct buf *said)
{
    const char *path = folder;
    struct err e = {0};
    struct catalog *c = catalog_load(&path, 1, note, said, &e);

    ck_assert_msg((c == NULL) == (e.text[0] != 0), "'%s'", e.text);
    return c;
}

static struct catalog *load_ok(void)
{
    CLEANUP(buf_done) struct buf said = {0};
    struct catalog *c = load(&said);

    ck_assert_msg(c != NULL, "%s", buf_z(&said));
    return c;
}

#define ck_assert_str_is(got, wanted)                                                    \
    ck_assert_msg(str_eq((got), str_of(wanted)), "'%.*s' is not '%s'", STR_FMT(got),     \
                  (wanted))

static const char full[] =
    "format: 1\n"
    "service: zun\n"
    "release: stable/2026.2\n"
    "commit: abc\n"
    "analysed: 2026-10-28\n"
    "packages: [zun, zun_ui]\n"
    "programs: [zun-api]\n"
    "log:\n"
    "  - id: attach-failed\n"
    "    row: \"13.6\"\n"
    "    level: ERROR\n"
    "    template: \"Failed to attach %(volume)s to %s\"\n"
    "    params: [container]\n"
    "    loggers: [zun.a, zun.b]\n"
    "    source: [zun/a.py:12, zun/b.py:7-9, zun/c.py]\n"
    "    situation: what\n"
    "    note: n\n"
    "    misleads_as: m\n"
    "    severity: 4\n"
    "    category: database\n"
    "    outcome: failure\n"
    "    event_action: attach\n"
    "    resource: {type: volume, id: volume}\n"
    "    caller: {seen: \"no\", status: 500, text: t, evidence: read}\n"
    "    cause: container\n"
    "    secret: [text, volume]\n"
    "    action: \"show {volume} {} {A}\"\n"
    "    residue: r\n"
    "    logged: record\n"
    "    examples:\n"
    "      - {text: Failed to attach a to b, params: {volume: a}}\n"
    "    counterexamples: [Failed]\n"
    "  - {id: quiet, level: INFO, template: '{} of {{n}}', style: brace, origin: "
    "source}\n"
    "  - {id: bare, level: ERROR, template: '%(a)s:%(b)s', loggers: [zun.c]}\n"
    "exceptions:\n"
    "  - class: zun.common.exception.Conflict\n"
    "    status: 409\n"
    "    template: 'Conflict: %(why)s'\n"
    "    source: zun/common/exception.py:3\n"
    "    note: of the class\n"
    "    severity: 2\n"
    "    situations:\n"
    "      - {id: one, row: '1.1', situation: s, raised: [zun/x.py:5], texts: ['one "
    "%s']}\n"
    "      - {id: two, row: '1.2', severity: 3, functions: [f], role: caller, logged: "
    "never}\n"
    "    examples:\n"
    "      - {text: one a, id: one}\n"
    "  - {class: zun.volume.Conflict, row: '2.1', raised: zun/y.py:1}\n"
    "  - {class: ValueError, situations: [{id: only, row: '3'}]}\n"
    "statuses:\n"
    "  - {id: gone, row: '4.1', template: 'It is gone'}\n"
    "responses:\n"
    "  - {id: told, row: '5.1', regex: 'no (?<what>\\w+)'}\n"
    "markers:\n"
    "  - {id: starting, level: ERROR, template: '%s starts'}\n"
    "unmatchable:\n"
    "  - {rows: ['6.1', '6.2'], why: a body}\n"
    "secrets:\n"
    "  - {regex: 'key ([0-9]+)'}\n"
    "  - {regex: 'pin', kind: password}\n";

START_TEST(reads_every_key_of_a_log_entry)
{
    add_file("zun.yaml", full);
    struct catalog *c = load_ok();
    const struct entry *e = catalog_entry(c, STR("zun.attach-failed"));

    ck_assert_ptr_nonnull(e);
    ck_assert_int_eq(e->kind, ENTRY_LOG);
    ck_assert_str_is(e->row, "13.6");
    ck_assert_int_eq(e->level, LEVEL_ERROR);
    ck_assert_int_eq(e->role, ROLE_TROUBLE);
    ck_assert_int_eq(e->severity, 4);
    ck_assert_uint_eq(e->loggers.n, 2);
    ck_assert_uint_eq(e->source_count, 3);
    ck_assert_str_is(e->sources[0].file, "zun/a.py");
    ck_assert_uint_eq(e->sources[0].line, 12);
    ck_assert_uint_eq(e->sources[1].line, 7);
    ck_assert_str_is(e->sources[1].file, "zun/b.py");
    ck_assert_str_is(e->sources[2].text, "zun/c.py");
    ck_assert_uint_eq(e->sources[2].line, 0);
    ck_assert_str_is(e->resource_type, "volume");
    ck_assert_int_eq(e->caller.seen, SEEN_NO);
    ck_assert_uint_eq(e->caller.status, 500);
    ck_assert_int_eq(e->caller.evidence, EVIDENCE_READ);
    ck_assert_str_is(e->cause.at[0], "container");
    ck_assert_uint_eq(e->secret.n, 2);
    ck_assert_str_is(e->event_action, "attach");
    ck_assert_int_eq(e->logged, LOGGED_RECORD);
    ck_assert_uint_eq(e->file_line, 9);
    ck_assert_str_is(e->catalogue->version, "2026.2@abc");
    ck_assert_uint_gt(e->literal_bytes, 10);
    ck_assert_uint_eq(c->example_count, 3);
    ck_assert_uint_eq(c->unmatchable_count, 1);
    ck_assert_uint_eq(c->unmatchable[0].rows.n, 2);
    ck_assert_uint_eq(c->secret_count, 2);
    ck_assert_str_is(c->secrets[0].regex, "key ([0-9]+)");
    ck_assert_int_eq(c->secrets[0].kind, SECRET_CUSTOM);
    ck_assert_int_eq(c->secrets[1].kind, SECRET_PASSWORD);
    catalog_free(c);
}
END_TEST

START_TEST(what_is_not_said_has_its_default)
{
    add_file("zun.yaml", full);
    struct catalog *c = load_ok();
    const struct entry *quiet = catalog_entry(c, STR("zun.quiet"));
    const struct entry *bare = catalog_entry(c, STR("zun.bare"));
    const struct entry *starting = catalog_entry(c, STR("zun.starting"));

    ck_assert_int_eq(quiet->role, ROLE_ROUTINE);
    ck_assert_int_eq(quiet->severity, -1);
    ck_assert_int_eq(quiet->caller.seen, SEEN_ABSENT);
    ck_assert(c->patterns[quiet->number].from_source);
    ck_assert(!c->patterns[quiet->number].needs_logger);
    ck_assert(c->patterns[bare->number].needs_logger);
    ck_assert_int_eq(starting->role, ROLE_TROUBLE); /* a marker, at ERROR */
    ck_assert_int_eq(catalog_entry(c, STR("zun.gone"))->kind, ENTRY_STATUS);
    ck_assert_int_eq(catalog_entry(c, STR("zun.told"))->kind, ENTRY_RESPONSE);
    ck_assert(catalog_entry(c, STR("zun.told"))->is_regex);
    ck_assert_ptr_null(catalog_entry(c, STR("zun.nothing")));
    catalog_free(c);
}
END_TEST

START_TEST(a_class_has_situations)
{
    size_t n;
    add_file("zun.yaml", full);
    struct catalog *c = load_ok();
    const struct entry *one = catalog_entry(c, STR("zun.exception.Conflict.one"));
    const struct entry *two = catalog_entry(c, STR("zun.exception.Conflict.two"));
    const struct entry *lone = catalog_entry(c, STR("zun.volume.Conflict"));

    ck_assert_ptr_nonnull(one);
    ck_assert_ptr_nonnull(two);
    ck_assert_ptr_nonnull(lone);
    ck_assert_ptr_nonnull(catalog_entry(c, STR("zun.ValueError.only")));
    ck_assert_uint_eq(one->class_->situation_count, 2);
    ck_assert_uint_eq(one->class_->status, 409);
    ck_assert_str_is(one->class_->note, "of the class");
    ck_assert_str_is(one->class_->id, "zun.exception.Conflict");
    ck_assert_str_is(one->template, "Conflict: %(why)s");
    ck_assert_uint_eq(c->patterns[one->number].text_count, 1);
    ck_assert_int_eq(one->severity, 2);
    ck_assert_int_eq(two->severity, 3);
    ck_assert_int_eq(two->role, ROLE_CALLER);
    ck_assert_int_eq(two->logged, LOGGED_NEVER);
    ck_assert_ptr_null(c->patterns[lone->number].own);
    ck_assert_str_is(lone->row, "2.1");
    ck_assert_uint_eq(lone->source_count, 1);

    ck_assert_ptr_eq(catalog_class(c, STR("zun.volume.Conflict"), &n)[0], lone->class_);
    ck_assert_uint_eq(n, 1);
    ck_assert_ptr_nonnull(catalog_last_word(c, STR("Conflict"), &n));
    ck_assert_uint_eq(n, 2);
    ck_assert_ptr_null(catalog_class(c, STR("Conflict"), &n));
    ck_assert_uint_eq(n, 0);
    catalog_free(c);
}
END_TEST

static void count(void *context, uint32_t value)
{
    size_t *n = context;
    (void)value;
    ++*n;
}

START_TEST(entries_are_found_by_their_lead)
{
    size_t n = 0;
    add_file("zun.yaml", full);
    add_file("common.yaml", "format: 1\nservice: common\npackages: [oslo_db]\n");
    struct catalog *c = load_ok();
    const struct catalogue_index *zun = catalog_service(c, STR("zun_ui"));

    ck_assert_ptr_eq(c->common, &c->indexes[0]);
    ck_assert_ptr_eq(zun, &c->indexes[1]);
    ck_assert_ptr_eq(catalog_service(c, STR("oslo_db")), c->common);
    ck_assert_ptr_null(catalog_service(c, STR("nova")));
    trie_search(zun->logs, STR("Failed  to attach x"), count, &n);
    ck_assert_uint_eq(n, 1);
    ck_assert_uint_eq(zun->loose_count, 3);
    ck_assert_uint_eq(zun->value_count, 2);
    catalog_free(c);
}
END_TEST

static const struct {
    const char *class_, *id;
} named[] = {
    {"zun.exc.Bad", "zun.zun.exc.Bad"}, {"zun.err.Bad", "zun.err.Bad"}, {"exc.Bad", "zun.exc.Bad"},
    {"zun.exc.Timeout", "zun.Timeout"}, {"docker.errors.Timeout", "zun.errors.Timeout"},
    {"zun.exc.TimeoutError", "zun.exc.TimeoutError"}, {"TimeoutError", "zun.TimeoutError"},
};

/* The service's own class keeps the short id, but for one that has no module; no two are the same. */
START_TEST(classes_get_ids_that_tell_them_apart)
{
    CLEANUP(buf_done) struct buf text = {0};
    buf_add(&text, STR(HEAD "exceptions:\n"));
    for (size_t i = 0; i < COUNT_OF(named); i++)
        buf_fmt(&text, "  - {class: %s}\n", named[i].class_);
    add_file("zun.yaml", buf_z(&text));
    struct catalog *c = load_ok();

    for (size_t i = 0; i < COUNT_OF(named); i++) {
        size_t n;
        struct class_entry *const *all = catalog_class(c, str_of(named[i].class_), &n);
        ck_assert_uint_eq(n, 1);
        ck_assert_msg(str_eq(all[0]->id, str_of(named[i].id)), "%s: %.*s", named[i].class_,
                      STR_FMT(all[0]->id));
    }
    catalog_free(c);
}
END_TEST

START_TEST(a_second_file_adds_to_a_service)
{
    size_t n = 0;
    add_file("zun.yaml", full);
    add_file("zun_local.yaml", "format: 1\nservice: zun\npackages: [zun_extra]\nlog:\n"
                               "  - {id: mine, level: ERROR, template: Mine}\n");
    struct catalog *c = load_ok();
    const struct catalogue_index *zun = catalog_service(c, STR("zun_extra"));

    ck_assert_ptr_eq(zun, &c->indexes[0]);
    ck_assert_uint_eq(c->files[0].packages.n, 3);
    ck_assert_uint_eq(c->files[1].packages.n, 3); /* its classes are asked for them */
    ck_assert_str_is(catalog_entry(c, STR("zun.mine"))->catalogue->version, "2026.2@abc");
    trie_search(zun->logs, STR("Mine"), count, &n);
    ck_assert_uint_eq(n, 1);
    catalog_free(c);
}
END_TEST

static const struct {
    const char *name, *text, *said;
} mistakes[] = {
    {"no format",                  "service: zun\n",                                                   "1:1: a pattern file begins with format: 1"           },
    {"other format",               "format: 2\nservice: zun\n",
     "1:9: a pattern file begins with format: 1"                                                                                                             },
    {"no service",                 "format: 1\n",                                                      "1:1: a pattern file needs its service"               },
    {"no map",                     "[]\n",                                                             "1:1: this must be a mapping (key: value), not a list"},
    {"broken YAML",                "format: 1\n\tx\n",                                                 "2:1: found a tab character"                          },
    {"unknown key of the file",    HEAD "logs: []\n",
     "4:1: unknown key 'logs', did you mean 'log'?"                                                                                                          },
    {"far key",                    HEAD "entries: []\n",
     "4:1: unknown key 'entries'; what may stand here: format"                                                                                               },
    {"section is no list",         HEAD "log:\n",
     "4:5: this must be a list, not nothing; an empty one is []"                                                                                             },
    {"item is no map",             HEAD "log: [a]\n",
     "4:7: this must be a mapping (key: value), not a text"                                                                                                  },
    {"unknown key",                HEAD "log:\n  - {id: a, lvel: ERROR, template: b}\n",
     "5:13: unknown key 'lvel', did you mean 'level'?"                                                                                                       },
    {"key of another item",        HEAD "log:\n  - {id: a, raised: [], template: b}\n",
     "5:13: unknown key 'raised'; what may stand here: id, row, also"                                                                                         },
    {"no id",                      HEAD "log:\n  - {template: b}\n",                                   "5:5: an entry needs an id"                           },
    {"bad id",                     HEAD "log:\n  - {id: a b, template: b}\n",                          "5:10: an entry needs an id"                          },
    {"no template",                HEAD "log:\n  - {id: a}\n",
     "5:5: an entry needs a template or a regex"                                                                                                             },
    {"empty template",             HEAD "log:\n  - {id: a, template: ''}\n",
     "5:23: template: the template is empty"                                                                                                                 },
    {"bad template",               HEAD "log:\n  - {id: a, template: '5 % of'}\n",
     "5:23: template: a lone '%' at byte 3: write %% for a percent sign"                                                                                     },
    {"bad regex",                  HEAD "log:\n  - {id: a, regex: '(b'}\n",
     "5:20: regex: missing closing parenthesis at byte 3 of the regex"                                                                                       },
    {"regex fits nothing",         HEAD "log:\n  - {id: a, regex: 'b*'}\n",
     "5:20: regex: the regex matches the empty text"                                                                                                         },
    {"style of a regex",           HEAD "log:\n  - {id: a, regex: b, style: brace}\n",
     "5:30: style is for a template, not for a regex"                                                                                                        },
    {"too many names",             HEAD "log:\n  - {id: a, template: 'b %s', params: [x, y]}\n",
     "5:23: template: 2 names for 1 positional gaps"                                                                                                         },
    {"bad level",                  HEAD "log:\n  - {id: a, template: b, level: Error}\n",
     "5:33: 'Error' is none of: TRACE DEBUG INFO AUDIT WARNING ERROR CRITICAL"                                                                               },
    {"bad role",                   HEAD "log:\n  - {id: a, template: b, role: bad}\n",
     "5:32: 'bad' is none of: trouble caller routine"                                                                                                        },
    {"bad severity",               HEAD "log:\n  - {id: a, template: b, severity: 7}\n",
     "5:36: a severity is a number from 0 to 6"                                                                                                              },
    {"bad status",                 HEAD "log:\n  - {id: a, template: b, caller: {status: 42}}\n",
     "5:43: '42' is no HTTP status: 100 to 599"                                                                                                              },
    {"bad seen",                   HEAD "log:\n  - {id: a, template: b, caller: {seen: maybe}}\n",
     "5:41: 'maybe' is none of: yes no unknown"                                                                                                              },
    {"bad evidence",               HEAD "log:\n  - {id: a, template: b, caller: {evidence: seen}}\n",
     "5:45: 'seen' is none of: observed read inferred"                                                                                                       },
    {"bad logged",                 HEAD "log:\n  - {id: a, template: b, logged: log}\n",
     "5:34: 'log' is none of: record summary traceback debug stderr never"                                                                                   },
    {"half a resource",            HEAD "log:\n  - {id: a, template: 'b %(c)s', resource: {id: c}}\n",
     "5:44: a resource has a type and an id"                                                                                                                 },
    {"resource is no param",
     HEAD "log:\n  - {id: a, template: 'b %(c)s', resource: {type: t, id: d}}\n",
     "5:44: resource: 'd' is no parameter; there are: c"                                                                                                     },
    {"cause is no param",          HEAD "log:\n  - {id: a, template: b, cause: [c]}\n",
     "5:33: cause: 'c' is no parameter; there are: none"                                                                                                     },
    {"action names no param",
     HEAD "log:\n  - {id: a, template: 'b %(c)s', action: 'see {cc}'}\n",
     "5:42: action: 'cc' is no parameter; there are: c"                                                                                                      },
    {"bad name",                   HEAD "log:\n  - {id: a, template: 'b %s', params: [Aa]}\n",
     "5:40: 'Aa' is no name of a parameter"                                                                                                                  },
    {"text of its own",            HEAD "log:\n  - {id: a, template: '%s: %s'}\n",
     "5:5: its template has no letter or digit of its own: it must list loggers"                                                                             },
    {"example without text",
     HEAD "log:\n  - {id: a, template: b, examples: [{params: {}}]}\n",
     "5:37: an example needs a text"                                                                                                                         },
    {"example of another param",
     HEAD "log:\n  - {id: a, template: b, examples: [{text: b, params: {c: d}}]}\n",
     "5:56: 'c' is no parameter of this entry"                                                                                                               },
    {"list as text",               HEAD "log:\n  - {id: a, template: [b]}\n",
     "5:23: this must be a text, not a list"                                                                                                                 },
    {"id twice",
     HEAD "log:\n  - {id: a, template: b}\nmarkers:\n  - {id: a, template: c}\n",
     "7:5: the id 'zun.a' stands in "                                                                                                                        },
    {"no class",                   HEAD "exceptions:\n  - {template: b}\n",
     "5:5: an exception needs its class"                                                                                                                     },
    {"class twice",                HEAD "exceptions:\n  - {class: a.B}\n  - {class: a.B}\n",
     "6:5: the class 'a.B' stands in "                                                                                                                       },
    {"situation without id",
     HEAD "exceptions:\n  - {class: a.B, situations: [{id: c}, {row: '1'}]}\n",
     "5:40: a situation needs an id where a class has several"                                                                                               },
    {"no situation",               HEAD "exceptions:\n  - {class: a.B, situations: []}\n",
     "5:30: no situation: leave the key away"                                                                                                                },
    {"situation twice",
     HEAD "exceptions:\n  - {class: a.B, situations: [{id: c}, {id: c}]}\n",
     "5:40: the id 'zun.B.c' stands in "                                                                                                                     },
    {"bad text",                   HEAD "exceptions:\n  - {class: a.B, texts: ['%']}\n",
     "5:26: text: a lone '%' at byte 1"                                                                                                                      },
    {"example of no situation",
     HEAD "exceptions:\n  - {class: a.B, examples: [{text: c, id: d}]}\n",
     "5:29: an example of a class needs the id of one of its situations"                                                                                     },
    {"unmatchable without reason", HEAD "unmatchable:\n  - {rows: ['1']}\n",
     "5:5: what cannot be matched needs its rows and why"                                                                                                    },
    {"background that is no place", HEAD "background: [zun/compute]\n",
     "4:13: 'zun/compute' is no place: FOLDER/, FILE.py or FILE.py:FUNCTION"},
    {"secret without regex", HEAD "secrets:\n  - {kind: token}\n", "5:5: a secret needs its regex"},
    {"secret of no kind", HEAD "secrets:\n  - {regex: a, kind: pin}\n",
     "5:22: 'pin' is no kind of secret; there are: token password"},
    {"secret that is no regex", HEAD "secrets:\n  - {regex: 'a('}\n",
     "5:13: missing closing parenthesis at byte 3 of the regex"},
    {"secret that fits nothing", HEAD "secrets:\n  - {regex: 'a*'}\n",
     "5:13: the regex matches the empty text"},
    {"secret with another key", HEAD "secrets:\n  - {regex: a, kinds: token}\n",
     "5:16: unknown key 'kinds', did you mean 'kind'?"},
    {"service as package",         HEAD "log: []\nprograms: {a: b}\n",
     "5:11: this must be a text, not a mapping"                                                                                                              },
};

START_TEST(tells_the_mistake_and_its_place)
{
    CLEANUP(buf_done) struct buf said = {0}, wanted = {0};

    add_file("zun.yaml", mistakes[_i].text);
    ck_assert_ptr_null(load(&said));
    buf_fmt(&wanted, "zun.yaml:%s", mistakes[_i].said);
    ck_assert_msg(str_starts(buf_str(&said), buf_str(&wanted)), "%s: '%s' instead of '%s'",
                  mistakes[_i].name, buf_z(&said), buf_z(&wanted));
}
END_TEST

START_TEST(tells_all_mistakes_in_one_run)
{
    CLEANUP(buf_done) struct buf said = {0};
    size_t lines = 0;

    add_file("a.yaml", "format: 1\nservice: a\nlog:\n  - {id: x}\n  - {template: y}\n");
    add_file("b.yaml", "format: 3\nservice: b\n");
    ck_assert_ptr_null(load(&said));
    for (size_t i = 0; i < said.n; i++)
        lines += said.p[i] == '\n';
    ck_assert_msg(lines == 3, "%s", buf_z(&said));
}
END_TEST

START_TEST(a_package_belongs_to_one_service)
{
    CLEANUP(buf_done) struct buf said = {0};

    add_file("a.yaml", "format: 1\nservice: a\npackages: [p]\n");
    add_file("b.yaml", "format: 1\nservice: b\npackages: [p]\n");
    ck_assert_ptr_null(load(&said));
    ck_assert_msg(
        str_starts(buf_str(&said), STR("b.yaml:3:11: the package 'p' is claimed in ")),
        "%s", buf_z(&said));
}
END_TEST

START_TEST(what_is_not_there_is_told)
{
    CLEANUP(buf_done) struct buf said = {0};
    const char *missing = "/nowhere/zun.yaml";
    struct err e = {0};

    ck_assert_ptr_null(load(&said));
    ck_assert_ptr_nonnull(strstr(buf_z(&said), "holds no pattern file"));
    ck_assert_ptr_null(catalog_load(&missing, 1, NULL, NULL, &e));
    ck_assert_str_eq(e.text,
                     "pattern file '/nowhere/zun.yaml': No such file or directory");
    catalog_free(NULL);
}
END_TEST

START_TEST(the_shipped_files_load)
{
    CLEANUP(buf_done) struct buf said = {0};
    const char *path = SOURCE_DIR "/patterns";
    struct err e;
    struct catalog *c = catalog_load(&path, 1, note, &said, &e);

    ck_assert_msg(c != NULL, "%s", buf_z(&said));
    catalog_free(c);
}
END_TEST

Suite *catalog_suite(void)
{
    Suite *s = suite_create("classify/catalog");
    TCase *tc = tcase_create("catalog");

    tcase_add_checked_fixture(tc, start, end);
    tcase_add_test(tc, reads_every_key_of_a_log_entry);
    tcase_add_test(tc, what_is_not_said_has_its_default);
    tcase_add_test(tc, a_class_has_situations);
    tcase_add_test(tc, entries_are_found_by_their_lead);
    tcase_add_test(tc, classes_get_ids_that_tell_them_apart);
    tcase_add_test(tc, a_second_file_adds_to_a_service);
    tcase_add_loop_test(tc, tells_the_mistake_and_its_place, 0, COUNT_OF(mistakes));
    tcase_add_test(tc, tells_all_mistakes_in_one_run);
    tcase_add_test(tc, a_package_belongs_to_one_service);
    tcase_add_test(tc, what_is_not_there_is_told);
    tcase_add_test(tc, the_shipped_files_load);
    suite_add_tcase(s, tc);
    return s;
}
