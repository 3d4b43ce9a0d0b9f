#include "pipeline/twins.h"

#include <stdlib.h>

#include "base/num.h"

/* Streams come one after the other: only of the last one that had the record need be known how
 * often it had it. */
struct mark {
    uint64_t digest; /* 0: free */
    uint32_t stream;
    uint16_t seen;  /* in that stream */
    uint16_t given; /* as an event: the most that any stream has */
};

/* Open addressing; grows to twice the limit and is then thrown away as a whole. */
struct table {
    struct mark *at;
    size_t n, cap;
};

struct twins {
    struct digest *digest;
    struct table young, old; /* when the young one is full it becomes the old one */
    size_t limit;            /* of each */
};

struct twins *twins_new(size_t limit)
{
    struct twins *s = mem_new(sizeof *s);

    s->digest = digest_new();
    s->limit = limit;
    return s;
}

void twins_free(struct twins *s)
{
    if (!s)
        return;
    digest_free(s->digest);
    free(s->young.at);
    free(s->old.at);
    free(s);
}

static struct mark *slot_of(const struct table *t, uint64_t digest)
{
    size_t i = (size_t)digest & (t->cap - 1);

    while (t->at[i].digest && t->at[i].digest != digest)
        i = (i + 1) & (t->cap - 1);
    return &t->at[i];
}

static void grow(struct table *t)
{
    struct table old = *t;

    t->cap = old.cap ? 2 * old.cap : 1024;
    t->at = mem_new(t->cap * sizeof *t->at);
    for (size_t i = 0; i < old.cap; i++)
        if (old.at[i].digest)
            *slot_of(t, old.at[i].digest) = old.at[i];
    free(old.at);
}

static void add(struct twins *s, uint64_t digest, uint32_t stream)
{
    if (s->young.n == s->limit) {
        free(s->old.at);
        s->old = s->young;
        s->young = (struct table){0};
    }
    if (2 * s->young.n >= s->young.cap)
        grow(&s->young);
    *slot_of(&s->young, digest) = (struct mark){digest, stream, 1, 1};
    s->young.n++;
}

static struct mark *find(const struct table *t, uint64_t digest)
{
    if (t->cap == 0)
        return NULL;
    struct mark *m = slot_of(t, digest);
    return m->digest ? m : NULL;
}

static void add_number(struct digest *d, int64_t v)
{
    digest_add(d, (struct str){(const char *)&v, sizeof v});
}

/* A syslog line says "c1" where the report of the machine says "c1.example": the first label
 * is compared. An address has none. */
static struct str first_label(struct str host)
{
    size_t dot = str_chr(host, '.', 0);

    if (host.n == 0 || num_is_digit(host.p[0]) || dot == STR_NONE)
        return host;
    return str_head(host, dot);
}

static uint64_t digest_of(struct twins *s, const struct record *r)
{
    digest_start(s->digest);
    add_number(s->digest, r->time);
    add_number(s->digest, r->pid);
    add_number(s->digest, r->level);
    digest_field(s->digest, first_label(r->host));
    digest_field(s->digest, r->logger);
    digest_field(s->digest, r->message);
    if (r->message.n == 0) /* traceback lines whose head was not seen */
        digest_field(s->digest, r->trace);
    uint64_t v = digest_u64(s->digest);
    return v ? v : 1;
}

/* Once more in a stream: have others had it as often? */
static bool is_doubled(struct mark *m, uint32_t stream)
{
    if (m->stream != stream) {
        m->stream = stream;
        m->seen = 0;
    }
    if (m->seen < UINT16_MAX)
        m->seen++;
    if (m->seen <= m->given && m->seen < UINT16_MAX)
        return true;
    m->given = m->seen;
    return false;
}

bool twins_has(struct twins *s, const struct record *r)
{
    if (r->time_source == TIME_READ)
        return false;
    uint64_t digest = digest_of(s, r);
    struct mark *m = find(&s->young, digest);
    if (!m)
        m = find(&s->old, digest);
    if (m)
        return is_doubled(m, r->stream->number);
    add(s, digest, r->stream->number);
    return false;
}
