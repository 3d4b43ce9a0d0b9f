/*
 * render.h - records and matches become events: one line of text each, in a format.
 *
 * The event is described field by field in doc/event.md and by contrib/schema/
 * event.schema.json; every format is a function of the same view of it (view.h).
 */
#ifndef LOGCLASS_RENDER_RENDER_H
#define LOGCLASS_RENDER_RENDER_H

#include "base/err.h"
#include "flow/batch.h"

struct render_settings {
    struct str format;    /* name of a format kind */
    struct str zone_name; /* of times that carried no zone: event.timezone */
    bool colour;          /* pretty: escape sequences for a terminal */
};

struct renderer; /* one worker's */

/* NULL with a sentence that lists the formats when there is none of that name. */
struct renderer *renderer_new(const struct render_settings *s, struct err *e);
void renderer_free(struct renderer *r);

/*
 * Appends to b->events one line for each chosen record that has none yet, until they are `limit`
 * bytes or more; b->event_count tells how many were written since batch_reset. False when some
 * are left: hand on b->events, clear it, call again. Streams that the records stand in have
 * their origin.
 */
bool render_batch(struct renderer *r, struct batch *b, size_t limit);

/* The same of the i-th chosen record alone, into *out, with the event's id: for who keeps events one
 * by one. */
void render_event(struct renderer *r, const struct batch *b, size_t i, struct buf *out,
                  char id[DIGEST_HEX]);

/* Makes stream->origin from its first line, which the caller has masked. */
void render_origin(struct renderer *r, struct stream *stream,
                   struct str masked_first_line);

/* 0..6 of the schema's section "Severity". */
int render_severity(const struct record *r, const struct match *m);

/* "json, pretty": the names of all formats, for messages. */
void render_formats(struct buf *out);

#endif
