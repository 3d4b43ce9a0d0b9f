/*
 * emit.h - which records become events.
 */
#ifndef LOGCLASS_PIPELINE_EMIT_H
#define LOGCLASS_PIPELINE_EMIT_H

#include "flow/batch.h"

enum emit {
    EMIT_FINDINGS, /* findings of rules only */
    EMIT_TROUBLE, /* those, notices, and entries of role trouble or caller of severity >= 2 */
    EMIT_PROBLEMS, /* those, unclassified problems, and what markers say around one */
    EMIT_CLASSIFIED, /* findings, notices, every record the catalogue knows, markers aside */
    EMIT_ALL,
};

bool emit_of(struct str word, enum emit *out);
extern const char emit_words[]; /* "findings, trouble, …" for messages */

/* A problem: WARNING or above, or with a traceback. */
bool emit_is_problem(const struct record *r);

/* Never for a record that is no message of anybody. */
bool emit_wants(enum emit what, const struct record *r, const struct match *m,
                int severity);

#endif
