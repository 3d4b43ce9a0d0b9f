/*
 * catalog.h - the pattern files, loaded: entries, their patterns, and the ways to find them.
 *
 * A catalog is immutable once loaded and shared by all workers. Numbers of entries run from 0
 * in the order of files and of rows within a file.
 */
#ifndef LOGCLASS_CLASSIFY_CATALOG_H
#define LOGCLASS_CLASSIFY_CATALOG_H

#include "classify/pattern.h"
#include "classify/trie.h"
#include "flow/secret_rule.h"

/* One example line of a pattern file: what the file claims of itself. */
struct example {
    const struct entry *entry; /* who must win; for a counterexample who must not fit */
    struct str text;
    const struct param *params; /* what must be captured; NULL: not said */
    size_t param_count;
    struct source frame; /* of an exception: where it was raised; empty: no traceback */
    struct str function; /* of that frame; empty: not said */
    bool counter;
    size_t file_line;
};

/* What classify keeps beside an entry. */
struct entry_patterns {
    struct pattern *own; /* its template; of a situation, its class's; may be NULL */
    struct pattern *const *texts; /* of a situation: what its raise sites build instead */
    size_t text_count;
    bool needs_logger; /* its template has no text of its own: only from a logger it lists */
    bool from_source; /* a program wrote it from the service's code: it needs no examples */
    enum pattern_style style; /* of its template; STYLE_REGEX: a regex decides */
};

/* Rows of a page that no entry can stand for. */
struct unmatchable {
    const struct catalogue *catalogue;
    struct strs rows;
    struct str why;
    size_t file_line;
};

/*
 * The entries of one pattern file, by the ways in which they are looked for.
 *
 * A later file may add to the service of an earlier one. Its entries, packages and programs are
 * then those of the earlier file's catalogue and index, and its own index stays empty; an entry
 * still names the file that it stands in.
 */
struct catalogue_index {
    const struct catalogue *catalogue;
    struct trie *logs;     /* log entries and markers, by leading text; values: numbers */
    const uint32_t *loose; /* those without any leading text: tried one by one */
    size_t loose_count;
    const uint32_t *values; /* statuses and responses: tried on values and texts */
    size_t value_count;
};

struct catalog_word; /* a service or a package, and the index that it leads to */

struct catalog {
    struct arena arena;

    struct catalogue *files;
    struct catalogue_index *indexes; /* same order as files */
    size_t file_count;
    const struct catalogue_index *common; /* the file whose service is `common`, or NULL */
    struct catalogue_index unbound; /* those of its log entries and markers that list no logger */

    struct entry **entries;          /* by number */
    struct entry_patterns *patterns; /* by number */
    size_t entry_count;

    struct class_entry **classes;
    size_t class_count;
    struct class_entry **by_class;     /* sorted by dotted class */
    struct class_entry **by_last_word; /* sorted by the last word of the class */

    struct example *examples;
    size_t example_count;

    struct unmatchable *unmatchable;
    size_t unmatchable_count;

    struct secret_rule *secrets; /* of all files */
    size_t secret_count;

    const struct entry **by_id; /* all entries, sorted by id */
    struct catalog_word *words; /* services and packages, sorted */
    size_t word_count;
};

/*
 * Loads pattern files; a folder stands for its *.yaml, in the order of their names. Every
 * mistake is reported through `say` (FILE:LINE:COLUMN: what was found, what would be right) and
 * loading goes on to find the next one; NULL is returned when there was any, with the first in
 * *e. `say` may be NULL.
 */
typedef void catalog_say(void *context, const char *text);
struct catalog *catalog_load(const char *const *paths, size_t n, catalog_say *say,
                             void *context, struct err *e);
void catalog_free(struct catalog *c);

/* Is it the file of what the libraries of all services write? */
static inline bool catalog_is_common(const struct catalog *c, const struct catalogue *file)
{
    return c->common && str_eq(file->service, c->common->catalogue->service);
}

/* The file whose service, or one of whose packages, is `word`; NULL: none. */
const struct catalogue_index *catalog_service(const struct catalog *c, struct str word);

/* Classes named exactly so; *n tells how many (several services may raise one class). */
struct class_entry *const *catalog_class(const struct catalog *c, struct str dotted,
                                         size_t *n);
/* Classes whose last word is this one. */
struct class_entry *const *catalog_last_word(const struct catalog *c, struct str word,
                                             size_t *n);

/* An entry by its id, NULL: none. */
const struct entry *catalog_entry(const struct catalog *c, struct str id);

#endif
