#include "parse/strand.h"

#include <stdlib.h>

#include "parse/habit.h"
#include "parse/place.h"

struct strand *strand_new(const struct stream *stream)
{
    struct strand *s = mem_new(sizeof *s);

    s->stream = stream;
    s->placed = place_of_path(stream->path, &s->place);
    return s;
}

static void free_course(struct course *c)
{
    for (size_t i = 0; i < c->open.count; i++)
        open_free(c->open.at[i]);
    open_free(c->doubt);
    buf_done(&c->pieces.text);
    gather_done(&c->pieces.raw);
    free(c);
}

void strand_free(struct strand *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->count; i++)
        free_course(s->courses[i]);
    export_free(s->export);
    buf_done(&s->said);
    buf_done(&s->said_by);
    buf_done(&s->said_at);
    habit_done(&s->habit);
    free(s);
}

struct course *strand_find(struct strand *s, uint64_t writer)
{
    if (s->now && s->now->writer == writer)
        return s->now;
    for (size_t i = 0; i < s->count; i++)
        if (s->writers[i] == writer)
            return s->courses[i];
    return NULL;
}

struct course *strand_add(struct strand *s, uint64_t writer)
{
    struct course *c = mem_new(sizeof *c);

    c->writer = writer;
    s->writers[s->count] = writer;
    return s->courses[s->count++] = c;
}

struct course *strand_oldest(struct strand *s)
{
    struct course *oldest = s->courses[0];

    for (size_t i = 1; i < s->count; i++)
        if (!s->courses[i]->pieces.lines &&
            (oldest->pieces.lines || s->courses[i]->used < oldest->used))
            oldest = s->courses[i];
    return oldest;
}

void strand_drop(struct strand *s, struct course *c)
{
    for (size_t i = 0; i < s->count; i++) {
        if (s->courses[i] != c)
            continue;
        s->count--;
        memmove(&s->courses[i], &s->courses[i + 1], (s->count - i) * sizeof s->courses[0]);
        memmove(&s->writers[i], &s->writers[i + 1], (s->count - i) * sizeof s->writers[0]);
        break;
    }
    if (s->now == c)
        s->now = NULL;
    free_course(c);
}

/* A line in pieces is cut like any other that is too long. */
static void add_text(struct pieces *x, struct str text)
{
    size_t room = LIMIT_LINE_BYTES - x->text.n;

    if (text.n > room)
        x->flags |= LINE_CUT;
    buf_add(&x->text, text.n > room ? str_head(text, room) : text);
}

static void begin(struct pieces *x, const struct physical *l, const struct head *h)
{
    x->position = l->position;
    x->flags = 0;
    memcpy(x->layers, h->layers, sizeof x->layers);
    x->layer_count = h->layer_count;
    x->arrival_known = h->layered && h->outer.arrival_known;
    x->arrival = (struct stamp){.time = x->arrival_known ? h->outer.arrival : 0,
                                .zone_assumed = h->zone_assumed,
                                .ambiguous = h->time_ambiguous,
                                .year_assumed = h->year_assumed};
}

void pieces_add(struct pieces *x, const struct physical *l, const struct head *h)
{
    if (x->lines == 0)
        begin(x, l, h);
    x->lines += l->lines;
    x->bytes += l->bytes;
    x->flags |= l->flags;
    add_text(x, h->text);
    gather_add(&x->raw, l->raw);
    gather_keep(&x->raw);
}

void pieces_head(const struct pieces *x, struct head *h)
{
    (void)head_outer(h);
    memcpy(h->layers, x->layers, sizeof h->layers);
    h->layer_count = x->layer_count;
    if (x->arrival_known)
        head_time(h, &x->arrival);
}

struct str pieces_take(struct pieces *x, const struct stream *s, struct arena *a,
                       struct physical *out)
{
    struct str text = arena_str(a, buf_str(&x->text));

    *out = (struct physical){
        .stream = s,
        .raw = gather_take(&x->raw, a),
        .position = x->position,
        .bytes = x->bytes,
        .lines = x->lines,
        .flags = x->flags,
    };
    buf_done(&x->text); /* as long as it was, it is seldom wanted again */
    gather_clear(&x->raw);
    x->bytes = 0;
    x->lines = 0;
    return text;
}
