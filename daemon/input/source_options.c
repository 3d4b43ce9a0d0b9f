#include "input/source_options.h"

static const char *const start_words[] = {
    [START_END] = "end", [START_BEGINNING] = "beginning", NULL};

static const struct option file_rows[] = {
    OPTION("path", OPTION_PATHS, struct source_file_options, paths,
           "files and globs; * does not match a slash", .required = true),
    OPTION("start", OPTION_WORD, struct source_file_options, start,
           "where to begin in files that are there at the first start", .standard = "end",
           .words = start_words),
    OPTIONS_END,
};

const struct kind source_file_config = {.name = "file",
                                        .help = "files, followed through their rotations",
                                        .options = file_rows,
                                        .size = sizeof(struct source_file_options),
                                        .named_by = "path"};

static const struct option journal_rows[] = {
    OPTION("units", OPTION_TEXTS, struct source_journal_options, units,
           "units or patterns of units; openstack: all programs that the patterns know",
           .standard = "openstack"),
    OPTION("namespace", OPTION_TEXT, struct source_journal_options, name_space,
           "of systemd-journald; else the default one"),
    OPTION("folder", OPTION_PATH, struct source_journal_options, folder,
           "of journal files; else the machine's own"),
    OPTION("start", OPTION_WORD, struct source_journal_options, start,
           "where to begin at the first start", .standard = "end", .words = start_words),
    OPTIONS_END,
};

const struct kind source_journal_config = {.name = "journal",
                                           .help = "the journal of systemd",
                                           .options = journal_rows,
                                           .size = sizeof(struct source_journal_options)};

static const struct option stdin_rows[] = {OPTIONS_END};

const struct kind source_stdin_config = {.name = "stdin",
                                         .help =
                                             "standard input, for a log that is piped",
                                         .options = stdin_rows,
                                         .size = sizeof(struct source_stdin_options)};
