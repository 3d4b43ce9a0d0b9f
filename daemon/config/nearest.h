/*
 * nearest.h - the word that somebody may have meant.
 */
#ifndef LOGCLASS_CONFIG_NEAREST_H
#define LOGCLASS_CONFIG_NEAREST_H

#include "base/buf.h"

/* Letters that must be changed, added or taken away before a word is another one. */
enum { NEAREST_WORD_BYTES = 64, NEAREST_OTHER = 3 };

/* How many letters must be changed, added or taken away to make b of a (Levenshtein); SIZE_MAX
 * where one is longer than NEAREST_WORD_BYTES. */
size_t nearest_distance(struct str a, struct str b);

/*
 * The search among the words that there are:
 *
 *     CLEANUP(nearest_done) struct nearest search = {.word = key};
 *     for each row:
 *         nearest_try(&search, row name);
 *     nearest_says(&search, "what may stand here")
 */
struct nearest {
    struct str word;  /* the unknown one */
    struct str found; /* the nearest so far */
    size_t distance;
    struct buf known; /* all of them */
    struct buf said;
};

void nearest_done(struct nearest *s);
void nearest_try(struct nearest *s, struct str name);

/* ", did you mean 'state'?" or, where none is near, "; LEAD: state, emit". */
const char *nearest_says(struct nearest *s, const char *lead);

#endif
