/*
 * pending.h - what the next commit has: events, and the places to read on from.
 *
 * Everything in it becomes durable together. A commit that fails, of a full disk say, leaves it as
 * it is, and is tried again; until then nothing more is read.
 */
#ifndef LOGCLASS_SERVE_PENDING_H
#define LOGCLASS_SERVE_PENDING_H

#include "store/store.h"

struct pending_event {
    size_t from, n;         /* in `text`: the event, without its end */
    size_t id_n, service_n; /* which stand before it there, in this order */
    unsigned severity, emit;
};

struct pending_position {
    struct str input;                       /* outlives it */
    size_t key_from, key_n, mark_n, held_n; /* in `text`, one behind the other */
    bool drop;
};

struct pending {
    struct buf text;
    struct pending_event *events;
    size_t event_count, event_cap;
    struct pending_position *positions;
    size_t position_count, position_cap;
};

void pending_done(struct pending *p);

void pending_event(struct pending *p, struct str id, struct str service,
                   unsigned severity, unsigned emit, struct str event);
void pending_position(struct pending *p, const struct store_position *at);
void pending_drop(struct pending *p, struct str input, struct str key);

static inline bool pending_any(const struct pending *p)
{
    return p->event_count || p->position_count;
}

/* Within store_begin … store_commit; empties nothing. */
int pending_store(const struct pending *p, struct store *s, struct err *e) MUST_USE;

void pending_clear(struct pending *p);

#endif
