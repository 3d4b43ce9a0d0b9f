/*
 * opening.h - what a record begins with, told without reading it.
 *
 * The name of a host or a file before a line looks like any word of a text. It is believed where
 * one of these stands behind it.
 */
#ifndef LOGCLASS_PARSE_OPENING_H
#define LOGCLASS_PARSE_OPENING_H

#include "parse/stamp.h"

/* "2026-12-01 01:50:30", with a blank or T: oslo.log, containers, syslog of today. */
bool opening_iso(struct str s);

/* "Dec  1 01:50:31 ": syslog, journalctl. */
bool opening_bsd(struct str s);

/* "[Tue Dec 01 01:50:31": Apache's error log. */
bool opening_apache(struct str s);

/* One of these. */
bool opening_dated(struct str s);

/* A record of oslo.log's JSONFormatter, whose first key is "message". */
bool opening_json(struct str s);

/* "2026-12-01 01:50:30.971 31 ERROR heat", or without the pid. */
bool opening_oslo(struct str s);

/* "Dec  1 01:50:31 ctl1 heat-engine[24984]: ", also with a date that has the year and a T. */
bool opening_syslog(struct str s);

/* "2026-12-01 01:50:31.108 3405 DEBUG …": a time without zone, a pid or none, a level. */
bool opening_stands(struct stamper *s, struct str text);

/* "3405 DEBUG …": what stands behind the time. */
bool opening_goes_on(struct str text);

#endif
