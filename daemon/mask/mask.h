/*
 * mask.h - secrets leave the record before anything is made of it.
 *
 * A secret becomes [redacted:KIND]; what surrounds it stays. It is hidden in every text of the
 * record and of its match, wherever it recurs, before ids, fingerprints and parameters are made,
 * so that nobody can test guesses against a digest. OpenStack's own *** stays as it is.
 *
 * What is a secret: values that the entry names (`secret:` in the pattern files), what one of the
 * rules in rules.c finds by its shape, and what the regexes under `secrets:` of a pattern file find.
 *
 * A value that recurs is hidden as a part of longer words, too, if it has eight bytes and is no
 * plain word; a shorter or plainer one, which a password may be as well, only where it stands
 * alone: the password "nova" takes "nova" away, and leaves nova.compute. One of less than four
 * bytes goes where it was found.
 */
#ifndef LOGCLASS_MASK_MASK_H
#define LOGCLASS_MASK_MASK_H

#include "flow/secret_rule.h"

struct masker; /* one worker's */

/* secrets: of the pattern files; they outlive the masker. off: nothing is hidden, which is for
 * eyes on a terminal only. */
struct mask_settings {
    const struct secret_rule *secrets;
    size_t secret_count;
    bool off;
};

struct masker *masker_new(const struct mask_settings *s);
void masker_free(struct masker *m);

/* Appends one redaction to b for each chosen record that has none yet, and replaces texts that hold
 * a secret by masked copies in b's arena. */
void mask_batch(struct masker *m, struct batch *b);

/* s without what the rules find in it: s itself, or text that lives until the next call. */
struct str mask_text(struct masker *m, struct str s);

/* The same, and without the secrets of the record that was masked last. */
struct str mask_again(struct masker *m, struct str s);

#endif
