#include "classify/catalog.h"

#include <stdlib.h>

#include "classify/load_parts.h"

static void patterns_done(const struct entry_patterns *p)
{
    pattern_done(p->own);
    for (size_t i = 0; i < p->text_count; i++)
        pattern_done(p->texts[i]);
}

void catalog_free(struct catalog *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < c->entry_count; i++)
        patterns_done(&c->patterns[i]);
    for (size_t i = 0; c->indexes && i < c->file_count; i++)
        trie_free(c->indexes[i].logs);
    trie_free(c->unbound.logs);
    arena_done(&c->arena);
    free(c);
}

const struct catalogue_index *catalog_service(const struct catalog *c, struct str word)
{
    size_t from = 0, to = c->word_count;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        int order = str_cmp(c->words[middle].word, word);
        if (order == 0)
            return c->words[middle].index;
        if (order < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return NULL;
}

typedef struct str class_key(struct str class_);

static struct str whole(struct str class_)
{
    return class_;
}

/* The neighbours of a sorted list of classes whose key is this one. */
static struct class_entry *const *find_classes(struct class_entry *const *sorted,
                                               size_t count, class_key *key,
                                               struct str wanted, size_t *n)
{
    size_t from = 0, to = count;

    while (from < to) { /* the first that is not before the wanted one */
        size_t middle = from + (to - from) / 2;
        if (str_cmp(key(sorted[middle]->class_), wanted) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    *n = 0;
    while (from + *n < count && str_eq(key(sorted[from + *n]->class_), wanted))
        ++*n;
    return *n > 0 ? sorted + from : NULL;
}

struct class_entry *const *catalog_class(const struct catalog *c, struct str dotted,
                                         size_t *n)
{
    return find_classes(c->by_class, c->class_count, whole, dotted, n);
}

struct class_entry *const *catalog_last_word(const struct catalog *c, struct str word,
                                             size_t *n)
{
    return find_classes(c->by_last_word, c->class_count, load_last_word, word, n);
}

const struct entry *catalog_entry(const struct catalog *c, struct str id)
{
    size_t from = 0, to = c->entry_count;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        int order = str_cmp(c->by_id[middle]->id, id);
        if (order == 0)
            return c->by_id[middle];
        if (order < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return NULL;
}
