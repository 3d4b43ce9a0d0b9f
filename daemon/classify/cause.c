#include "classify/cause.h"

#include "base/pyname.h"
#include "classify/situation.h"

/* One record's causes as they are gathered. */
struct gather {
    struct matcher *m;
    const struct record *r;
    const struct owner *o;
    struct match *out;
    struct cause *causes; /* room for LIMIT_CAUSES, from the first on */
};

static bool has_room(const struct gather *g)
{
    return g->out->causes_kept < LIMIT_CAUSES;
}

static void add(struct gather *g, const struct cause *cause)
{
    g->out->cause_count++;
    if (!has_room(g))
        return;
    if (!g->causes)
        g->causes = ARENA_ARRAY(g->m->arena, struct cause, LIMIT_CAUSES);
    g->causes[g->out->causes_kept++] = *cause;
    g->out->causes = g->causes;
}

/* What the catalogue calls an exception: its situation, or the class where that stays open. */
static const struct class_entry *name_exception(struct gather *g,
                                                const struct exception *x,
                                                struct cause *cause)
{
    struct raised_evidence ev = {0};
    struct hit hit;
    const struct class_entry *c = raised_choose(g->m, g->o, x, &hit, &ev);
    if (hit.candidate_count)
        cause->class_ = c;
    else
        cause->entry = hit.entry;
    return c;
}

/* ---- a message or an exception inside a value ---- */

/* "Class: text", or what RemoteError says of the other side: "Remote error: Class text". */
static bool cut_class(struct str value, struct str *type, struct str *text)
{
    bool remote = str_starts(value, STR("Remote error: "));
    struct str rest = remote ? str_from(value, 14) : value;
    size_t n = pyname_length(rest), skip = remote ? 1 : 2;
    if (n == 0 || rest.n < n + skip || rest.p[n + skip - 1] != ' ' ||
        (!remote && rest.p[n] != ':'))
        return false;
    *type = str_head(rest, n);
    *text = str_from(rest, n + skip);
    return true;
}

/* A name with a module whose last word is written like a class. */
static bool looks_like_class(struct str type)
{
    size_t dot = str_rchr(type, '.');
    return dot != STR_NONE && type.p[dot + 1] >= 'A' && type.p[dot + 1] <= 'Z';
}

/* The summary of a message may hold the first line only of what the value holds in full. */
static bool is_logged_text(const struct gather *g, struct str text)
{
    if (g->r->exception_count == 0)
        return false;
    struct str logged = str_trim(g->r->exceptions[0].message);
    return logged.n && (str_eq(text, logged) || str_eq(str_line(text), logged) ||
                        str_eq(text, str_line(logged)));
}

static bool is_logged_class(const struct gather *g, const struct class_entry *c,
                            struct str type)
{
    if (c)
        return c == g->out->class_;
    return g->r->exception_count && str_eq(g->r->exceptions[0].type, type);
}

static void examine(struct gather *g, const struct catalogue_index *index,
                    struct str value, int depth);

/* True if the value is an exception, whether or not it was worth a cause. */
static bool examine_exception(struct gather *g, const struct catalogue_index *index,
                              struct str value, int depth)
{
    struct str type, text;
    if (!cut_class(value, &type, &text))
        return false;
    type = pyname_local(g->m->arena, type);
    struct cause cause = {.type = type, .message = text, .relation = RELATION_CAUSE};
    const struct exception x = {.type = type, .message = text};
    const struct class_entry *c = name_exception(g, &x, &cause);
    if (!c && !looks_like_class(type))
        return false;
    if (is_logged_class(g, c, type))
        return true;
    add(g, &cause);
    if (!c)
        examine(g, index, text, depth + 1);
    return true;
}

static const struct entry *entry_in(struct gather *g, const struct catalogue_index *index,
                                    struct str text, bool values_only)
{
    const struct entry *e = message_in_value(g->m, index, text, values_only);
    struct str head = str_line(text);
    return e || head.n == text.n ? e : message_in_value(g->m, index, head, values_only);
}

static void examine_params(struct gather *g, const struct catalogue_index *index,
                           const struct entry *e, const struct param *params, size_t n,
                           int depth)
{
    for (size_t i = 0; i < e->cause.n; i++)
        for (size_t k = 0; k < n; k++)
            if (str_eq(params[k].name, e->cause.at[i]))
                examine(g, index, params[k].value, depth);
}

static void examine(struct gather *g, const struct catalogue_index *index,
                    struct str value, int depth)
{
    value = str_trim(value);
    if (depth == LIMIT_CAUSE_DEPTH || value.n == 0 || is_logged_text(g, value))
        return;
    if (examine_exception(g, index, value, depth))
        return;
    const struct entry *e = entry_in(g, index, value, false);
    if (!e)
        return;
    add(g, &(struct cause){.message = value, .entry = e, .relation = RELATION_CAUSE});
    if (e->cause.n == 0)
        return;
    const struct param *params;
    size_t n;
    matcher_params(g->m, g->m->pattern, g->m->kept, &params, &n);
    examine_params(g, index, e, params, n, depth + 1);
}

/* ---- */

/* Which file's messages a value of entry e can hold: its own; a library carries the record's. */
static const struct catalogue_index *file_of(const struct gather *g,
                                             const struct catalogue *f)
{
    const struct catalog *c = g->m->catalog;
    const struct catalogue_index *index = &c->indexes[f - c->files];
    return index == c->common && g->o->index ? g->o->index : index;
}

/* A class that no file lists and that has a module: another project's may say the same words. */
static bool is_strangers(const struct gather *g)
{
    struct str type = g->r->exceptions[0].type;
    if (g->out->class_ || str_chr(type, '.', 0) == STR_NONE || !g->o->index)
        return false;
    return !strs_has(g->o->index->catalogue->packages, logger_first_word(type));
}

/* An exception may be raised with a text that stands among statuses or responses. */
static void from_raised_text(struct gather *g)
{
    const struct match *out = g->out;
    const struct catalogue_index *index = g->o->index;
    if (out->class_)
        index = file_of(g, out->class_->catalogue);
    struct str text = str_trim(g->r->exceptions[0].message);
    if (!index || index->value_count == 0 || text.n == 0 || is_strangers(g))
        return;
    const struct entry *e = entry_in(g, index, text, true);
    const struct entry *raised = out->raised.candidate_count ? NULL : out->raised.entry;
    bool same = e && raised &&
                (str_eq(raised->row, e->row) || strs_has(raised->also, e->row) ||
                 strs_has(e->also, raised->row));
    if (e && !same) /* else it says nothing new */
        add(g, &(struct cause){.message = text, .entry = e, .relation = RELATION_CAUSE});
}

/* Below the logged exception the frames of a remote one are those of the call. */
static struct exception raised_there(const struct exception *x)
{
    struct exception there = *x;
    if (x->remote && x->relation != RELATION_REMOTE)
        there.frame_count = 0;
    return there;
}

static void from_chain(struct gather *g)
{
    for (size_t i = 1; i < g->r->exception_count; i++) {
        const struct exception *x = &g->r->exceptions[i];
        struct cause cause = {
            .type = x->type, .message = x->message, .relation = x->relation};
        struct exception there = raised_there(x);
        if (has_room(g)) /* what is only counted needs no name */
            name_exception(g, &there, &cause);
        add(g, &cause);
    }
}

/* A value of the exception's own text may hold what another service or a driver said; or all of
 * the text may be another exception. */
static void from_raised_params(struct gather *g)
{
    const struct hit *raised = &g->out->raised;
    const struct str text = str_trim(g->r->exceptions[0].message);
    const struct param *params;
    size_t n = 0;
    if (!raised->entry || raised->candidate_count || raised->entry->cause.n == 0)
        return;
    const struct catalogue_index *index = file_of(g, raised->entry->catalogue);
    if (strs_has(raised->entry->cause, STR("text")))
        examine_exception(g, index, text, 0);
    situation_params(g->m, raised->entry, text, &params, &n);
    examine_params(g, index, raised->entry, params, n, 0);
}

void cause_find(struct matcher *m, const struct record *r, const struct owner *o,
                struct match *out)
{
    struct gather g = {.m = m, .r = r, .o = o, .out = out};
    const struct entry *e = out->log.entry;
    if (e && e->cause.n)
        examine_params(&g, file_of(&g, e->catalogue), e, out->params, out->param_count, 0);
    if (r->exception_count == 0)
        return;
    from_raised_text(&g);
    from_raised_params(&g);
    from_chain(&g);
}
