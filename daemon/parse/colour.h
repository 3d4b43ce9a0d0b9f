/*
 * colour.h - takes terminal colours out of a line.
 *
 * In oslo.log 3.39 to 6.0 every handler of stderr and stdout ends its records with ESC[00m,
 * whether colours are configured or not (oslo_log/handlers.py), after the closing brace of a JSON
 * record as well.
 */
#ifndef LOGCLASS_PARSE_COLOUR_H
#define LOGCLASS_PARSE_COLOUR_H

#include "base/arena.h"

/* s without its "ESC[…m" sequences: s itself where it has none, else a copy in the arena. */
struct str colour_strip(struct arena *a, struct str s);

/* The head of s that holds no ESC. */
struct str colour_plain(struct str s);

#endif
