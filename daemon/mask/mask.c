#include "mask/mask.h"

#include <stdlib.h>

#include "base/pyname.h"
#include "mask/custom.h"
#include "mask/known.h"
#include "mask/rules.h"

struct masker {
    struct rules *rules;
    struct custom *custom; /* NULL: none */
    bool off;
    struct buf out;         /* of the text being masked */
    struct secrets secrets; /* in the text being masked */
    struct known known;     /* of the record at hand: hidden wherever they recur in it */
    struct redaction *redaction;
};

struct masker *masker_new(const struct mask_settings *s)
{
    struct masker *m = mem_new(sizeof *m);

    m->rules = rules_new();
    m->custom = custom_new(s->secrets, s->secret_count);
    m->off = s->off;
    return m;
}

void masker_free(struct masker *m)
{
    if (!m)
        return;
    rules_free(m->rules);
    custom_free(m->custom);
    known_done(&m->known);
    buf_done(&m->out);
    free(m->secrets.at);
    free(m);
}

static void find(struct masker *m, struct str s)
{
    m->secrets.n = 0;
    if (rules_maybe(m->rules, s))
        rules_find(m->rules, s, &m->secrets);
    custom_find(m->custom, s, &m->secrets);
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
    find(m, s);
    known_find(&m->known, s, &m->secrets);
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

static void remember_found(struct masker *m, struct str s)
{
    find(m, s);
    for (size_t i = 0; i < m->secrets.n; i++)
        known_add(&m->known, (struct str){s.p + m->secrets.at[i].at, m->secrets.at[i].n},
                  m->secrets.at[i].kind);
}

struct str mask_again(struct masker *m, struct str s)
{
    m->redaction = NULL;
    return !m->off && s.n > 0 && hide(m, s) ? buf_str(&m->out) : s;
}

struct str mask_text(struct masker *m, struct str s)
{
    known_clear(&m->known);
    if (!m->off)
        remember_found(m, s);
    return m->known.n ? mask_again(m, s) : s;
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
        known_add(&m->known, text, SECRET_TOKEN);
    for (size_t i = 0; i < e->secret.n; i++)
        for (size_t k = 0; k < match->param_count; k++)
            if (str_eq(match->params[k].name, e->secret.at[i]))
                known_add(&m->known, match->params[k].value, SECRET_TOKEN);
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
                known_add(&m->known, r->exceptions[i].message, SECRET_TOKEN);
    for (size_t i = 0; i < match->causes_kept; i++) {
        const struct cause *c = &match->causes[i];
        if ((c->entry && entry_hides_text(c->entry)) || class_hides_text(c->class_))
            known_add(&m->known, c->message, SECRET_TOKEN);
    }
}

/* All that the rules find in a record. Its texts are parts of the one line, but for escapes of
 * JSON and colours of devstack in it; of several lines, prefixes stand in between. */
static void remember_record(struct masker *m, const struct record *r)
{
    remember_found(m, r->raw);
    if (r->line_count <= 1 && r->envelope_count == 1 && r->envelopes[0] == ENVELOPE_OSLO_TEXT)
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
        replace(m, a, &copy[i].type);
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
        replace(m, a, &causes[i].type);
        replace(m, a, &causes[i].message);
    }
    match->params = params;
    match->causes = causes;
}

/* Texts of a record that reach an event beside those that replace_all names. */
static const size_t fields[] = {
    offsetof(struct record, logger),
    offsetof(struct record, process_name),
    offsetof(struct record, thread_name),
    offsetof(struct record, host),
    offsetof(struct record, request_id),
    offsetof(struct record, global_request_id),
    offsetof(struct record, user_id),
    offsetof(struct record, user_name),
    offsetof(struct record, project_id),
    offsetof(struct record, project_name),
    offsetof(struct record, domain_id),
    offsetof(struct record, system_scope),
    offsetof(struct record, user_domain_id),
    offsetof(struct record, project_domain_id),
    offsetof(struct record, instance_id),
    offsetof(struct record, origin_file),
    offsetof(struct record, origin_function),
    offsetof(struct record, message),
    offsetof(struct record, msg),
    offsetof(struct record, trace),
};

static const size_t access_fields[] = {
    offsetof(struct access, method),  offsetof(struct access, path),
    offsetof(struct access, query),   offsetof(struct access, version),
    offsetof(struct access, client),  offsetof(struct access, user_agent),
};

static const size_t sender_fields[] = {
    offsetof(struct sender, unit),           offsetof(struct sender, identifier),
    offsetof(struct sender, container_name), offsetof(struct sender, container_id),
    offsetof(struct sender, image),          offsetof(struct sender, pod),
    offsetof(struct sender, namespace),      offsetof(struct sender, file),
    offsetof(struct sender, msgid),
};

static void replace_fields(struct masker *m, struct arena *a, void *base, const size_t *at,
                           size_t n)
{
    for (size_t i = 0; i < n; i++)
        replace(m, a, (struct str *)(void *)((char *)base + at[i]));
}

/* What stands beside the record is shared with others: a copy of it. */
static const void *replace_copy(struct masker *m, struct arena *a, const void *from,
                                size_t bytes, const size_t *at, size_t n)
{
    if (!from)
        return NULL;
    void *copy = arena_alloc(a, bytes);
    memcpy(copy, from, bytes);
    replace_fields(m, a, copy, at, n);
    return copy;
}

/* Are there secrets that the lines hold in another form: with JSON's escapes, with colours? */
static bool is_escaped(const struct masker *m, struct str raw)
{
    for (size_t i = 0; i < m->known.n; i++)
        if (str_find(raw, m->known.at[i].value, 0) == STR_NONE)
            return true;
    return false;
}

static void replace_all(struct masker *m, struct arena *a, struct record *r,
                        struct match *match, struct redaction *out)
{
    struct redaction ignored = {0};
    bool escaped = is_escaped(m, r->raw);

    /* Marks are counted once, in the lines as they stood: the other fields are copies of them. */
    m->redaction = out;
    bool in_lines = replace(m, a, &r->raw);
    m->redaction = in_lines ? &ignored : out;
    replace(m, a, &r->body);
    m->redaction = &ignored;
    replace_fields(m, a, r, fields, COUNT_OF(fields));
    r->access = replace_copy(m, a, r->access, sizeof *r->access, access_fields,
                             COUNT_OF(access_fields));
    r->sender = replace_copy(m, a, r->sender, sizeof *r->sender, sender_fields,
                             COUNT_OF(sender_fields));
    replace_exceptions(m, a, r);
    replace_values(m, a, match);
    /* No digest may be made of a secret in whatever form, so the texts stand for the lines. */
    if (escaped || !in_lines) {
        buf_clear(&m->out);
        buf_add(&m->out, r->body);
        buf_char(&m->out, '\n');
        buf_add(&m->out, r->trace);
        r->raw = arena_str(a, buf_str(&m->out));
    }
    out->kinds |= ignored.kinds;
    m->redaction = NULL;
}

static void mask_record(struct masker *m, struct batch *b, struct record *r,
                        struct match *match, struct redaction *out)
{
    struct str text = r->exception_count ? r->exceptions[0].message : r->message;

    known_clear(&m->known);
    remember_named(m, match->log.entry, r->message, match);
    remember_named(m, match->raised.entry, text, match);
    remember_raised(m, r, match);
    remember_record(m, r);
    if (m->known.n)
        replace_all(m, &b->arena, r, match, out);
}

void mask_batch(struct masker *m, struct batch *b)
{
    while (b->redaction_count < b->chosen_count) {
        uint32_t i = b->chosen[b->redaction_count];
        struct redaction *out = batch_redaction(b);
        if (!m->off)
            mask_record(m, b, &b->records[i], &b->matches[i], out);
    }
}
