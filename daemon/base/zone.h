/*
 * zone.h - time zones: what a wall clock showed, as a moment.
 *
 * A zone is "UTC", an offset (+01:00, -0330, +05) or a name of the system's zone database
 * (Europe/Paris). The C library knows one zone a process, by the variable TZ; zone_moment asks
 * it under a lock and keeps the answer for the quarter of an hour, since no zone in the database
 * has changed its offset at any other moment for a hundred years.
 */
#ifndef LOGCLASS_BASE_ZONE_H
#define LOGCLASS_BASE_ZONE_H

#include "base/clock.h"
#include "base/err.h"

enum { ZONE_CACHE = 64 };

struct zone {
    char name[64];    /* as given */
    bool fixed;       /* an offset or UTC: no database behind it */
    int64_t offset_s; /* of a fixed zone, east of Greenwich */
    struct {
        int64_t slot; /* quarter hours since 1970 of the wall clock */
        int32_t offset_s;
        bool used, ambiguous;
    } cache[ZONE_CACHE];
};

/* False with a sentence when there is no such zone. A zone owns nothing; copies are good. */
int zone_init(struct zone *z, const char *name, struct err *e) MUST_USE;

/* The machine's own zone: $TZ (also a rule of POSIX), else /etc/localtime, else UTC. */
void zone_init_local(struct zone *z);

/*
 * The moment at which clocks in z showed `wall` (as clock_from_civil gives it). *ambiguous tells
 * that they showed it twice, in an hour set back; the first of the two is given. In an hour that
 * was skipped the clocks never showed it; the moment is then that of the clock not yet set.
 * A zone's cache belongs to one thread.
 */
usec_t zone_moment(struct zone *z, usec_t wall, bool *ambiguous);

#endif
