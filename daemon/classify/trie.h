/*
 * trie.h - the leading text of many patterns, as a radix tree over bytes.
 *
 * Keys have runs of blanks as one space (pattern_lead); in the text one space of a key matches
 * a run of blanks. What is found are candidates: their patterns decide.
 */
#ifndef LOGCLASS_CLASSIFY_TRIE_H
#define LOGCLASS_CLASSIFY_TRIE_H

#include "base/str.h"

struct trie;

struct trie *trie_new(void);
void trie_free(struct trie *t);

/* Adds a value under a key, which must outlive the tree. One key may hold many values. An empty
 * key is found by every text. */
void trie_add(struct trie *t, struct str key, uint32_t value);

/* Makes the tree fast to search; no trie_add afterwards. */
void trie_seal(struct trie *t);

/* Calls found for each value whose key the text begins with, shortest key first. */
typedef void trie_found(void *context, uint32_t value);
void trie_search(const struct trie *t, struct str text, trie_found *found, void *context);

#endif
