/*
 * source_options.h - what the configuration says of an input that is followed.
 */
#ifndef LOGCLASS_INPUT_SOURCE_OPTIONS_H
#define LOGCLASS_INPUT_SOURCE_OPTIONS_H

#include "config/kind.h"

/* Where to begin on what the store has never seen. A file that appears later is read from its
 * beginning in any case. */
enum source_start { START_END, START_BEGINNING };

struct source_file_options {
    struct texts paths; /* names or globs */
    int start;          /* enum source_start */
};

struct source_journal_options {
    struct texts units; /* patterns; `openstack` alone: all programs that the patterns know */
    struct str name_space, folder; /* empty: the machine's own journal */
    int start;
};

struct source_stdin_options {
    bool unused;
};

extern const struct kind source_file_config, source_journal_config, source_stdin_config;

#endif
