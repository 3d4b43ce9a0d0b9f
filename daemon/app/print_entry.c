#include "app/print_entry.h"

static const char *kind_word(enum entry_kind k)
{
    static const char *const words[] = {
        [ENTRY_LOG] = "log entry",       [ENTRY_MARKER] = "marker",
        [ENTRY_EXCEPTION] = "exception", [ENTRY_STATUS] = "status text",
        [ENTRY_RESPONSE] = "response",
    };
    return words[k];
}

static void row(struct buf *out, const char *name, struct str text)
{
    if (text.n == 0)
        return;
    buf_fmt(out, "  %-11s ", name);
    buf_add(out, text);
    buf_char(out, '\n');
}

static void row_list(struct buf *out, const char *name, struct strs list)
{
    for (size_t i = 0; i < list.n; i++)
        row(out, i ? "" : name, list.at[i]);
}

static void row_sources(struct buf *out, const char *name, const struct entry *e)
{
    for (size_t i = 0; i < e->source_count; i++)
        row(out, i ? "" : name, e->sources[i].text);
}

static void row_caller(struct buf *out, const struct caller *c)
{
    CLEANUP(buf_done) struct buf text = {0};

    if (c->seen == SEEN_ABSENT && c->text.n == 0)
        return;
    buf_add(&text, c->seen == SEEN_YES  ? STR("is told")
                   : c->seen == SEEN_NO ? STR("is not told")
                                        : STR("unknown whether told"));
    if (c->status)
        buf_fmt(&text, ", status %u", c->status);
    if (c->text.n) {
        buf_add(&text, STR(": "));
        buf_add(&text, c->text);
    }
    if (c->evidence != EVIDENCE_ABSENT) {
        buf_add(&text, STR(" ("));
        buf_add(&text, evidence_name(c->evidence));
        buf_char(&text, ')');
    }
    row(out, "caller", buf_str(&text));
}

static void row_severity(struct buf *out, const struct entry *e)
{
    CLEANUP(buf_done) struct buf text = {0};

    if (e->severity >= 0)
        buf_fmt(&text, "%d", e->severity);
    row(out, "severity", buf_str(&text));
    row(out, "role", role_name(e->role));
}

static void row_where(struct buf *out, const struct entry *e)
{
    CLEANUP(buf_done) struct buf text = {0};

    buf_add(&text, e->catalogue->file);
    buf_fmt(&text, ":%zu", e->file_line);
    if (e->catalogue->version.n) {
        buf_add(&text, STR(", release "));
        buf_add(&text, e->catalogue->version);
    }
    row(out, "catalogue", buf_str(&text));
}

void print_entry_line(struct buf *out, const struct entry *e)
{
    buf_add(out, e->id);
    for (size_t n = e->id.n; n < 48; n++)
        buf_char(out, ' ');
    buf_fmt(out, " %-6.*s ", STR_FMT(e->row));
    struct str text =
        e->kind == ENTRY_EXCEPTION && e->situation.n ? e->situation : e->template;
    buf_add(out, text);
    buf_char(out, '\n');
}

static void print_patterns(struct buf *out, const struct catalog *c, const struct entry *e)
{
    const struct entry_patterns *p = &c->patterns[e->number];

    row(out, "template", e->template);
    if (p->own && !str_eq(pattern_regex(p->own), e->template))
        row(out, "expression", pattern_regex(p->own));
    for (size_t i = 0; i < p->text_count; i++)
        row(out, i ? "" : "texts", pattern_regex(p->texts[i]));
}

void print_entry(struct buf *out, const struct catalog *c, const struct entry *e)
{
    buf_add(out, e->id);
    buf_fmt(out, "\n  %-11s %s\n", e->kind == ENTRY_EXCEPTION ? "is an" : "is a",
            kind_word(e->kind));
    row(out, "row", e->row);
    row_list(out, "also rows", e->also);
    row(out, "level", level_name(e->level));
    print_patterns(out, c, e);
    row(out, "situation", e->situation);
    row_list(out, "loggers", e->loggers);
    row_sources(out, e->kind == ENTRY_EXCEPTION ? "raised at" : "source", e);
    row_list(out, "functions", e->functions);
    row_severity(out, e);
    row(out, "resource", e->resource_type);
    row_list(out, "cause in", e->cause);
    row_list(out, "secret", e->secret);
    row_caller(out, &e->caller);
    row(out, "looks like", e->misleads_as);
    row(out, "note", e->note.n || !e->class_ ? e->note : e->class_->note);
    row(out, "next", e->action);
    row(out, "left behind", e->residue);
    row(out, "logged", logged_name(e->logged));
    row_where(out, e);
}

void print_class(struct buf *out, const struct class_entry *k)
{
    CLEANUP(buf_done) struct buf status = {0};

    buf_add(out, k->id);
    buf_fmt(out, "\n  %-11s exception class with %zu situation%s\n", "is an",
            k->situation_count, k->situation_count == 1 ? "" : "s");
    row(out, "class", k->class_);
    if (k->status)
        buf_u64(&status, k->status);
    row(out, "status", buf_str(&status));
    row(out, "template", k->template);
    row(out, "defined at", k->source.text);
    row(out, "note", k->note);
    buf_char(out, '\n');
    for (size_t i = 0; i < k->situation_count; i++)
        print_entry_line(out, k->situations[i]);
}
