/*
 * nearest.h - the word that somebody may have meant.
 */
#ifndef LOGCLASS_CONFIG_NEAREST_H
#define LOGCLASS_CONFIG_NEAREST_H

#include "base/str.h"

/* Letters that must be changed, added or taken away before a word is another one. */
enum { NEAREST_WORD_BYTES = 64, NEAREST_OTHER = 3 };

/* How many letters must be changed, added or taken away to make b of a (Levenshtein); SIZE_MAX
 * where one is longer than NEAREST_WORD_BYTES. */
size_t nearest_distance(struct str a, struct str b);

#endif
