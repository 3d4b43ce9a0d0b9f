/*
 * utf8.h - what is well-formed UTF-8 (RFC 3629), and where a text may be cut.
 */
#ifndef LOGCLASS_BASE_UTF8_H
#define LOGCLASS_BASE_UTF8_H

#include "base/str.h"

/*
 * Length of the well-formed sequence at s[at], 1 to 4; 0 where the bytes are no such sequence
 * (then one byte is to be replaced). Overlong forms, surrogates and what is above U+10FFFF are
 * not well-formed.
 */
size_t utf8_len(struct str s, size_t at);

/* The longest head of s with at most `limit` bytes that does not split a character. */
struct str utf8_head(struct str s, size_t limit);

#endif
