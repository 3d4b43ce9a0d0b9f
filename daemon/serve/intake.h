/*
 * intake.h - one input of the configuration at work: its feed, and what is known of each stream.
 *
 *     feed ── lines ── rooms ── events ──┐
 *       └──── mark ───── parser's state ─┴──> pending
 */
#ifndef LOGCLASS_SERVE_INTAKE_H
#define LOGCLASS_SERVE_INTAKE_H

#include "config/settings.h"
#include "input/feed.h"
#include "serve/pending.h"
#include "pipeline/rooms.h"

/* Nothing more came for so long: what is open closes (parser_settle). */
#define INTAKE_SETTLE_USEC (USEC_PER_SEC / 2)

struct intake;

struct intake_settings {
    const struct input_entry *entry; /* outlives the intake */
    const struct feed_kind *kind;
    struct feed_settings feed;
    const struct zone *zone; /* of times without one; NULL: the rooms' */
    unsigned emits;          /* bit e: some output wants what enum emit's e wants */
};

/* Opens the input, from the positions that the store has of it. */
struct intake *intake_open(const struct intake_settings *s, struct store *store,
                           usec_t now, struct err *e);
void intake_close(struct intake *in); /* NULL too */

/* Takes up what the last process held of each stream. Where each stands goes into p, to be committed
 * before anything is read. */
void intake_begin(struct intake *in, struct rooms *r, struct pending *p, usec_t now);

struct feed *intake_feed(struct intake *in);

/* Reads and carries one batch; false: nothing is there for now. */
bool intake_step(struct intake *in, struct rooms *r, struct pending *p, usec_t now);

/* Closes records that have waited long enough, of streams that are read to their ends. Returns when
 * it should be called again; 0: nothing is open. */
usec_t intake_settle(struct intake *in, struct rooms *r, struct pending *p, usec_t now);

/* Before a commit: the positions of all streams that were touched since the last. */
void intake_positions(struct intake *in, struct rooms *r, struct pending *p);

/* Nothing more is read; all streams end, with their open records. */
void intake_finish(struct intake *in, struct rooms *r, struct pending *p, usec_t now);

#endif
