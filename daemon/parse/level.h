/*
 * level.h - the level as oslo.log prints it: a word, or "Level 21" for one without a name.
 *
 * Python prints a level that nobody named as those two words. 21 is oslo.log's own AUDIT, which
 * is no longer named since it was dropped; every other takes the level that it lies above
 * (Python's numbers: 10 DEBUG, 20 INFO, 30 WARNING, 40 ERROR, 50 CRITICAL).
 */
#ifndef LOGCLASS_PARSE_LEVEL_H
#define LOGCLASS_PARSE_LEVEL_H

#include "flow/record.h"

/* Takes the level and the blank behind it off the head of *in: upper-case words only, so that
 * no sentence becomes one. */
bool level_take(struct str *in, enum level *out);

/* All of s, in any case; LEVEL_NONE where it is none. */
enum level level_of_text(struct str s);

enum level level_of_number(uint64_t n);

#endif
