/*
 * requests.h - which requests a process was at work on, and when.
 *
 * The access line of uWSGI has a pid but no request id; the records that the service wrote
 * meanwhile have both. Of each stream the last REQUEST_SPANS requests are remembered, whoever of
 * its writers told of them. Where exactly one request of that process falls into the time of an
 * access line, it is the one that the line is about.
 */
#ifndef LOGCLASS_PARSE_REQUESTS_H
#define LOGCLASS_PARSE_REQUESTS_H

#include "flow/record.h"
#include "parse/outer.h"

enum { REQUEST_SPANS = 128, REQUEST_ID_BYTES = 40 };

/* One request in one process. */
struct request_span {
    int64_t pid;
    uint64_t place; /* the host and container that the pid is of */
    usec_t first, last;
    bool over; /* an access line has told its end */
    char id[REQUEST_ID_BYTES], global[REQUEST_ID_BYTES];
    bool global_known;
};

struct requests {
    struct request_span at[REQUEST_SPANS];
    size_t count, next;
};

/* Where pids are counted: a number made of host, container and pod; 0 without them. */
uint64_t requests_place(const struct outer *x);

/* A record of that process was written for that request. Ids of another form are passed over. */
void requests_note(struct requests *q, int64_t pid, uint64_t place, usec_t time,
                   struct str id, struct str global);

/* The same, where the ids stand in the context of oslo.log's text form. */
void requests_note_context(struct requests *q, int64_t pid, uint64_t place, usec_t time,
                           struct str context);

struct answered { /* what an access line says of when */
    int64_t pid;
    uint64_t place;
    usec_t from, to;
    bool one_by_one; /* the process works on one request at a time: the others are over as well */
};

/* Puts the ids of the only request that fits into r, copied into `a`. */
void requests_bind(struct requests *q, const struct answered *x, struct record *r,
                   struct arena *a);

#endif
