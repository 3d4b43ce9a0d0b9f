#include "flow/batch.h"

#include <stdlib.h>

void batch_init(struct batch *b)
{
    *b = (struct batch){0};
    arena_init(&b->arena);
}

void batch_done(struct batch *b)
{
    if (!b)
        return;
    arena_done(&b->arena);
    buf_done(&b->text);
    buf_done(&b->events);
    free(b->lines);
    free(b->records);
    free(b->matches);
    free(b->chosen);
    free(b->redactions);
    *b = (struct batch){0};
}

void batch_reset(struct batch *b, usec_t now)
{
    arena_reset(&b->arena);
    buf_clear(&b->text);
    b->line_count = b->parsed = b->record_count = b->match_count = 0;
    b->chosen_count = b->redaction_count = b->event_count = 0;
    b->now = now;
}

struct line *batch_line(struct batch *b)
{
    VEC_GROW(b->lines, b->line_count, b->line_cap);
    struct line *l = &b->lines[b->line_count++];
    *l = (struct line){0};
    return l;
}

struct record *batch_record(struct batch *b)
{
    VEC_GROW(b->records, b->record_count, b->record_cap);
    struct record *r = &b->records[b->record_count++];
    memset(r, 0, sizeof *r);
    r->pid = r->thread_id = -1;
    return r;
}

struct match *batch_match(struct batch *b)
{
    VEC_GROW(b->matches, b->match_count, b->match_cap);
    struct match *m = &b->matches[b->match_count++];
    memset(m, 0, sizeof *m);
    return m;
}

void batch_choose(struct batch *b, uint32_t record)
{
    VEC_GROW(b->chosen, b->chosen_count, b->chosen_cap);
    b->chosen[b->chosen_count++] = record;
}

struct redaction *batch_redaction(struct batch *b)
{
    VEC_GROW(b->redactions, b->redaction_count, b->redaction_cap);
    struct redaction *r = &b->redactions[b->redaction_count++];
    *r = (struct redaction){0};
    return r;
}
