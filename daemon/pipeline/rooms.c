#include "pipeline/rooms.h"

#include <stdlib.h>

static void open_catalog(struct rooms *r, const struct catalog *c)
{
    struct classify_settings s = {.service = buf_str(&r->service)};

    r->classifier = classifier_new(c, &s);
    r->masker = masker_new(&(struct mask_settings){
        .secrets = c->secrets,
        .secret_count = c->secret_count,
        .off = r->show_secrets,
    });
}

struct rooms *rooms_new(const struct rooms_settings *s, struct err *e)
{
    struct renderer *renderer = renderer_new(&s->render, e);

    if (!renderer)
        return NULL;
    struct rooms *r = mem_new(sizeof *r);
    r->renderer = renderer;
    r->parser = parser_new(&s->parse);
    r->show_secrets = s->show_secrets;
    buf_add(&r->host, s->host);
    buf_add(&r->service, s->classify.service);
    open_catalog(r, s->catalog);
    batch_init(&r->batch);
    return r;
}

void rooms_free(struct rooms *r)
{
    if (!r)
        return;
    parser_free(r->parser);
    classifier_free(r->classifier);
    masker_free(r->masker);
    renderer_free(r->renderer);
    batch_done(&r->batch);
    buf_done(&r->host);
    buf_done(&r->service);
    free(r);
}

void rooms_catalog(struct rooms *r, const struct catalog *c)
{
    batch_reset(&r->batch, r->batch.now);
    classifier_free(r->classifier);
    masker_free(r->masker);
    open_catalog(r, c);
}

/* A host that no record names is the one that was given, else that of the records' stream. */
static void place_records(struct rooms *r)
{
    struct batch *b = &r->batch;

    for (size_t i = 0; i < b->record_count; i++) {
        struct record *x = &b->records[i];
        if (x->host.n == 0)
            x->host = r->host.n ? buf_str(&r->host) : x->stream->host;
    }
}

void rooms_parse(struct rooms *r, struct stream *s, bool ended)
{
    parser_lines(r->parser, &r->batch);
    if (ended)
        parser_end(r->parser, s, &r->batch);
    place_records(r);
}

void rooms_settle(struct rooms *r, struct stream *s)
{
    parser_settle(r->parser, s, &r->batch);
    place_records(r);
}

void rooms_classify(struct rooms *r)
{
    classify_batch(r->classifier, &r->batch);
}

void rooms_mask(struct rooms *r, struct stream *s)
{
    if (r->batch.chosen_count && !s->origin_known)
        render_origin(r->renderer, s,
                      mask_text(r->masker, (struct str){s->first_line, s->first_line_n}));
    mask_batch(r->masker, &r->batch);
}
