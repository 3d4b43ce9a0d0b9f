/*
 * format_pretty.c - the event for eyes: a head line, then what a reader wants to know, one thing
 * a line. Colours only on a terminal; they are the sixteen that every palette adapts.
 */
#include "render/view.h"

#define T(s) STR(s)

enum { SHOWN_BYTES = 400, LABEL_WIDTH = 8 };

static const struct str reset = STR_INIT("\x1b[0m"), bold = STR_INIT("\x1b[1m"),
                        dim = STR_INIT("\x1b[2m");

static struct str severity_colour(int severity)
{
    static const struct str colours[] = {
        STR_INIT(""),         STR_INIT("\x1b[36m"), STR_INIT("\x1b[33m"), STR_INIT("\x1b[31m"),
        STR_INIT("\x1b[31m"), STR_INIT("\x1b[35m"), STR_INIT("\x1b[35m"),
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

/* Log text on a terminal: no control byte goes through, further lines are indented. */
static void clean(struct buf *out, struct str s, size_t limit)
{
    bool cut = s.n > limit;

    if (cut)
        s = str_head(s, limit);
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        if (c == '\n')
            buf_add(out, T("\n             "));
        else if (c >= 0x20 && c != 0x7f)
            buf_char(out, s.p[i]);
    }
    if (cut)
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

    clock_iso(&time, r->time);
    paint(out, colour, dim, buf_str(&time));
    buf_char(out, ' ');
    struct str who = v->match->service_name.n ? v->match->service_name : v->match->service_type;
    paint(out, colour, bold, who.n ? who : T("-"));
    buf_char(out, ' ');
    struct str level = level_name(r->level);
    paint(out, colour, severity_colour(v->severity), level.n ? level : T("-"));
    buf_char(out, ' ');
    paint(out, colour, severity_colour(v->severity), v->code.n ? v->code : v->status);
    if (v->match->status == MATCH_AMBIGUOUS)
        buf_add(out, T(" (ambiguous)"));
    buf_char(out, '\n');
}

static void raised(struct buf *out, const struct view *v, bool colour)
{
    if (!v->error || v->error->type.n == 0)
        return;
    label(out, colour, "raised");
    clean(out, v->error->type, SHOWN_BYTES);
    if (v->match->raised.source && v->match->raised.candidate_count == 0) {
        buf_add(out, T(" at "));
        buf_add(out, v->match->raised.source->text);
    }
    buf_char(out, '\n');
    /* The message often ends in it already. */
    if (str_find(v->message, v->error->message, 0) == STR_NONE)
        row(out, colour, "", v->error->message);
}

static void caller(struct buf *out, const struct view *v, bool colour)
{
    const struct entry *e = v->telling;

    if (!e || e->caller.seen == SEEN_ABSENT)
        return;
    label(out, colour, "caller");
    buf_add(out, e->caller.seen == SEEN_NO    ? T("was not told")
                 : e->caller.seen == SEEN_YES ? T("was told")
                                              : T("may have been told"));
    if (e->caller.status)
        buf_fmt(out, ", status %u", e->caller.status);
    if (e->caller.text.n) {
        CLEANUP(buf_done) struct buf text = {0};
        view_fill(&text, e->caller.text, v->match);
        buf_add(out, T(": "));
        clean(out, buf_str(&text), SHOWN_BYTES);
    }
    buf_char(out, '\n');
}

static void candidates(struct buf *out, const struct view *v, bool colour, const struct hit *h)
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
    (void)v;
}

static void write_pretty(const struct view *v, bool colour, struct buf *out)
{
    CLEANUP(buf_done) struct buf text = {0};

    head(out, v, colour);
    row(out, colour, "message", v->message);
    row(out, colour, "means", v->reason);
    raised(out, v, colour);
    candidates(out, v, colour, &v->match->log);
    candidates(out, v, colour, &v->match->raised);
    caller(out, v, colour);
    if (v->telling) {
        row(out, colour, "is not", v->telling->misleads_as);
        view_fill(&text, v->telling->action, v->match);
        row(out, colour, "next", buf_str(&text));
        view_fill(&text, v->telling->residue, v->match);
        row(out, colour, "left", buf_str(&text));
    }
    row(out, colour, "request", v->record->request_id);
}

const struct format_kind format_pretty = {
    .name = "pretty",
    .help = "for eyes: a few lines an event, coloured on a terminal",
    .write = write_pretty,
};
