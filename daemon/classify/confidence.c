#include "classify/confidence.h"

enum {
    CERTAIN = 100,
    SURE = 95, /* the template and two things beside it, or the class and its site */
    TWO_AGREE = 92,
    ONE_AGREES = 90,
    NOTHING_AGREES = 85, /* and nothing contradicts */
    LONE_CLASS = 79,
    FUNCTION_AND_LINE = 75,
    NEAR_LINE = 70,
    ONLY_FILE = 65,
    SEVERAL_RAISED = 50,
    ELSEWHERE = 50, /* at most */
    AWAY = 60,      /* the class alone, in a file that the page does not list: at most */
    SEVERAL_LOGGED = 45,
    GENERIC = 25, /* and 7 each for level and class: 39 at most */
    GENERIC_STEP = 7,
    CONTRADICTION = 20, /* off, for each */
};

static bool log_is_one(const struct match *m)
{
    return m->log.entry && m->log.candidate_count == 0 && !m->elsewhere;
}

static bool raised_is_one(const struct match *m)
{
    return m->raised.entry && m->raised.candidate_count == 0;
}

enum match_status confidence_status(const struct match *m)
{
    if (log_is_one(m) || raised_is_one(m))
        return MATCH_CLASSIFIED;
    return m->log.entry || m->raised.entry ? MATCH_AMBIGUOUS : MATCH_UNCLASSIFIED;
}

static int agreement(const struct match *m, const struct log_evidence *e)
{
    if (e->msg || e->site)
        return CERTAIN;
    if (e->logger && e->level)
        return SURE;
    int agree = (int)e->logger + (int)e->level + (int)(m->class_ != NULL);
    if (agree >= 2)
        return TWO_AGREE;
    return agree == 1 ? ONE_AGREES : NOTHING_AGREES;
}

static int take_off(int value, int contradictions)
{
    value -= contradictions * CONTRADICTION;
    return value < 1 ? 1 : value; /* 0 is kept for what is not classified */
}

static int of_log(const struct match *m, const struct log_evidence *e)
{
    if (!m->log.entry)
        return 0;
    int value;
    if (e->generic)
        value = GENERIC + GENERIC_STEP * ((int)e->level + (int)(m->class_ != NULL));
    else if (m->log.candidate_count)
        value = SEVERAL_LOGGED;
    else
        value = agreement(m, e);
    value = take_off(value, (int)e->other_level + (int)e->other_service);
    return m->elsewhere && value > ELSEWHERE ? ELSEWHERE : value;
}

static int situation(const struct raised_evidence *e)
{
    if (e->text || e->exact)
        return SURE;
    if (e->lone && e->template)
        return e->near ? SURE : ONE_AGREES;
    if (e->lone)
        return LONE_CLASS;
    if (e->near)
        return e->function ? FUNCTION_AND_LINE : NEAR_LINE;
    return e->function ? NEAR_LINE : ONLY_FILE;
}

static int of_raised(const struct match *m, const struct raised_evidence *e)
{
    if (!m->raised.entry)
        return 0;
    int value = m->raised.candidate_count ? SEVERAL_RAISED : situation(e);
    if (m->away && value > AWAY)
        value = AWAY;
    return take_off(value, (int)e->other_service);
}

/* The side that the event's code comes from decides, where that side is down to one. */
int confidence_of(const struct match *m, const struct grounds *g)
{
    int log = of_log(m, &g->log), raised = of_raised(m, &g->raised);
    if (raised_is_one(m) && (!log_is_one(m) || match_lead(m) == m->raised.entry))
        return raised;
    if (log_is_one(m))
        return log;
    return log > raised ? log : raised;
}

unsigned confidence_basis(const struct grounds *g)
{
    const struct log_evidence *l = &g->log;
    const struct raised_evidence *r = &g->raised;
    const struct {
        bool holds;
        unsigned bit;
    } rows[] = {
        {(l->fits && !l->generic) || r->text || r->template, BASIS_TEMPLATE},
        {l->msg,                                             BASIS_MSG     },
        {r->known,                                           BASIS_CLASS   },
        {r->near || r->exact || r->file,                     BASIS_FRAME   },
        {r->function,                                        BASIS_FUNCTION},
        {l->logger,                                          BASIS_LOGGER  },
        {l->level,                                           BASIS_LEVEL   },
        {l->site,                                            BASIS_SITE    },
        {l->service || r->service,                           BASIS_SERVICE },
    };
    unsigned basis = 0;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].holds)
            basis |= rows[i].bit;
    return basis;
}
