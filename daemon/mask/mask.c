#include "mask/mask.h"

#include <stdlib.h>

#include "base/pyname.h"
#include "mask/rules.h"

/* Values that are looked for again; one shorter than this would hide half of the record, so it is
 * hidden where it was found only. */
enum { KNOWN_MAX = 64, KNOWN_SHORTEST = 4 };

struct known {
    struct str value;
    enum secret_kind kind;
};

struct masker {
    struct buf out;         /* of the text being masked */
    struct secrets secrets; /* in the text being masked */

    /* Secrets of the record at hand: hidden wherever they recur in it. */
    struct known known[KNOWN_MAX];
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
    free(m->secrets.at);
    free(m);
}

static void remember(struct masker *m, struct str value, enum secret_kind kind)
{
    if (value.n == 0 || m->known_count == KNOWN_MAX)
        return;
    for (size_t i = 0; i < m->known_count; i++)
        if (str_eq(m->known[i].value, value))
            return;
    m->known[m->known_count++] = (struct known){value, kind};
}

/* Where a known value stands in s: every time it recurs; a short one only where it was taken from,
 * which its own bytes tell. */
static void find_known(struct secrets *out, struct str s, const struct known *k)
{
    struct str v = k->value;

    if (v.n < KNOWN_SHORTEST) {
        if (v.p >= s.p && v.p + v.n <= s.p + s.n)
            secrets_add(out, (size_t)(v.p - s.p), v.n, k->kind);
        return;
    }
    for (size_t at = str_find(s, v, 0); at != STR_NONE; at = str_find(s, v, at + v.n))
        secrets_add(out, at, v.n, k->kind);
}

static int by_place(const void *a, const void *b)
{
    const struct secret *x = a, *y = b;

    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return (x->n < y->n) - (x->n > y->n); /* the longer one first */
}

static void put_mark(struct masker *m, enum secret_kind kind)
{
    buf_add(&m->out, STR("[redacted:"));
    buf_add(&m->out, secret_name(kind));
    buf_char(&m->out, ']');
    if (!m->redaction)
        return;
    m->redaction->kinds |= 1u << kind;
    m->redaction->count++;
}

/* s without its secrets, in m->out; false: there is none. */
static bool hide(struct masker *m, struct str s)
{
    size_t from = 0;

    buf_clear(&m->out);
    m->secrets.n = 0;
    rules_find(s, &m->secrets);
    for (size_t i = 0; i < m->known_count; i++)
        find_known(&m->secrets, s, &m->known[i]);
    if (m->secrets.n == 0)
        return false;
    qsort(m->secrets.at, m->secrets.n, sizeof *m->secrets.at, by_place);
    for (size_t i = 0; i < m->secrets.n; i++) {
        const struct secret *x = &m->secrets.at[i];
        if (x->at + x->n <= from)
            continue; /* inside one that is hidden already */
        if (x->at >= from) {
            buf_add(&m->out, (struct str){s.p + from, x->at - from});
            put_mark(m, x->kind);
        }
        from = x->at + x->n;
    }
    buf_add(&m->out, str_from(s, from));
    return true;
}

struct str mask_text(struct masker *m, struct str s)
{
    m->known_count = 0;
    m->redaction = NULL;
    return rules_maybe(s) && hide(m, s) ? buf_str(&m->out) : s;
}

static bool replace(struct masker *m, struct arena *a, struct str *field)
{
    if (field->n == 0 || !hide(m, *field))
        return false;
    *field = arena_str(a, buf_str(&m->out));
    return true;
}

static bool class_hides_text(const struct class_entry *c)
{
    for (size_t i = 0; c && i < c->situation_count; i++)
        if (entry_hides_text(c->situations[i]))
            return true;
    return false;
}

/* What the entry says is a secret: `text`, the whole of what it stands for, or a value's name. */
static void remember_named(struct masker *m, const struct entry *e, struct str text,
                           const struct match *match)
{
    if (!e)
        return;
    if (entry_hides_text(e))
        remember(m, text, SECRET_TOKEN);
    for (size_t i = 0; i < e->secret.n; i++)
        for (size_t k = 0; k < match->param_count; k++)
            if (str_eq(match->params[k].name, e->secret.at[i]))
                remember(m, match->params[k].value, SECRET_TOKEN);
}

/*
 * The text of an exception of which a row says that it is a secret, whichever row it is; the text
 * may stand in a carrier's, or in a value.
 */
static void remember_raised(struct masker *m, const struct record *r,
                            const struct match *match)
{
    if (class_hides_text(match->class_))
        for (size_t i = 0; i < r->exception_count; i++)
            if (str_eq(pyname_last_word(r->exceptions[i].type),
                       pyname_last_word(match->class_->class_)))
                remember(m, r->exceptions[i].message, SECRET_TOKEN);
    for (size_t i = 0; i < match->causes_kept; i++) {
        const struct cause *c = &match->causes[i];
        if ((c->entry && entry_hides_text(c->entry)) || class_hides_text(c->class_))
            remember(m, c->message, SECRET_TOKEN);
    }
}

static void remember_found(struct masker *m, struct str s)
{
    if (!rules_maybe(s))
        return;
    m->secrets.n = 0;
    rules_find(s, &m->secrets);
    for (size_t i = 0; i < m->secrets.n; i++)
        remember(m, (struct str){s.p + m->secrets.at[i].at, m->secrets.at[i].n},
                 m->secrets.at[i].kind);
}

/* All that the rules find in a record. In JSON a secret may be written with escapes, so there
 * the texts are looked at as well as the line. */
static void remember_record(struct masker *m, const struct record *r)
{
    remember_found(m, r->raw);
    if (r->envelope_count == 0 ||
        r->envelopes[r->envelope_count - 1] != ENVELOPE_OSLO_JSON)
        return;
    remember_found(m, r->body);
    remember_found(m, r->trace);
    for (size_t i = 0; i < r->exception_count; i++)
        remember_found(m, r->exceptions[i].message);
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

static void replace_all(struct masker *m, struct arena *a, struct record *r,
                        struct match *match, struct redaction *out)
{
    struct redaction ignored = {0};

    /* Marks are counted once, in the lines as they stood: the other fields are copies of them. */
    m->redaction = out;
    bool in_lines = replace(m, a, &r->raw);
    m->redaction = in_lines ? &ignored : out;
    replace(m, a, &r->body);
    m->redaction = &ignored;
    replace(m, a, &r->message);
    replace(m, a, &r->trace);
    replace(m, a, &r->process_name);
    replace_exceptions(m, a, r);
    replace_values(m, a, match);
    /* The lines hold the secret in a form that was not found in them (JSON's escapes). No digest
     * may be made of it, so the texts stand for the lines. */
    if (!in_lines) {
        buf_clear(&m->out);
        buf_add(&m->out, r->body);
        buf_char(&m->out, '\n');
        buf_add(&m->out, r->trace);
        r->raw = arena_str(a, buf_str(&m->out));
    }
    m->redaction = NULL;
}

static void mask_record(struct masker *m, struct batch *b, struct record *r,
                        struct match *match, struct redaction *out)
{
    m->known_count = 0;
    struct str text = r->exception_count ? r->exceptions[0].message : r->message;
    remember_named(m, match->log.entry, r->message, match);
    remember_named(m, match->raised.entry, text, match);
    remember_raised(m, r, match);
    remember_record(m, r);
    if (m->known_count)
        replace_all(m, &b->arena, r, match, out);
}

void mask_batch(struct masker *m, struct batch *b)
{
    while (b->redaction_count < b->chosen_count) {
        uint32_t i = b->chosen[b->redaction_count];
        mask_record(m, b, &b->records[i], &b->matches[i], batch_redaction(b));
    }
}
