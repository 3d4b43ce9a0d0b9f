/*
 * rules.h - secrets that are known by their shape: the words of the table in rules.c, and what is
 * looked for behind each of them.
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

struct rules; /* made once, never changed */

struct rules *rules_new(void);
void rules_free(struct rules *r);

/* Appends all secrets of s, from left to right, none inside another; linear in s. */
void rules_find(const struct rules *r, struct str s, struct secrets *out);

/* False when no rule can find anything in s: none of their words stands there. */
bool rules_maybe(const struct rules *r, struct str s);

#endif
