/* logclassd: reads the configuration and runs the loop. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/command.h"
#include "app/find.h"
#include "base/shown.h"
#include "input/feed.h"
#include "output/output.h"
#include "pipeline/emit.h"
#include "serve/daemon.h"
#include "store/store.h"

static const char usage[] =
    "usage: logclassd [--config FILE] [--check] [--once] [--store-info]\n"
    "\n"
    "Follows the inputs of its configuration and hands what the catalogue knows, and "
    "the\n"
    "troubles that it does not know, to the outputs. Runs until SIGTERM.\n"
    "\n"
    "      --config FILE   the configuration; default: /etc/logclass/logclass.yaml\n"
    "      --check         checks configuration and patterns, opens nothing, ends\n"
    "      --once          reads what is there, waits for the outputs, ends\n"
    "      --store-info    tells positions, marks and backlog of the store, ends\n"
    "  -h, --help          this text, with all keys of the configuration\n"
    "  -V, --version       the version\n"
    "\n"
    "signals: SIGTERM ends; SIGHUP reads the patterns again and opens files anew\n"
    "exit status: 0 done, 2 wrong use, 3 something could not be opened, 4 the\n"
    "configuration or a pattern file is wrong\n";

struct arguments {
    const char *config;
    bool check, once, store_info;
};

static void say_text(void *context, const char *text)
{
    CLEANUP(buf_done) struct buf line = {0};

    (void)context;
    buf_add(&line, STR("logclassd: "));
    shown_add(&line, str_of(text), STR("?"));
    buf_char(&line, '\n');
    fwrite(line.p, 1, line.n, stderr);
}

/* ---- what the configuration names ---- */

static const char *const emit_names[] = {
    [EMIT_FINDINGS] = "findings", [EMIT_TROUBLE] = "trouble",
    [EMIT_PROBLEMS] = "problems", [EMIT_CLASSIFIED] = "classified",
    [EMIT_ALL] = "all",           NULL};
static const char *const format_names[] = {"json", "syslog", NULL};

static const struct settings_tables tables = {
    .inputs = feed_config,
    .outputs = output_config,
    .emits = emit_names,
    .formats = format_names,
};

static struct catalog *load_patterns(const struct settings *s)
{
    CLEANUP(buf_done) struct buf installed = {0};
    const char **paths = mem_new((s->patterns.n + 1) * sizeof *paths);
    struct err e;

    for (size_t i = 0; i < s->patterns.n; i++)
        paths[i] = s->patterns.items[i].p;
    if (s->patterns.n == 0) {
        find_data("patterns", &installed);
        paths[0] = buf_z(&installed);
    }
    struct catalog *c =
        catalog_load(paths, s->patterns.n ? s->patterns.n : 1, say_text, NULL, &e);
    free(paths);
    return c;
}

static const struct catalog *reload(void *context)
{
    const struct catalog *c = load_patterns(context);

    say_text(NULL, c ? "read the patterns again"
                     : "the pattern files are wrong; the old ones go on");
    return c;
}

static void release(void *context, const struct catalog *old)
{
    (void)context;
    catalog_free((struct catalog *)(uintptr_t)old);
}

static int find_zone(const struct settings *s, struct zone *zone)
{
    CLEANUP(buf_done) struct buf name = {0};
    struct err e;

    if (s->timezone.n == 0) {
        zone_init_local(zone);
        return 0;
    }
    buf_add(&name, s->timezone);
    if (zone_init(zone, buf_z(&name), &e) == 0)
        return 0;
    say_text(NULL, e.text);
    return -1;
}

/* ---- running ---- */

/* What can be written down and is not carried out yet must not be taken for granted. */
static void say_unused(const struct settings *s)
{
    const struct {
        const char *key;
        bool set;
    } keys[] = {
        {"mute",          s->mute.n         },
        {"labels",        s->labels.n       },
        {"fields",        s->fields.n       },
        {"rules",         s->rules.n        },
        {"rule_settings", s->rule_settings.n},
        {"metrics",       s->metrics.n      },
    };

    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        CLEANUP(buf_done) struct buf text = {0};
        buf_fmt(&text, "'%s' is not carried out by this version", keys[i].key);
        if (keys[i].set)
            say_text(NULL, buf_z(&text));
    }
}

static int run(const struct settings *s, bool once)
{
    struct daemon_settings ds = {.settings = s,
                                 .once = once,
                                 .reload = reload,
                                 .release = release,
                                 .say = say_text,
                                 .context = (void *)(uintptr_t)s};
    struct catalog *c = load_patterns(s);
    struct err e;

    if (!c || find_zone(s, &ds.zone) < 0)
        return EXIT_PATTERNS;
    say_unused(s);
    ds.catalog = c;
    ds.zone_name = str_of(ds.zone.name);
    struct daemon *d = daemon_open(&ds, &e);
    if (!d) {
        say_text(NULL, e.text);
        catalog_free(c);
        return EXIT_UNREAD;
    }
    int status = EXIT_DONE;
    if (daemon_run(d, &e) < 0) {
        say_text(NULL, e.text);
        status = EXIT_UNREAD;
    }
    const struct catalog *last = daemon_close(d);
    release(NULL, last);
    return status;
}

static int check(const struct settings *s)
{
    struct catalog *c = load_patterns(s);
    struct zone zone;

    if (!c || find_zone(s, &zone) < 0)
        return EXIT_PATTERNS;
    printf("%zu inputs, %zu outputs, %zu entries: good\n", s->input_count,
           s->output_count, c->entry_count);
    catalog_free(c);
    return EXIT_DONE;
}

static int put_store(const struct settings *s)
{
    struct store_info info;
    struct err e;

    if (store_info(s->state, &info, &e) < 0) {
        say_text(NULL, e.text);
        return EXIT_UNREAD;
    }
    printf("store %.*s: %llu events, %llu positions, %llu bytes\n", STR_FMT(s->state),
           (unsigned long long)info.events, (unsigned long long)info.positions,
           (unsigned long long)(info.file_bytes + info.wal_bytes));
    for (size_t i = 0; i < info.output_count; i++)
        printf("output %s: mark %llu, %llu events behind it, %llu lost\n",
               info.outputs[i].name, (unsigned long long)info.outputs[i].number,
               (unsigned long long)info.outputs[i].backlog,
               (unsigned long long)info.outputs[i].lost);
    store_info_done(&info);
    return EXIT_DONE;
}

static int put_version(void)
{
    puts("logclassd " LOGCLASS_VERSION);
    return EXIT_DONE;
}

static int refuse(const char *word)
{
    CLEANUP(buf_done) struct buf text = {0};

    buf_fmt(&text, "'%s': no such option, or its value is missing (--help)", word);
    say_text(NULL, buf_z(&text));
    return EXIT_USAGE;
}

static int put_help(void)
{
    CLEANUP(buf_done) struct buf out = {0};

    buf_add(&out, str_of(usage));
    buf_add(&out, STR("\nconfiguration:\n"));
    settings_help(&out, &tables);
    fwrite(out.p, 1, out.n, stdout);
    return EXIT_DONE;
}

/* "--config FILE" and "--config=FILE", which ends at argv[*i]. */
static bool is_config(char **argv, int *i, const char **file)
{
    static const char name[] = "--config";
    const char *word = argv[*i];

    if (strncmp(word, name, sizeof name - 1) != 0)
        return false;
    if (word[sizeof name - 1] == '=')
        *file = word + sizeof name;
    else if (word[sizeof name - 1] == '\0' && argv[*i + 1])
        *file = argv[++*i];
    else
        return false;
    return true;
}

/* -1: go on; else the exit status. */
static int read_arguments(char **argv, struct arguments *a)
{
    for (int i = 1; argv[i]; i++) {
        const char *word = argv[i];
        if (is_config(argv, &i, &a->config))
            continue;
        if (strcmp(word, "--check") == 0)
            a->check = true;
        else if (strcmp(word, "--once") == 0)
            a->once = true;
        else if (strcmp(word, "--store-info") == 0)
            a->store_info = true;
        else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
            return put_help();
        else if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0)
            return put_version();
        else
            return refuse(word);
    }
    return -1;
}

int main(int argc, char **argv)
{
    struct arguments a = {.config = "/etc/logclass/logclass.yaml"};
    CLEANUP(arena_done) struct arena arena;
    CLEANUP(mistakes_done) struct mistakes m = {0};
    struct settings s;

    arena_init(&arena);
    (void)argc;
    int status = read_arguments(argv, &a);
    if (status >= 0)
        return status;
    signal(SIGPIPE, SIG_IGN);
    m.file = a.config;
    if (!settings_load(&arena, &tables, &s, &m)) {
        mistakes_end(&m);
        fwrite(m.text.p, 1, m.text.n, stderr);
        return EXIT_PATTERNS;
    }
    if (a.store_info)
        return put_store(&s);
    return a.check ? check(&s) : run(&s, a.once);
}
