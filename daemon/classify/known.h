/*
 * known.h - senders that were seen before, and whose they are.
 *
 * A journal brings the lines of a few dozen units again and again: who they are is found once. The
 * table has no chains: a newcomer takes the place of who stood there.
 */
#ifndef LOGCLASS_CLASSIFY_KNOWN_H
#define LOGCLASS_CLASSIFY_KNOWN_H

#include "classify/sender.h"

struct known;
struct known *known_new(void);
void known_free(struct known *k);

/* As sender_owner; texts of the sender in the answer are those of s itself. `stream` is what
 * by_path belongs to. */
struct owner known_owner(struct known *k, const struct catalog *c, const struct sender *s,
                         const struct stream *stream, const struct owner *by_path);

#endif
