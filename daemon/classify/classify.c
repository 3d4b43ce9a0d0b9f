#include "classify/classify.h"

#include <stdlib.h>

#include "classify/cause.h"
#include "classify/raised.h"
#include "classify/situation.h"

struct classifier {
    struct matcher m;
    struct finder *finder;
};

struct classifier *classifier_new(const struct catalog *c,
                                  const struct classify_settings *s)
{
    struct classifier *k = mem_new(sizeof *k);
    k->m.catalog = c;
    k->m.scratch = pattern_scratch_new();
    k->finder = finder_new(c, s);
    return k;
}

void classifier_free(struct classifier *k)
{
    if (!k)
        return;
    pattern_scratch_free(k->m.scratch);
    finder_free(k->finder);
    free(k);
}

void classifier_narrate(struct classifier *k, classify_narrator *narrator, void *context)
{
    k->m.teller = (struct teller){narrator, context};
}

static void keep_limited(struct matcher *m, struct match *out)
{
    size_t bytes = m->limited_count * sizeof(struct entry *);
    const struct entry **all = arena_alloc(m->arena, bytes);
    memcpy(all, m->limited, bytes);
    out->limited = all;
    out->limited_count = m->limited_count;
}

static void tell_gate(const struct matcher *m, const struct owner *o,
                      const struct gate *g, struct str logger)
{
    TELL(&m->teller, "service", "%.*s, of %.*s%s",
         STR_FMT(o->name.n ? o->name : STR("(no name)")),
         STR_FMT(o->type.n ? o->type : STR("(unknown)")),
         o->index ? "" : ", not catalogued");
    TELL(&m->teller, "gate",
         "logger %.*s%s: %zu files by their leading text, %zu entries singly",
         STR_FMT(logger.n ? logger : STR("(none)")), g->stranger ? ", nobody's" : "",
         g->file_count, g->single_count);
}

/* What is raised there is the formatting's own error, whatever the service was about to say. */
static bool is_logging_error(const struct record *r)
{
    return r->envelope_count && r->envelopes[r->envelope_count - 1] == ENVELOPE_LOGGING_ERROR;
}

/* All that follows where an entry fits the message, or something was raised. */
static void conclude(struct matcher *m, const struct record *r, const struct gate *gate,
                     const struct owner *o, bool fits, struct match *out)
{
    struct grounds grounds = {0};
    if (fits)
        message_take(m, r, gate, o, out, &grounds.log);
    if (r->exception_count && !is_logging_error(r))
        raised_match(m, r, o, out, &grounds.raised);
    cause_find(m, r, o, out);
    if (m->limited_count)
        keep_limited(m, out);
    if (!out->log.entry && !out->raised.entry)
        return;
    out->status = confidence_status(out);
    out->confidence = confidence_of(out, &grounds);
    out->basis = confidence_basis(&grounds);
}

static void classify_record(struct matcher *m, const struct record *r,
                            const struct gate *gate, const struct owner *o,
                            struct match *out)
{
    out->service_name = o->name;
    out->service_type = o->type;
    m->limited_count = 0;
    m->logger = r->logger;
    if (m->teller.narrator)
        tell_gate(m, o, gate, r->logger);
    bool fits = message_find(m, r, gate);
    if (fits || r->exception_count || m->limited_count)
        conclude(m, r, gate, o, fits, out);
    if (m->teller.narrator)
        teller_choice(&m->teller, out);
}

/* A notice is about the log, not of it; an event of ours has been classified. */
static bool is_settled(const struct record *r)
{
    return r->notice || (r->envelope_count && r->envelopes[r->envelope_count - 1] ==
                                                  ENVELOPE_LOGCLASS_EVENT);
}

void classify_batch(struct classifier *k, struct batch *b)
{
    struct matcher *m = &k->m;
    m->arena = &b->arena;
    for (size_t i = b->match_count; i < b->record_count; i++) {
        const struct record *r = &b->records[i];
        const struct owner *owner;
        const struct gate *gate = finder_gate(k->finder, r, &owner);
        struct match *out = batch_match(b);
        if (!is_settled(r)) {
            classify_record(m, r, gate, owner, out);
        } else if (r->notice) {
            out->service_name = owner->name;
            out->service_type = owner->type;
        }
    }
    m->arena = NULL;
}

void classify_text(struct classifier *k, const struct catalogue *service,
                   struct str logger, enum level level, struct str text,
                   struct match *out, struct arena *a)
{
    const struct catalog *c = k->m.catalog;
    const struct catalogue_index *index = service ? &c->indexes[service - c->files] : NULL;
    struct record r = {.pid = -1,
                       .thread_id = -1,
                       .logger = logger,
                       .level = level,
                       .body = text,
                       .message = text};
    const struct owner *owner;
    const struct gate *gate = finder_gate_of(k->finder, index, logger, &owner);
    *out = (struct match){0};
    k->m.arena = a;
    classify_record(&k->m, &r, gate, owner, out);
    k->m.arena = NULL;
}

const struct entry *classify_raised_text(struct classifier *k,
                                         const struct class_entry *c, struct str text,
                                         const struct frame *frame, struct arena *a)
{
    struct raised_evidence ev = {0};
    struct hit hit;
    k->m.arena = a;
    k->m.limited_count = 0;
    k->m.logger = STR("");
    situation_choose(&k->m, c, text, frame, frame ? 1 : 0, &hit, &ev);
    k->m.arena = NULL;
    return hit.candidate_count ? NULL : hit.entry;
}
