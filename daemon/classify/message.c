#include "classify/message.h"

#include "base/pypath.h"

/* ---- one pattern, one text ---- */

static void note_limit(struct matcher *m, const struct entry *e)
{
    for (size_t i = 0; i < m->limited_count; i++)
        if (m->limited[i] == e)
            return;
    if (m->limited_count < LIMITED_KEPT)
        m->limited[m->limited_count++] = e;
}

static void tell_tried(const struct matcher *m, const struct entry *e,
                       const struct pattern *p, struct str text, enum fit fit)
{
    size_t reach = pattern_reach(p, text);
    if (fit == FIT_YES)
        teller_say(&m->teller, "tried", "%.*s: fits", STR_FMT(e->id));
    else
        teller_say(&m->teller, "tried",
                   "%.*s: %s, its text was found up to byte %zu of %zu", STR_FMT(e->id),
                   fit == FIT_LIMIT ? "gave up at the match limit" : "does not fit",
                   reach, text.n);
}

bool matcher_fits(struct matcher *m, const struct entry *e, const struct pattern *p,
                  struct str text)
{
    enum fit fit = pattern_match(p, m->scratch, text, m->gaps);
    if (m->teller.narrator)
        tell_tried(m, e, p, text, fit);
    if (fit == FIT_LIMIT)
        note_limit(m, e);
    return fit == FIT_YES;
}

void matcher_params(struct matcher *m, const struct pattern *p, const struct str *values,
                    const struct param **out, size_t *n)
{
    struct strs names = pattern_params(p);
    *out = NULL;
    *n = 0;
    if (names.n == 0)
        return;
    struct param *params = arena_alloc(m->arena, names.n * sizeof *params);
    for (size_t i = 0; i < names.n; i++)
        if (values[i].p)
            params[(*n)++] = (struct param){names.at[i], values[i]};
    *out = params;
}

/* ---- which of several ---- */

enum nearness { LISTS_OTHERS, LISTS_NONE, SAME_PACKAGE, LISTS_ABOVE, LISTS_EQUAL };

static struct str parent_module(struct str logger)
{
    size_t dot = str_rchr(logger, '.');
    return dot == STR_NONE ? STR("") : str_head(logger, dot);
}

static enum nearness nearness(const struct entry *e, struct str logger)
{
    if (e->loggers.n == 0)
        return LISTS_NONE;
    enum nearness best = LISTS_OTHERS;
    struct str package = parent_module(logger);
    for (size_t i = 0; i < e->loggers.n; i++) {
        struct str listed = e->loggers.at[i];
        enum nearness now = LISTS_OTHERS;
        if (logger_equal(logger, listed))
            return LISTS_EQUAL;
        if (logger_under(logger, listed))
            now = LISTS_ABOVE;
        else if (package.n && logger_equal(parent_module(listed), package))
            now = SAME_PACKAGE;
        best = now > best ? now : best;
    }
    return best;
}

bool source_same_file(struct str path, struct str listed)
{
    return listed.n && str_ends(path, listed) &&
           (path.n == listed.n || path.p[path.n - listed.n - 1] == '/');
}

/* UINT32_MAX at a listed line, less with the distance, 0 in another file than the listed. */
static uint32_t source_rank(const struct record *r, const struct source *s)
{
    if (r->origin_line == 0 || !source_same_file(r->origin_file, s->file))
        return 0;
    if (s->line == 0)
        return 1; /* the page names the file only */
    uint32_t a = r->origin_line, b = s->line;
    return UINT32_MAX - (a > b ? a - b : b - a);
}

static uint32_t nearest_source(const struct record *r, const struct entry *e,
                               const struct source **out)
{
    uint32_t best = 0;
    *out = e->source_count ? &e->sources[0] : NULL;
    for (size_t i = 0; i < e->source_count && r->origin_line; i++) {
        uint32_t now = source_rank(r, &e->sources[i]);
        if (now > best) {
            best = now;
            *out = &e->sources[i];
        }
    }
    return best;
}

static int level_rank(enum level said, enum level is)
{
    if (said == LEVEL_NONE || is == LEVEL_NONE)
        return 0;
    return said == is ? 1 : -1;
}

static bool msg_is_template(const struct record *r, const struct entry *e)
{
    return r->msg.n && str_eq(r->msg, e->template);
}

static struct rank rank_of(const struct matcher *m, const struct record *r,
                           const struct entry *e, const struct pattern *p, struct str text)
{
    const struct source *source;
    return (struct rank){
        .msg = msg_is_template(r, e),
        .literal = e->literal_bytes,
        .lead = pattern_lead(p).n,
        .next = pattern_first_end(p, m->gaps, text),
        .frames = e->frames.n > 0,
        .logger = (int)nearness(e, r->logger),
        .level = level_rank(e->level, r->level),
        .source = nearest_source(r, e, &source),
    };
}

static int rank_cmp(const struct rank *a, const struct rank *b)
{
    if (a->msg != b->msg)
        return a->msg ? 1 : -1;
    if (a->literal != b->literal)
        return a->literal > b->literal ? 1 : -1;
    if (a->frames != b->frames)
        return a->frames ? 1 : -1;
    if (a->logger != b->logger)
        return a->logger > b->logger ? 1 : -1;
    if (a->level != b->level)
        return a->level > b->level ? 1 : -1;
    if (a->source != b->source)
        return a->source > b->source ? 1 : -1;
    if (a->lead != b->lead)
        return a->lead > b->lead ? 1 : -1;
    return (a->next < b->next) - (a->next > b->next);
}

static void keep_best(struct matcher *m, const struct entry *e, const struct pattern *p)
{
    m->best[0] = e;
    m->pattern = p;
    memcpy(m->kept, m->gaps, pattern_params(p).n * sizeof *m->kept);
}

/* Equals stand in the order of the pattern file, in whatever order they were found. */
static void keep_equal(struct matcher *m, const struct entry *e, const struct pattern *p)
{
    size_t at = m->best_count;
    if (at == LIMIT_CANDIDATES)
        return;
    while (at && m->best[at - 1]->number > e->number)
        at--;
    if (at && m->best[at - 1] == e)
        return;
    memmove(&m->best[at + 1], &m->best[at], (m->best_count - at) * sizeof(struct entry *));
    m->best[at] = e;
    m->best_count++;
    if (at == 0)
        keep_best(m, e, p);
}

static void consider(struct matcher *m, const struct rank *rank, const struct entry *e,
                     const struct pattern *p)
{
    int cmp = m->best_count ? rank_cmp(rank, &m->rank) : 1;
    TELL(&m->teller, "candidate", "%.*s: %zu literal bytes, logger %d, level %d%s%s",
         STR_FMT(e->id), rank->literal, rank->logger, rank->level,
         rank->msg ? ", msg is its template" : "",
         rank->source ? ", in its source file" : "");
    if (cmp < 0)
        return;
    if (cmp == 0) {
        keep_equal(m, e, p);
        return;
    }
    m->rank = *rank;
    m->best_count = 1;
    keep_best(m, e, p);
}

/* ---- the search over one text ---- */

struct search {
    struct matcher *m;
    const struct record *r;
    const struct gate *gate;
    struct str text;
    bool by_trie;
};

/* Two calls of one text are told apart by where their traceback comes from. */
static bool has_frame_in(const struct record *r, struct strs places)
{
    for (size_t i = 0; i < r->exception_count; i++)
        for (size_t f = 0; f < r->exceptions[i].frame_count; f++)
            for (size_t k = 0; k < places.n; k++)
                if (pypath_holds(r->exceptions[i].frames[f].module_path, places.at[k]))
                    return true;
    return false;
}

static void try_entry(void *context, uint32_t number)
{
    const struct search *s = context;
    struct matcher *m = s->m;
    const struct entry *e = m->catalog->entries[number];
    const struct pattern *p = m->catalog->patterns[number].own;
    if (s->by_trie)
        TELL(&m->teller, "literal hit", "%.*s", STR_FMT(e->id));
    if (e->frames.n && !has_frame_in(s->r, e->frames))
        return;
    if (!p || !gate_admits(m->catalog, s->gate, e, s->r->logger) ||
        !matcher_fits(m, e, p, s->text))
        return;
    struct rank rank = rank_of(m, s->r, e, p, s->text);
    consider(m, &rank, e, p);
}

/* PCRE2 takes several times as long to say no. */
static bool may_fit(const struct single *single, struct str text)
{
    struct str word = single->word;
    if (single->first && (text.n == 0 || text.p[0] != single->first))
        return false;
    if (word.n == 0)
        return true;
    if (text.n < word.n)
        return false;
    /* Every message comes by here for each of them. */
    const char *at = text.p + single->rare, *behind = at + (text.n - word.n) + 1;
    for (; (at = memchr(at, word.p[single->rare], (size_t)(behind - at))) != NULL; at++)
        if (memcmp(at - single->rare, word.p, word.n) == 0)
            return true;
    return false;
}

static bool search_text(struct search *s, struct str text)
{
    const struct gate *g = s->gate;
    s->text = text;
    s->m->best_count = 0;
    s->by_trie = true;
    for (size_t i = 0; i < g->file_count; i++)
        if (g->files[i]->logs)
            trie_search(g->files[i]->logs, text, try_entry, s);
    s->by_trie = false;
    for (size_t i = 0; i < g->single_count; i++)
        if (s->m->teller.narrator || may_fit(&g->single[i], text))
            try_entry(s, g->single[i].number);
    return s->m->best_count != 0;
}

/* "[TYPE-ID] " or "[NAME] " before the message, where the operator's format has %(resource)s. */
static bool drop_resource(struct str *text)
{
    if (text->n < 4 || text->p[0] != '[')
        return false;
    for (size_t i = 1; i + 1 < text->n; i++) {
        if (text->p[i] == ' ' || text->p[i] == '\t' || text->p[i] == '\n')
            return false;
        if (text->p[i] == ']' && text->p[i + 1] == ' ') {
            *text = str_from(*text, i + 2);
            return i > 1;
        }
    }
    return false;
}

/* The message, the body with its seeming summary, and both again without a resource. */
bool message_find(struct matcher *m, const struct record *r, const struct gate *g)
{
    struct search s = {.m = m, .r = r, .gate = g};
    struct str message = r->message, body = r->body;
    bool cut = body.n > message.n;
    m->whole_body = false;
    if (search_text(&s, message))
        return true;
    m->whole_body = cut && search_text(&s, body);
    if (m->whole_body)
        return true;
    if (drop_resource(&message) && search_text(&s, message))
        return true;
    m->whole_body = cut && drop_resource(&body) && search_text(&s, body);
    return m->whole_body;
}

/* ---- what it means for the match ---- */

static void weigh(const struct matcher *m, const struct record *r, const struct gate *g,
                  const struct owner *o, struct log_evidence *ev)
{
    const struct entry *e = m->best[0];
    bool common = catalog_is_common(m->catalog, e->catalogue);
    *ev = (struct log_evidence){
        .fits = true,
        .msg = m->rank.msg,
        .site = m->rank.source == UINT32_MAX,
        .logger = m->rank.logger == LISTS_EQUAL,
        .level = m->rank.level == 1,
        .generic = m->catalog->patterns[e->number].needs_logger && !e->is_regex,
        .other_level = m->rank.level == -1,
        .other_service = o->type.n && !common && !str_eq(o->type, e->catalogue->service),
    };
    ev->service = g->by_service && !common && !ev->other_service && r->logger.n == 0;
}

static void set_hit(struct matcher *m, const struct record *r, struct hit *hit)
{
    hit->entry = m->best[0];
    nearest_source(r, hit->entry, &hit->source);
    if (m->best_count < 2)
        return;
    size_t bytes = m->best_count * sizeof(struct entry *);
    const struct entry **all = arena_alloc(m->arena, bytes);
    memcpy(all, m->best, bytes);
    hit->candidates = all;
    hit->candidate_count = m->best_count;
}

void message_take(struct matcher *m, const struct record *r, const struct gate *g,
                  const struct owner *o, struct match *out, struct log_evidence *ev)
{
    set_hit(m, r, &out->log);
    out->whole_body = m->whole_body;
    out->elsewhere =
        r->logger.n && out->log.entry->loggers.n && m->rank.logger != LISTS_EQUAL;
    matcher_params(m, m->pattern, m->kept, &out->params, &out->param_count);
    weigh(m, r, g, o, ev);
}

/*
 * Of equals a text that was written to be a value goes before one that is logged. Of several
 * rows none is named: a cause has no candidates.
 */
static const struct entry *value_of_best(struct matcher *m, struct str text)
{
    const struct entry *chosen = NULL;
    bool values = false;
    for (size_t i = 0; i < m->best_count; i++)
        values = values || entry_is_value(m->best[i]);
    for (size_t i = 0; i < m->best_count; i++) {
        const struct entry *e = m->best[i];
        if (values && !entry_is_value(e))
            continue;
        if (chosen && (e->row.n == 0 || !str_eq(chosen->row, e->row)))
            return NULL;
        chosen = chosen ? chosen : e;
    }
    if (chosen && chosen != m->best[0]) {
        const struct pattern *p = m->catalog->patterns[chosen->number].own;
        if (matcher_fits(m, chosen, p, text))
            keep_best(m, chosen, p);
    }
    return chosen;
}

const struct entry *message_in_value(struct matcher *m,
                                     const struct catalogue_index *index, struct str text,
                                     bool values_only)
{
    static const struct record nowhere = {0};
    static const struct gate closed = {0};
    const struct gate gate = {.files = &index, .file_count = 1};
    struct search s = {.m = m, .r = &nowhere, .gate = values_only ? &closed : &gate};
    search_text(&s, text);
    for (size_t i = 0; !values_only && i < index->loose_count; i++)
        try_entry(&s, index->loose[i]);
    for (size_t i = 0; i < index->value_count; i++)
        try_entry(&s, index->values[i]);
    return value_of_best(m, text);
}
