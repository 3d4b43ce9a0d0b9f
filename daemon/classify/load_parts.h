/*
 * load_parts.h - how pattern files become a catalog, shared by catalog.c and the load_*.c only.
 *
 *     load_read.c     values: texts, lists, words, numbers; unknown keys
 *     load_keys.c     which keys stand where, and what each of them fills
 *     load_entry.c    items of log, markers, statuses and responses
 *     load_class.c    items of exceptions
 *     load_secret.c   items of secrets
 *     load_file.c     one file, and what it claims
 *     load_ids.c      ids, and which of them clash
 *     catalog_load.c  all files; the lists and trees by which entries are found
 *
 * A mistake is reported where it stands and loading goes on, so that one run shows them all.
 * What is kept of a file is copied into the catalog's arena; its tree ends with the file.
 */
#ifndef LOGCLASS_CLASSIFY_LOAD_PARTS_H
#define LOGCLASS_CLASSIFY_LOAD_PARTS_H

#include "classify/catalog.h"
#include "config/yaml.h"

struct catalog_word {
    struct str word;
    const struct catalogue_index *index;
};

/* Where something stands, for mistakes that only the whole catalog shows. */
struct place {
    struct str file;
    unsigned line, column;
};

/* Beside an entry, while loading. */
struct entry_side {
    struct place place;
    struct str situation_id;
};

struct loader {
    struct catalog *c;
    catalog_say *say;
    void *context;
    struct err *e; /* the first mistake */
    size_t mistakes;

    struct arena trees; /* the YAML of the file that is being read */
    struct catalogue *file;

    /* What grows while loading; the catalog's arena gets copies. */
    struct entry **entries;
    size_t entry_count, entry_cap;
    struct entry_patterns *patterns;
    size_t pattern_count, pattern_cap;
    struct entry_side *sides;
    size_t side_count, side_cap;
    struct class_entry **classes;
    size_t class_count, class_cap;
    struct place *class_places;
    size_t class_place_count, class_place_cap;
    struct example *examples;
    size_t example_count, example_cap;
    struct unmatchable *unmatchable;
    size_t unmatchable_count, unmatchable_cap;
    struct secret_rule *secrets;
    size_t secret_count, secret_cap;
    struct place *file_places; /* of packages, or of service, by number of file */
};

/* load_read.c: where it fails the field is left alone and a mistake reported */

void load_mistake(struct loader *l, const struct yaml_node *at, const char *fmt, ...)
    PRINTF(3, 4);
void load_mistake_at(struct loader *l, struct place at, const char *fmt, ...) PRINTF(3, 4);
struct place load_place(const struct loader *l, const struct yaml_node *at);
struct str load_keep(struct loader *l, struct str s); /* a copy in the catalog's arena */

/* One key of a mapping: the mappings in which it may stand (bits of the table's own meaning),
 * how its value is read, and the field of the struct that it fills. */
typedef void load_take(struct loader *l, const struct yaml_node *value, void *field);
struct load_key {
    struct str name;
    unsigned places;
    load_take *take;
    size_t offset;
};

/* Reads a mapping by a table; unknown keys are mistakes that name the nearest known one. */
void load_map(struct loader *l, const struct yaml_node *map, const struct load_key *keys,
              size_t n, unsigned place, void *base);

/* True if it is a list (or a mapping); else a mistake. */
bool load_is_list(struct loader *l, const struct yaml_node *value);
bool load_is_map(struct loader *l, const struct yaml_node *value);

load_take load_text;   /* struct str */
load_take load_texts;  /* struct strs; a lone text is a list of one */
load_take load_name;   /* struct str: a param */
load_take load_names;  /* struct strs: params; a lone one is a list of one */
load_take load_node;   /* const struct yaml_node *: read later */
load_take load_source; /* struct source; of a list the first */
load_take load_status; /* unsigned: an HTTP status */

/* The place of a word in a list of words; -1, and a mistake, if it is none of them. */
int load_word(struct loader *l, const struct yaml_node *value, const struct str *words,
              size_t n);
struct source load_source_of(struct loader *l, struct str text);

/* load_keys.c */

/* An item of a pattern file as it is read. */
struct draft {
    const struct yaml_node *at; /* the item */
    struct entry entry;         /* what its keys fill directly */
    struct str id, class_, template, regex;
    unsigned status;
    struct source class_source;
    int style, role, origin; /* -1: not said; else the place among the words */
    struct strs params;
    const struct yaml_node *situations, *texts, *examples, *counterexamples;
};

/* In which items a key may stand. */
enum item {
    ITEM_LOG = 1,
    ITEM_MARKER = 2,
    ITEM_VALUE = 4, /* of statuses and responses */
    ITEM_CLASS = 8,
    ITEM_SITUATION = 16,
};

/* Reads an item into a draft that may hold defaults already; false: it is no mapping. */
bool load_draft(struct loader *l, const struct yaml_node *item, enum item kind,
                struct draft *out);
struct draft load_no_draft(void);

/* Where a key of the item stands, for a mistake in its value; without the key, the item. */
const struct yaml_node *load_key_of(const struct draft *d, struct str key);

/* load_entry.c */

/* The pattern of an item's template or regex; NULL with a mistake, or when it has neither. */
struct pattern *load_pattern(struct loader *l, const struct draft *d);

/*
 * Adds the entry that the draft describes, an entry of `kind` with the patterns given. All that
 * the draft says of params is checked against those of the patterns.
 */
struct entry *load_add_entry(struct loader *l, struct draft *d, enum entry_kind kind,
                             struct entry_patterns patterns);
void load_examples(struct loader *l, const struct yaml_node *list,
                   const struct entry *entry, bool counter);
bool load_has_param(const struct entry_patterns *p, struct str name);

/* In which items a key of an example may stand. */
enum example_of {
    EXAMPLE_OF_TEXT = 1,
    EXAMPLE_OF_SITUATION = 2,
    EXAMPLE_OF_CLASS = 4, /* with the id of the situation */
};

struct example_draft {
    struct str text, id, frame;
    const struct yaml_node *params;
};
bool load_example_draft(struct loader *l, const struct yaml_node *item,
                        enum example_of of, struct example_draft *out);
void load_add_example(struct loader *l, const struct yaml_node *item,
                      const struct example_draft *d, const struct entry *entry);

void load_log(struct loader *l, const struct yaml_node *item);
void load_marker(struct loader *l, const struct yaml_node *item);
void load_status_text(struct loader *l, const struct yaml_node *item);
void load_response(struct loader *l, const struct yaml_node *item);

/* load_class.c */
void load_class(struct loader *l, const struct yaml_node *item);

/* load_secret.c */
void load_secret(struct loader *l, const struct yaml_node *item);

/* load_file.c */
void load_file(struct loader *l, const char *path, size_t number);

/* load_ids.c: ids of classes and entries, by_id; clashes are mistakes */
void load_ids(struct loader *l);
void load_packages(struct loader *l); /* one package, one service */
struct str load_last_word(struct str dotted);
bool load_id_is_good(struct str id);

#endif
