/*
 * rooms.h - the rooms between input and output, and the batch that is carried through them.
 *
 *     lines ── parse ── classify ── choose ── mask ── render
 *
 * What is chosen, and what becomes of the rendered text, is the caller's: offline it goes to
 * standard output, in the daemon to the store.
 */
#ifndef LOGCLASS_PIPELINE_ROOMS_H
#define LOGCLASS_PIPELINE_ROOMS_H

#include "classify/classify.h"
#include "mask/mask.h"
#include "parse/parse.h"
#include "pipeline/emit.h"
#include "render/render.h"

struct rooms_settings {
    const struct catalog *catalog;
    bool show_secrets; /* hide nothing */
    struct str host; /* of records that name none; empty: their stream's own, else none */
    struct parse_settings parse;
    struct classify_settings classify;
    struct render_settings render;
};

struct rooms {
    struct parser *parser;
    struct classifier *classifier;
    struct masker *masker;
    struct renderer *renderer;
    struct batch batch;
    struct buf host, service;
    bool show_secrets;
    unsigned stream_count; /* for who numbers streams */
};

struct rooms *rooms_new(const struct rooms_settings *s, struct err *e);
void rooms_free(struct rooms *r); /* NULL too */

/* Another catalogue from here on, between two batches. */
void rooms_catalog(struct rooms *r, const struct catalog *c);

/* Lines become records; `ended`: the stream ends behind them. */
void rooms_parse(struct rooms *r, struct stream *s, bool ended);

/* The open records of a stream that pauses close. */
void rooms_settle(struct rooms *r, struct stream *s);

/* Records get their matches; the caller then chooses. */
void rooms_classify(struct rooms *r);

/* What was chosen, of stream s, loses its secrets. */
void rooms_mask(struct rooms *r, struct stream *s);

#endif
