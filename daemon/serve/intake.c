#include "serve/intake.h"

#include <stdlib.h>

#include "flow/limits.h"

/* What the store held of one stream when the process began. */
struct memory {
    struct buf key, mark, held;
    bool taken;
};

/* A stream that lines came from. */
struct flowing {
    struct stream *stream;
    usec_t last;  /* when its last line was read */
    bool touched; /* since the last commit */
};

struct intake {
    const struct input_entry *entry;
    struct feed *feed;
    const struct zone *zone;
    unsigned emits; /* bits of the levels that some output wants */
    struct memory *memories;
    size_t memory_count, memory_cap;
    struct flowing *streams;
    size_t stream_count, stream_cap;
    struct buf key, mark, held, event; /* scratch */
};

/* ---- opening ---- */

static int remember(void *arg, const struct store_position *p, struct err *e)
{
    struct intake *in = arg;

    (void)e;
    if (!str_eq(p->input, in->entry->name))
        return 0;
    VEC_GROW(in->memories, in->memory_count, in->memory_cap);
    struct memory *m = &in->memories[in->memory_count++];
    *m = (struct memory){0};
    buf_add(&m->key, p->stream);
    buf_add(&m->mark, p->mark);
    buf_add(&m->held, p->held);
    return 0;
}

/* The input itself has a position, without a stream: it has been seen. */
static const struct store_position *own_position(const struct intake *in,
                                                 struct store_position *p)
{
    *p = (struct store_position){.input = in->entry->name, .mark = STR("known")};
    return p;
}

static bool open_feed(struct intake *in, const struct intake_settings *s, usec_t now,
                      struct err *e)
{
    struct feed_mark *marks = mem_new((in->memory_count + 1) * sizeof *marks);
    struct feed_settings settings = s->feed;
    size_t n = 0;

    for (size_t i = 0; i < in->memory_count; i++)
        if (in->memories[i].key.n)
            marks[n++] = (struct feed_mark){buf_str(&in->memories[i].key),
                                            buf_str(&in->memories[i].mark)};
    settings.fresh = settings.fresh && in->memory_count == 0;
    in->feed = s->kind->open(&settings, marks, n, now, e);
    free(marks);
    return in->feed;
}

struct intake *intake_open(const struct intake_settings *s, struct store *store,
                           usec_t now, struct err *e)
{
    struct intake *in = mem_new(sizeof *in);

    in->entry = s->entry;
    in->zone = s->zone;
    in->emits = s->emits;
    if (store_each_position(store, remember, in, e) < 0 || !open_feed(in, s, now, e)) {
        intake_close(in);
        return NULL;
    }
    return in;
}

void intake_close(struct intake *in)
{
    if (!in)
        return;
    if (in->feed)
        in->feed->kind->close(in->feed);
    for (size_t i = 0; i < in->memory_count; i++) {
        buf_done(&in->memories[i].key);
        buf_done(&in->memories[i].mark);
        buf_done(&in->memories[i].held);
    }
    free(in->memories);
    free(in->streams);
    buf_done(&in->key);
    buf_done(&in->mark);
    buf_done(&in->held);
    buf_done(&in->event);
    free(in);
}

struct feed *intake_feed(struct intake *in)
{
    return in->feed;
}

/* ---- streams ---- */

/* What the last process held of a stream: its origin, and the parser's state. */
static void restore(struct intake *in, struct rooms *r, struct stream *s)
{
    buf_clear(&in->key);
    buf_clear(&in->mark);
    in->feed->kind->mark(in->feed, s, &in->key, &in->mark);
    for (size_t i = 0; i < in->memory_count; i++) {
        struct memory *m = &in->memories[i];
        if (m->taken || !in->key.n || !str_eq(buf_str(&m->key), buf_str(&in->key)))
            continue;
        m->taken = true;
        struct str held = buf_str(&m->held);
        if (held.n < DIGEST_HEX)
            return;
        memcpy(s->origin, held.p, DIGEST_HEX);
        s->origin_known = s->origin[0] != ' ';
        (void)parser_restore(r->parser, s, str_from(held, DIGEST_HEX));
        buf_done(&m->held);
        return;
    }
}

static struct flowing *find_stream(struct intake *in, struct rooms *r, struct stream *s)
{
    for (size_t i = 0; i < in->stream_count; i++)
        if (in->streams[i].stream == s)
            return &in->streams[i];
    s->number = r->stream_count++;
    s->name = in->entry->name;
    s->host = in->entry->host;
    s->service = in->entry->service;
    s->zone = in->zone;
    restore(in, r, s);
    VEC_GROW(in->streams, in->stream_count, in->stream_cap);
    struct flowing *c = &in->streams[in->stream_count++];
    *c = (struct flowing){.stream = s};
    return c;
}

static void forget_stream(struct intake *in, const struct stream *s)
{
    for (size_t i = 0; i < in->stream_count; i++)
        if (in->streams[i].stream == s) {
            in->streams[i] = in->streams[--in->stream_count];
            return;
        }
}

/* ---- events ---- */

/* Which of the levels of --emit want the record, as bits; 0: no output does. */
static unsigned emits_of(const struct record *r, const struct match *m, int severity)
{
    unsigned bits = 0;

    for (unsigned e = EMIT_FINDINGS; e <= EMIT_ALL; e++)
        if (emit_wants((enum emit)e, r, m, severity))
            bits |= 1u << e;
    return bits;
}

static int severity_of(const struct record *r, const struct match *m)
{
    return m->status == MATCH_UNCLASSIFIED ? 0 : render_severity(r, m);
}

static void choose(struct intake *in, struct batch *b)
{
    for (uint32_t i = 0; i < b->record_count; i++) {
        const struct record *r = &b->records[i];
        const struct match *m = &b->matches[i];
        if (emits_of(r, m, severity_of(r, m)) & in->emits)
            batch_choose(b, i);
    }
}

static void take_event(struct intake *in, struct rooms *r, size_t i, struct pending *p)
{
    const struct batch *b = &r->batch;
    const struct record *record = &b->records[b->chosen[i]];
    const struct match *m = &b->matches[b->chosen[i]];
    int severity = severity_of(record, m);
    char id[DIGEST_HEX];

    buf_clear(&in->event);
    render_event(r->renderer, b, i, &in->event, id);
    struct str text = buf_str(&in->event);
    if (text.n && text.p[text.n - 1] == '\n')
        text.n--;
    pending_event(p, (struct str){id, DIGEST_HEX}, m->service_type, (unsigned)severity,
                  emits_of(record, m, severity), text);
}

/* From records to events that wait for the commit. */
static void carry(struct intake *in, struct rooms *r, struct stream *s, struct pending *p)
{
    rooms_classify(r);
    choose(in, &r->batch);
    rooms_mask(r, s);
    for (size_t i = 0; i < r->batch.chosen_count; i++)
        take_event(in, r, i, p);
}

/* What befell the input is an event of its own. */
static void carry_notice(struct intake *in, struct rooms *r, const struct feed_notice *n,
                         struct pending *p, usec_t now)
{
    batch_reset(&r->batch, now);
    struct record *x = batch_record(&r->batch);
    x->stream = n->stream;
    x->position = n->position;
    x->host = n->stream->host;
    x->notice = true;
    x->happened = n->happened;
    x->lost = n->lost;
    x->level = LEVEL_WARNING;
    x->time = n->time;
    x->time_source = TIME_ENVELOPE;
    x->body = x->message = x->raw = n->text;
    carry(in, r, n->stream, p);
}

static void take_notices(struct intake *in, struct rooms *r, struct pending *p, usec_t now)
{
    struct feed_notice n;

    while (in->feed->kind->notice && in->feed->kind->notice(in->feed, &n)) {
        struct flowing *c = find_stream(in, r, n.stream);
        c->touched = true;
        carry_notice(in, r, &n, p, now);
    }
}

static void put_position(struct intake *in, struct rooms *r, struct stream *s,
                         struct pending *p)
{
    buf_clear(&in->key);
    buf_clear(&in->mark);
    buf_clear(&in->held);
    in->feed->kind->mark(in->feed, s, &in->key, &in->mark);
    if (in->key.n == 0)
        return;
    char origin[DIGEST_HEX];
    memset(origin, ' ', sizeof origin);
    buf_add(&in->held, (struct str){s->origin_known ? s->origin : origin, DIGEST_HEX});
    size_t before = in->held.n;
    parser_save(r->parser, s, &in->held);
    if (in->held.n == before)
        buf_clear(&in->held);
    pending_position(p, &(struct store_position){.input = in->entry->name,
                                                 .stream = buf_str(&in->key),
                                                 .mark = buf_str(&in->mark),
                                                 .held = buf_str(&in->held)});
}

static void put_drops(struct intake *in, struct pending *p)
{
    for (;;) {
        buf_clear(&in->key);
        if (!in->feed->kind->drop(in->feed, &in->key))
            return;
        pending_drop(p, in->entry->name, buf_str(&in->key));
    }
}

void intake_begin(struct intake *in, struct rooms *r, struct pending *p, usec_t now)
{
    struct store_position own;

    pending_position(p, own_position(in, &own));
    for (size_t i = 0;; i++) {
        buf_clear(&in->key);
        buf_clear(&in->mark);
        if (!in->feed->kind->mark_at(in->feed, i, &in->key, &in->mark))
            break;
        struct stream *s = in->feed->kind->stream_at(in->feed, i);
        if (s) {
            struct flowing *c = find_stream(in, r, s);
            c->last = now;
            put_position(in, r, s, p);
        }
    }
}

bool intake_step(struct intake *in, struct rooms *r, struct pending *p, usec_t now)
{
    struct batch *b = &r->batch;
    struct stream *s = NULL;
    struct err e;

    batch_reset(b, now);
    enum got got = in->feed->kind->read(in->feed, b, &s, &e);
    if (got == GOT_NOTHING) {
        take_notices(in, r, p, now);
        put_drops(in, p);
        return false;
    }
    struct flowing *c = find_stream(in, r, s);
    c->last = now;
    c->touched = true;
    rooms_parse(r, s, got != GOT_LINES);
    carry(in, r, s, p);
    take_notices(in, r, p, now);
    if (got != GOT_LINES) {
        put_position(in, r, s, p);
        forget_stream(in, s);
    }
    return true;
}

usec_t intake_settle(struct intake *in, struct rooms *r, struct pending *p, usec_t now)
{
    usec_t next = 0;

    for (size_t i = 0; i < in->stream_count; i++) {
        struct flowing *c = &in->streams[i];
        if (!parser_is_open(r->parser, c->stream))
            continue;
        usec_t due = c->last + INTAKE_SETTLE_USEC;
        /* A clock that was set back must not keep records open. */
        if (due > now && due - now <= INTAKE_SETTLE_USEC) {
            next = next == 0 || due < next ? due : next;
            continue;
        }
        batch_reset(&r->batch, now);
        rooms_settle(r, c->stream);
        carry(in, r, c->stream, p);
        c->touched = true;
    }
    return next;
}

void intake_positions(struct intake *in, struct rooms *r, struct pending *p)
{
    for (size_t i = 0; i < in->stream_count; i++) {
        if (in->streams[i].touched)
            put_position(in, r, in->streams[i].stream, p);
        in->streams[i].touched = false;
    }
    put_drops(in, p);
}

void intake_finish(struct intake *in, struct rooms *r, struct pending *p, usec_t now)
{
    in->feed->kind->finish(in->feed);
    while (intake_step(in, r, p, now))
        ;
}
