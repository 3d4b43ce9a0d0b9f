/*
 * anchors.h - the words near which a secret may stand, all found in one pass over a text.
 *
 * An automaton of Aho and Corasick ("Efficient string matching", CACM 18, 1975), made once: one
 * look into a table of some ten kilobytes for each byte, however many words there are. Letters
 * fit in either case, and - fits _, so that x_auth_token is X-Auth-Token and HTTP_X_AUTH_TOKEN's
 * end.
 */
#ifndef LOGCLASS_MASK_ANCHORS_H
#define LOGCLASS_MASK_ANCHORS_H

#include "base/str.h"

struct anchors;

/* words: lower case, _ for -, none empty; words[i * stride] is read as a struct str. */
struct anchors *anchors_new(const struct str *words, size_t n, size_t stride_bytes);
void anchors_free(struct anchors *a);

struct anchor_walk {
    struct str s;
    size_t at;   /* behind the last byte looked at: where the word found ends */
    size_t word; /* its number */
    unsigned state;
};

/* Goes on to the next place where a word ends; of those that end there, the longest. False: the
 * text ends. */
bool anchors_next(const struct anchors *a, struct anchor_walk *w);

/* Does any of them stand in s? */
bool anchors_any(const struct anchors *a, struct str s);

#endif
