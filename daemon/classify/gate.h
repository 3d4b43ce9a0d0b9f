/*
 * gate.h - which entries are tried on a record (rule 1), and whose record that makes it.
 *
 * The record's own service comes from --service, the envelopes around it, the file's path (in the
 * order of sender.h), and last the logger's first word. Which entries are tried hangs on the logger
 * first: its first word is a package of a catalogued service, or a library's, or a word that nobody
 * knows.
 */
#ifndef LOGCLASS_CLASSIFY_GATE_H
#define LOGCLASS_CLASSIFY_GATE_H

#include "classify/classify.h"
#include "classify/service.h"

/* An entry that no trie leads to. Its pattern's longest word, and the byte of that which is the
 * rarest in prose, tell most messages off before the pattern is asked. */
struct single {
    uint32_t number;
    uint32_t rare; /* offset in the word */
    struct str word;
    char first; /* byte that every text of it begins with; 0: not known */
};

/* Which entries are tried on the records of one logger. */
struct gate {
    const struct catalogue_index *const *files; /* by leading text */
    size_t file_count;
    const struct single *single; /* one by one */
    size_t single_count;
    bool by_service; /* the record's own service opened it, not its logger */
    bool stranger;   /* the logger's first word is nobody's */
};

/* One worker's: streams and loggers that it has seen, a bounded number of each. */
struct finder;
struct finder *finder_new(const struct catalog *c, const struct classify_settings *s);
void finder_free(struct finder *f);

/* Gate and owner are good until the next call. */
const struct gate *finder_gate(struct finder *f, const struct record *r,
                               const struct owner **owner);

/* The same for a message of the given file, as if its path had said so; index may be NULL. */
const struct gate *finder_gate_of(struct finder *f, const struct catalogue_index *index,
                                  struct str logger, const struct owner **owner);

/*
 * May entry e be tried on a message of that logger? One without any text of its own needs to
 * list it. On a stranger's message so does one that lists others: the same words in a project
 * that nobody described mean something else.
 */
bool gate_admits(const struct catalog *c, const struct gate *g, const struct entry *e,
                 struct str logger);

#endif
