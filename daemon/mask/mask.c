#include "mask/mask.h"

#include <stdlib.h>

#include "mask/rules.h"

enum { KNOWN_MAX = 16, KNOWN_SHORTEST = 4 };

struct masker {
    struct buf out; /* of the text being masked */

    /* Secrets of the record at hand: hidden wherever they recur in it. */
    struct {
        struct str value;
        enum secret_kind kind;
    } known[KNOWN_MAX];
    size_t known_count;
    struct redaction *redaction;
};

struct masker *masker_new(void)
{
    return mem_new(sizeof(struct masker));
}

void masker_free(struct masker *m)
{
    if (!m)
        return;
    buf_done(&m->out);
    free(m);
}

/* A value that is empty or hardly a word would hide half of the record. */
static void remember(struct masker *m, struct str value, enum secret_kind kind)
{
    if (value.n < KNOWN_SHORTEST || m->known_count == KNOWN_MAX)
        return;
    for (size_t i = 0; i < m->known_count; i++)
        if (str_eq(m->known[i].value, value))
            return;
    m->known[m->known_count].value = value;
    m->known[m->known_count++].kind = kind;
}

static bool next_known(const struct masker *m, struct str s, size_t from, struct secret *out)
{
    bool any = false;

    for (size_t i = 0; i < m->known_count; i++) {
        size_t at = str_find(s, m->known[i].value, from);
        if (at == STR_NONE || (any && at >= out->at))
            continue;
        *out = (struct secret){at, m->known[i].value.n, m->known[i].kind};
        any = true;
    }
    return any;
}

static bool next_secret(const struct masker *m, struct str s, size_t from, struct secret *out)
{
    struct secret other = {STR_NONE, 0, SECRET_CUSTOM};
    bool known = next_known(m, s, from, out);
    bool ruled = rules_next(s, from, &other);

    if (ruled && (!known || other.at < out->at))
        *out = other;
    return known || ruled;
}

/* s without its secrets, in m->out; false: there is none, m->out is empty. */
static bool hide(struct masker *m, struct str s)
{
    struct secret found = {STR_NONE, 0, SECRET_CUSTOM};
    size_t from = 0;

    buf_clear(&m->out);
    while (next_secret(m, s, from, &found)) {
        buf_add(&m->out, (struct str){s.p + from, found.at - from});
        buf_add(&m->out, STR("[redacted:"));
        buf_add(&m->out, secret_name(found.kind));
        buf_char(&m->out, ']');
        from = found.at + found.n;
        if (m->redaction) {
            m->redaction->kinds |= 1u << found.kind;
            m->redaction->count++;
        }
    }
    if (from == 0)
        return false;
    buf_add(&m->out, str_from(s, from));
    return true;
}

struct str mask_text(struct masker *m, struct str s)
{
    m->known_count = 0;
    m->redaction = NULL;
    return rules_maybe(s) && hide(m, s) ? buf_str(&m->out) : s;
}

static void replace(struct masker *m, struct arena *a, struct str *field)
{
    if (field->n && hide(m, *field))
        *field = arena_str(a, buf_str(&m->out));
}

/* What the chosen entries say is a secret: `text` is the whole message, else a value's name. */
static void remember_named(struct masker *m, const struct entry *e, struct str text,
                           const struct match *match)
{
    if (!e)
        return;
    for (size_t i = 0; i < e->secret.n; i++) {
        if (str_eq(e->secret.at[i], STR("text")))
            remember(m, text, SECRET_TOKEN);
        for (size_t k = 0; k < match->param_count; k++)
            if (str_eq(match->params[k].name, e->secret.at[i]))
                remember(m, match->params[k].value, SECRET_TOKEN);
    }
}

static void remember_found(struct masker *m, struct str s)
{
    struct secret found = {STR_NONE, 0, SECRET_CUSTOM};

    for (size_t from = 0; rules_next(s, from, &found); from = found.at + found.n)
        remember(m, (struct str){s.p + found.at, found.n}, found.kind);
}

static void replace_exceptions(struct masker *m, struct arena *a, struct record *r)
{
    struct exception *copy = ARENA_ARRAY(a, struct exception, r->exception_count);

    for (size_t i = 0; i < r->exception_count; i++) {
        copy[i] = r->exceptions[i];
        replace(m, a, &copy[i].message);
    }
    r->exceptions = copy;
}

static void replace_values(struct masker *m, struct arena *a, struct match *match)
{
    struct param *params = ARENA_ARRAY(a, struct param, match->param_count);
    struct cause *causes = ARENA_ARRAY(a, struct cause, match->causes_kept);

    for (size_t i = 0; i < match->param_count; i++) {
        params[i] = match->params[i];
        replace(m, a, &params[i].value);
    }
    for (size_t i = 0; i < match->causes_kept; i++) {
        causes[i] = match->causes[i];
        replace(m, a, &causes[i].message);
    }
    match->params = params;
    match->causes = causes;
}

static void mask_record(struct masker *m, struct batch *b, struct record *r,
                        struct match *match, struct redaction *out)
{
    struct redaction ignored = {0};

    m->known_count = 0;
    struct str text = r->exception_count && !match->log.entry ? r->exceptions[0].message
                                                              : r->message;
    remember_named(m, match->log.entry, r->message, match);
    remember_named(m, match->raised.entry, text, match);
    bool maybe = rules_maybe(r->raw);
    if (maybe)
        remember_found(m, r->raw);
    if (!maybe && m->known_count == 0)
        return;

    /* Marks are counted once, in the lines as they stood: the fields below are copies of them. */
    m->redaction = out;
    replace(m, &b->arena, &r->raw);
    m->redaction = &ignored;
    replace(m, &b->arena, &r->body);
    replace(m, &b->arena, &r->message);
    replace(m, &b->arena, &r->trace);
    replace(m, &b->arena, &r->process_name);
    replace_exceptions(m, &b->arena, r);
    replace_values(m, &b->arena, match);
    m->redaction = NULL;
}

void mask_batch(struct masker *m, struct batch *b)
{
    while (b->redaction_count < b->chosen_count) {
        uint32_t i = b->chosen[b->redaction_count];
        mask_record(m, b, &b->records[i], &b->matches[i], batch_redaction(b));
    }
}
