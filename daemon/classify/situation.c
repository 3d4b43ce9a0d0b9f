#include "classify/situation.h"

#include "classify/foreign.h"

/* One row of the class that is still in question. */
struct row {
    const struct entry *entry;
    const struct source *source; /* its place nearest to the frame; NULL: not in that file */
    uint32_t distance;           /* lines between; FAR: unknown */
    bool function;               /* it lists the frame's function */
};

static const uint32_t FAR = UINT32_MAX;

/* ---- by the text ---- */

bool situation_text_fits(struct matcher *m, const struct entry *e,
                         const struct pattern *p, struct str text)
{
    struct str head = str_line(text);
    return matcher_fits(m, e, p, text) || (head.n < text.n && matcher_fits(m, e, p, head));
}

/* The most specific of its texts that fits; one that is only a gap fits everything and says
 * nothing. NULL: none fits, and m->gaps is not its. */
static const struct pattern *best_text(struct matcher *m, const struct entry *e,
                                       struct str text)
{
    const struct entry_patterns *own = &m->catalog->patterns[e->number];
    const struct pattern *best = NULL;
    for (size_t i = 0; i < own->text_count; i++) {
        const struct pattern *p = own->texts[i];
        size_t n = pattern_literal_bytes(p);
        if (n && (!best || n > pattern_literal_bytes(best)) &&
            situation_text_fits(m, e, p, text))
            best = p;
    }
    return best;
}

/* Rows whose text fits best, if any fits. Texts are not complete, so that none fits tells
 * nothing. */
static size_t keep_by_text(struct matcher *m, struct row *rows, size_t n, struct str text)
{
    size_t kept = 0, most = 0;
    for (size_t i = 0; i < n; i++) {
        const struct pattern *p = best_text(m, rows[i].entry, text);
        size_t literal = p ? pattern_literal_bytes(p) : 0;
        if (!literal || literal < most)
            continue;
        if (literal > most)
            kept = 0;
        most = literal;
        struct row row = rows[i];
        rows[i] = rows[kept]; /* what falls behind `kept` does not count any more */
        rows[kept++] = row;
    }
    return kept;
}

static bool template_fits(struct matcher *m, const struct entry *e, struct str text)
{
    const struct pattern *p = m->catalog->patterns[e->number].own;
    return p && pattern_literal_bytes(p) && situation_text_fits(m, e, p, text);
}

/* ---- by the frames ---- */

/* The row's place in that file nearest to the line; false: it has none there. */
static bool measure(struct row *row, const struct frame *frame)
{
    row->source = NULL;
    row->distance = FAR;
    for (size_t i = 0; i < row->entry->source_count; i++) {
        const struct source *s = &row->entry->sources[i];
        if (!source_same_file(frame->module_path, s->file))
            continue;
        uint32_t d = frame->line > s->line ? frame->line - s->line : s->line - frame->line;
        if (s->line == 0 || frame->line == 0)
            d = FAR;
        if (!row->source || d < row->distance) {
            row->source = s;
            row->distance = d;
        }
    }
    struct strs functions = row->entry->functions;
    row->function = false;
    for (size_t i = 0; i < functions.n; i++)
        row->function = row->function || str_eq(functions.at[i], frame->function);
    return row->source != NULL;
}

/* The innermost frame whose file some row lists; the rows are then measured by it. */
static const struct frame *innermost_listed(struct row *rows, size_t n,
                                            const struct frame *frames, size_t frame_count)
{
    for (size_t i = frame_count; i-- > 0;) {
        bool listed = false;
        for (size_t k = 0; k < n; k++)
            listed = measure(&rows[k], &frames[i]) || listed;
        if (listed)
            return &frames[i];
    }
    return NULL;
}

static bool in_file(const struct row *r)
{
    return r->source != NULL;
}

static bool in_function(const struct row *r)
{
    return r->source && r->function;
}

/* A listed line, met exactly, is as good as a listed function: where they disagree both stay. */
static bool in_function_or_at_line(const struct row *r)
{
    return in_function(r) || (r->source && r->distance == 0);
}

static bool any_in_function(const struct row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (in_function(&rows[i]))
            return true;
    return false;
}

/* Keeps the rows that hold, in their order, if there are any. */
static size_t keep_if(struct row *rows, size_t n, bool (*holds)(const struct row *))
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (holds(&rows[i]))
            rows[kept++] = rows[i];
    return kept ? kept : n;
}

static void sort_by_distance(struct row *rows, size_t n) /* stable: then by row order */
{
    for (size_t i = 1; i < n; i++) {
        struct row row = rows[i];
        size_t at = i;
        for (; at && rows[at - 1].distance > row.distance; at--)
            rows[at] = rows[at - 1];
        rows[at] = row;
    }
}

/*
 * Drops what is at least twice as far as the nearest: lines drift between releases, but not one
 * past the other. Beyond the drift no line is nearer than another in earnest. rows are sorted.
 */
static size_t keep_nearest(const struct row *rows, size_t n)
{
    uint32_t nearest = rows[0].distance;
    if (nearest > SITUATION_DRIFT)
        return n;
    size_t kept = 1;
    while (kept < n &&
           (rows[kept].distance == nearest || rows[kept].distance < 2 * nearest))
        kept++;
    return kept;
}

static bool is_near(const struct row *r)
{
    return r->source && (r->function || r->distance <= SITUATION_DRIFT);
}

/* Keeps the rows to which this frame is nearest; all of them where it is near to none. */
static size_t keep_by_caller(struct row *rows, size_t n, const struct frame *frame)
{
    bool any = false;
    for (size_t k = 0; k < n; k++) {
        measure(&rows[k], frame);
        any = any || is_near(&rows[k]);
    }
    if (!any)
        return n;
    n = keep_if(rows, n, is_near);
    n = keep_if(rows, n, in_function);
    sort_by_distance(rows, n);
    return keep_nearest(rows, n);
}

/*
 * Rows that the innermost frame cannot tell apart may list places of its callers as well: the
 * innermost of those that does. What remains is then measured by the first frame again.
 */
static size_t keep_by_callers(struct row *rows, size_t n, const struct frame *frames,
                              size_t below)
{
    for (size_t i = below; n > 1 && i-- > 0;)
        n = keep_by_caller(rows, n, &frames[i]);
    for (size_t k = 0; k < n; k++)
        measure(&rows[k], &frames[below]);
    return n;
}

static size_t keep_by_frame(struct matcher *m, struct row *rows, size_t n,
                            const struct frame *frames, size_t frame_count,
                            struct raised_evidence *ev)
{
    const struct frame *frame = innermost_listed(rows, n, frames, frame_count);
    if (!frame)
        return n;
    TELL(&m->teller, "frame", "innermost listed: %.*s:%u in %.*s",
         STR_FMT(frame->module_path), frame->line, STR_FMT(frame->function));
    size_t before = n;
    n = keep_if(rows, n, in_file);
    ev->file = before > 1 && n == 1;
    bool function = any_in_function(rows, n);
    if (function)
        n = keep_if(rows, n, in_function_or_at_line);
    sort_by_distance(rows, n);
    n = function && !in_function(&rows[0]) ? n : keep_nearest(rows, n);
    if (n > 1 && rows[n - 1].distance == rows[0].distance)
        n = keep_by_callers(rows, n, frames, (size_t)(frame - frames));
    /* Where the text has decided, the function adds nothing that the line does not say. */
    ev->function = !ev->text && rows[0].source && rows[0].function;
    ev->near = rows[0].distance <= SITUATION_DRIFT;
    ev->exact = rows[0].distance == 0;
    return n;
}

/* ---- by the logger ---- */

/* zun/network/kuryr_network.py is the module zun.network.kuryr_network. */
static bool is_module(struct str file, struct str logger)
{
    static const struct str endings[] = {STR_INIT("/__init__.py"), STR_INIT(".py")};
    for (size_t i = 0; i < COUNT_OF(endings); i++)
        if (str_ends(file, endings[i])) {
            file.n -= endings[i].n;
            break;
        }
    if (file.n != logger.n)
        return false;
    for (size_t i = 0; i < file.n; i++)
        if (file.p[i] != logger.p[i] && !(file.p[i] == '/' && logger.p[i] == '.'))
            return false;
    return file.n > 0;
}

static bool raised_in_module(const struct entry *e, struct str logger)
{
    for (size_t i = 0; i < e->source_count; i++)
        if (is_module(e->sources[i].file, logger))
            return true;
    return false;
}

/* Without a traceback, what is raised where it is logged is the likeliest of what remains. */
static void put_module_first(struct row *rows, size_t n, struct str logger)
{
    size_t first = 0;
    for (size_t i = 0; i < n; i++) {
        if (!raised_in_module(rows[i].entry, logger))
            continue;
        struct row row = rows[i];
        memmove(&rows[first + 1], &rows[first], (i - first) * sizeof *rows);
        rows[first++] = row;
    }
}

/* ---- the choice ---- */

static void set_hit(struct matcher *m, const struct row *rows, size_t n, struct hit *hit)
{
    const struct entry *e = rows[0].entry;
    *hit = (struct hit){.entry = e, .source = rows[0].source};
    if (!hit->source && e->source_count == 1) /* of several none is more than a guess */
        hit->source = &e->sources[0];
    if (n < 2)
        return;
    const struct entry **all = arena_alloc(m->arena, n * sizeof(struct entry *));
    for (size_t i = 0; i < n; i++)
        all[i] = rows[i].entry;
    hit->candidates = all;
    hit->candidate_count = n;
}

/* All rows, or those that something points to where the class is anybody's. */
static size_t rows_of(struct matcher *m, const struct class_entry *c, struct str text,
                      const struct frame *frames, size_t frame_count, struct row *rows)
{
    bool foreign = foreign_class(c);
    size_t n = 0;
    for (size_t i = 0; i < c->situation_count; i++)
        if (!foreign ||
            foreign_row_is_shown(m, c->situations[i], text, frames, frame_count))
            rows[n++] = (struct row){.entry = c->situations[i], .distance = FAR};
    return n;
}

bool situation_choose(struct matcher *m, const struct class_entry *c, struct str text,
                      const struct frame *frames, size_t frame_count, struct hit *hit,
                      struct raised_evidence *ev)
{
    struct row *rows = arena_alloc(m->arena, c->situation_count * sizeof *rows);
    size_t n = rows_of(m, c, text, frames, frame_count, rows);
    if (n == 0) {
        TELL(&m->teller, "class",
             "%.*s is not this service's own, and neither text nor frame point to a row",
             STR_FMT(c->class_));
        *hit = (struct hit){0};
        return false;
    }
    size_t by_text = keep_by_text(m, rows, n, text);
    if (by_text == 0) /* the order of the rows may have changed only where some text fits */
        ev->template = template_fits(m, c->situations[0], text);
    n = by_text ? by_text : n;
    ev->known = true;
    ev->lone = c->situation_count == 1;
    ev->text = by_text == 1;
    n = keep_by_frame(m, rows, n, frames, frame_count, ev);
    if (frame_count == 0 && n > 1)
        put_module_first(rows, n, m->logger);
    TELL(&m->teller, "situation", "%.*s: %zu of %zu rows by text, %zu after frames",
         STR_FMT(c->id), by_text, c->situation_count, n);
    set_hit(m, rows, n, hit);
    return true;
}

bool situation_is_shown(const struct raised_evidence *ev)
{
    return ev->text || ev->template || ev->file || ev->near || ev->exact;
}

bool situation_lists_file(const struct entry *e, const struct frame *frames, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < e->source_count; k++)
            if (source_same_file(frames[i].module_path, e->sources[k].file))
                return true;
    return e->source_count == 0;
}

void situation_params(struct matcher *m, const struct entry *e, struct str text,
                      const struct param **params, size_t *n)
{
    const struct pattern *p = best_text(m, e, text);
    if (!p && template_fits(m, e, text))
        p = m->catalog->patterns[e->number].own;
    if (p && situation_text_fits(m, e, p, text)) /* again: other texts were tried since */
        matcher_params(m, p, m->gaps, params, n);
}
