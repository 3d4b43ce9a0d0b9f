/*
 * rules.h - secrets that are known by their shape. One rule, one row of the table in rules.c.
 */
#ifndef LOGCLASS_MASK_RULES_H
#define LOGCLASS_MASK_RULES_H

#include "flow/batch.h"

struct secret { /* where it stands in the text */
    size_t at, n;
    enum secret_kind kind;
};

/* The first secret at or after `from`; false: none is left. */
bool rules_next(struct str text, size_t from, struct secret *out);

/* False when no rule can find anything in s: a scan for the marks that every secret has. */
bool rules_maybe(struct str s);

#endif
