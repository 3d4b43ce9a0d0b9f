/*
 * habit.h - what a stream has shown of how its records stand in it.
 *
 * A transport wraps every line that goes through it. So where records were seen at the left edge,
 * a line that looks like one of a transport but holds no record is a line of the text before it:
 * of a dump, a help text, a log that a service quotes.
 */
#ifndef LOGCLASS_PARSE_HABIT_H
#define LOGCLASS_PARSE_HABIT_H

#include "parse/head.h"

/* A zeroed habit is that of a new stream; this makes it one again. */
void habit_done(struct habit *b);

/* The outermost layer of h is of a transport that this stream is not known to come through. */
bool habit_is_other(const struct habit *b, const struct head *h);

/* Learns from the head of a line. */
void habit_note(struct habit *b, const struct head *h);

#endif
