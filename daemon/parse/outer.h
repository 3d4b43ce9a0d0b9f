/*
 * outer.h - what the envelopes around a record tell of it.
 *
 * A container's runtime, a journal or syslog know the host, the program and the moment a line came
 * by; a journal of oslo.log's own handler knows the call site and the request as well. All of it is
 * kept with the record's first line. Of several layers that tell the same the innermost holds.
 */
#ifndef LOGCLASS_PARSE_OUTER_H
#define LOGCLASS_PARSE_OUTER_H

#include "base/arena.h"
#include "flow/record.h"

enum outer_text {
    OUTER_HOST,
    OUTER_UNIT,       /* heat-engine.service */
    OUTER_IDENTIFIER, /* syslog's tag or app-name, without its pid */
    OUTER_CONTAINER_NAME,
    OUTER_CONTAINER_ID,
    OUTER_IMAGE,
    OUTER_POD,
    OUTER_NAMESPACE,
    OUTER_FILE, /* that a tool took the line from and names before it */
    OUTER_MSGID,
    OUTER_LOGGER,
    OUTER_CODE_FILE,
    OUTER_CODE_FUNCTION,
    OUTER_REQUEST_ID,
    OUTER_PROJECT_ID,
    OUTER_PROJECT_NAME,
    OUTER_USER_ID,
    OUTER_USER_NAME,
    OUTER_THREAD_NAME,
    OUTER_PROCESS_NAME,
    OUTER_TEXTS
};

struct outer {
    struct str text[OUTER_TEXTS];
    uint32_t code_line;     /* 0: unknown */
    int severity, facility; /* syslog's, 0..7 and 0..23; -1: none */
    enum level level;       /* of a text that says none itself */
    int64_t pid;            /* -1: none */
    bool arrival_known;     /* `arrival`: when the innermost of them took the line */
    usec_t arrival;
};

void outer_clear(struct outer *x);

/* Fills what the record does not say itself; `place` is what the stream's path tells, or NULL.
 * Slices go into `a` where `copy`. */
void outer_fill(const struct outer *x, const struct sender *place, struct record *r,
                struct arena *a, bool copy);

/* A number made of texts, one after the other: FNV-1a, 64 bits (draft-eastlake-fnv), the texts divided
 * by a zero byte. v is what came out before, OUTER_MIX for the first. */
#define OUTER_MIX UINT64_C(0xcbf29ce484222325)
uint64_t outer_mix(uint64_t v, struct str s);

/* Syslog's severity as a level: RFC 5424, 6.2.1, as oslo.log writes it (SYSLOG_MAP). */
enum level outer_level(int severity);

#endif
