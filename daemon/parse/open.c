#include "parse/open.h"

#include <stdlib.h>

#include "base/num.h"
#include "parse/pyline.h"

bool physical_is_half_head(const struct physical *l, const struct head *h)
{
    static const char form[] = "0000-00-00 00:00:00";
    size_t n = l->raw.n < sizeof form - 1 ? l->raw.n : sizeof form - 1;
    bool plain =
        h->layer_count == 0 || (h->layer_count == 1 && h->layers[0] == ENVELOPE_APACHE);

    if (!(l->flags & LINE_UNENDED) || !plain || n < 5)
        return false;
    for (size_t i = 0; i < n; i++)
        if (form[i] == '0' ? !num_is_digit(l->raw.p[i]) : l->raw.p[i] != form[i])
            return false;
    return true;
}

struct open *open_new(void)
{
    return mem_new(sizeof(struct open));
}

void open_free(struct open *o)
{
    if (!o)
        return;
    gather_done(&o->raw);
    gather_done(&o->body);
    gather_done(&o->trace);
    buf_done(&o->slices);
    free(o);
}

void open_clear(struct open *o)
{
    o->own = OWN_NONE;
    o->stream = NULL;
    o->position = o->bytes = 0;
    o->line_count = 0;
    o->flags = 0;
    o->part = PART_BODY;
    o->class_seen = o->link_seen = o->remote_seen = o->kept = false;
    o->arrival_known = o->complete = false;
    gather_clear(&o->raw);
    gather_clear(&o->body);
    gather_clear(&o->trace);
    buf_clear(&o->slices);
}

bool open_has_room(const struct open *o, const struct physical *l)
{
    return o->line_count < LIMIT_RECORD_LINES && o->bytes + l->bytes <= LIMIT_RECORD_BYTES;
}

void open_pass(struct open *o, const struct physical *l)
{
    if (o->line_count == 0 && l->lines) {
        o->stream = l->stream;
        o->position = l->position;
    }
    if (l->lines)
        gather_add(&o->raw, l->raw);
    o->line_count += l->lines;
    o->bytes += l->bytes;
    if (l->flags & LINE_UNENDED)
        o->flags |= RECORD_PARTIAL;
    if (l->flags & LINE_CUT)
        o->flags |= RECORD_LINE_CUT;
}

void open_add(struct open *o, const struct physical *l, struct str text, enum part part)
{
    open_pass(o, l);
    gather_add(part == PART_TRACE ? &o->trace : &o->body, text);
    o->part = part;
    o->blank = text.n == 0;
}

void open_take_instance(struct open *o, struct str id)
{
    if (o->head.instance_id.n > 0 || id.n != INSTANCE_BYTES)
        return;
    memcpy(o->instance, id.p, INSTANCE_BYTES);
    o->head.instance_id = (struct str){o->instance, INSTANCE_BYTES};
}

static void keep_slice(struct buf *b, struct str *s)
{
    size_t at = b->n;

    if (s->n == 0) {
        *s = (struct str){0};
        return;
    }
    buf_add(b, *s);
    *s = (struct str){b->p + at, s->n};
}

void open_keep(struct open *o)
{
    struct head *h = &o->head;

    gather_keep(&o->raw);
    gather_keep(&o->body);
    gather_keep(&o->trace);
    if (o->kept)
        return;
    size_t n = h->logger.n + h->context.n + h->instance_id.n;
    for (size_t i = 0; h->layered && i < OUTER_TEXTS; i++)
        n += h->outer.text[i].n;
    buf_clear(&o->slices);
    buf_reserve(&o->slices, n); /* so that none moves while the next is copied */
    keep_slice(&o->slices, &h->logger);
    keep_slice(&o->slices, &h->context);
    keep_slice(&o->slices, &h->instance_id);
    for (size_t i = 0; h->layered && i < OUTER_TEXTS; i++)
        keep_slice(&o->slices, &h->outer.text[i]);
    h->text = h->more = (struct str){0};
    o->kept = true;
}

void open_table_add(struct open_table *t, struct open *o)
{
    t->at[t->count] = o;
    t->pid[t->count++] = o->head.pid;
}

struct open *open_table_remove(struct open_table *t, size_t i)
{
    struct open *o = t->at[i];
    size_t behind = --t->count - i;

    if (behind == 0)
        return o;
    memmove(&t->at[i], &t->at[i + 1], behind * sizeof t->at[0]);
    memmove(&t->pid[i], &t->pid[i + 1], behind * sizeof t->pid[0]);
    return o;
}

size_t open_table_find(const struct open_table *t, const struct open *o)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->at[i] == o)
            return i;
    return STR_NONE;
}

/* An operator's formats may say less in a prefix than in a head, or the other way round, and a time
 * in whole seconds in one of them. */
static bool is_traced_loosely(const struct head *to, int64_t pid, const struct head *h)
{
    if (pid >= 0 && h->pid >= 0 && pid != h->pid)
        return false;
    if (to->logger.n && h->logger.n && !str_eq(to->logger, h->logger))
        return false;
    return !head_has_own_time(to) || !head_has_own_time(h) ||
           to->time / USEC_PER_SEC == h->time / USEC_PER_SEC;
}

struct open *open_table_traced(const struct open_table *t, const struct head *h)
{
    struct open *near = NULL;

    for (size_t i = t->count; i-- > 0;) {
        struct open *o = t->at[i];
        if ((h->loose || o->head.loose) && o->own == OWN_NONE &&
            is_traced_loosely(&o->head, t->pid[i], h))
            return o;
        /* In 2013 a head with a context had no pid, its lines marked TRACE had it. */
        bool pid = t->pid[i] == h->pid || (t->pid[i] == -1 && h->level_is_trace);
        if (!pid || o->own != OWN_NONE || !str_eq(o->head.logger, h->logger))
            continue;
        if (head_has_own_time(h) ? head_has_own_time(&o->head) && o->head.time == h->time
                                 : !head_has_own_time(&o->head))
            return o; /* lines without a time follow their head */
        /* Old releases formatted the lines marked TRACE some 100 ms after their head. */
        if (!near && h->level_is_trace && o->head.level >= LEVEL_WARNING)
            near = o;
    }
    return near;
}

static bool goes_on_below(const struct open *o, struct str text)
{
    if (!o)
        return pyline_is_piece(text);
    if (pyline_opens(text))
        return true;
    return o->part == PART_TRACE &&
           (!o->blank || pyline_link(text) || pyline_is_indented(text));
}

void open_table_settle(const struct open_table *t, struct head *h)
{
    const struct str none = {0};

    if (!h->either)
        return;
    h->form = FORM_HEAD;
    if (goes_on_below(open_table_traced(t, h), h->trace)) {
        h->form = FORM_TRACE;
        h->text = h->trace;
        h->context = none;
        h->unended = false;
    }
    h->trace = none;
}
