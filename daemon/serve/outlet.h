/*
 * outlet.h - an output at work: a thread of its own that reads the store behind its mark and gives
 * the output what it wants.
 *
 *     store ── events behind the mark ── wanted? ── documents ── output ── peer
 *       └────────────── number and mark, when the peer has taken them ──────┘ (the loop commits)
 *
 * One that is away is tried again, for ever, with pauses that grow to a minute. A document that can
 * never be taken is written to a file beside the store and counted, and the next one goes.
 */
#ifndef LOGCLASS_SERVE_OUTLET_H
#define LOGCLASS_SERVE_OUTLET_H

#include "config/settings.h"
#include "output/output.h"
#include "store/reader.h"

enum {
    OUTLET_ROWS = 256, /* read at once, at most */
    OUTLET_BYTES = 512 * 1024,
};
#define OUTLET_PAUSE_LEAST_USEC (USEC_PER_SEC / 4)
#define OUTLET_PAUSE_MOST_USEC  (60 * USEC_PER_SEC)

struct outlet;

struct outlet_settings {
    const struct output_entry *entry; /* outlives the outlet */
    struct store *store;              /* likewise */
    struct str folder;                /* of the store: for rejected.json */
    uint64_t number;                  /* of the last event that the output has passed */
    struct str mark;
    int wake; /* eventfd(2) of the loop: written to when outlet_told has something new */

    /* Something to be told, in a sentence; called by the thread. */
    void (*say)(void *context, const char *text);
    void *context;
};

/* Starts the thread. */
struct outlet *outlet_start(const struct outlet_settings *s);

void outlet_more(struct outlet *o);   /* events were committed */
void outlet_reopen(struct outlet *o); /* SIGHUP */

/* What the output has passed since it was last asked; false: nothing new. *mark is replaced. */
bool outlet_told(struct outlet *o, uint64_t *number, struct buf *mark);

struct outlet_state {
    uint64_t number;         /* of the last event passed */
    uint64_t sent, rejected; /* documents, since the start */
    uint64_t failures;       /* tries that the peer did not take */
    bool away;               /* the last one failed */
};

void outlet_state(struct outlet *o, struct outlet_state *out);

/* Ends the thread once it has sent what is in the store, or when so much time is over; what the
 * output has passed can still be asked for. */
void outlet_stop(struct outlet *o, usec_t within_us);
void outlet_free(struct outlet *o); /* stopped; NULL too */

#endif
