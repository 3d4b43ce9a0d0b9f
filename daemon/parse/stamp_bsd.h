/*
 * stamp_bsd.h - the time of RFC 3164, which has no year and no zone: "Dec  1 01:51:22".
 */
#ifndef LOGCLASS_PARSE_STAMP_BSD_H
#define LOGCLASS_PARSE_STAMP_BSD_H

#include "parse/stamp.h"

/*
 * Takes "Mmm dd hh:mm:ss", with a fraction perhaps, off the head of *in; the day may be padded with
 * a blank (RFC 3164, 4.1.2) or a zero (journalctl). False, with *in as before, where none stands
 * there.
 *
 * near         the year is the latest that puts the time not more than a day behind this moment
 * zero_padded  set to how the day was written: true for a zero or two digits' worth
 */
bool stamp_take_bsd(struct stamper *s, struct str *in, usec_t near, struct stamp *out,
                    bool *zero_padded);

/* The same with its year, before it or behind the day: "2026 Dec  1 01:51:22" (syslog-ng's
 * ts-format(full)), "Dec  1 2026 01:51:22" (network devices). */
bool stamp_take_bsd_year(struct stamper *s, struct str *in, struct stamp *out);

/* "Dec" as 12; 0 for no month. The three bytes must be there. */
int stamp_month(const char *p);

/* The digits behind a '.', six at most, as microseconds, and takes them; 0 where there are none. */
usec_t stamp_take_fraction(struct str *in);

/* A wall clock's time in the stamper's zone. */
void stamp_of_civil(struct stamper *s, const struct civil *c, usec_t usec, struct stamp *out);

#endif
