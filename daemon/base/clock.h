/*
 * clock.h - time as microseconds since 1970-01-01T00:00:00Z, and the proleptic calendar.
 *
 * Nothing here asks what time it is but clock_now, which only app/ and pipeline/ call: everybody
 * else is given `now`, so that an hour passes in a test within a microsecond.
 */
#ifndef LOGCLASS_BASE_CLOCK_H
#define LOGCLASS_BASE_CLOCK_H

#include "base/buf.h"

typedef int64_t usec_t;

#define USEC_PER_SEC INT64_C(1000000)

struct civil {                /* a moment as a wall clock shows it, without a zone */
    int year;                 /* 1..9999 */
    int month;                /* 1..12 */
    int day;                  /* 1..31 */
    int hour, minute, second; /* second 0..60 */
    int usec;
};

usec_t clock_now(void);

/* A clock that is never set and begins anywhere: for how long something was waited for, and for
 * nothing that anybody is told. */
usec_t clock_steady(void);

/* Days since 1970-01-01 of a date in the proleptic Gregorian calendar. */
int64_t clock_days(int year, int month, int day);

bool clock_civil_valid(const struct civil *c);  /* the date exists, the time of day too */
usec_t clock_from_civil(const struct civil *c); /* as if the wall clock showed UTC */
void clock_to_civil(usec_t t, struct civil *out); /* in UTC */

/* Appends 2026-10-28T13:03:07.412Z; six digits instead of three where t has microseconds. */
void clock_iso(struct buf *out, usec_t t);

#endif
