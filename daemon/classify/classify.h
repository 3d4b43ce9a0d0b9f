/*
 * classify.h - records become matches: which entry, which exception, which situation.
 *
 * The rules are in doc/patterns.md, "Which entry"; each is a file here: service.c (whose record
 * it is), gate.c (which entries are tried), message.c (log entries), raised.c (exceptions by
 * class), situation.c (which row of a class), cause.c (messages inside values), confidence.c
 * (the numbers).
 */
#ifndef LOGCLASS_CLASSIFY_CLASSIFY_H
#define LOGCLASS_CLASSIFY_CLASSIFY_H

#include "classify/catalog.h"
#include "flow/batch.h"

struct classify_settings {
    struct str service; /* --service: these inputs belong to it; empty: find out */
};

/* Tells of each step, for `explain`: one line of text without newline. */
typedef void classify_narrator(void *context, const char *step, struct str text);

/* One worker's: scratch space and what it remembers of streams. */
struct classifier;

/* The catalog, and the text of the settings, must outlive it; s may be NULL. */
struct classifier *classifier_new(const struct catalog *c,
                                  const struct classify_settings *s);
void classifier_free(struct classifier *k);
void classifier_narrate(struct classifier *k, classify_narrator *narrator, void *context);

/* Appends to b->matches one match for each record that has none yet; an empty one for a notice and
 * for an event of our own. */
void classify_batch(struct classifier *k, struct batch *b);

/*
 * One message as if it were a whole record of that logger, in a file of that service (NULL: of
 * no known one); logger and level may be absent. *out is written whole, its lists lie in a.
 */
void classify_text(struct classifier *k, const struct catalogue *service,
                   struct str logger, enum level level, struct str text,
                   struct match *out, struct arena *a);

/* The one situation of c that an exception's text leaves, raised in that frame (NULL: no
 * traceback tells). NULL: several remain, or nothing points to the class. */
const struct entry *classify_raised_text(struct classifier *k,
                                         const struct class_entry *c, struct str text,
                                         const struct frame *frame, struct arena *a);

/*
 * Does the catalog keep its own promises? Every example is won by its entry with its params,
 * no counterexample fits, no two entries fit each other's examples, every entry that a person
 * wrote has examples; of a class with several situations each that has a raise site of its own.
 * Mistakes go to `say`; returns their number.
 */
size_t catalog_check(const struct catalog *c, catalog_say *say, void *context);

#endif
