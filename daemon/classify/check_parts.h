/*
 * check_parts.h - what the parts of catalog_check share: check.c (examples), check_pairs.c (two
 * entries that fit one text).
 */
#ifndef LOGCLASS_CLASSIFY_CHECK_PARTS_H
#define LOGCLASS_CLASSIFY_CHECK_PARTS_H

#include "classify/classify.h"

struct checker {
    const struct catalog *c;
    catalog_say *say;
    void *context;
    size_t mistakes;

    struct classifier *classifier;
    struct pattern_scratch *scratch;
    struct arena arena; /* of the example or pair that is being checked */
};

/* "FILE:LINE: entry ID: …" to the caller, and one mistake more. */
void check_mistake(struct checker *k, const struct entry *e, size_t line, const char *fmt,
                   ...) PRINTF(4, 5);

/* As much of a text as a sentence can hold. */
struct str check_excerpt(struct str text);

/* Does the entry's own pattern fit the text? */
bool check_fits(struct checker *k, const struct entry *e, struct str text);

/* Pairs of entries that would both be named for one text. */
void check_pairs(struct checker *k);

#endif
