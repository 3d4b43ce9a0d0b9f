/*
 * requests.h - which requests a process was at work on, and when.
 *
 * The access line of uWSGI has a pid but no request id; the records that the service wrote
 * meanwhile have both. Of each stream the last REQUEST_SPANS requests are remembered, whoever of
 * its writers told of them. Where exactly one request of that process falls into the time of an
 * access line, it is the one that the line is about, if nothing speaks against it:
 *
 *     ──┬── record, id A ── record, id A ──┬── line, req: 7 ──┬── record, id B ──┬── line, req: 8
 *       └───────────── A is 7's ───────────┘                  └──── B is 8's ────┘
 *
 * A server whose workers have threads or coroutines works on several at a time, of which one may
 * have written no record: its lines are bound to none. Nor are those of a worker that writes records
 * of requests between its own, nor a line where the worker's count, the 7 of "req: 7/40", tells that
 * some request right before it has no line (log-5xx).
 */
#ifndef LOGCLASS_PARSE_REQUESTS_H
#define LOGCLASS_PARSE_REQUESTS_H

#include "flow/record.h"
#include "parse/outer.h"

enum {
    REQUEST_SPANS = 128,
    REQUEST_WORKERS = 64,
    REQUEST_SERVERS = 16,
    REQUEST_ID_BYTES = 40
};

/* One request in one process. */
struct request_span {
    int64_t pid;
    uint64_t place; /* the host and container that the pid is of */
    usec_t first, last;
    bool over; /* an access line has told its end */
    char id[REQUEST_ID_BYTES], global[REQUEST_ID_BYTES];
    bool global_known;
};

/* A process that answers, as its last access line left it. */
struct request_worker {
    int64_t pid;
    uint64_t place, served;
    bool stray; /* wrote of requests while it answered none */
};

struct request_server {
    uint64_t id;
    bool manifold; /* its processes work on several requests at a time */
    bool choosy;   /* not every request has a line */
};

struct requests {
    struct request_span at[REQUEST_SPANS];
    size_t count, next;
    struct request_worker workers[REQUEST_WORKERS];
    size_t worker_count, next_worker;
    struct request_server servers[REQUEST_SERVERS];
    size_t server_count, next_server;
};

/* Where pids are counted: a number made of host, container and pod; 0 without them. */
uint64_t requests_place(const struct outer *x);

/* A record of that process was written for that request. Ids of another form are passed over. */
void requests_note(struct requests *q, int64_t pid, uint64_t place, usec_t time,
                   struct str id, struct str global);

/* The same, where the ids stand in the context of oslo.log's text form. */
void requests_note_context(struct requests *q, int64_t pid, uint64_t place, usec_t time,
                           struct str context);

/* Which server: the place, and the unit or program there. */
uint64_t requests_server(const struct outer *x);

/* Its processes work on several requests at a time. */
void requests_manifold(struct requests *q, uint64_t server);

/* A process begins to answer. */
void requests_begin(struct requests *q, int64_t pid, uint64_t place);

struct answered { /* what an access line says of when and by whom */
    int64_t pid;
    uint64_t place, server;
    usec_t from, to;
    uint64_t served; /* requests of this process, with this one */
    uint64_t core;   /* of the process, 0 the first */
};

/* Puts the ids of the only request that fits into r, copied into `a`. */
void requests_bind(struct requests *q, const struct answered *x, struct record *r,
                   struct arena *a);

#endif
