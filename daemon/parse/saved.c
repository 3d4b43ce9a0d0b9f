#include "parse/saved.h"

#include "base/digest.h"
#include "base/pack.h"

/* ---- one record ---- */

/* Kinds are numbered by their place in this build's table; 0: none. */
static void pack_kind(struct pack *x, const struct envelope_kind **kind)
{
    size_t number = 0;

    for (size_t i = 0; *kind && i < envelope_kind_count; i++)
        if (envelope_kinds[i] == *kind)
            number = i + 1;
    pack_count(x, &number, envelope_kind_count);
    *kind = number ? envelope_kinds[number - 1] : NULL;
}

static void pack_layers(struct pack *x, enum envelope *layers, unsigned *count)
{
    size_t n = *count;

    pack_count(x, &n, LIMIT_ENVELOPES);
    *count = (unsigned)n;
    pack_raw(x, layers, LIMIT_ENVELOPES * sizeof *layers);
}

static void pack_outer(struct pack *x, struct outer *o)
{
    for (size_t i = 0; i < OUTER_TEXTS; i++)
        pack_str(x, &o->text[i]);
    PACK(x, o->code_line);
    PACK(x, o->severity);
    PACK(x, o->facility);
    PACK(x, o->level);
    PACK(x, o->pid);
    PACK(x, o->arrival_known);
    PACK(x, o->arrival);
}

/* Of a head whose record is open: its text went into the record. */
static void pack_head(struct pack *x, struct head *h)
{
    PACK(x, h->form);
    pack_layers(x, h->layers, &h->layer_count);
    pack_kind(x, &h->kind);
    PACK(x, h->flags);
    PACK(x, h->time_known);
    PACK(x, h->zone_assumed);
    PACK(x, h->time_ambiguous);
    PACK(x, h->year_assumed);
    PACK(x, h->time_source);
    PACK(x, h->time);
    PACK(x, h->level);
    PACK(x, h->coloured);
    PACK(x, h->level_is_trace);
    PACK(x, h->loose);
    PACK(x, h->unended);
    PACK(x, h->pid);
    pack_str(x, &h->logger);
    pack_str(x, &h->context);
    pack_str(x, &h->instance_id);
    PACK(x, h->layered);
    if (h->layered)
        pack_outer(x, &h->outer);
    PACK(x, h->writer);
    PACK(x, h->complete);
    PACK(x, h->partial);
    PACK(x, h->margin);
    PACK(x, h->spaced);
    PACK(x, h->notice);
    PACK(x, h->lost);
    PACK(x, h->repeat);
}

static void pack_gather(struct pack *x, struct gather *g)
{
    size_t lines = g->line_count;

    pack_count(x, &lines, SIZE_MAX);
    if (lines == 0)
        return;
    pack_str(x, &g->text);
    if (!pack_reads(x))
        return;
    g->line_count = lines;
    gather_keep(g);
}

static void pack_open(struct pack *x, struct open *o)
{
    pack_head(x, &o->head);
    PACK(x, o->own);
    PACK(x, o->position);
    PACK(x, o->bytes);
    PACK(x, o->line_count);
    PACK(x, o->flags);
    PACK(x, o->part);
    PACK(x, o->blank);
    pack_gather(x, &o->raw);
    pack_gather(x, &o->body);
    pack_gather(x, &o->trace);
    PACK(x, o->class_seen);
    PACK(x, o->link_seen);
    PACK(x, o->remote_seen);
    PACK(x, o->complete);
    PACK(x, o->arrival_known);
    PACK(x, o->arrival);
    PACK(x, o->seen_lines);
    PACK(x, o->seen_bytes);
    if (pack_reads(x))
        open_keep(o);
}

static struct open *read_open(struct pack *x, const struct stream *stream)
{
    struct open *o = open_new();

    head_begin((struct str){0}, &o->head);
    o->stream = stream;
    pack_open(x, o);
    return o;
}

/* ---- one writer ---- */

static void pack_pieces(struct pack *x, struct pieces *p)
{
    PACK(x, p->lines);
    if (p->lines == 0)
        return;
    pack_buf(x, &p->text);
    pack_gather(x, &p->raw);
    PACK(x, p->position);
    PACK(x, p->bytes);
    PACK(x, p->flags);
    pack_layers(x, p->layers, &p->layer_count);
    PACK(x, p->arrival.time);
    PACK(x, p->arrival.zone_assumed);
    PACK(x, p->arrival.ambiguous);
    PACK(x, p->arrival.year_assumed);
    PACK(x, p->arrival_known);
}

/* The record that a course names, by its place in the table; the table's length: none. */
static void pack_last(struct pack *x, struct course *c)
{
    size_t i = c->last ? open_table_find(&c->open, c->last) : c->open.count;

    pack_count(x, &i, c->open.count);
    if (pack_reads(x))
        c->last = i < c->open.count ? c->open.at[i] : NULL;
}

static void pack_course(struct pack *x, struct course *c, const struct stream *stream)
{
    size_t n = c->open.count;
    bool doubt = c->doubt;

    pack_count(x, &n, LIMIT_OPEN_RECORDS);
    for (size_t i = 0; i < n; i++) {
        if (pack_reads(x))
            open_table_add(&c->open, read_open(x, stream));
        else
            pack_open(x, c->open.at[i]);
    }
    pack_last(x, c);
    PACK(x, c->envelope_shown);
    PACK(x, c->dated);
    PACK(x, c->used);
    pack_pieces(x, &c->pieces);
    PACK(x, doubt);
    if (doubt && pack_reads(x))
        c->doubt = read_open(x, stream);
    else if (doubt)
        pack_open(x, c->doubt);
}

/* ---- the stream ---- */

static void pack_export(struct pack *x, struct export *e)
{
    pack_gather(x, &e->raw);
    PACK(x, e->position);
    PACK(x, e->bytes);
    PACK(x, e->lines);
    PACK(x, e->flags);
    pack_buf(x, &e->values);
    PACK(x, e->from);
    PACK(x, e->n);
    PACK(x, e->known);
    PACK(x, e->step);
    PACK(x, e->name);
    PACK(x, e->length);
    PACK(x, e->length_n);
    PACK(x, e->left);
    PACK(x, e->broken);
    PACK(x, e->margin);
}

static void pack_spans(struct pack *x, struct requests *q)
{
    pack_count(x, &q->count, REQUEST_SPANS);
    pack_count(x, &q->next, REQUEST_SPANS);
    for (size_t i = 0; i < q->count; i++) {
        struct request_span *r = &q->at[i];
        PACK(x, r->pid);
        PACK(x, r->place);
        PACK(x, r->first);
        PACK(x, r->last);
        PACK(x, r->over);
        PACK(x, r->id);
        PACK(x, r->global);
        PACK(x, r->global_known);
    }
}

static void pack_requests(struct pack *x, struct requests *q)
{
    pack_spans(x, q);
    pack_count(x, &q->worker_count, REQUEST_WORKERS);
    pack_count(x, &q->next_worker, REQUEST_WORKERS);
    for (size_t i = 0; i < q->worker_count; i++) {
        PACK(x, q->workers[i].pid);
        PACK(x, q->workers[i].place);
        PACK(x, q->workers[i].served);
        PACK(x, q->workers[i].stray);
    }
    pack_count(x, &q->server_count, REQUEST_SERVERS);
    pack_count(x, &q->next_server, REQUEST_SERVERS);
    for (size_t i = 0; i < q->server_count; i++) {
        PACK(x, q->servers[i].id);
        PACK(x, q->servers[i].manifold);
        PACK(x, q->servers[i].choosy);
    }
}

static void pack_habit(struct pack *x, struct habit *h)
{
    PACK(x, h->plain);
    PACK(x, h->transports);
    pack_buf(x, &h->file);
    pack_buf(x, &h->section);
    pack_buf(x, &h->quote);
    pack_buf(x, &h->labels);
    PACK(x, h->column);
    PACK(x, h->bar);
    PACK(x, h->fenced);
    PACK(x, h->timed);
    PACK(x, h->numbered);
    PACK(x, h->number);
}

static void pack_courses(struct pack *x, struct strand *s)
{
    size_t n = s->count, now = n;

    pack_count(x, &n, LIMIT_WRITERS);
    for (size_t i = 0; i < n; i++) {
        uint64_t writer = pack_reads(x) ? 0 : s->writers[i];
        PACK(x, writer);
        pack_course(x, pack_reads(x) ? strand_add(s, writer) : s->courses[i], s->stream);
        if (s->now == s->courses[i])
            now = i;
    }
    pack_count(x, &now, n);
    s->now = now < n ? s->courses[now] : NULL;
}

static void pack_strand(struct pack *x, struct strand *s)
{
    bool exports = s->export && s->export->lines;

    pack_courses(x, s);
    PACK(x, s->lines);
    PACK(x, s->bytes);
    PACK(x, s->waiting);
    PACK(x, s->next_lines);
    PACK(x, s->next_bytes);
    PACK(x, s->time_known);
    PACK(x, s->zone_assumed);
    PACK(x, s->time_ambiguous);
    PACK(x, s->year_assumed);
    PACK(x, s->time);
    pack_habit(x, &s->habit);
    PACK(x, s->before);
    pack_requests(x, &s->requests);
    PACK(x, s->margin);
    PACK(x, s->spaced);
    pack_buf(x, &s->said);
    pack_buf(x, &s->said_by);
    pack_buf(x, &s->said_at);
    PACK(x, exports);
    if (exports && pack_reads(x))
        s->export = export_new();
    if (exports)
        pack_export(x, s->export);
}

/* A number that changes when a field is added, or a kind: bytes of another build are refused. */
static uint64_t shape_of(void)
{
    static const uint64_t sizes[] = {
        1, /* counted up where the order of fields changes */
        sizeof(struct strand),
        sizeof(struct course),
        sizeof(struct open),
        sizeof(struct head),
        sizeof(struct outer),
        sizeof(struct export),
        sizeof(struct request_span),
        OUTER_TEXTS,
        JOURNAL_NAMES,
        LIMIT_ENVELOPES,
    };
    uint64_t mixed[2] = {digest_once((struct str){(const char *)sizes, sizeof sizes}),
                         envelope_kind_count};

    return digest_once((struct str){(const char *)mixed, sizeof mixed});
}

void saved_write(struct strand *s, struct buf *out)
{
    CLEANUP(buf_done) struct buf packed = {0};
    struct pack x = {.out = &packed};

    pack_strand(&x, s);
    pack_seal(out, shape_of(), buf_str(&packed));
}

bool saved_read(struct strand *s, struct str saved)
{
    struct pack x = {0};

    if (!pack_unseal(saved, shape_of(), &x.in))
        return false;
    pack_strand(&x, s);
    return !x.bad && x.in.n == 0;
}
