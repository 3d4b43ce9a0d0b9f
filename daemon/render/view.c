#include "render/view.h"

#include "render/identity.h"

static struct str status_word(enum match_status s)
{
    static const struct str words[] = {
        [MATCH_UNCLASSIFIED] = STR_INIT("unclassified"),
        [MATCH_CLASSIFIED] = STR_INIT("classified"),
        [MATCH_AMBIGUOUS] = STR_INIT("ambiguous"),
    };
    return words[s];
}

static int by_level(enum level l)
{
    static const int severity[] = {
        [LEVEL_NONE] = 0,  [LEVEL_TRACE] = 1,   [LEVEL_DEBUG] = 1, [LEVEL_INFO] = 1,
        [LEVEL_AUDIT] = 1, [LEVEL_WARNING] = 2, [LEVEL_ERROR] = 3, [LEVEL_CRITICAL] = 4,
    };
    return severity[l];
}

/* An access line seldom has a level: what the answer was says more. */
static int by_answer(const struct access *a)
{
    return a->status >= 500 ? 3 : a->status >= 400 ? 2 : a->status ? 1 : 0;
}

static int of_entry(const struct entry *e, const struct record *r, bool background)
{
    if (e && e->severity >= 0)
        return e->severity;
    bool told = e && !background && e->caller.seen == SEEN_YES &&
                e->caller.status >= 400 && e->caller.status < 500;
    if (told)
        return 2;
    int severity = by_level(r->level);
    if (r->access && by_answer(r->access) > severity)
        severity = by_answer(r->access);
    return r->exception_count && !r->summary_only && severity < 3 ? 3 : severity;
}

int render_severity(const struct record *r, const struct match *m)
{
    const struct entry *lead = match_lead(m);

    /* What was said from a place that the page did not read keeps no more than its level. */
    if (lead && lead == m->log.entry && m->elsewhere)
        lead = m->raised.entry;
    if (lead && lead == m->raised.entry && m->away)
        lead = NULL;
    if (lead && lead->severity < 0 && lead == m->log.entry && m->raised.entry &&
        !m->away && m->raised.candidate_count == 0 && m->raised.entry->severity >= 0)
        lead = m->raised.entry;
    bool untold = lead && lead == m->raised.entry && m->background;
    int severity = of_entry(lead, r, untold);
    /* The caller's own mistake, of which nobody tells the caller, is trouble for the operator. */
    return untold && lead->role == ROLE_CALLER && severity < 3 ? 3 : severity;
}

static int highest(const struct hit *h, const struct record *r)
{
    int max = -1;

    for (size_t i = 0; i < h->candidate_count; i++) {
        int severity = of_entry(h->candidates[i], r, false);
        max = severity > max ? severity : max;
    }
    return max;
}

/* The log entry's id; where that has no situation and a class was found, or there is none, the
 * exception's. An exception whose situation is open goes by its class. */
static struct str code_of(const struct match *m)
{
    if (m->log.entry && (m->log.entry->situation.n || !m->class_))
        return m->log.entry->id;
    if (!m->class_)
        return STR("");
    return m->raised.entry && m->raised.candidate_count == 0 ? m->raised.entry->id
                                                             : m->class_->id;
}

/* The one entry that is certain enough to speak of caller, note and action. */
static const struct entry *telling_of(const struct match *m)
{
    const struct entry *lead = match_lead(m);
    const struct hit *h = lead && lead == m->log.entry ? &m->log : &m->raised;

    if (!lead || h->candidate_count || (h == &m->log ? m->elsewhere : m->away))
        return NULL;
    return lead;
}

static struct caller caller_of(const struct match *m, const struct entry *telling)
{
    if (!telling)
        return (struct caller){0};
    if (telling == m->raised.entry && m->background && telling->caller.seen != SEEN_NO)
        return (struct caller){.seen = SEEN_NO, .evidence = EVIDENCE_INFERRED};
    struct caller c = telling->caller;
    /* What a carrier says of any failure, 500, yields to the 5xx of the class itself. */
    if (telling == m->log.entry && c.status == 500 && m->class_ && m->class_->status > 500)
        c.status = m->class_->status;
    return c;
}

static struct str outcome_of(const struct view *v)
{
    const struct record *r = v->record;

    if (v->telling && v->telling->outcome.n)
        return v->telling->outcome;
    if (r->access && r->access->status)
        return r->access->status < 400 ? STR("success") : STR("failure");
    if (v->lead && v->lead->role == ROLE_ROUTINE && r->level < LEVEL_ERROR)
        return STR("");
    bool error = r->level >= LEVEL_ERROR || (v->error && r->level != LEVEL_DEBUG) ||
                 (v->lead && v->severity >= 3);
    return error ? STR("failure") : STR("");
}

/* Lines that are missing are a trouble of the log, whatever level their absence is told at. */
static void make_notice(struct view *v, struct digest *d)
{
    enum { LOW = 2 };

    v->status = STR("notice");
    if (v->severity < LOW)
        v->severity = LOW;
    identity_notice(d, v->record, v->id);
}

void view_make(struct view *v, struct digest *d, const struct record *r,
               const struct match *m, const struct redaction *x, usec_t created,
               struct str zone_name)
{
    *v = (struct view){.record = r,
                       .match = m,
                       .redaction = x,
                       .created = created,
                       .zone_name = zone_name};
    v->status = status_word(m->status);
    v->lead = match_lead(m);
    v->telling = telling_of(m);
    v->caller = caller_of(m, v->telling);
    v->code = code_of(m);
    v->reason = v->telling ? v->telling->situation : STR("");
    v->severity = render_severity(r, m);
    v->severity_max = highest(&m->log, r);
    int raised = highest(&m->raised, r);
    v->severity_max = raised > v->severity_max ? raised : v->severity_max;
    v->error =
        r->exception_count && !(m->whole_body && r->summary_only) ? r->exceptions : NULL;
    v->message = m->whole_body ? r->body : r->message;
    if (v->message.n == 0 && v->error)
        v->message = v->error->message;
    v->catalogue = v->lead ? v->lead->catalogue : m->class_ ? m->class_->catalogue : NULL;
    if (r->notice) {
        make_notice(v, d);
        return;
    }
    v->outcome = outcome_of(v);
    identity_event(d, r, v->id);
    identity_fingerprint(d, r, m, v->code, v->message, v->fingerprint);
}

void view_fill(struct buf *out, struct str text, const struct match *m)
{
    buf_clear(out);
    while (text.n) {
        size_t open = str_chr(text, '{', 0);
        size_t close = open == STR_NONE ? STR_NONE : str_chr(text, '}', open);
        if (close == STR_NONE)
            break;
        struct str name = {text.p + open + 1, close - open - 1};
        const struct param *found = NULL;
        for (size_t i = 0; i < m->param_count && !found; i++)
            if (str_eq(m->params[i].name, name))
                found = &m->params[i];
        /* A name that was not captured stays as it is written: the reader sees what to put. */
        buf_add(out, str_head(text, found ? open : close + 1));
        if (found)
            buf_add(out, found->value);
        text = str_from(text, close + 1);
    }
    buf_add(out, text);
}
