/*
 * known.h - the secrets of one record, which are hidden wherever they recur in it.
 */
#ifndef LOGCLASS_MASK_KNOWN_H
#define LOGCLASS_MASK_KNOWN_H

#include "mask/rules.h"

struct known_value {
    struct str value; /* borrowed from the record's own texts, as they were */
    enum secret_kind kind;
    bool anywhere; /* a part of a longer word, too */
};

enum { KNOWN_MAX = 128 }; /* further ones are hidden where the rules find them */

struct known {
    struct known_value *at;
    size_t n, cap;
};

void known_done(struct known *k);
void known_clear(struct known *k);

/* Of a private key each line is one: a value may hold a part of it. */
void known_add(struct known *k, struct str value, enum secret_kind kind);

/* Appends all places in s where one of them stands. */
void known_find(const struct known *k, struct str s, struct secrets *out);

#endif
