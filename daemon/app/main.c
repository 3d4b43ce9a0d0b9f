/* logclass: reads the command line and calls the subcommand. */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "app/command.h"
#include "app/find.h"
#include "base/file.h"
#include "base/shown.h"
#include "input/input.h"
#include "parse/head.h"

#define KIND(name) extern const struct command command_##name;
#include "app_kinds.def"
#undef KIND

const struct command *const commands[] = {
#define KIND(name) &command_##name,
#include "app_kinds.def"
#undef KIND
    NULL,
};

void say(const char *fmt, ...)
{
    CLEANUP(buf_done) struct buf shown = {0};
    char text[4096];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    /* Names of files and words of the command line may hold what moves a terminal. */
    shown_add(&shown, str_of(text), STR("?"));
    fprintf(stderr, "logclass: %s\n", buf_z(&shown));
}

int put(struct str s)
{
    struct err e;

    if (file_write_all(STDOUT_FILENO, s, &e) == 0 || e.sys == EPIPE)
        return EXIT_DONE;
    say("standard output: %s", e.text);
    return EXIT_UNWRITTEN;
}

void say_mistake(void *context, const char *text)
{
    (void)context;
    say("%s", text);
}

struct catalog *load_catalog(const struct options *o)
{
    CLEANUP(buf_done) struct buf installed = {0};
    const char *paths[1];
    struct err e;

    find_data("patterns", &installed);
    paths[0] = buf_z(&installed);
    bool given = o->pattern_count > 0;
    struct catalog *c = catalog_load(given ? o->patterns : paths,
                                     given ? o->pattern_count : 1, say_mistake, NULL, &e);
    if (!c)
        say("the pattern files are wrong, nothing was done");
    return c;
}

static const struct command *command_of(const char *word)
{
    for (size_t i = 0; commands[i]; i++)
        if (strcmp(commands[i]->name, word) == 0)
            return commands[i];
    return NULL;
}

static int put_version(bool verbose)
{
    CLEANUP(buf_done) struct buf out = {0};

    buf_add(&out, STR("logclass " LOGCLASS_VERSION "\n"));
    if (verbose) {
        buf_add(&out, STR("inputs:"));
        for (size_t i = 0; input_kinds[i]; i++)
            buf_fmt(&out, " %s", input_kinds[i]->name);
        buf_add(&out, STR("\nenvelopes:"));
        for (size_t i = 0; i < envelope_kind_count; i++)
            buf_fmt(&out, " %s", envelope_kinds[i]->name);
        buf_add(&out, STR("\nformats: "));
        render_formats(&out);
        buf_add(&out, STR("\npatterns: "));
        find_data("patterns", &out);
        buf_char(&out, '\n');
    }
    return put(buf_str(&out));
}

static int put_help(const struct command *c)
{
    CLEANUP(buf_done) struct buf out = {0};

    options_help(c, &out);
    return put(buf_str(&out));
}

int main(int argc, char **argv)
{
    CLEANUP(options_done) struct options o;
    struct err e;

    signal(SIGPIPE, SIG_IGN); /* a closed pipe is an answer of write(2) */
    options_init(&o);
    const struct command *named = argc > 1 && argv[1][0] ? command_of(argv[1]) : NULL;
    o.command = named ? named : command_of("");
    if (options_read(&o, argc - (named != NULL), argv + (named != NULL), &e) < 0) {
        say("%s", e.text);
        return EXIT_USAGE;
    }
    if (o.help)
        return put_help(o.command);
    if (o.version)
        return put_version(o.verbose);
    return o.command->run(&o);
}
