/*
 * num.h - numbers out of text, without locale and without surprises.
 */
#ifndef LOGCLASS_BASE_NUM_H
#define LOGCLASS_BASE_NUM_H

#include "base/str.h"

static inline bool num_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool num_is_hex(char c)
{
    return num_is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* All of s as a decimal number without sign, at most max; false leaves *out alone. */
bool num_u64(struct str s, uint64_t max, uint64_t *out);

/* The digits at the head of *in, at most max; *in then begins behind them. */
bool num_take(struct str *in, uint64_t max, uint64_t *out);

/* n digits at p, which must be digits (checked by the caller): 2 for "07", 4 for "2026". */
static inline unsigned num_fixed(const char *p, size_t n)
{
    unsigned v = 0;
    for (size_t i = 0; i < n; i++)
        v = v * 10 + (unsigned)(p[i] - '0');
    return v;
}

/* True if s is 8-4-4-4-12 hex digits, lower case or upper. */
bool num_is_uuid(struct str s);

#endif
