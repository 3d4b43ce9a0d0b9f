/*
 * format_pretty.c - the event for eyes: a head line, then what a reader wants to know, one thing
 * a line. Colours only on a terminal; they are the sixteen that every palette adapts.
 */
#include "base/shown.h"
#include "base/utf8.h"
#include "render/view.h"

#define T(s) STR(s)

enum { SHOWN_BYTES = 400, LABEL_WIDTH = 10 };

static const struct str reset = STR_INIT("\x1b[0m"), bold = STR_INIT("\x1b[1m"),
                        dim = STR_INIT("\x1b[2m");

static struct str severity_colour(int severity)
{
    static const struct str colours[] = {
        STR_INIT(""),         STR_INIT("\x1b[36m"), STR_INIT("\x1b[33m"),
        STR_INIT("\x1b[31m"), STR_INIT("\x1b[31m"), STR_INIT("\x1b[35m"),
        STR_INIT("\x1b[35m"),
    };
    return colours[severity];
}

static void paint(struct buf *out, bool colour, struct str code, struct str text)
{
    if (colour)
        buf_add(out, code);
    buf_add(out, text);
    if (colour)
        buf_add(out, reset);
}

/* Log text on a terminal; further lines are indented. */
static void clean(struct buf *out, struct str s, size_t limit)
{
    struct str shown = utf8_head(s, limit);

    shown_add(out, shown, T("\n               "));
    if (shown.n < s.n)
        buf_add(out, T(" \xE2\x80\xA6"));
}

static void label(struct buf *out, bool colour, const char *name)
{
    struct str word = str_of(name);

    buf_add(out, T("    "));
    paint(out, colour, dim, word);
    for (size_t n = word.n; n <= LABEL_WIDTH; n++)
        buf_char(out, ' ');
}

static void row(struct buf *out, bool colour, const char *name, struct str text)
{
    if (text.n == 0)
        return;
    label(out, colour, name);
    clean(out, text, SHOWN_BYTES);
    buf_char(out, '\n');
}

static void head(struct buf *out, const struct view *v, bool colour)
{
    const struct record *r = v->record;
    CLEANUP(buf_done) struct buf time = {0};
    struct str colour_code = severity_colour(v->severity);

    clock_iso(&time, r->time);
    paint(out, colour, dim, buf_str(&time));
    buf_char(out, ' ');
    struct str who =
        v->match->service_name.n ? v->match->service_name : v->match->service_type;
    paint(out, colour, bold, who.n ? who : T("-"));
    buf_char(out, ' ');
    struct str level = level_name(r->level);
    paint(out, colour, colour_code, level.n ? level : T("-"));
    buf_char(out, ' ');
    paint(out, colour, colour_code, v->code.n ? v->code : v->status);
    if (v->match->status == MATCH_AMBIGUOUS)
        buf_add(out, T(" (ambiguous)"));
    buf_fmt(out, ", severity %d\n", v->severity);
}

/* The frame that raised it is the record's; the listed line is what the catalogue says. */
static void raised(struct buf *out, const struct view *v, bool colour)
{
    const struct hit *h = &v->match->raised;
    CLEANUP(buf_done) struct buf site = {0};

    if (!v->error || v->error->type.n == 0)
        return;
    label(out, colour, "raised");
    clean(out, v->error->type, SHOWN_BYTES);
    if (v->error->frame_count) {
        const struct frame *f = &v->error->frames[v->error->frame_count - 1];
        clean(&site, f->module_path, SHOWN_BYTES);
        buf_fmt(&site, ":%u", f->line);
        buf_fmt(out, " at %s", buf_z(&site));
    }
    if (h->source && h->candidate_count == 0 && !v->match->away &&
        !str_eq(h->source->text, buf_str(&site)))
        buf_fmt(out, " (listed: %.*s)", STR_FMT(h->source->text));
    buf_char(out, '\n');
    /* The message often ends in it already. */
    if (str_find(v->message, v->error->message, 0) == STR_NONE)
        row(out, colour, "", v->error->message);
    if (h->entry && h->candidate_count == 0 && !v->match->away && h->entry != v->lead)
        row(out, colour, "", h->entry->situation);
}

static void caller(struct buf *out, const struct view *v, bool colour)
{
    const struct caller *c = &v->caller;

    if (c->seen == SEEN_ABSENT)
        return;
    label(out, colour, "caller");
    buf_add(out, c->seen == SEEN_NO    ? T("was not told of it")
                 : c->seen == SEEN_YES ? T("was told")
                                       : T("may have been told"));
    if (c->status)
        buf_fmt(out, c->seen == SEEN_NO ? ", had got %u" : ", status %u", c->status);
    if (c->text.n) {
        CLEANUP(buf_done) struct buf text = {0};
        view_fill(&text, c->text, v->match);
        buf_add(out, T(": "));
        clean(out, buf_str(&text), SHOWN_BYTES);
    }
    buf_char(out, '\n');
}

static void candidates(struct buf *out, bool colour, const struct hit *h)
{
    enum { SHOWN = 4 };

    for (size_t i = 0; i < h->candidate_count && i < SHOWN; i++) {
        label(out, colour, i ? "" : "perhaps");
        buf_add(out, h->candidates[i]->id);
        if (h->candidates[i]->situation.n) {
            buf_add(out, T(": "));
            buf_add(out, h->candidates[i]->situation);
        }
        buf_char(out, '\n');
    }
    if (h->candidate_count > SHOWN) {
        label(out, colour, "");
        buf_fmt(out, "and %zu more\n", h->candidate_count - SHOWN);
    }
}

/* What stands below: exceptions of a chain, and messages inside a value. */
static void causes(struct buf *out, const struct view *v, bool colour)
{
    enum { SHOWN = 3 };
    const struct match *m = v->match;

    for (size_t i = 0; i < m->causes_kept && i < SHOWN; i++) {
        const struct cause *c = &m->causes[i];
        struct str name = c->entry ? c->entry->id : c->class_ ? c->class_->id : c->type;
        label(out, colour, i ? "" : "because");
        clean(out, name, SHOWN_BYTES);
        if (c->message.n) {
            buf_add(out, T(": "));
            clean(out, str_line(c->message), SHOWN_BYTES);
        }
        buf_char(out, '\n');
    }
    if (m->cause_count > SHOWN) {
        label(out, colour, "");
        buf_fmt(out, "and %zu more\n", m->cause_count - SHOWN);
    }
}

/* Why the event says less than the catalogue could. */
static void doubts(struct buf *out, const struct view *v, bool colour)
{
    const struct match *m = v->match;

    if (m->elsewhere)
        row(out, colour, "but",
            STR("logged by another module than the catalogue knows for this text"));
    else if (m->away && v->lead == m->raised.entry)
        row(out, colour, "but",
            STR("raised in a file that the catalogue does not list for this class"));
}

/* GET /v1/x: 503 in 7 ms, for 10.0.0.9 */
static void access_row(struct buf *out, const struct access *a, bool colour)
{
    label(out, colour, "access");
    clean(out, a->method.n ? a->method : STR("-"), SHOWN_BYTES);
    buf_char(out, ' ');
    clean(out, a->path.n ? a->path : STR("-"), SHOWN_BYTES);
    if (a->query.n)
        buf_char(out, '?');
    clean(out, a->query, SHOWN_BYTES);
    if (a->status)
        buf_fmt(out, ": %u", a->status);
    if (a->duration >= 0 && a->duration < 10000)
        buf_fmt(out, " in %.1f ms", (double)a->duration / 1000);
    else if (a->duration >= 0)
        buf_fmt(out, " in %.2f s", (double)a->duration / 1000000);
    if (a->client.n) {
        buf_add(out, T(", for "));
        clean(out, a->client, SHOWN_BYTES);
    }
    buf_char(out, '\n');
}

static void request_row(struct buf *out, const struct record *r, bool colour)
{
    if (r->request_id.n == 0)
        return;
    label(out, colour, "request");
    clean(out, r->request_id, SHOWN_BYTES);
    if (r->request_inferred)
        buf_add(out, T(" (by process and time)"));
    buf_char(out, '\n');
}

static void write_pretty(const struct view *v, bool colour, struct buf *out)
{
    CLEANUP(buf_done) struct buf text = {0};

    head(out, v, colour);
    const struct access *a = v->record->access;
    if (a)
        access_row(out, a, colour);
    if (!a || a->status >= 500 || v->code.n) /* else it says no more than that */
        row(out, colour, "message", v->message);
    row(out, colour, "means", v->reason);
    raised(out, v, colour);
    candidates(out, colour, &v->match->log);
    candidates(out, colour, &v->match->raised);
    doubts(out, v, colour);
    causes(out, v, colour);
    caller(out, v, colour);
    if (v->telling) {
        row(out, colour, "looks like", v->telling->misleads_as);
        const struct entry *e = v->telling;
        row(out, colour, "note", e->note.n || !e->class_ ? e->note : e->class_->note);
        view_fill(&text, v->telling->action, v->match);
        row(out, colour, "next", buf_str(&text));
        view_fill(&text, v->telling->residue, v->match);
        row(out, colour, "left", buf_str(&text));
    }
    request_row(out, v->record, colour);
    buf_char(out, '\n');
}

const struct format_kind format_pretty = {
    .name = "pretty",
    .help = "for eyes: a few lines an event, coloured on a terminal",
    .write = write_pretty,
};
