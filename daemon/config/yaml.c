#include "config/yaml.h"

#include <stdlib.h>
#include <yaml.h>

enum {
    FEW_KEYS = 16
}; /* up to here comparing every two keys is faster than sorting them */

struct reader {
    struct arena *arena;
    struct err *e;
    yaml_parser_t parser;
    struct str text;
    unsigned depth;
    size_t node_count;

    /* Nodes of the lists and maps that are not finished yet, innermost last. */
    const struct yaml_node **open;
    size_t n, cap;
};

static void reader_done(struct reader *r)
{
    yaml_parser_delete(&r->parser);
    free(r->open);
}

static int fail(struct reader *r, yaml_mark_t at, const char *what)
{
    return err_set(r->e, "%zu:%zu: %s", at.line + 1, at.column + 1, what);
}

/* libyaml names the byte that is no UTF-8, or a character that YAML forbids, by its offset. */
static yaml_mark_t mark_of_offset(struct str text, size_t offset)
{
    yaml_mark_t at = {.index = offset};

    for (size_t i = 0; i < offset && i < text.n; i++) {
        at.column += ((unsigned char)text.p[i] & 0xC0) != 0x80;
        if (text.p[i] == '\n') {
            at.line++;
            at.column = 0;
        }
    }
    return at;
}

static int fail_parser(struct reader *r)
{
    const yaml_parser_t *p = &r->parser;

    if (p->error == YAML_MEMORY_ERROR)
        mem_out();
    if (p->error == YAML_READER_ERROR)
        return fail(r, mark_of_offset(r->text, p->problem_offset), p->problem);
    fail(r, p->problem_mark, p->problem ? p->problem : "this is no YAML");
    if (p->context) {
        size_t n = strlen(r->e->text);
        snprintf(r->e->text + n, sizeof r->e->text - n, " (%s, line %zu)", p->context,
                 p->context_mark.line + 1);
    }
    return -1;
}

static int next(struct reader *r, yaml_event_t *event)
{
    return yaml_parser_parse(&r->parser, event) ? 0 : fail_parser(r);
}

static const struct yaml_node *node(struct reader *r, const yaml_event_t *event);

static struct yaml_node *new_node(struct reader *r, const yaml_event_t *event,
                                  enum yaml_kind kind)
{
    if (++r->node_count > YAML_NODES) {
        fail(r, event->start_mark, "the file has more than 4,000,000 values");
        return NULL;
    }
    struct yaml_node *made = ARENA_NEW(r->arena, struct yaml_node);
    made->kind = kind;
    made->line = (unsigned)event->start_mark.line + 1;
    made->column = (unsigned)event->start_mark.column + 1;
    return made;
}

static const struct yaml_node *scalar(struct reader *r, const yaml_event_t *event)
{
    struct yaml_node *made = new_node(r, event, YAML_TEXT);

    if (made) {
        made->text =
            arena_str(r->arena, (struct str){(const char *)event->data.scalar.value,
                                             event->data.scalar.length});
        made->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    }
    return made;
}

static void push(struct reader *r, const struct yaml_node *child)
{
    VEC_GROW(r->open, r->n, r->cap);
    r->open[r->n++] = child;
}

/* Puts the children up to the end event `end` on the stack. */
static int children(struct reader *r, yaml_event_type_t end)
{
    for (;;) {
        CLEANUP(yaml_event_delete) yaml_event_t event = {0};
        if (next(r, &event) < 0)
            return -1;
        if (event.type == end)
            return 0;
        const struct yaml_node *child = node(r, &event);
        if (!child)
            return -1;
        push(r, child);
    }
}

static const struct yaml_node *list(struct reader *r, const yaml_event_t *event)
{
    struct yaml_node *made = new_node(r, event, YAML_LIST);
    size_t first = r->n;

    if (!made || children(r, YAML_SEQUENCE_END_EVENT) < 0)
        return NULL;
    made->n = r->n - first;
    const struct yaml_node **items =
        ARENA_ARRAY(r->arena, const struct yaml_node *, made->n);
    for (size_t i = 0; i < made->n; i++)
        items[i] = r->open[first + i];
    made->items = items;
    r->n = first;
    return made;
}

static int fail_node(struct reader *r, const struct yaml_node *at, const char *what)
{
    return err_set(r->e, "%u:%u: %s", at->line, at->column, what);
}

static int fail_twice(struct reader *r, const struct yaml_node *a,
                      const struct yaml_node *b)
{
    bool a_first = a->line < b->line || (a->line == b->line && a->column < b->column);
    const struct yaml_node *first = a_first ? a : b, *second = a_first ? b : a;

    return err_set(r->e,
                   "%u:%u: the key '%.*s' stands twice in one mapping, first in line %u",
                   second->line, second->column, STR_FMT(second->text), first->line);
}

static int by_text(const void *a, const void *b)
{
    const struct yaml_node *const *x = a, *const *y = b;
    return str_cmp((*x)->text, (*y)->text);
}

static int check_many_keys(struct reader *r, const struct yaml_pair *pairs, size_t n)
{
    const struct yaml_node **keys = mem_grow(NULL, n, sizeof *keys);
    int result = 0;

    for (size_t i = 0; i < n; i++)
        keys[i] = pairs[i].key;
    qsort(keys, n, sizeof *keys, by_text);
    for (size_t i = 1; i < n && result == 0; i++)
        if (str_eq(keys[i - 1]->text, keys[i]->text))
            result = fail_twice(r, keys[i - 1], keys[i]);
    free(keys);
    return result;
}

static int check_keys(struct reader *r, const struct yaml_pair *pairs, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (pairs[i].key->kind != YAML_TEXT)
            return fail_node(r, pairs[i].key,
                             "a key must be a text, not a list or a mapping");
    if (n > FEW_KEYS)
        return check_many_keys(r, pairs, n);
    for (size_t i = 1; i < n; i++)
        for (size_t j = 0; j < i; j++)
            if (str_eq(pairs[i].key->text, pairs[j].key->text))
                return fail_twice(r, pairs[i].key, pairs[j].key);
    return 0;
}

static const struct yaml_node *map(struct reader *r, const yaml_event_t *event)
{
    struct yaml_node *made = new_node(r, event, YAML_MAP);
    size_t first = r->n;

    if (!made || children(r, YAML_MAPPING_END_EVENT) < 0)
        return NULL;
    made->n = (r->n - first) / 2;
    struct yaml_pair *pairs = ARENA_ARRAY(r->arena, struct yaml_pair, made->n);
    for (size_t i = 0; i < made->n; i++)
        pairs[i] = (struct yaml_pair){r->open[first + 2 * i], r->open[first + 2 * i + 1]};
    made->pairs = pairs;
    r->n = first;
    return check_keys(r, pairs, made->n) < 0 ? NULL : made;
}

/* What a tree of texts has no place for. NULL: nothing of that. */
static const char *refusal(const yaml_event_t *event)
{
    static const char anchor[] = "an anchor (&): write the value out where it is used";
    static const char tag[] = "a tag (!): every value is a text, a list or a mapping";

    if (event->type == YAML_ALIAS_EVENT)
        return "an alias (*): write the value out; quote a text that begins with *";
    if (event->type == YAML_SCALAR_EVENT)
        return event->data.scalar.anchor ? anchor : event->data.scalar.tag ? tag : NULL;
    if (event->type == YAML_SEQUENCE_START_EVENT)
        return event->data.sequence_start.anchor ? anchor
               : event->data.sequence_start.tag  ? tag
                                                 : NULL;
    if (event->type == YAML_MAPPING_START_EVENT)
        return event->data.mapping_start.anchor ? anchor
               : event->data.mapping_start.tag  ? tag
                                                : NULL;
    return "this is no value";
}

static const struct yaml_node *node(struct reader *r, const yaml_event_t *event)
{
    const char *refused = refusal(event);

    if (refused) {
        fail(r, event->start_mark, refused);
        return NULL;
    }
    if (event->type == YAML_SCALAR_EVENT)
        return scalar(r, event);
    if (r->depth == YAML_DEPTH) {
        fail(r, event->start_mark, "lists and mappings are nested deeper than 16");
        return NULL;
    }
    r->depth++;
    const struct yaml_node *made =
        event->type == YAML_SEQUENCE_START_EVENT ? list(r, event) : map(r, event);
    r->depth--;
    return made;
}

/* The next event that is not the start of the stream or of its first document. */
static int first_event(struct reader *r, yaml_event_t *event)
{
    for (;;) {
        if (next(r, event) < 0)
            return -1;
        if (event->type != YAML_STREAM_START_EVENT &&
            event->type != YAML_DOCUMENT_START_EVENT)
            return 0;
        yaml_event_delete(event);
    }
}

static int check_end(struct reader *r)
{
    CLEANUP(yaml_event_delete) yaml_event_t document_end = {0};
    CLEANUP(yaml_event_delete) yaml_event_t event = {0};

    if (next(r, &document_end) < 0 || next(r, &event) < 0)
        return -1;
    if (event.type != YAML_STREAM_END_EVENT)
        return fail(r, event.start_mark, "a second document: one file holds one");
    return 0;
}

static const struct yaml_node *root(struct reader *r)
{
    CLEANUP(yaml_event_delete) yaml_event_t event = {0};

    if (first_event(r, &event) < 0)
        return NULL;
    if (event.type == YAML_STREAM_END_EVENT)
        return new_node(r, &event, YAML_MAP);
    const struct yaml_node *made = node(r, &event);
    if (!made || check_end(r) < 0)
        return NULL;
    if (made->kind == YAML_TEXT && made->text.n == 0 && !made->quoted)
        return new_node(r, &event, YAML_MAP);
    return made;
}

const struct yaml_node *yaml_read(struct arena *a, struct str text, struct err *e)
{
    CLEANUP(reader_done) struct reader r = {.arena = a, .e = e, .text = text};

    if (!yaml_parser_initialize(&r.parser))
        mem_out();
    /* Told the encoding, libyaml takes a byte order mark for a character: it is passed over. */
    if (str_starts(text, STR("\xEF\xBB\xBF")))
        r.text = str_from(text, 3);
    yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(
        &r.parser, (const unsigned char *)(r.text.p ? r.text.p : ""), r.text.n);
    return root(&r);
}

const struct yaml_node *yaml_get(const struct yaml_node *map, struct str key)
{
    if (!map || map->kind != YAML_MAP)
        return NULL;
    for (size_t i = 0; i < map->n; i++)
        if (str_eq(map->pairs[i].key->text, key))
            return map->pairs[i].value;
    return NULL;
}
