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

struct secrets { /* a list that grows; free(at) ends it */
    struct secret *at;
    size_t n, cap;
};

void secrets_add(struct secrets *out, size_t at, size_t n, enum secret_kind kind);

/* Appends all secrets of s, rule by rule, each rule's from left to right; linear in s. */
void rules_find(struct str s, struct secrets *out);

/* False when no rule can find anything in s: a scan for the marks that every secret has. */
bool rules_maybe(struct str s);

#endif
