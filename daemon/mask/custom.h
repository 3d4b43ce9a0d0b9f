/*
 * custom.h - the secrets of the pattern files: regular expressions, PCRE2's.
 *
 * They have no word by which a text could be passed over, so each is tried on each text. PCRE2 runs
 * with match, depth and heap limits; a regex that meets one hides the rest of that text: what it
 * did not look at may hold what it was written for.
 */
#ifndef LOGCLASS_MASK_CUSTOM_H
#define LOGCLASS_MASK_CUSTOM_H

#include "flow/secret_rule.h"
#include "mask/rules.h"

struct custom;

/* NULL: there are none. A regex that PCRE2 refuses was a mistake of the pattern file. */
struct custom *custom_new(const struct secret_rule *rules, size_t n);
void custom_free(struct custom *c);

void custom_find(struct custom *c, struct str s, struct secrets *out);

#endif
