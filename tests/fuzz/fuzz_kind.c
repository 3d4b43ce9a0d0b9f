/*
 * fuzz_kind.c - the contract of each kind of envelope, whatever the bytes of a line are.
 *
 * What always holds, line by line and kind by kind:
 * - a kind that does not read the line leaves the head as it was;
 * - one that does gives a text, further lines and outer facts that can be read to their ends, says
 *   what it is in the table, an outer kind one of the outer forms and an inner one of the inner;
 * - it says the same of the same line again, where the stream has shown nothing else.
 */
#include <stdlib.h>

#include "parse/habit.h"
#include "parse/head.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

struct run {
    struct reading in;
    struct arena arena;
    struct buf said, said_by, said_at;
    struct habit habit;
};

static void run_init(struct run *r)
{
    struct err e;

    memset(r, 0, sizeof *r);
    arena_init(&r->arena);
    if (zone_init(&r->in.stamper.zone, "UTC", &e) < 0)
        abort();
    r->in.arena = &r->arena;
    r->in.near = INT64_C(1800000000) * USEC_PER_SEC;
    r->in.said = &r->said;
    r->in.said_by = &r->said_by;
    r->in.said_at = &r->said_at;
    r->in.habit = &r->habit;
}

static void run_done(struct run *r)
{
    arena_done(&r->arena);
    buf_done(&r->said);
    buf_done(&r->said_by);
    buf_done(&r->said_at);
    habit_done(&r->habit);
}

/* Reads every byte, so that the sanitizer sees each; returns a sum that stands for the text. */
static uint64_t sum(uint64_t v, struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        v = v * 31 + (unsigned char)s.p[i];
    return v * 31 + s.n;
}

static uint64_t sum_outer(uint64_t v, const struct outer *x)
{
    for (size_t i = 0; i < OUTER_TEXTS; i++)
        v = sum(v, x->text[i]);
    v = v * 31 + (uint64_t)x->level;
    v = v * 31 + (uint64_t)x->pid;
    return v * 31 + (uint64_t)x->arrival;
}

static uint64_t sum_head(const struct head *h)
{
    const struct str texts[] = {h->text,        h->more,  h->logger, h->context,
                                h->instance_id, h->trace, h->summary};
    uint64_t v = h->layered ? sum_outer(1, &h->outer) : 1;

    for (size_t i = 0; i < COUNT_OF(texts); i++)
        v = sum(v, texts[i]);
    v = v * 31 + (uint64_t)h->time;
    v = v * 31 + h->writer;
    v = v * 31 + h->lost;
    return v * 31 + h->repeat;
}

static bool fits(const struct envelope_kind *k, const struct head *h)
{
    bool outer = h->form == FORM_LAYER || h->form == FORM_NOTE;

    return h->form != FORM_BARE && (!outer || k->outer) && (!h->more.n || h->more.p[0] == '\n');
}

/* What a kind says of a line, 0 where it does not read it. */
static uint64_t ask(struct run *r, const struct envelope_kind *k, struct str line)
{
    struct head h, before;

    memset(&h, 0, sizeof h);
    head_begin(line, &h);
    before = h;
    if (!k->read(&r->in, &h)) {
        if (memcmp(&h, &before, sizeof h) != 0)
            abort();
        return 0;
    }
    if (!fits(k, &h))
        abort();
    return sum_head(&h) | 1;
}

/* A stream's memory, as of a new one. */
static void forget(struct run *r)
{
    buf_clear(&r->said);
    buf_clear(&r->said_by);
    buf_clear(&r->said_at);
    habit_done(&r->habit);
}

static void ask_all(struct run *r, struct str line)
{
    for (size_t i = 0; i < envelope_kind_count; i++) {
        const struct envelope_kind *k = envelope_kinds[i];
        forget(r);
        uint64_t first = ask(r, k, line);
        forget(r);
        if (ask(r, k, line) != first)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct run r;
    struct str rest = {(const char *)data, n}, line;

    run_init(&r);
    while (str_cut(&rest, '\n', &line)) {
        /* Memory of its own: a byte read behind its end is seen. */
        char *copy = mem_new(line.n);
        if (line.n)
            memcpy(copy, line.p, line.n);
        ask_all(&r, (struct str){copy, line.n});
        arena_reset(&r.arena);
        free(copy);
    }
    run_done(&r);
    return 0;
}
