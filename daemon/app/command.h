/*
 * command.h - the subcommands of logclass, one file each: app_NAME.c.
 */
#ifndef LOGCLASS_APP_COMMAND_H
#define LOGCLASS_APP_COMMAND_H

#include "app/options.h"

enum exit_status {
    EXIT_DONE = 0,
    EXIT_FOUND = 1, /* nothing of that name; later: --fail-on was met */
    EXIT_USAGE = 2,
    EXIT_UNREAD = 3,    /* an input could not be read */
    EXIT_PATTERNS = 4,  /* a pattern, rule or configuration file is wrong */
    EXIT_UNWRITTEN = 5, /* standard output could not be written */
};

struct command {
    const char *name;  /* as on the command line; "" is what logclass does without one */
    const char *usage; /* what follows the name */
    const char *help;  /* one line */
    const char *letters; /* the options it takes, by their letters (options.c) */
    int (*run)(struct options *o); /* returns an enum exit_status */
};

extern const struct command *const commands[]; /* ends with NULL */

void say(const char *fmt, ...)
    PRINTF(1, 2); /* "logclass: …" and a newline on standard error */

/* Writes s to standard output; EXIT_DONE, also when nobody reads any more, or EXIT_UNWRITTEN
 * with its sentence said. */
int put(struct str s);

/* The pattern files of -p, or the installed ones; NULL: wrong, and said so. */
struct catalog *load_catalog(const struct options *o);
void say_mistake(void *context, const char *text); /* a catalog_say that says */

/* For CLEANUP. */
static inline void catalog_end(struct catalog **c)
{
    catalog_free(*c);
}

static inline void pipeline_end_of(struct pipeline **p)
{
    pipeline_free(*p);
}

static inline void masker_end(struct masker **m)
{
    masker_free(*m);
}

static inline void classifier_end(struct classifier **k)
{
    classifier_free(*k);
}

#endif
