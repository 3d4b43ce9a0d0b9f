#include "pipeline/twins.h"

#include <stdlib.h>

struct mark {
    uint64_t digest; /* 0: free */
    uint64_t stream;
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

static void add(struct twins *s, uint64_t digest, uint64_t stream)
{
    if (s->young.n == s->limit) {
        free(s->old.at);
        s->old = s->young;
        s->young = (struct table){0};
    }
    if (2 * s->young.n >= s->young.cap)
        grow(&s->young);
    *slot_of(&s->young, digest) = (struct mark){digest, stream};
    s->young.n++;
}

static const struct mark *find(const struct table *t, uint64_t digest)
{
    if (t->cap == 0)
        return NULL;
    const struct mark *m = slot_of(t, digest);
    return m->digest ? m : NULL;
}

static void add_number(struct digest *d, int64_t v)
{
    digest_add(d, (struct str){(const char *)&v, sizeof v});
}

static uint64_t digest_of(struct twins *s, const struct record *r)
{
    digest_start(s->digest);
    add_number(s->digest, r->time);
    add_number(s->digest, r->pid);
    add_number(s->digest, r->level);
    digest_field(s->digest, r->host);
    digest_field(s->digest, r->logger);
    digest_field(s->digest, r->message);
    if (r->message.n == 0) /* traceback lines whose head was not seen */
        digest_field(s->digest, r->trace);
    uint64_t v = digest_u64(s->digest);
    return v ? v : 1;
}

bool twins_has(struct twins *s, const struct record *r)
{
    if (r->time_source == TIME_READ)
        return false;
    uint64_t digest = digest_of(s, r);
    const struct mark *m = find(&s->young, digest);
    if (!m)
        m = find(&s->old, digest);
    if (!m)
        add(s, digest, r->stream->number);
    return m && m->stream != r->stream->number;
}
