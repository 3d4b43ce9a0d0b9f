#include "serve/pending.h"

#include <stdlib.h>

void pending_done(struct pending *p)
{
    buf_done(&p->text);
    free(p->events);
    free(p->positions);
}

void pending_clear(struct pending *p)
{
    buf_clear(&p->text);
    p->event_count = p->position_count = 0;
}

void pending_event(struct pending *p, struct str id, struct str service,
                   unsigned severity, unsigned emit, struct str event)
{
    VEC_GROW(p->events, p->event_count, p->event_cap);
    buf_add(&p->text, id);
    buf_add(&p->text, service);
    p->events[p->event_count++] = (struct pending_event){
        .from = p->text.n,
        .n = event.n,
        .id_n = id.n,
        .service_n = service.n,
        .severity = severity,
        .emit = emit,
    };
    buf_add(&p->text, event);
}

void pending_position(struct pending *p, const struct store_position *at)
{
    VEC_GROW(p->positions, p->position_count, p->position_cap);
    p->positions[p->position_count++] = (struct pending_position){
        .input = at->input,
        .key_from = p->text.n,
        .key_n = at->stream.n,
        .mark_n = at->mark.n,
        .held_n = at->held.n,
    };
    buf_add(&p->text, at->stream);
    buf_add(&p->text, at->mark);
    buf_add(&p->text, at->held);
}

void pending_drop(struct pending *p, struct str input, struct str key)
{
    pending_position(p, &(struct store_position){.input = input, .stream = key});
    p->positions[p->position_count - 1].drop = true;
}

static int store_one_event(const struct pending *p, const struct pending_event *x,
                           struct store *s, struct err *e)
{
    const char *at = p->text.p + x->from;

    return store_add(s,
                     &(struct store_event){
                         .id = {at - x->service_n - x->id_n, x->id_n     },
                         .service = {at - x->service_n,           x->service_n},
                         .body = {at,                          x->n        },
                         .severity = x->severity,
                         .emit = x->emit,
    },
                     e);
}

static int store_one_position(const struct pending *p, const struct pending_position *x,
                              struct store *s, struct err *e)
{
    const char *at = p->text.p + x->key_from;
    struct store_position position = {
        .input = x->input,
        .stream = {at,                        x->key_n },
        .mark = {at + x->key_n,             x->mark_n},
        .held = {at + x->key_n + x->mark_n, x->held_n},
    };

    return x->drop ? store_drop_position(s, position.input, position.stream, e)
                   : store_put_position(s, &position, e);
}

int pending_store(const struct pending *p, struct store *s, struct err *e)
{
    for (size_t i = 0; i < p->event_count; i++)
        if (store_one_event(p, &p->events[i], s, e) < 0)
            return -1;
    for (size_t i = 0; i < p->position_count; i++)
        if (store_one_position(p, &p->positions[i], s, e) < 0)
            return -1;
    return 0;
}
