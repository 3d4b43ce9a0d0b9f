/*
 * mask.h - secrets leave the record before anything is made of it.
 *
 * A secret becomes [redacted:KIND]; what surrounds it stays. It is hidden in every text of the
 * record and of its match, wherever it recurs, before ids, fingerprints and parameters are made,
 * so that nobody can test guesses against a digest. OpenStack's own *** stays as it is.
 *
 * What is a secret: values that the entry names (`secret:` in the pattern files), and what one
 * of the rules in rules.c finds by its shape.
 */
#ifndef LOGCLASS_MASK_MASK_H
#define LOGCLASS_MASK_MASK_H

#include "flow/batch.h"

struct masker; /* one worker's */

struct masker *masker_new(void);
void masker_free(struct masker *m);

/* Appends one redaction to b for each chosen record, and replaces texts that hold a secret by
 * masked copies in b's arena. */
void mask_batch(struct masker *m, struct batch *b);

/* s without what the rules find in it: s itself, or text that lives until the next call. */
struct str mask_text(struct masker *m, struct str s);

#endif
