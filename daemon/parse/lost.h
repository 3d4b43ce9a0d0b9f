/*
 * lost.h - the lines in which a journal or syslog daemon says that it lost lines.
 */
#ifndef LOGCLASS_PARSE_LOST_H
#define LOGCLASS_PARSE_LOST_H

#include "base/str.h"

/*
 * True if this is such a line of journald ("Suppressed 1942 messages from …"; systemd's
 * src/journal/journald-rate-limit.c; "Missed 9 kernel messages") or rsyslogd ("imuxsock lost 12
 * messages from pid 7 due to rate-limiting", "imjournal: 12 messages lost due to rate-limiting",
 * "imuxsock begins to drop messages …"; plugins/imuxsock, runtime/ratelimit.c).
 *
 * identifier  who says so
 * lost        how many; 0 where the line does not tell
 * unit        whose lines; empty where the line does not tell
 */
bool lost_read(struct str identifier, struct str text, uint64_t *lost, struct str *unit);

/* Journald's line alone, whoever says so. */
bool lost_suppressed(struct str text, uint64_t *lost, struct str *unit);

/* Is this the name under which journald speaks? */
bool lost_by_journald(struct str identifier);

#endif
