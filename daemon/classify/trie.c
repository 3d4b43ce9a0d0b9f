/*
 * While keys are added they are rows of a list. trie_seal sorts the rows and lays the tree out
 * level by level: each node covers a range of rows, the children of a node are neighbours, and
 * the first bytes of all labels stand in one array, so that a child is found by memchr.
 */
#include "classify/trie.h"

#include <assert.h>
#include <stdlib.h>

struct row {
    struct str key;
    uint32_t value;
    uint32_t place; /* when it was added: equal keys keep their order */
};

struct node {
    struct str label; /* what its key has beyond its parent's; the root's is empty */
    uint32_t first_value, value_count;
    uint32_t first_child, child_count;
};

struct trie {
    struct row *rows;
    size_t n, cap;

    bool sealed;
    struct node *nodes;
    char *firsts; /* the first byte of each node's label */
    size_t node_count, node_cap;
    uint32_t *values; /* of the rows, in their sorted order */
};

/* A node that is not laid out yet: rows from..to agree in their first `depth` bytes. */
struct range {
    size_t from, to, depth;
};

struct trie *trie_new(void)
{
    return mem_new(sizeof(struct trie));
}

void trie_free(struct trie *t)
{
    if (!t)
        return;
    free(t->rows);
    free(t->nodes);
    free(t->firsts);
    free(t->values);
    free(t);
}

void trie_add(struct trie *t, struct str key, uint32_t value)
{
    assert(!t->sealed);
    VEC_GROW(t->rows, t->n, t->cap);
    t->rows[t->n] = (struct row){key, value, (uint32_t)t->n};
    t->n++;
}

static int by_key(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    int c = str_cmp(x->key, y->key);
    return c ? c : (x->place > y->place) - (x->place < y->place);
}

/* How many bytes two keys have in common. */
static size_t common(struct str a, struct str b)
{
    size_t n = a.n < b.n ? a.n : b.n, i = 0;

    while (i < n && a.p[i] == b.p[i])
        i++;
    return i;
}

/* Adds the node of rows from..to, whose label begins at byte `depth`; returns where it ends.
 * Sorted rows have in common what the first and the last have. */
static size_t add_node(struct trie *t, struct range *r)
{
    struct str first = t->rows[r->from].key, last = t->rows[r->to - 1].key;
    size_t end = t->node_count == 0 ? 0 : common(first, last);
    struct node node = {.first_value = (uint32_t)r->from};

    if (end > r->depth)
        node.label = (struct str){first.p + r->depth, end - r->depth};
    while (r->from + node.value_count < r->to &&
           t->rows[r->from + node.value_count].key.n == end)
        node.value_count++;
    t->firsts[t->node_count] = 0; /* the root is nobody's child */
    if (node.label.n > 0)
        t->firsts[t->node_count] = node.label.p[0];
    t->nodes[t->node_count++] = node;
    return end;
}

static size_t same_byte(const struct trie *t, size_t from, size_t to, size_t at)
{
    size_t i = from + 1;

    while (i < to && t->rows[i].key.p[at] == t->rows[from].key.p[at])
        i++;
    return i;
}

/* Every node ends a key or parts two of them, so there are fewer than 2 n + 1. */
static void lay_out(struct trie *t)
{
    size_t most = 2 * t->n + 1, queued = 1;
    struct range *queue = mem_grow(NULL, most, sizeof *queue);

    t->nodes = mem_grow(NULL, most, sizeof *t->nodes);
    t->firsts = mem_grow(NULL, most, 1);
    queue[0] = (struct range){0, t->n, 0};
    for (size_t i = 0; i < queued; i++) {
        size_t end = add_node(t, &queue[i]);
        struct node *node = &t->nodes[i];
        size_t from = queue[i].from + node->value_count;
        node->first_child = (uint32_t)queued;
        while (from < queue[i].to) {
            size_t next = same_byte(t, from, queue[i].to, end);
            queue[queued++] = (struct range){from, next, end};
            from = next;
        }
        node->child_count = (uint32_t)queued - node->first_child;
    }
    free(queue);
}

void trie_seal(struct trie *t)
{
    assert(!t->sealed);
    t->sealed = true;
    if (t->n == 0)
        return;
    qsort(t->rows, t->n, sizeof *t->rows, by_key);
    lay_out(t);
    t->values = mem_grow(NULL, t->n, sizeof *t->values);
    for (size_t i = 0; i < t->n; i++)
        t->values[i] = t->rows[i].value;
    free(t->rows);
    t->rows = NULL;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static size_t skip_blanks(struct str text, size_t at)
{
    while (at < text.n && is_blank(text.p[at]))
        at++;
    return at;
}

/* Where the label ends if it stands at text[at]; STR_NONE: it does not. */
static size_t follow(struct str label, struct str text, size_t at)
{
    if (text.n - at >= label.n && memcmp(text.p + at, label.p, label.n) == 0) {
        at += label.n;
        return label.p[label.n - 1] == ' ' ? skip_blanks(text, at) : at;
    }
    for (size_t i = 0; i < label.n; i++) {
        size_t next = label.p[i] == ' '                         ? skip_blanks(text, at)
                      : at < text.n && text.p[at] == label.p[i] ? at + 1
                                                                : at;
        if (next == at)
            return STR_NONE;
        at = next;
    }
    return at;
}

static const struct node *child(const struct trie *t, const struct node *node,
                                struct str text, size_t at)
{
    if (at >= text.n || node->child_count == 0)
        return NULL;
    const char *firsts = t->firsts + node->first_child;
    const char *hit =
        memchr(firsts, is_blank(text.p[at]) ? ' ' : text.p[at], node->child_count);
    return hit ? &t->nodes[node->first_child + (size_t)(hit - firsts)] : NULL;
}

void trie_search(const struct trie *t, struct str text, trie_found *found, void *context)
{
    assert(t->sealed);
    const struct node *node = t->nodes;

    for (size_t at = 0; node; node = child(t, node, text, at)) {
        if (node != t->nodes)
            at = follow(node->label, text, at);
        if (at == STR_NONE)
            return;
        for (uint32_t i = 0; i < node->value_count; i++)
            found(context, t->values[node->first_value + i]);
    }
}
