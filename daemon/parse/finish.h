/*
 * finish.h - an open record that closes becomes a row of the batch.
 */
#ifndef LOGCLASS_PARSE_FINISH_H
#define LOGCLASS_PARSE_FINISH_H

#include "parse/open.h"
#include "parse/traceback.h"

/* Appends o's record to b->records: its fields, its texts, its exceptions. */
void finish(struct open *o, struct reading *in, struct tracing *t, struct batch *b);

#endif
