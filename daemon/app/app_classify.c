/* What logclass does without a subcommand: logs in, events out. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "app/command.h"
#include "app/progress.h"
#include "base/file.h"

struct output {
    struct progress *progress;
    bool to_terminal;
};

static int to_stdout(void *context, struct str events, struct err *e)
{
    struct output *out = context;

    if (out->to_terminal)
        progress_clear(out->progress);
    return file_write_all(STDOUT_FILENO, events, e);
}

/* https://no-color.org: set and not empty. */
static bool no_color(void)
{
    const char *value = getenv("NO_COLOR");
    return value && value[0];
}

static struct pipeline *make_pipeline(const struct options *o, const struct catalog *c)
{
    bool terminal = isatty(STDOUT_FILENO);
    struct pipeline_settings s = {
        .emit = o->emit,
        .output = STDOUT_FILENO,
        .zone_given = o->zone_given,
    };
    s.rooms = (struct rooms_settings){
        .catalog = c,
        .show_secrets = o->show_secrets,
        .host = str_of(o->host),
        .parse = {.zone = o->zone, .formats = o->formats},
        .classify.service = str_of(o->service),
        .render = {.format = str_of(o->format ? o->format : terminal ? "pretty" : "json"),
                   .zone_name = str_of(o->zone.name),
                   .colour = terminal && !no_color()},
    };
    struct err e;
    struct pipeline *p = pipeline_new(&s, &e);

    if (!p)
        say("%s", e.text);
    return p;
}

/* All inputs; one that cannot be read is said and does not keep the others. */
static int run_all(const struct options *o, struct pipeline *p, struct progress *progress)
{
    static char dash[] = "-";
    static char *standard_input[] = {dash};
    char **names = o->argument_count ? o->arguments : standard_input;
    struct err e = {0};

    switch (pipeline_run(p, names, o->argument_count ? o->argument_count : 1, &e)) {
    case PIPELINE_DONE: return EXIT_DONE;
    case PIPELINE_UNREAD: return EXIT_UNREAD;
    case PIPELINE_SINK: break;
    }
    if (e.sys == EPIPE)
        return -1;
    progress_clear(progress);
    say("standard output: %s", e.text);
    return EXIT_UNWRITTEN;
}

static int run(struct options *o)
{
    if (o->argument_count == 0 && isatty(STDIN_FILENO)) {
        say("nothing to read: name a log file, or - for standard input; see logclass "
            "--help");
        return EXIT_USAGE;
    }
    if (o->show_secrets && !o->sure && !isatty(STDOUT_FILENO)) {
        say("--no-redact: standard output is no terminal; --yes if secrets may go there");
        return EXIT_USAGE;
    }
    struct progress progress;
    progress_start(&progress);
    CLEANUP(catalog_end) struct catalog *c = load_catalog(o);
    if (!c)
        return EXIT_PATTERNS;
    CLEANUP(pipeline_end_of) struct pipeline *p = make_pipeline(o, c);
    if (!p)
        return EXIT_USAGE;
    struct output out = {&progress, isatty(STDOUT_FILENO)};
    pipeline_to(p, to_stdout, &out);
    pipeline_watch(p, progress_step, progress_say, &progress);

    int status = run_all(o, p, &progress);
    if (status < 0) /* nobody reads any more: that is a quiet end */
        return EXIT_DONE;
    progress_close(&progress, pipeline_counts(p), o->zone_given ? "" : o->zone.name);
    return status;
}

const struct command command_classify = {
    .name = "",
    .usage = "[OPTION…] [FILE|FOLDER|ARCHIVE|-]…",
    .help =
        "Reads OpenStack logs and writes one event for every record that the catalogue\n"
        "knows: which exception, which situation, which source line. Without a FILE it "
        "reads\n"
        "standard input. Files may be compressed (gz, xz, zst, bz2); of folders and of "
        "archives\n"
        "(tar, zip) all logs and journals are read, a log's generations oldest first.",
    .letters = "efptHSLRy",
    .run = run,
};
