/*
 * settings.h - /etc/logclass/logclass.yaml, read as a whole.
 *
 * A file with a mistake gives no settings at all, so that nothing is opened by half a
 * configuration; every mistake is told, with its place. Which kinds of inputs and outputs there
 * are, and which words, is given by the caller: they are tables of rooms above this one.
 */
#ifndef LOGCLASS_CONFIG_SETTINGS_H
#define LOGCLASS_CONFIG_SETTINGS_H

#include "config/kind.h"

enum {
    SETTINGS_FILE_BYTES = 1024 * 1024,
    SETTINGS_LABELS = 16, /* and that many fields */
    SETTINGS_LABEL_BYTES = 256,
    SETTINGS_ENTRIES = 1000, /* inputs, and outputs */
};

/* Each list ends with NULL. The order of the words is that of the enums they stand for. */
struct settings_tables {
    const struct kind *const *inputs, *const *outputs;
    const char *const *emits;
    const char *const *formats;
};

struct input_entry {
    const struct kind *kind;
    const void *options;      /* the kind's struct */
    struct str name;          /* unique among the inputs; positions hang on it */
    struct str timezone;      /* empty: that of the settings */
    struct str host, service; /* empty: what the lines say */
};

struct output_entry {
    const struct kind *kind;
    const void *options;
    struct str name; /* unique among the outputs; marks hang on it */
    int emit;        /* the settings' where it has none of its own */
    uint64_t min_severity;
    struct texts services; /* names or types; none: all */
    bool required;         /* the inputs wait for it when the store is full */
    int format;
};

struct settings {
    struct str state;
    uint64_t store_limit_bytes;
    struct str timezone; /* empty: the machine's */
    int emit;
    usec_t repeat_us, first_seen_us;
    struct str mute; /* empty: nothing is muted */
    struct texts patterns, rules;
    struct text_map labels, fields, rule_settings;
    struct str metrics; /* HOST:PORT; empty: none */

    const struct input_entry *inputs;
    size_t input_count;
    const struct output_entry *outputs;
    size_t output_count;
};

/* Reads the text of `m->file`. False: m has the mistakes, *out is not to be used. All of *out lives
 * in the arena. */
bool settings_read(struct arena *a, struct str text, const struct settings_tables *t,
                   struct settings *out, struct mistakes *m) MUST_USE;

/* Likewise with the file itself. */
bool settings_load(struct arena *a, const struct settings_tables *t, struct settings *out,
                   struct mistakes *m) MUST_USE;

/* Every key with its help: that of the file, of an input, of an output and of each kind. */
void settings_help(struct buf *out, const struct settings_tables *t);

/* HOST:PORT, with [::1]:514 for numbers of IPv6: -1 and what would be right. */
int settings_check_address(struct str text, struct err *e);

#endif
