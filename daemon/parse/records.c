#include "base/pyname.h"
#include "parse/finish.h"
#include "parse/parser.h"
#include "parse/pyline.h"

/* Lines of one message are written at once; what a transport took later than that is another's. */
#define SAME_MESSAGE_USEC USEC_PER_SEC

static void renew_spare(struct parser *p)
{
    p->spare = p->pool_count ? p->pool[--p->pool_count] : open_new();
}

static void release(struct parser *p, struct open *o)
{
    open_clear(o);
    if (p->pool_count < POOL_RECORDS)
        p->pool[p->pool_count++] = o;
    else
        open_free(o);
}

void records_close(struct parser *p, struct course *c, size_t i, unsigned flags)
{
    struct open *o = open_table_remove(&c->open, i);

    if (c->last == o)
        c->last = NULL;
    o->flags |= flags;
    finish(o, &p->in, &p->tracing, p->batch);
    release(p, o);
}

static void close_one(struct parser *p, struct course *c, const struct open *o,
                      unsigned flags)
{
    size_t i = open_table_find(&c->open, o);

    if (i != STR_NONE)
        records_close(p, c, i, flags);
}

/* A new record of this pid closes the others of it, and those that have none. */
static void close_before(struct parser *p, struct course *c, int64_t pid)
{
    for (size_t i = 0; i < c->open.count;) {
        if (c->open.pid[i] == pid || c->open.pid[i] == -1)
            records_close(p, c, i, 0);
        else
            i++;
    }
}

static void note_arrival(struct open *o, const struct head *h)
{
    if (!h->layered || !h->outer.arrival_known)
        return;
    o->arrival_known = true;
    o->arrival = h->outer.arrival;
}

/* Makes the spare one, which holds the line's head, an open record with its first line. */
static struct open *open_spare(struct parser *p, struct course *c,
                               const struct physical *l, enum part part)
{
    struct open *o = p->spare;

    close_before(p, c, o->head.pid);
    if (c->open.count == LIMIT_OPEN_RECORDS)
        records_close(p, c, 0, 0);
    open_add(o, l, o->head.text, part);
    note_arrival(o, &o->head);
    open_table_add(&c->open, o);
    renew_spare(p);
    c->last = o;
    return o;
}

static void join(struct parser *p, struct course *c, struct open *o,
                 const struct physical *l, enum part part)
{
    open_add(o, l, p->spare->head.text, part);
    note_arrival(o, &p->spare->head);
    c->last = o;
}

/* ---- time ---- */

static void remember_time(struct strand *s, struct course *c, const struct head *h)
{
    if (!h->time_known)
        return;
    /* A year that was found near a full time of the stream is as good as told. */
    s->year_assumed = h->year_assumed && (!s->time_known || s->year_assumed);
    s->time_known = true;
    s->time = h->time;
    s->zone_assumed = h->zone_assumed;
    s->time_ambiguous = h->time_ambiguous;
    /* Lines of a web server tell when a request was, whatever form the records have. */
    c->dated = c->dated || (h->time_source == TIME_RECORD && h->logger.n > 0);
}

/* A line that says no time was written after the last one that did: that is nearer to the truth
 * than the moment of reading, which may be years later. */
static void borrow_time(const struct parser *p, const struct strand *s, struct head *h)
{
    h->time = s->time_known ? s->time : p->batch->now;
    h->time_source = s->time_known ? TIME_ENVELOPE : TIME_READ;
    h->zone_assumed = s->time_known && s->zone_assumed;
    h->time_ambiguous = s->time_known && s->time_ambiguous;
    h->year_assumed = s->time_known && s->year_assumed;
}

static void settle_time(struct parser *p, struct strand *s, struct course *c)
{
    struct head *h = &p->spare->head;

    if (h->time_known)
        remember_time(s, c, h);
    else
        borrow_time(p, s, h);
}

/* ---- lines with an envelope ---- */

static void take_whole(struct parser *p, struct strand *s, struct course *c,
                       const struct physical *l)
{
    struct open *o = p->spare;

    settle_time(p, s, c);
    close_before(p, c, o->head.pid);
    open_add(o, l, o->head.text, PART_BODY);
    if (o->head.more.n)
        gather_add(&o->body, str_from(o->head.more, 1));
    if (o->head.trace.n)
        gather_add(&o->trace, o->head.trace);
    finish(o, &p->in, &p->tracing, p->batch);
    open_clear(o);
    c->last = NULL;
}

static void take_trace(struct parser *p, struct strand *s, struct course *c,
                       const struct physical *l)
{
    struct head *h = &p->spare->head;
    struct open *o = open_table_traced(&c->open, h);

    if (o && !open_has_room(o, l)) {
        close_one(p, c, o, RECORD_TOO_LONG);
        o = NULL;
    }
    if (o) {
        open_take_instance(o, h->instance_id);
        join(p, c, o, l, PART_TRACE);
        return;
    }
    settle_time(p, s, c);
    if (pyline_is_piece(h->text)) {
        h->level = LEVEL_ERROR;
        h->flags |= RECORD_NO_HEAD;
        open_spare(p, c, l, PART_TRACE);
    } else {
        open_spare(p, c, l, PART_BODY); /* a head, of a format that has no bracket */
    }
}

/* ---- lines without one ---- */

static enum own own_of(struct str text)
{
    if (text.n == 0)
        return OWN_TEXT;
    if (pyline_opens(text))
        return OWN_TRACEBACK;
    if (pyline_announces(text))
        return OWN_PROCESS;
    return text.p[0] == '-' && str_eq(text, STR("--- Logging error ---")) ? OWN_LOGGING
                                                                          : OWN_TEXT;
}

static bool holds_trace(const struct open *o)
{
    return (o->own == OWN_TRACEBACK || o->own == OWN_PROCESS) && o->trace.line_count > 0;
}

/* Did the transport take both lines at once? Without a transport nobody knows. */
static bool arrived_together(const struct open *o, const struct head *h)
{
    if (!o->arrival_known || !h->layered || !h->outer.arrival_known)
        return true;
    usec_t apart = h->outer.arrival - o->arrival;
    return apart <= SAME_MESSAGE_USEC && apart >= -SAME_MESSAGE_USEC;
}

/* Does the bare line belong to the record whose line came directly before it? */
static bool belongs(const struct course *c, const struct open *o, const struct head *h,
                    enum own own)
{
    struct str text = h->text, type, rest;

    if (h->complete || o->head.complete || (o->complete && h->layered) ||
        !arrived_together(o, h))
        return false;
    if (own == OWN_PROCESS || own == OWN_LOGGING)
        return false;
    /* The prefixed lines of a traceback end in an empty one, and with them the record. */
    if (o->own == OWN_NONE && o->part == PART_TRACE && o->blank)
        return false;
    if (o->own == OWN_LOGGING)
        return true;
    if (own == OWN_TRACEBACK) {
        if (holds_trace(o))
            return o->link_seen || o->remote_seen;
        return o->own == OWN_PROCESS || o->head.level >= LEVEL_WARNING;
    }
    if (c->envelope_shown)
        return true;
    /* Where no line has shown an envelope, all that joins is a traceback, to its class line. */
    if (!holds_trace(o))
        return false;
    if (text.n == 0 || pyline_is_indented(text) || pyline_link(text))
        return true;
    return !o->class_seen && pyline_class(text, &type, &rest);
}

static void note_trace_line(struct open *o, struct str text)
{
    struct str type, rest;

    if (pyline_opens(text)) {
        o->class_seen = o->link_seen = o->remote_seen = false;
    } else if (pyline_link(text)) {
        o->link_seen = true;
    } else if (!o->class_seen && !pyline_is_indented(text) &&
               pyline_class(text, &type, &rest)) {
        o->class_seen = true;
        o->remote_seen = pyname_is_remote(type);
    }
}

/* In a logging error the traceback of the failed call comes first; below "Call stack:" stand the
 * frames of the log call, then what it was given. */
static enum part logging_part(const struct open *o, struct str text)
{
    if (o->part == PART_BODY)
        return pyline_opens(text) && o->trace.line_count == 0 ? PART_TRACE : PART_BODY;
    return str_starts(text, STR("Call stack:")) || str_starts(text, STR("Message: ")) ||
                   str_starts(text, STR("Logged from file ")) ||
                   str_starts(text, STR("Unable to print the message and arguments"))
               ? PART_BODY
               : PART_TRACE;
}

static enum part part_of(const struct open *o, struct str text, enum own own)
{
    if (o->own == OWN_LOGGING)
        return logging_part(o, text);
    return own == OWN_TRACEBACK && o->own == OWN_PROCESS ? PART_TRACE : o->part;
}

/* What was given may be printed on several lines. */
static bool ends_logging_error(struct open *o, struct str text)
{
    if (o->own != OWN_LOGGING)
        return false;
    o->class_seen = o->class_seen || str_starts(text, STR("Arguments: "));
    return (o->class_seen && text.n &&
            (text.p[text.n - 1] == ')' || text.p[text.n - 1] == '}')) ||
           str_starts(text, STR("Use the traceback above to help find the error"));
}

static void join_bare(struct parser *p, struct course *c, const struct physical *l,
                      enum own own)
{
    struct open *o = c->last;
    struct str text = p->spare->head.text;

    join(p, c, o, l, part_of(o, text, own));
    if (holds_trace(o))
        note_trace_line(o, text);
    if (!o->complete && ends_logging_error(o, text))
        close_one(p, c, o, 0);
}

/* Opens a record with the line, which may be no more than a line of c->last. */
static void put_in_doubt(struct parser *p, struct strand *s, struct course *c,
                         const struct physical *l, enum own own)
{
    struct open *o = p->spare;

    o->own = own;
    settle_time(p, s, c);
    o->head.level = o->head.outer.level;
    open_add(o, l, o->head.text, PART_BODY);
    note_arrival(o, &o->head);
    c->doubt = o;
    renew_spare(p);
}

static void take_bare(struct parser *p, struct strand *s, struct course *c,
                      const struct physical *l)
{
    struct head *h = &p->spare->head;
    enum own own = own_of(h->text);
    bool joins = c->last && belongs(c, c->last, h, own);

    if (joins && !open_has_room(c->last, l)) {
        close_one(p, c, c->last, RECORD_TOO_LONG);
        joins = false;
    }
    if (joins && h->margin && own == OWN_TEXT && c->last->own == OWN_NONE) {
        put_in_doubt(p, s, c, l, own);
        return;
    }
    if (joins && physical_is_half_head(l, h)) {
        open_pass(c->last, l);
        return;
    }
    if (joins) {
        join_bare(p, c, l, own);
        return;
    }
    p->spare->own = own;
    settle_time(p, s, c);
    if (h->layered)
        h->level = h->outer.level;
    open_spare(p, c, l, own == OWN_TRACEBACK ? PART_TRACE : PART_BODY);
}

/* What a process was at work on: access lines without an id are told by it. */
static void note_request(struct parser *p, const struct head *h)
{
    const struct outer *x = h->layered ? &h->outer : NULL;
    int64_t pid = h->pid < 0 && x ? x->pid : h->pid;
    struct str id = x ? x->text[OUTER_REQUEST_ID] : (struct str){0};

    if (h->context.n < REQUEST_ID_BYTES && id.n == 0)
        return;
    uint64_t place = x ? requests_place(x) : 0;
    if (h->context.n >= REQUEST_ID_BYTES)
        requests_note_context(p->in.requests, pid, place, h->time, h->context);
    else
        requests_note(p->in.requests, pid, place, h->time, id, (struct str){0});
}

/* ---- what parse.c calls ---- */

/* A line that only a traceback has, whatever stands before it. */
static bool is_of_traceback(struct str text)
{
    struct frame frame;

    return pyline_opens(text) || pyline_frame(text, &frame);
}

/*
 * A line like a head of devstack's form, which has no time, is a line of the record before it
 * where the heads of that one's stream have times (a service may log what another wrote), unless
 * the line has devstack's colours; and one like a line of a traceback is one only below its head,
 * or by its text.
 */
bool records_is_no_head(const struct course *c, const struct head *h)
{
    if (head_has_own_time(h) || h->logger.n == 0 ||
        (h->form != FORM_HEAD && h->form != FORM_TRACE))
        return false;
    bool dated = c->last && (head_has_own_time(&c->last->head) ||
                             (c->dated && c->last->own != OWN_NONE));
    if (dated && !h->coloured)
        return true;
    return h->form == FORM_TRACE && !open_table_traced(&c->open, h) &&
           !is_of_traceback(h->text);
}

void records_take(struct parser *p, struct strand *s, struct course *c,
                  const struct physical *l)
{
    struct head *h = &p->spare->head;

    open_table_settle(&c->open, h);
    c->envelope_shown =
        c->envelope_shown || (h->form != FORM_BARE && h->form != FORM_LAYER);
    switch (h->form) {
    case FORM_HEAD:
        settle_time(p, s, c);
        note_request(p, h);
        open_spare(p, c, l, PART_BODY);
        break;
    case FORM_TRACE: take_trace(p, s, c, l); break;
    case FORM_WHOLE: take_whole(p, s, c, l); break;
    case FORM_NOTE: records_take_note(p, c, l); break;
    case FORM_BARE:
    case FORM_LAYER: take_bare(p, s, c, l); break;
    }
}

void records_take_more(struct parser *p, struct strand *s, struct course *c,
                       const struct physical *l, struct str line)
{
    struct head *h = &p->spare->head;
    struct open *o = c->last;

    if (l->lines && !open_has_room(o, l)) {
        close_one(p, c, o, RECORD_TOO_LONG);
        head_bare(h, line);
        settle_time(p, s, c);
        open_spare(p, c, l, PART_BODY);
        return;
    }
    o->complete = true;
    open_table_settle(&c->open, h);
    if (h->form == FORM_TRACE && open_table_traced(&c->open, h) == o) {
        open_take_instance(o, h->instance_id);
        join(p, c, o, l, PART_TRACE);
        return;
    }
    head_bare(h, line);
    join_bare(p, c, l, own_of(h->text));
}

void records_settle(struct parser *p, struct course *c, bool first)
{
    struct open *o = c->doubt;

    c->doubt = NULL;
    if (first || !c->last) {
        close_before(p, c, o->head.pid);
        open_table_add(&c->open, o);
        c->last = o;
        return;
    }
    struct physical l = {.stream = o->stream,
                         .raw = gather_take(&o->raw, &p->batch->arena),
                         .position = o->position,
                         .bytes = o->bytes,
                         .lines = o->line_count,
                         .flags = o->flags & RECORD_PARTIAL ? LINE_UNENDED : 0};
    open_add(c->last, &l, gather_take(&o->body, &p->batch->arena), c->last->part);
    if (o->flags & RECORD_LINE_CUT)
        c->last->flags |= RECORD_LINE_CUT;
    note_arrival(c->last, &o->head);
    release(p, o);
}

void records_take_note(struct parser *p, struct course *c, const struct physical *l)
{
    struct open *o = c->last;

    if (o && open_has_room(o, l)) {
        open_pass(o, l);
        return;
    }
    p->spare->head.flags |= RECORD_NO_MESSAGE;
    p->spare->head.text = (struct str){0};
    open_spare(p, c, l, PART_BODY);
}
