/*
 * stamp.h - the time at the head of a line.
 *
 * "2026-12-01 01:50:30.971" (oslo.log's asctime and msecs), with 'T' between date and time as
 * well, with ',' before the fraction (Python's own default) or without one, and followed by Z or
 * an offset where the format has %(isotime)s.
 */
#ifndef LOGCLASS_PARSE_STAMP_H
#define LOGCLASS_PARSE_STAMP_H

#include "base/zone.h"

enum { STAMP_BYTES = 19 }; /* date and time without fraction */

/* Lines of one second follow each other: its moment is kept. One thread's own. */
struct stamper {
    const struct zone *from; /* what `zone` is a copy of */
    struct zone zone;        /* of times that carry none */
    char last[STAMP_BYTES];
    bool known;
    usec_t wall;   /* of `last`, as if the clock had shown UTC */
    usec_t moment; /* of `last`, in `zone` */
    bool ambiguous;
};

struct stamp {
    usec_t time;
    bool zone_assumed, ambiguous, year_assumed;
};

/* Times that carry no zone are of `zone` from here on. */
void stamper_zone(struct stamper *s, const struct zone *zone);

/* Takes a time off the head of *in. False, with *in as before, where none stands there: nor is
 * one with an offset that no zone has, or whose moment in UTC lies outside the years 1 to 9999. */
bool stamp_take(struct stamper *s, struct str *in, struct stamp *out);

#endif
