#include "parse/parse.h"

#include <stdlib.h>

#include "base/pyname.h"
#include "parse/colour.h"
#include "parse/finish.h"
#include "parse/pyline.h"

enum { POOL_RECORDS = 64 };

/* One stream, from its first line to parser_end. */
struct course {
    const struct stream *stream;
    struct open_table open;
    struct open *last; /* has the line directly before; NULL: none that is open */
    bool envelope_shown;
    uint64_t lines, bytes; /* taken so far */
    uint64_t next_lines,
        next_bytes; /* no record is left behind before these are reached */

    /* The time of its last head: what a line without any time gets. */
    bool time_known, zone_assumed, time_ambiguous;
    usec_t time;
};

struct parser {
    struct reading in;
    struct tracing tracing;
    struct batch *batch; /* the one at hand */
    struct str plain;    /* the part of its text before the first ESC */
    struct course **courses;
    size_t course_count, course_cap;
    struct course *now; /* of the last line */
    struct open *spare; /* the head of the next line is read into it */
    struct open *pool[POOL_RECORDS];
    size_t pool_count;
};

struct parser *parser_new(const struct parse_settings *s)
{
    struct parser *p = mem_new(sizeof *p);

    p->in.stamper.zone = s->zone;
    p->spare = open_new();
    return p;
}

static void free_course(struct course *c)
{
    for (size_t i = 0; i < c->open.count; i++)
        open_free(c->open.at[i]);
    free(c);
}

void parser_free(struct parser *p)
{
    if (!p)
        return;
    for (size_t i = 0; i < p->course_count; i++)
        free_course(p->courses[i]);
    for (size_t i = 0; i < p->pool_count; i++)
        open_free(p->pool[i]);
    open_free(p->spare);
    tracing_done(&p->tracing);
    free(p->courses);
    free(p);
}

static struct course *course_of(struct parser *p, const struct stream *s)
{
    if (p->now && p->now->stream == s)
        return p->now;
    for (size_t i = 0; i < p->course_count; i++)
        if (p->courses[i]->stream == s)
            return p->now = p->courses[i];
    VEC_GROW(p->courses, p->course_count, p->course_cap);
    p->now = mem_new(sizeof *p->now);
    p->now->stream = s;
    return p->courses[p->course_count++] = p->now;
}

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

static void close_at(struct parser *p, struct course *c, size_t i, unsigned flags)
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
        close_at(p, c, i, flags);
}

/* A new record of this pid closes the others of it, and those that have none. */
static void close_before(struct parser *p, struct course *c, int64_t pid)
{
    for (size_t i = 0; i < c->open.count;) {
        if (c->open.pid[i] == pid || c->open.pid[i] == -1)
            close_at(p, c, i, 0);
        else
            i++;
    }
}

/* Makes the spare one, which holds the line's head, an open record with its first line. */
static struct open *open_spare(struct parser *p, struct course *c, const struct line *l,
                               enum part part)
{
    struct open *o = p->spare;

    close_before(p, c, o->head.pid);
    if (c->open.count == LIMIT_OPEN_RECORDS)
        close_at(p, c, 0, 0);
    open_add(o, l, o->head.text, part);
    open_table_add(&c->open, o);
    renew_spare(p);
    c->last = o;
    return o;
}

static void join(struct course *c, struct open *o, const struct line *l, struct str text,
                 enum part part)
{
    open_add(o, l, text, part);
    c->last = o;
}

/* ---- time ---- */

static void remember_time(struct course *c, const struct head *h)
{
    if (!h->time_known)
        return;
    c->time_known = true;
    c->time = h->time;
    c->zone_assumed = h->zone_assumed;
    c->time_ambiguous = h->time_ambiguous;
}

/* A line that says no time was written after the last one that did: that is nearer to the truth
 * than the moment of reading, which may be years later. */
static void borrow_time(const struct parser *p, const struct course *c, struct head *h)
{
    h->time = c->time_known ? c->time : p->batch->now;
    h->time_source = c->time_known ? TIME_ENVELOPE : TIME_READ;
    h->zone_assumed = c->time_known && c->zone_assumed;
    h->time_ambiguous = c->time_known && c->time_ambiguous;
}

/* ---- lines with an envelope ---- */

static void take_whole(struct parser *p, struct course *c, const struct line *l)
{
    struct open *o = p->spare;

    if (o->head.time_known)
        remember_time(c, &o->head);
    else
        borrow_time(p, c, &o->head);
    close_before(p, c, o->head.pid);
    open_add(o, l, o->head.text, PART_BODY);
    if (o->head.trace.n)
        gather_add(&o->trace, o->head.trace);
    finish(o, &p->in, &p->tracing, p->batch);
    open_clear(o);
    c->last = NULL;
}

static void take_trace(struct parser *p, struct course *c, const struct line *l)
{
    struct head *h = &p->spare->head;
    struct open *o = open_table_traced(&c->open, h);

    if (o && !open_has_room(o, l)) {
        close_one(p, c, o, RECORD_TOO_LONG);
        o = NULL;
    }
    if (o) {
        open_take_instance(o, h->instance_id);
        join(c, o, l, h->text, PART_TRACE);
        return;
    }
    if (!h->time_known)
        borrow_time(p, c, h);
    remember_time(c, h);
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
    if (text.p[0] == 'P' && str_starts(text, STR("Process ")) && text.n > 9 &&
        text.p[text.n - 1] == ':' && str_chr(text, ' ', 8) == STR_NONE)
        return OWN_PROCESS;
    return text.p[0] == '-' && str_eq(text, STR("--- Logging error ---")) ? OWN_LOGGING
                                                                          : OWN_TEXT;
}

static bool holds_trace(const struct open *o)
{
    return (o->own == OWN_TRACEBACK || o->own == OWN_PROCESS) && o->trace.line_count > 0;
}

/* Does the bare line belong to the record whose line came directly before it? */
static bool belongs(const struct course *c, const struct open *o, struct str text,
                    enum own own)
{
    struct str type, rest;

    if (own == OWN_PROCESS || own == OWN_LOGGING)
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
    return str_starts(text, STR("Call stack:")) || str_starts(text, STR("Message: "))
               ? PART_BODY
               : PART_TRACE;
}

static enum part part_of(const struct open *o, struct str text, enum own own)
{
    if (o->own == OWN_LOGGING)
        return logging_part(o, text);
    return own == OWN_TRACEBACK && o->own == OWN_PROCESS ? PART_TRACE : o->part;
}

static bool ends_logging_error(const struct open *o, struct str text)
{
    return o->own == OWN_LOGGING &&
           (str_starts(text, STR("Arguments: ")) ||
            str_starts(text, STR("Use the traceback above to help find the error")));
}

static void join_bare(struct parser *p, struct course *c, const struct line *l,
                      enum own own)
{
    struct open *o = c->last;
    struct str text = p->spare->head.text;

    join(c, o, l, text, part_of(o, text, own));
    if (holds_trace(o))
        note_trace_line(o, text);
    if (ends_logging_error(o, text))
        close_one(p, c, o, 0);
}

static void take_bare(struct parser *p, struct course *c, const struct line *l)
{
    enum own own = own_of(p->spare->head.text);
    bool joins = c->last && belongs(c, c->last, p->spare->head.text, own);

    if (joins && !open_has_room(c->last, l)) {
        close_one(p, c, c->last, RECORD_TOO_LONG);
        joins = false;
    }
    if (joins) {
        join_bare(p, c, l, own);
        return;
    }
    p->spare->own = own;
    borrow_time(p, c, &p->spare->head);
    open_spare(p, c, l, own == OWN_TRACEBACK ? PART_TRACE : PART_BODY);
}

/* ---- all lines ---- */

/* Closes the records that LIMIT_OPEN_LINES lines or LIMIT_OPEN_BYTES bytes of others passed by.
 * What is open need not be looked at on every line: its turn comes at next_lines at the earliest,
 * for a line of its own only puts it off, and that of a record not yet open comes no earlier than
 * the whole limits from here. */
static void close_left_behind(struct parser *p, struct course *c)
{
    uint64_t lines = c->lines + LIMIT_OPEN_LINES, bytes = c->bytes + LIMIT_OPEN_BYTES;

    for (size_t i = 0; i < c->open.count;) {
        const struct open *o = c->open.at[i];
        if (c->lines - o->seen_lines >= LIMIT_OPEN_LINES ||
            c->bytes - o->seen_bytes >= LIMIT_OPEN_BYTES) {
            close_at(p, c, i, 0);
            continue;
        }
        if (o->seen_lines + LIMIT_OPEN_LINES < lines)
            lines = o->seen_lines + LIMIT_OPEN_LINES;
        if (o->seen_bytes + LIMIT_OPEN_BYTES < bytes)
            bytes = o->seen_bytes + LIMIT_OPEN_BYTES;
        i++;
    }
    c->next_lines = lines;
    c->next_bytes = bytes;
}

static struct str plain_text(struct parser *p, struct str text)
{
    if (text.n > 0 && text.p[text.n - 1] == '\r')
        text.n--;
    /* One search through the batch is cheaper than one a line. */
    uintptr_t offset = (uintptr_t)text.p - (uintptr_t)p->plain.p;
    if (offset < p->plain.n && text.n <= p->plain.n - offset)
        return text;
    return colour_strip(&p->batch->arena, text);
}

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
static bool is_no_head(const struct course *c, const struct head *h, struct str line)
{
    if (h->time_known || (h->form != FORM_HEAD && h->form != FORM_TRACE))
        return false;
    bool dated = c->last && (c->last->head.time_known ||
                             (c->time_known && c->last->own != OWN_NONE));
    if (dated && str_chr(line, '\x1b', 0) == STR_NONE)
        return true;
    return h->form == FORM_TRACE && !open_table_traced(&c->open, h) &&
           !is_of_traceback(h->text);
}

static void read_head(struct parser *p, struct course *c, const struct line *l)
{
    struct str text = plain_text(p, l->text);
    struct head *h = &p->spare->head;

    head_read(&p->in, text, h);
    if (is_no_head(c, h, l->text))
        head_bare(text, h);
}

static void take_line(struct parser *p, const struct line *l)
{
    struct course *c = course_of(p, l->stream);
    struct head *h = &p->spare->head;

    read_head(p, c, l);
    c->envelope_shown = c->envelope_shown || h->form != FORM_BARE;
    switch (h->form) {
    case FORM_HEAD:
        if (!h->time_known)
            borrow_time(p, c, h);
        remember_time(c, h);
        open_spare(p, c, l, PART_BODY);
        break;
    case FORM_TRACE: take_trace(p, c, l); break;
    case FORM_WHOLE: take_whole(p, c, l); break;
    case FORM_BARE:
    case FORM_LAYER: take_bare(p, c, l); break;
    }
    c->lines++;
    c->bytes += l->bytes;
    if (c->last) {
        c->last->seen_lines = c->lines;
        c->last->seen_bytes = c->bytes;
    }
    if (c->lines >= c->next_lines || c->bytes >= c->next_bytes)
        close_left_behind(p, c);
}

void parser_lines(struct parser *p, struct batch *b)
{
    p->batch = b;
    p->in.arena = &b->arena;
    p->plain = colour_plain(buf_str(&b->text));
    for (; b->parsed < b->line_count; b->parsed++)
        take_line(p, &b->lines[b->parsed]);
    for (size_t i = 0; i < p->course_count; i++)
        for (size_t k = 0; k < p->courses[i]->open.count; k++)
            open_keep(p->courses[i]->open.at[k]);
}

void parser_end(struct parser *p, const struct stream *s, struct batch *b)
{
    p->batch = b;
    p->in.arena = &b->arena;
    for (size_t i = 0; i < p->course_count; i++) {
        struct course *c = p->courses[i];
        if (c->stream != s)
            continue;
        while (c->open.count)
            close_at(p, c, 0, 0);
        free_course(c);
        p->courses[i] = p->courses[--p->course_count];
        p->now = NULL;
        return;
    }
}

size_t parser_open_lines(const struct parser *p)
{
    size_t lines = 0;

    for (size_t i = 0; i < p->course_count; i++)
        for (size_t k = 0; k < p->courses[i]->open.count; k++)
            lines += p->courses[i]->open.at[k]->line_count;
    return lines;
}

void parse_text(const struct parse_settings *s, struct str text, struct stream *stream,
                struct batch *b)
{
    struct parser *p = parser_new(s);
    struct str rest = text, line;

    b->parsed = b->line_count;
    while (str_cut(&rest, '\n', &line)) {
        bool ended = line.p + line.n < text.p + text.n;
        *batch_line(b) = (struct line){
            .stream = stream,
            .text = line,
            .position = (uint64_t)(line.p - text.p),
            .bytes = line.n + ended,
        };
    }
    parser_lines(p, b);
    parser_end(p, stream, b);
    parser_free(p);
}
