#include "app/options.h"

#include <getopt.h>
#include <stdlib.h>

#include "app/command.h"
#include "parse/formats.h"

struct row {
    char letter; /* of the short form; in `letters` of a command also where there is none */
    bool has_letter;
    const char *name;
    const char *argument; /* its name in the help; NULL: the option takes none */
    const char *help;
    int (*set)(struct options *o, const char *argument, struct err *e);
};

static int set_emit(struct options *o, const char *argument, struct err *e)
{
    if (emit_of(str_of(argument), &o->emit))
        return 0;
    return err_set(e, "--emit '%s': it takes one of %s", argument, emit_words);
}

static int set_format(struct options *o, const char *argument, struct err *e)
{
    struct render_settings asked = {.format = str_of(argument)};
    struct renderer *r = renderer_new(&asked, e);

    if (!r)
        return err_in(e, "--format");
    renderer_free(r);
    o->format = argument;
    return 0;
}

static int set_patterns(struct options *o, const char *argument, struct err *e)
{
    (void)e;
    VEC_GROW(o->patterns, o->pattern_count, o->pattern_cap);
    o->patterns[o->pattern_count++] = argument;
    return 0;
}

static int set_timezone(struct options *o, const char *argument, struct err *e)
{
    if (zone_init(&o->zone, argument, e) < 0)
        return err_in(e, "--timezone");
    o->zone_given = true;
    return 0;
}

static int set_log_format(struct options *o, const char *argument, struct err *e)
{
    if (!o->formats)
        o->formats = formats_new();
    if (formats_add(o->formats, str_of(argument), e) < 0)
        return err_in(e, "--log-format '%.60s'", argument);
    return 0;
}

static int set_service(struct options *o, const char *argument, struct err *e)
{
    if (argument[0] == 0)
        return err_set(
            e, "--service: it takes the name of a service, such as heat or heat-engine");
    o->service = argument;
    return 0;
}

static int set_no_redact(struct options *o, const char *argument, struct err *e)
{
    (void)argument;
    (void)e;
    o->show_secrets = true;
    return 0;
}

static int set_yes(struct options *o, const char *argument, struct err *e)
{
    (void)argument;
    (void)e;
    o->sure = true;
    return 0;
}

static int set_host(struct options *o, const char *argument, struct err *e)
{
    if (argument[0] == 0)
        return err_set(e, "--host: it takes the name of a host, such as controller-1");
    o->host = argument;
    return 0;
}

static int set_help(struct options *o, const char *argument, struct err *e)
{
    (void)argument;
    (void)e;
    o->help = true;
    return 0;
}

static int set_version(struct options *o, const char *argument, struct err *e)
{
    (void)argument;
    (void)e;
    o->version = true;
    return 0;
}

static int set_verbose(struct options *o, const char *argument, struct err *e)
{
    (void)argument;
    (void)e;
    o->verbose = true;
    return 0;
}

static const struct row rows[] = {
    {'e', true,  "emit",       "WHAT",   "what becomes an event, see below; default: classified",
     set_emit                                                                                                   },
    {'f', true,  "format",     "F",      "json or pretty; default: json, on a terminal pretty",
     set_format                                                                                                 },
    {'p', true,  "patterns",   "PATH",
     "a pattern file or a folder, in place of the installed ones; repeatable",                    set_patterns  },
    {'t', true,  "timezone",   "TZ",
     "zone of times without one: Europe/Paris; default: an archive's, else the machine's",        set_timezone  },
    {'H', false, "host",       "NAME",
     "host of records that name none; default: an archive's own",                                 set_host      },
    {'S', false, "service",    "NAME",   "service of all records: heat, heat-engine",
     set_service                                                                                                },
    {'L', false, "log-format", "FORMAT",
     "your own logging_…_format_string or logging_exception_prefix; repeatable",                set_log_format},
    {'R', false, "no-redact",  NULL,
     "show secrets; where output is no terminal, only with --yes",                                set_no_redact },
    {'y', false, "yes",        NULL,     "--no-redact is meant, wherever the output goes",        set_yes       },
    {'h', true,  "help",       NULL,     "this text",                                             set_help      },
    {'V', true,  "version",    NULL,     "the version",                                           set_version   },
    {'v', false, "verbose",    NULL,     "with --version: also what was built in",                set_verbose   },
};

void options_init(struct options *o)
{
    *o = (struct options){.emit = EMIT_CLASSIFIED};
    zone_init_local(&o->zone);
}

void options_done(struct options *o)
{
    free(o->patterns);
    o->patterns = NULL;
    formats_free(o->formats);
    o->formats = NULL;
}

static bool takes(const struct command *c, const struct row *r)
{
    return r->letter == 'h' || r->letter == 'V' || r->letter == 'v' ||
           strchr(c->letters, r->letter);
}

/* The rows as getopt_long(3) wants them; val is the row's number + 256. */
static void make_getopt(const struct command *c, struct option *longs, char *shorts)
{
    size_t n = 0;

    *shorts++ = ':';
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (!takes(c, &rows[i]))
            continue;
        longs[n++] = (struct option){
            rows[i].name, rows[i].argument ? required_argument : 0, NULL, 256 + (int)i};
        if (!rows[i].has_letter)
            continue;
        *shorts++ = rows[i].letter;
        if (rows[i].argument)
            *shorts++ = ':';
    }
    longs[n] = (struct option){0};
    *shorts = 0;
}

static const struct row *row_of(int got)
{
    if (got >= 256)
        return &rows[got - 256];
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].has_letter && rows[i].letter == got)
            return &rows[i];
    return NULL;
}

static int unknown(char **argv, bool argument_missing, struct err *e)
{
    const char *word = argv[optind - 1] ? argv[optind - 1] : "";

    if (argument_missing)
        return err_set(e, "option '%s' needs a value; see logclass --help", word);
    if (optopt > 0 && optopt < 256)
        return err_set(e, "unknown option '-%c'; see logclass --help", optopt);
    return err_set(e, "unknown option '%s', or it takes no value; see logclass --help",
                   word);
}

int options_read(struct options *o, int argc, char **argv, struct err *e)
{
    struct option longs[COUNT_OF(rows) + 1];
    char shorts[2 * COUNT_OF(rows) + 2];
    int got;

    make_getopt(o->command, longs, shorts);
    opterr = 0;
    optind = 1;
    while ((got = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
        const struct row *r = got == '?' || got == ':' ? NULL : row_of(got);
        if (!r)
            return unknown(argv, got == ':', e);
        if (r->set(o, optarg, e) < 0)
            return -1;
    }
    if (o->formats && formats_check(o->formats, e) < 0)
        return err_in(e, "--log-format");
    o->arguments = argv + optind;
    o->argument_count = (size_t)(argc - optind);
    return 0;
}

static void help_options(const struct command *c, struct buf *out)
{
    enum { COLUMN = 26 };

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct row *r = &rows[i];
        if (!takes(c, r))
            continue;
        size_t start = out->n;
        if (r->has_letter)
            buf_fmt(out, "  -%c, --%s", r->letter, r->name);
        else
            buf_fmt(out, "      --%s", r->name);
        if (r->argument)
            buf_fmt(out, " %s", r->argument);
        do
            buf_char(out, ' ');
        while (out->n - start < COLUMN);
        buf_fmt(out, "%s\n", r->help);
    }
}

static void help_command(const struct command *c, struct buf *out)
{
    enum { COLUMN = 20 };
    size_t columns = 0;

    for (const char *p = c->usage; *p; p++)
        columns += (*p & 0xc0) != 0x80; /* all but what goes on with a character */
    buf_fmt(out, "  %-8s %s", c->name, c->usage);
    for (; columns < COLUMN; columns++)
        buf_char(out, ' ');
    buf_fmt(out, "%s\n", c->help);
}

/* What the whole program's help ends in. */
static const char tail[] =
    "\n--emit:\n"
    "  classified  what the catalogue knows, markers aside: the lines around a failure\n"
    "  trouble     entries and markers that are trouble or the caller's mistake\n"
    "  problems    those, and warnings, errors, tracebacks and 5xx that nobody knows\n"
    "  all         every record\n"
    "  findings    what rules say of several records; there are no rules yet\n"
    "\nexit status: 0 done, 1 show found nothing, 2 wrong use, 3 an input could not be\n"
    "read to its end (the others were), 4 a pattern file is wrong, 5 standard output\n"
    "could not be written\n";

void options_help(const struct command *c, struct buf *out)
{
    bool whole = c->name[0] == 0;

    buf_fmt(out, "usage: logclass%s%s %s\n\n%s\n\noptions:\n", whole ? "" : " ", c->name,
            c->usage, c->help);
    help_options(c, out);
    if (!whole)
        return;
    buf_add(out, STR("\ncommands (a file of that name: ./show):\n"));
    for (size_t i = 0; commands[i]; i++)
        if (commands[i]->name[0])
            help_command(commands[i], out);
    buf_add(out, str_of(tail));
}
