/*
 * option.h - tables of options: what may stand in a mapping of a configuration file.
 *
 * A row is the option's name, its default, its parser, its bounds, what is said when the value is
 * wrong, and its line in the help. A room that has something to configure has a struct and a table:
 *
 *     struct file_options { struct str path; uint64_t rotate_bytes; };
 *
 *     const struct option file_options[] = {
 *         OPTION("path", OPTION_PATH, struct file_options, path, "the file", .required = true),
 *         OPTION("rotate", OPTION_SIZE, struct file_options, rotate_bytes,
 *                "a larger file is renamed", .standard = "100MiB"),
 *         OPTIONS_END,
 *     };
 *
 * Texts are copies in the caller's arena; a NUL stands behind each, and never inside.
 */
#ifndef LOGCLASS_CONFIG_OPTION_H
#define LOGCLASS_CONFIG_OPTION_H

#include "base/clock.h"
#include "config/mistakes.h"

struct texts {
    const struct str *items;
    size_t n;
};

struct named_text {
    struct str name, text;
};

struct text_map {
    const struct named_text *items; /* in the order of the file */
    size_t n;
};

enum option_type {              /* what stands at `offset` */
                   OPTION_TEXT, /* struct str, not empty */
                   OPTION_PATH, /* struct str, begins with a slash: a daemon has no working folder */
                   OPTION_SIZE,     /* uint64_t, bytes: 100MiB (value.h) */
                   OPTION_SPAN,     /* usec_t: 5m, 1h, 30d (value.h) */
                   OPTION_BOOL,     /* bool */
                   OPTION_NUMBER,   /* uint64_t */
                   OPTION_WORD,     /* int: which of `words` */
                   OPTION_TEXTS,    /* struct texts; a text alone is a list of one */
                   OPTION_PATHS,    /* likewise, of paths */
                   OPTION_TEXT_MAP, /* struct text_map */
                   OPTION_DATE,     /* usec_t (value.h) */
                   OPTION_NODE, /* const struct yaml_node *: read by its owner; any value is good */
};

struct option {
    const char *name; /* NULL: the end of the table, OPTIONS_END */
    const char *help; /* one line */
    enum option_type type;
    bool required;
    size_t offset;
    const char *standard; /* the default as the file would say it (a list: one item, a word; not
                           * for a map or node); NULL: zeroes, an empty text, the first word */
    uint64_t least, most;     /* of a size, span or number; most 0: no bound above */
    const char *const *words; /* of OPTION_WORD; ends with NULL */

    /* Texts, paths, items of lists and values of maps besides: -1 with what would be right in e
     * ("HOST:PORT"). NULL: any text. */
    int (*check)(struct str text, struct err *e);
};

/* A row: its name, type and place, its help, and what else it has. */
#define OPTION(NAME, TYPE, STRUCT, FIELD, ...)                                           \
    {                                                                                    \
        .name = NAME, .type = TYPE, .offset = offsetof(STRUCT, FIELD),                   \
        .help = __VA_ARGS__                                                              \
    }

#define OPTIONS_END                                                                      \
    {                                                                                    \
        .name = NULL                                                                     \
    }

/* A table and where its values go. */
struct option_set {
    const struct option *options;
    void *base;
};

/* All rows get their default. */
void option_defaults(struct arena *a, const struct option *options, void *base);

/*
 * Reads a mapping by the tables of n sets, which hold no name twice; each row gets its value or its
 * default. What is wrong goes to m: a value, a key that no table has (with the nearest that one
 * has), a required one that is not there.
 */
void option_read(struct arena *a, const struct yaml_node *map,
                 const struct option_set *sets, size_t n, struct mistakes *m);

/* One value by its row; false, and a mistake, where it is wrong. */
bool option_read_value(struct arena *a, const struct yaml_node *value,
                       const struct option *o, void *base, struct mistakes *m);

/* "  rotate SIZE   a larger file is renamed (100MiB)", a line for each row. */
void option_help(struct buf *out, const struct option *options);

/* What a value of the row must be: "a size: bytes, or 100MiB, 1GiB", "one of: a, b". */
void option_expected(struct buf *out, const struct option *o);

#endif
