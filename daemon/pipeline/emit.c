#include "pipeline/emit.h"

const char emit_words[] = "findings, trouble, problems, classified, all";

bool emit_of(struct str word, enum emit *out)
{
    static const struct {
        struct str word;
        enum emit emit;
    } rows[] = {
        {STR_INIT("findings"),   EMIT_FINDINGS  },
        {STR_INIT("trouble"),    EMIT_TROUBLE   },
        {STR_INIT("problems"),   EMIT_PROBLEMS  },
        {STR_INIT("classified"), EMIT_CLASSIFIED},
        {STR_INIT("all"),        EMIT_ALL       },
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (str_eq(word, rows[i].word)) {
            *out = rows[i].emit;
            return true;
        }
    return false;
}

bool emit_is_problem(const struct record *r)
{
    return r->level >= LEVEL_WARNING || r->trace.n > 0 ||
           (r->access && r->access->status >= 500);
}

/* Known, and more than a marker: a marker that carries a known exception counts. */
static bool is_known(const struct match *m)
{
    return m->class_ || (m->log.entry && m->log.entry->kind != ENTRY_MARKER);
}

/* What a marker says counts where it is trouble; a routine one does where it carries a known class. */
static bool is_trouble(const struct match *m, int severity)
{
    const struct entry *lead = match_lead(m);

    if (m->status == MATCH_UNCLASSIFIED || severity < 2)
        return false;
    return !lead || lead->role != ROLE_ROUTINE || m->class_;
}

/* Nobody knows it, or no more than the words around an exception that nobody knows. */
static bool is_unknown(const struct record *r, const struct match *m)
{
    return m->status == MATCH_UNCLASSIFIED ||
           (!is_known(m) && r->exception_count > 0 && !r->summary_only);
}

bool emit_wants(enum emit what, const struct record *r, const struct match *m,
                int severity)
{
    if (r->flags & RECORD_NO_MESSAGE)
        return false;
    if (r->notice)
        return what != EMIT_FINDINGS;
    switch (what) {
    case EMIT_FINDINGS: return false;
    case EMIT_TROUBLE: return is_trouble(m, severity);
    case EMIT_PROBLEMS:
        return is_trouble(m, severity) || (is_unknown(r, m) && emit_is_problem(r));
    case EMIT_CLASSIFIED: return is_known(m);
    case EMIT_ALL: return true;
    }
    return true;
}
