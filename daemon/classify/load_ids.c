/* The ids of classes and entries, and what clashes when all files are known. */
#include <stdlib.h>

#include "classify/foreign.h"
#include "classify/load_parts.h"

static struct str join(struct loader *l, struct str a, struct str b)
{
    CLEANUP(buf_done) struct buf text = {0};

    buf_add(&text, a);
    buf_char(&text, '.');
    buf_add(&text, b);
    return load_keep(l, buf_str(&text));
}

/* The last `words` words of a dotted name, all of it if it has fewer. */
static struct str last_words(struct str dotted, size_t words)
{
    size_t at = dotted.n;

    for (size_t i = 0; i < words; i++) {
        size_t dot = str_rchr(str_head(dotted, at), '.');
        if (dot == STR_NONE)
            return dotted;
        at = dot;
    }
    return str_from(dotted, at + 1);
}

struct str load_last_word(struct str dotted)
{
    return last_words(dotted, 1);
}

struct class_place { /* a class, and where it stands */
    struct class_entry *class_;
    struct place place;
};

/* By service and last word, so that those which could share an id are neighbours. */
static int by_short_id(const void *a, const void *b)
{
    const struct class_place *x = a, *y = b;
    int c = str_cmp(x->class_->catalogue->service, y->class_->catalogue->service);

    if (c == 0)
        c = str_cmp(load_last_word(x->class_->class_), load_last_word(y->class_->class_));
    return c ? c : str_cmp(x->class_->class_, y->class_->class_);
}

static bool same_short_id(const struct class_place *x, const struct class_place *y)
{
    return str_eq(x->class_->catalogue->service, y->class_->catalogue->service) &&
           str_eq(load_last_word(x->class_->class_), load_last_word(y->class_->class_));
}

/*
 * Must the ids of the two differ? A class of the service's own package does not give up its short
 * id to one of a library, but to one of Python's own, which has no module to be told by.
 */
static bool are_rivals(const struct class_place *x, const struct class_place *other)
{
    return x != other && (foreign_class(x->class_) || !foreign_class(other->class_) ||
                          str_chr(other->class_->class_, '.', 0) == STR_NONE);
}

/* Does none of its rivals end in the same words, and is none called so altogether? */
static bool is_alone(const struct class_place *group, size_t n,
                     const struct class_place *x, size_t words)
{
    struct str mine = last_words(x->class_->class_, words);

    for (size_t i = 0; i < n; i++) {
        struct str other = group[i].class_->class_;
        bool same = are_rivals(x, &group[i]) && str_eq(last_words(other, words), mine);
        if (&group[i] != x && (same || str_eq(other, mine)))
            return false;
    }
    return true;
}

static void name_group(struct loader *l, const struct class_place *group, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (str_eq(group[i - 1].class_->class_, group[i].class_->class_)) {
            load_mistake_at(l, group[i].place,
                            "the class '%.*s' stands in %.*s:%u as well",
                            STR_FMT(group[i].class_->class_),
                            STR_FMT(group[i - 1].place.file), group[i - 1].place.line);
            return;
        }
    for (size_t i = 0; i < n; i++) {
        size_t words = 1;
        while (!is_alone(group, n, &group[i], words))
            words++;
        group[i].class_->id = join(l, group[i].class_->catalogue->service,
                                   last_words(group[i].class_->class_, words));
    }
}

static void name_classes(struct loader *l)
{
    struct class_place *all = mem_grow(NULL, l->class_count, sizeof *all);

    for (size_t i = 0; i < l->class_count; i++)
        all[i] = (struct class_place){l->classes[i], l->class_places[i]};
    qsort(all, l->class_count, sizeof *all, by_short_id);
    for (size_t i = 0, n; i < l->class_count; i += n) {
        for (n = 1; i + n < l->class_count && same_short_id(&all[i], &all[i + n]);)
            n++;
        name_group(l, &all[i], n);
    }
    free(all);
}

static void name_entry(struct loader *l, struct entry *e)
{
    const struct entry_side *side = &l->sides[e->number];

    if (e->kind != ENTRY_EXCEPTION)
        e->id = join(l, e->catalogue->service, side->situation_id);
    else
        e->id = side->situation_id.p ? join(l, e->class_->id, side->situation_id)
                                     : e->class_->id;
    if (e->id.n > 0 && !load_id_is_good(e->id))
        load_mistake_at(l, side->place, "the id '%.*s' is over 128 bytes", STR_FMT(e->id));
}

static int by_id(const void *a, const void *b)
{
    const struct entry *const *x = a, *const *y = b;
    int c = str_cmp((*x)->id, (*y)->id);
    return c ? c : ((*x)->number > (*y)->number) - ((*x)->number < (*y)->number);
}

void load_ids(struct loader *l)
{
    const struct entry **sorted =
        ARENA_ARRAY(&l->c->arena, const struct entry *, l->entry_count);

    name_classes(l);
    for (size_t i = 0; i < l->entry_count; i++) {
        name_entry(l, l->entries[i]);
        sorted[i] = l->entries[i];
    }
    qsort(sorted, l->entry_count, sizeof *sorted, by_id);
    for (size_t i = 1; i < l->entry_count; i++) {
        const struct place *first = &l->sides[sorted[i - 1]->number].place;
        if (sorted[i]->id.n > 0 && str_eq(sorted[i - 1]->id, sorted[i]->id))
            load_mistake_at(
                l, l->sides[sorted[i]->number].place,
                "the id '%.*s' stands in %.*s:%u as well: an id names one entry",
                STR_FMT(sorted[i]->id), STR_FMT(first->file), first->line);
    }
    l->c->by_id = sorted;
}

static int by_word(const void *a, const void *b)
{
    const struct catalog_word *x = a, *y = b;
    int c = str_cmp(x->word, y->word);
    return c ? c : (x->index > y->index) - (x->index < y->index);
}

/* The service of each first file, and its packages. */
static size_t list_words(const struct catalog *c, struct catalog_word *out)
{
    size_t n = 0;

    for (size_t i = 0; i < c->file_count; i++) {
        const struct catalogue *f = &c->files[i];
        const struct catalogue_index *index = &c->indexes[i];
        bool later = false;
        for (size_t k = 0; k < i; k++)
            later = later || str_eq(c->files[k].service, f->service);
        if (later)
            continue;
        out[n++] = (struct catalog_word){f->service, index};
        for (size_t k = 0; k < f->packages.n; k++)
            out[n++] = (struct catalog_word){f->packages.at[k], index};
    }
    return n;
}

void load_packages(struct loader *l)
{
    struct catalog *c = l->c;
    size_t most = c->file_count;

    for (size_t i = 0; i < c->file_count; i++)
        most += c->files[i].packages.n;
    c->words = ARENA_ARRAY(&c->arena, struct catalog_word, most);
    c->word_count = list_words(c, c->words);
    qsort(c->words, c->word_count, sizeof *c->words, by_word);
    for (size_t i = 1; i < c->word_count; i++) {
        const struct catalog_word *a = &c->words[i - 1], *b = &c->words[i];
        const struct place *first = &l->file_places[a->index - c->indexes];
        if (str_eq(a->word, b->word) && a->index != b->index)
            load_mistake_at(l, l->file_places[b->index - c->indexes],
                            "the package '%.*s' is claimed in %.*s:%u as well: "
                            "a package belongs to one service",
                            STR_FMT(b->word), STR_FMT(first->file), first->line);
    }
}
