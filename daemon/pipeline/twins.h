/*
 * twins.h - which records were already met in another input.
 *
 * One machine says the same thing twice: into a log and into its journal, or into two files. Such
 * records are equal in time, host (its first label), pid, logger, level and message, and are one
 * event. Within one stream equal records are two: a service may well say the same twice in a
 * millisecond. Of streams that have a record once, twice and once, two events come.
 *
 * Records without any time are never taken for the same. At least the last LIMIT_SEEN_RECORDS are
 * remembered, by digests of 64 bits: 64 MiB at most, and nothing while there is only one stream.
 */
#ifndef LOGCLASS_PIPELINE_TWINS_H
#define LOGCLASS_PIPELINE_TWINS_H

#include "flow/record.h"

struct twins;

struct twins *twins_new(size_t limit); /* LIMIT_SEEN_RECORDS; a test has fewer */
void twins_free(struct twins *s);

/* Was this record met in another stream? If not, it is remembered. */
bool twins_has(struct twins *s, const struct record *r);

#endif
