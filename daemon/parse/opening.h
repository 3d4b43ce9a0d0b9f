/*
 * opening.h - whether a text begins as a record of oslo.log's text form does.
 *
 * For envelopes that say too little themselves to be told from any other line: they count only
 * before such a text.
 */
#ifndef LOGCLASS_PARSE_OPENING_H
#define LOGCLASS_PARSE_OPENING_H

#include "parse/stamp.h"

/* "2026-12-01 01:50:31.108 3405 DEBUG …": a time without zone, a pid or none, a level. */
bool opening_stands(struct stamper *s, struct str text);

/* "3405 DEBUG …": what stands behind the time. */
bool opening_goes_on(struct str text);

#endif
