/*
 * options.h - the command line. An option is one row of the table in options.c: its letter, its
 * name, its parser with its error message, and its line of the help.
 */
#ifndef LOGCLASS_APP_OPTIONS_H
#define LOGCLASS_APP_OPTIONS_H

#include "base/zone.h"
#include "pipeline/pipeline.h"

struct command;

struct options {
    const struct command *command;
    enum emit emit;
    const char *format; /* NULL: pretty on a terminal, else json */
    const char **patterns;
    size_t pattern_count, pattern_cap;
    struct zone zone;
    bool zone_given;
    struct formats *formats; /* NULL: none */
    const char *service;
    bool show_secrets, sure; /* --no-redact, --yes */
    const char *host; /* NULL: none */
    bool help, version, verbose;
    char **arguments; /* what is no option */
    size_t argument_count;
};

void options_init(struct options *o);
void options_done(struct options *o);

/* Reads argv behind the command's name. -1 with a sentence in e: wrong use. */
int options_read(struct options *o, int argc, char **argv, struct err *e) MUST_USE;

/* The help of one command, or with the command "" that of the program. */
void options_help(const struct command *c, struct buf *out);

#endif
