/* Two entries that fit one text: whose is it? */
#include <stdlib.h>

#include "classify/check_parts.h"
#include "classify/overlap.h"

static bool is_logged(const struct entry *e)
{
    return e->kind == ENTRY_LOG || e->kind == ENTRY_MARKER;
}

/* Entries of one service, and those of `common` with everybody's, are tried on one message. */
static bool may_meet(const struct checker *k, const struct entry *a, const struct entry *b)
{
    return str_eq(a->catalogue->service, b->catalogue->service) ||
           catalog_is_common(k->c, a->catalogue) || catalog_is_common(k->c, b->catalogue);
}

/* ---- by the examples that a person gave ---- */

struct fit_of { /* entry `taker` fits an example of entry `owner` */
    uint32_t taker, owner;
    const struct example *example;
};

struct fits {
    struct fit_of *at;
    size_t n, cap;
};

/* Could a message like this example reach `taker` too? An entry without text of its own is tried
 * only on messages of the loggers that it lists. */
static bool may_take(const struct checker *k, const struct entry *taker,
                     const struct entry *owner)
{
    if (taker == owner || !is_logged(taker) || !may_meet(k, taker, owner))
        return false;
    return !k->c->patterns[taker->number].needs_logger ||
           (owner->loggers.n > 0 && strs_has(taker->loggers, owner->loggers.at[0]));
}

static void note_fits(struct checker *k, const struct example *x, struct fits *fits)
{
    if (x->counter || !is_logged(x->entry))
        return;
    for (size_t i = 0; i < k->c->entry_count; i++) {
        const struct entry *taker = k->c->entries[i];
        if (!may_take(k, taker, x->entry) || !check_fits(k, taker, x->text))
            continue;
        VEC_GROW(fits->at, fits->n, fits->cap);
        fits->at[fits->n++] = (struct fit_of){taker->number, x->entry->number, x};
    }
}

static int by_pair(const void *a, const void *b)
{
    const struct fit_of *x = a, *y = b;

    if (x->taker != y->taker)
        return x->taker < y->taker ? -1 : 1;
    return (x->owner > y->owner) - (x->owner < y->owner);
}

static const struct fit_of *turned(const struct fits *fits, const struct fit_of *f)
{
    struct fit_of back = {.taker = f->owner, .owner = f->taker};

    return bsearch(&back, fits->at, fits->n, sizeof *fits->at, by_pair);
}

static void say_each_other(struct checker *k, const struct fit_of *f,
                           const struct fit_of *back)
{
    const struct entry *taker = k->c->entries[f->taker];

    check_mistake(k, taker, taker->file_line,
                  "it fits '%.*s' of %.*s, line %zu, which fits its '%.*s'",
                  STR_FMT(check_excerpt(f->example->text)), STR_FMT(f->example->entry->id),
                  f->example->file_line, STR_FMT(check_excerpt(back->example->text)));
}

/* Two entries of which each takes an example of the other say the same; both are shown. */
static void check_examples(struct checker *k)
{
    struct fits fits = {0};

    for (size_t i = 0; i < k->c->example_count; i++)
        note_fits(k, &k->c->examples[i], &fits);
    if (fits.n)
        qsort(fits.at, fits.n, sizeof *fits.at, by_pair);
    for (size_t i = 0; i < fits.n; i++) {
        const struct fit_of *f = &fits.at[i];
        if (f->taker > f->owner || (i > 0 && by_pair(f, f - 1) == 0))
            continue;
        const struct fit_of *back = turned(&fits, f);
        if (back)
            say_each_other(k, f, back);
    }
    free(fits.at);
}

/* ---- by their templates ---- */

/* A logger that both list, or that neither asks for. */
static bool share_logger(const struct entry *a, const struct entry *b)
{
    if (a->loggers.n == 0 || b->loggers.n == 0)
        return a->loggers.n == b->loggers.n;
    for (size_t i = 0; i < a->loggers.n; i++)
        if (strs_has(b->loggers, a->loggers.at[i]))
            return true;
    return false;
}

/* Of two with as much text the one that begins with more of it is taken, then the one whose text
 * goes on earlier: only if both may go on at the same place do these not tell. */
static bool told_by_beginning(const struct pattern *p, const struct pattern *q)
{
    if (!str_eq(pattern_lead(p), pattern_lead(q)))
        return true;
    struct str a = pattern_next(p), b = pattern_next(q);
    size_t n = a.n < b.n ? a.n : b.n;
    return n > 0 && !str_eq(str_head(a, n), str_head(b, n));
}

/*
 * Would a text that both fit leave both? Else one is more literal, or logger, level or a frame
 * decides. What programs wrote is not compared: services log the same words in many places.
 */
static bool would_tie(const struct checker *k, const struct entry *a,
                      const struct entry *b)
{
    const struct entry_patterns *p = &k->c->patterns[a->number];
    const struct entry_patterns *q = &k->c->patterns[b->number];

    if (a->literal_bytes != b->literal_bytes || !p->own || !q->own || p->from_source ||
        q->from_source || p->style == STYLE_REGEX || q->style == STYLE_REGEX ||
        !may_meet(k, a, b))
        return false;
    if (told_by_beginning(p->own, q->own))
        return false;
    if (entry_is_value(a) && entry_is_value(b))
        return a->row.n == 0 || !str_eq(a->row, b->row);
    return is_logged(a) && is_logged(b) && a->level == b->level &&
           (a->frames.n > 0) == (b->frames.n > 0) && share_logger(a, b);
}

static struct overlap_side side(const struct checker *k, const struct entry *e)
{
    return (struct overlap_side){e->template, k->c->patterns[e->number].style};
}

static void check_pair(struct checker *k, const struct entry *a, const struct entry *b)
{
    struct str witness;

    arena_reset(&k->arena);
    if (!overlap_find(&k->arena, side(k, a), side(k, b), &witness) ||
        !check_fits(k, a, witness) || !check_fits(k, b, witness))
        return;
    check_mistake(
        k, a, a->file_line,
        "it is as good as %.*s, line %zu, for '%.*s': one needs more text of its "
        "own, another logger or level",
        STR_FMT(b->id), b->file_line, STR_FMT(check_excerpt(witness)));
}

static int by_literal(const void *a, const void *b)
{
    const struct entry *x = *(const struct entry *const *)a,
                       *y = *(const struct entry *const *)b;

    if (x->literal_bytes != y->literal_bytes)
        return x->literal_bytes < y->literal_bytes ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* Only those with as much text as each other can tie: they stand side by side when sorted. */
static void check_templates(struct checker *k)
{
    size_t n = k->c->entry_count;
    const struct entry **sorted = mem_new(n * sizeof *sorted);

    for (size_t i = 0; i < n; i++)
        sorted[i] = k->c->entries[i];
    qsort(sorted, n, sizeof *sorted, by_literal);
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1;
             j < n && sorted[j]->literal_bytes == sorted[i]->literal_bytes; j++)
            if (would_tie(k, sorted[i], sorted[j]))
                check_pair(k, sorted[i], sorted[j]);
    free(sorted);
}

void check_pairs(struct checker *k)
{
    check_examples(k);
    check_templates(k);
}
