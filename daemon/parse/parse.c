#include "parse/parser.h"

#include <stdlib.h>

#include "parse/colour.h"
#include "parse/habit.h"

struct parser *parser_new(const struct parse_settings *s)
{
    struct parser *p = mem_new(sizeof *p);

    p->zone = s->zone;
    p->in.stamper.zone = s->zone;
    p->in.formats = s->formats;
    p->spare = open_new();
    return p;
}

void parser_free(struct parser *p)
{
    if (!p)
        return;
    for (size_t i = 0; i < p->strand_count; i++)
        strand_free(p->strands[i]);
    for (size_t i = 0; i < p->pool_count; i++)
        open_free(p->pool[i]);
    open_free(p->spare);
    tracing_done(&p->tracing);
    free(p->strands);
    free(p);
}

/* ---- streams and their writers ---- */

struct strand *parser_known(const struct parser *p, const struct stream *s)
{
    for (size_t i = 0; i < p->strand_count; i++)
        if (p->strands[i]->stream == s)
            return p->strands[i];
    return NULL;
}

struct strand *parser_strand(struct parser *p, const struct stream *stream)
{
    struct strand *s = parser_known(p, stream);

    if (s)
        return s;
    VEC_GROW(p->strands, p->strand_count, p->strand_cap);
    return p->strands[p->strand_count++] = strand_new(stream);
}

struct strand *parser_now(struct parser *p, const struct stream *s)
{
    if (p->now && p->now->stream == s)
        return p->now;
    p->now = parser_strand(p, s);
    stamper_zone(&p->in.stamper, s->zone ? s->zone : &p->zone);
    p->in.requests = &p->now->requests;
    p->in.said = &p->now->said;
    p->in.said_by = &p->now->said_by;
    p->in.said_at = &p->now->said_at;
    p->in.habit = &p->now->habit;
    p->in.place = p->now->placed ? &p->now->place : NULL;
    return p->now;
}

static struct course *course_of(struct parser *p, struct strand *s, uint64_t writer)
{
    struct course *c = strand_find(s, writer);

    if (c)
        return c;
    if (s->count == LIMIT_WRITERS) {
        c = strand_oldest(s);
        if (c->pieces.lines)
            return c; /* all of them wait for the rest of a line: no real log does that */
        records_close_all(p, c, 0);
        strand_drop(s, c);
    }
    return strand_add(s, writer);
}

/* A time without a year is one of the last twelve months before the stream's own end; where the
 * stream has shown a full time, it is near that. */
static usec_t moment_near(const struct parser *p, const struct strand *s)
{
    enum { HALF_A_YEAR = 182 };

    if (s->time_known && !s->year_assumed)
        return s->time + HALF_A_YEAR * INT64_C(86400) * USEC_PER_SEC;
    return s->stream->written ? s->stream->written : p->batch->now;
}

/* ---- one line ---- */

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

static struct physical physical_of(const struct line *l)
{
    return (struct physical){.stream = l->stream,
                             .raw = l->text,
                             .position = l->position,
                             .bytes = l->bytes,
                             .lines = 1,
                             .flags = l->flags};
}

/*
 * What a transport cut in pieces is put together before its text is looked at. False: the line
 * waits for the rest.
 */
static bool put_together(struct parser *p, struct strand *s, struct physical *l)
{
    struct head *h = &p->spare->head;
    if (habit_is_other(&s->habit, h))
        return true;
    struct course *c = h->partial ? course_of(p, s, h->writer) : strand_find(s, h->writer);

    if (!c || (!h->partial && c->pieces.lines == 0))
        return true;
    c->used = s->lines;
    pieces_add(&c->pieces, l, h);
    s->waiting += l->bytes;
    if (h->partial && c->pieces.lines < LIMIT_RECORD_LINES &&
        c->pieces.bytes < LIMIT_RECORD_BYTES && s->waiting < LIMIT_HELD_BYTES)
        return false;
    s->waiting -= c->pieces.bytes;
    head_ended(&p->in, h, pieces_take(&c->pieces, s->stream, p->in.arena, l));
    h->partial = false;
    return true;
}

/* Takes the layers off; *text is then what stood below the outer ones. False: see above. */
static bool read_layers(struct parser *p, struct strand *s, struct physical *l,
                        struct str *text)
{
    struct head *h = &p->spare->head;

    do {
        *text = h->text;
        if (!head_layer(&p->in, h) || h->form != FORM_LAYER)
            return true;
    } while (put_together(p, s, l));
    return false;
}

/* A line without envelope belongs to whoever wrote the one before it. */
static struct course *writer_of(struct parser *p, struct strand *s, const struct head *h)
{
    if (!h->layered && h->form == FORM_BARE && s->now)
        return s->now;
    if (h->form == FORM_NOTE && s->now)
        return s->now;
    return course_of(p, s, h->writer);
}

static void take_more(struct parser *p, struct strand *s, struct course *c,
                      const struct head *first)
{
    struct str rest = first->more, line;
    struct physical counted = {.stream = s->stream};

    while (c->last && head_next(&rest, &line)) {
        head_more(&p->in, first, line, &p->spare->head);
        records_take_more(p, s, c, &counted, line);
    }
}

static void take_head(struct parser *p, struct strand *s, const struct physical *l,
                      struct str text)
{
    struct head *h = &p->spare->head;
    struct course *c = writer_of(p, s, h);

    s->now = c;
    s->margin = h->margin;
    if (h->form == FORM_WHOLE && !h->access)
        s->before = h->kind->id;
    if (records_is_no_head(c, h))
        head_bare(h, text);
    if (h->form == FORM_NOTE) {
        records_take_note(p, c, l);
    } else if (h->more.n && h->form != FORM_WHOLE) {
        struct head first = *h;
        records_take(p, s, c, l);
        take_more(p, s, c, &first);
    } else {
        records_take(p, s, c, l);
    }
}

/* journalctl writes further lines of a message below the place where its text began. */
static bool goes_on(const struct strand *s, struct str text)
{
    if (s->margin == 0 || text.n < s->margin || !s->now ||
        (!s->now->last && !s->now->doubt))
        return false;
    for (size_t i = 0; i < s->margin; i++)
        if (text.p[i] != ' ')
            return false;
    return true;
}

/* The line of a pasted log without what stands before each of its lines. */
static struct str below_quote(const struct strand *s, struct str raw)
{
    struct str quote = buf_str(&s->habit.quote);

    return quote.n && str_starts(raw, quote) ? str_from(raw, quote.n) : raw;
}

/* The line at hand tells what the last one was, if that was left open: on, it goes on with it. */
static void settle(struct parser *p, struct strand *s, bool on)
{
    if (s->now && s->now->doubt)
        records_settle(p, s->now, on);
}

/* ---- entries of a journal ---- */

/* p->spare's head has the journal's layer; the message below it may have further ones. */
static void take_message(struct parser *p, struct strand *s, struct physical *l)
{
    struct str text;

    if (put_together(p, s, l) && read_layers(p, s, l, &text))
        take_head(p, s, l, text);
}

static void take_fields(struct parser *p, struct strand *s, const struct line *l)
{
    struct physical whole = physical_of(l);

    settle(p, s, false);
    p->in.near = moment_near(p, s);
    head_begin(l->text, &p->spare->head);
    journal_line(&p->in, &p->spare->head, l);
    take_message(p, s, &whole);
}

/* ---- one line ---- */

static void take_text(struct parser *p, struct strand *s, struct physical whole)
{
    struct str line = whole.raw, raw = plain_text(p, line), text;
    struct head *h = &p->spare->head;

    struct str below = s->margin ? below_quote(s, raw) : raw;
    bool on = goes_on(s, below);
    settle(p, s, on);
    if (on) {
        text = str_from(below, s->margin);
        head_more(&p->in, &s->now->last->head, text, h);
        records_take_more(p, s, s->now, &whole, text);
        return;
    }
    p->in.near = moment_near(p, s);
    p->in.before = s->before;
    s->before = ENVELOPE_NONE;
    head_begin(raw, h);
    h->coloured = raw.p != line.p || raw.n + 1 < line.n;
    if (s->spaced && raw.n == 0) {
        h->form = FORM_NOTE;
        take_head(p, s, &whole, raw);
    } else if (read_layers(p, s, &whole, &text)) {
        if ((h->form == FORM_BARE || h->form == FORM_NOTE) &&
            habit_is_other(&s->habit, h)) {
            bool coloured = h->coloured;
            head_begin(raw, h);
            h->coloured = coloured;
            text = raw;
        }
        habit_note(&s->habit, h);
        take_head(p, s, &whole, text);
    }
    s->spaced = h->spaced;
}

/* ---- entries of a journal in several lines ---- */

/* The lines of an object; a brace that opens none is a line like any other. */
static void take_object(struct parser *p, struct strand *s, struct physical *whole)
{
    struct str text = whole->raw;

    if (whole->lines == 1) {
        take_text(p, s, *whole);
        return;
    }
    p->in.near = moment_near(p, s);
    head_begin(text, &p->spare->head);
    if (read_layers(p, s, whole, &text))
        take_head(p, s, whole, text);
}

/* The entry of the export format that the strand has, whole or not. */
static void take_export(struct parser *p, struct strand *s)
{
    struct journal_entry e;
    struct physical whole;

    bool pretty = s->export->step == EXPORT_PRETTY;
    settle(p, s, false);
    export_entry(s->export, s->stream, p->in.arena, &e, &whole);
    if (pretty) {
        take_object(p, s, &whole);
        return;
    }
    p->in.near = moment_near(p, s);
    head_begin((struct str){0}, &p->spare->head);
    journal_layer(&p->in, &p->spare->head, &e);
    take_message(p, s, &whole);
}

/* False: the line is of no such entry. */
static bool is_exported(struct parser *p, struct strand *s, const struct line *l)
{
    enum export_take took = EXPORT_NOT;

    if (s->export && s->export->lines) {
        took = export_line(s->export, l);
        if (took != EXPORT_MORE)
            take_export(p, s);
    }
    if (took != EXPORT_NOT || !export_opens(l->text))
        return took != EXPORT_NOT;
    if (!s->export)
        s->export = export_new();
    (void)export_line(s->export, l);
    return true;
}

static void take_any(struct parser *p, struct strand *s, const struct line *l)
{
    if (l->fields)
        take_fields(p, s, l);
    else if (!export_may_open(l->text) && !(s->export && s->export->lines))
        take_text(p, s, physical_of(l));
    else if (!is_exported(p, s, l))
        take_text(p, s, physical_of(l));
}

static void take_line(struct parser *p, const struct line *l)
{
    struct strand *s = parser_now(p, l->stream);

    take_any(p, s, l);
    s->lines++;
    s->bytes += l->bytes;
    if (s->now) {
        s->now->used = s->lines;
        if (s->now->last) {
            s->now->last->seen_lines = s->lines;
            s->now->last->seen_bytes = s->bytes;
        }
    }
    if (s->lines >= s->next_lines || s->bytes >= s->next_bytes)
        records_close_left_behind(p, s);
}

/* ---- all lines ---- */

void parser_start(struct parser *p, struct batch *b)
{
    p->batch = b;
    p->in.arena = &b->arena;
    p->in.object_text = (struct str){0};
}

static void keep(struct course *c)
{
    for (size_t i = 0; i < c->open.count; i++)
        open_keep(c->open.at[i]);
    if (c->doubt)
        open_keep(c->doubt);
}

void parser_keep(struct strand *s)
{
    for (size_t i = 0; i < s->count; i++)
        keep(s->courses[i]);
}

void parser_lines(struct parser *p, struct batch *b)
{
    parser_start(p, b);
    p->plain = colour_plain(buf_str(&b->text));
    for (; b->parsed < b->line_count; b->parsed++)
        take_line(p, &b->lines[b->parsed]);
    for (size_t i = 0; i < p->strand_count; i++)
        parser_keep(p->strands[i]);
}

/* The last pieces of a line whose end never came. */
static void take_pieces(struct parser *p, struct strand *s, struct course *c)
{
    struct head *h = &p->spare->head;
    struct physical whole;
    struct str text = pieces_take(&c->pieces, s->stream, p->in.arena, &whole);

    whole.flags |= LINE_UNENDED;
    p->in.near = moment_near(p, s);
    p->in.before = ENVELOPE_NONE;
    head_begin((struct str){0}, h);
    pieces_head(&c->pieces, h);
    head_ended(&p->in, h, text);
    h->writer = c->writer;
    text = h->text;
    while (head_layer(&p->in, h) && h->form == FORM_LAYER)
        text = h->text;
    take_head(p, s, &whole, text);
}

static void end_strand(struct parser *p, struct strand *s)
{
    settle(p, s, false);
    if (s->export && s->export->lines)
        take_export(p, s);
    for (size_t i = 0; i < s->count; i++)
        if (s->courses[i]->pieces.lines)
            take_pieces(p, s, s->courses[i]);
    for (size_t i = 0; i < s->count; i++)
        records_close_all(p, s->courses[i], 0);
}

void parser_forget(struct parser *p, struct strand *s)
{
    for (size_t i = 0; i < p->strand_count; i++)
        if (p->strands[i] == s)
            p->strands[i] = p->strands[--p->strand_count];
    strand_free(s);
    p->now = NULL;
}

void parser_end(struct parser *p, const struct stream *stream, struct batch *b)
{
    struct strand *s = parser_known(p, stream);

    if (!s)
        return;
    parser_start(p, b);
    p->now = NULL;
    end_strand(p, parser_now(p, stream));
    parser_forget(p, s);
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
