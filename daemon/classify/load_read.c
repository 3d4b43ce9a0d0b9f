/* Values of pattern files: what they must be, and what is said when they are not. */
#include <stdarg.h>
#include <stdio.h>

#include "base/num.h"
#include "classify/load_parts.h"
#include "config/nearest.h"

static void report(struct loader *l, struct place at, const char *what)
{
    CLEANUP(buf_done) struct buf text = {0};

    buf_fmt(&text, "%.*s:%u:%u: %s", STR_FMT(at.file), at.line, at.column, what);
    if (l->mistakes++ == 0)
        err_set(l->e, "%s", buf_z(&text));
    if (l->say)
        l->say(l->context, buf_z(&text));
}

void load_mistake(struct loader *l, const struct yaml_node *at, const char *fmt, ...)
{
    char what[512];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    report(l, load_place(l, at), what);
}

void load_mistake_at(struct loader *l, struct place at, const char *fmt, ...)
{
    char what[512];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    report(l, at, what);
}

struct place load_place(const struct loader *l, const struct yaml_node *at)
{
    return (struct place){l->file->file, at->line, at->column};
}

struct str load_keep(struct loader *l, struct str s)
{
    return arena_str(&l->c->arena, s);
}

static void unknown_key(struct loader *l, const struct yaml_node *key,
                        const struct load_key *keys, size_t n, unsigned place)
{
    CLEANUP(nearest_done) struct nearest search = {.word = key->text};

    for (size_t i = 0; i < n; i++)
        if (keys[i].places & place)
            nearest_try(&search, keys[i].name);
    load_mistake(l, key, "unknown key '%.*s'%s", STR_FMT(key->text),
                 nearest_says(&search, "what may stand here"));
}

void load_map(struct loader *l, const struct yaml_node *map, const struct load_key *keys,
              size_t n, unsigned place, void *base)
{
    for (size_t i = 0; i < map->n; i++) {
        const struct yaml_pair *pair = &map->pairs[i];
        size_t k = 0;
        while (k < n &&
               !((keys[k].places & place) && str_eq(keys[k].name, pair->key->text)))
            k++;
        if (k < n)
            keys[k].take(l, pair->value, (char *)base + keys[k].offset);
        else
            unknown_key(l, pair->key, keys, n, place);
    }
}

static const char *kind_name(const struct yaml_node *value)
{
    if (value->kind == YAML_LIST)
        return "a list";
    if (value->kind == YAML_MAP)
        return "a mapping";
    return value->text.n || value->quoted ? "a text" : "nothing";
}

bool load_is_list(struct loader *l, const struct yaml_node *value)
{
    if (value->kind == YAML_LIST)
        return true;
    load_mistake(l, value, "this must be a list, not %s; an empty one is []",
                 kind_name(value));
    return false;
}

bool load_is_map(struct loader *l, const struct yaml_node *value)
{
    if (value->kind == YAML_MAP)
        return true;
    load_mistake(l, value, "this must be a mapping (key: value), not %s",
                 kind_name(value));
    return false;
}

/* A text, which may be empty only if that is written: "". */
static bool is_text(struct loader *l, const struct yaml_node *value)
{
    if (value->kind == YAML_TEXT && (value->text.n > 0 || value->quoted))
        return true;
    load_mistake(l, value, "this must be a text, not %s", kind_name(value));
    return false;
}

void load_text(struct loader *l, const struct yaml_node *value, void *field)
{
    struct str *out = field;

    if (is_text(l, value))
        *out = load_keep(l, value->text);
}

/* A list of texts, or one text; each is read by `take`. */
static void take_all(struct loader *l, const struct yaml_node *value, load_take *take,
                     struct strs *out)
{
    bool list = value->kind == YAML_LIST;
    size_t n = list ? value->n : 1;
    struct str *texts = ARENA_ARRAY(&l->c->arena, struct str, n);

    for (size_t i = 0; i < n; i++)
        take(l, list ? value->items[i] : value, &texts[i]);
    *out = (struct strs){texts, n};
}

void load_texts(struct loader *l, const struct yaml_node *value, void *field)
{
    take_all(l, value, load_text, field);
}

static bool is_param_name(struct str s)
{
    for (size_t i = 0; i < s.n; i++) {
        bool letter = (s.p[i] >= 'a' && s.p[i] <= 'z') || num_is_digit(s.p[i]);
        if (!letter && !(s.p[i] == '_' && i > 0))
            return false;
    }
    return s.n > 0 && s.n <= 64;
}

void load_name(struct loader *l, const struct yaml_node *value, void *field)
{
    struct str *out = field;

    if (!is_text(l, value))
        return;
    if (!is_param_name(value->text)) {
        load_mistake(l, value,
                     "'%.*s' is no name of a parameter: a-z, 0-9 and _, at most 64",
                     STR_FMT(value->text));
        return;
    }
    *out = load_keep(l, value->text);
}

void load_names(struct loader *l, const struct yaml_node *value, void *field)
{
    take_all(l, value, load_name, field);
}

void load_node(struct loader *l, const struct yaml_node *value, void *field)
{
    const struct yaml_node **out = field;

    (void)l;
    *out = value;
}

/* "FILE:LINE", "FILE:LINE-LINE" (of which the first counts), or "FILE" alone. */
struct source load_source_of(struct loader *l, struct str text)
{
    struct source s = {.text = load_keep(l, text)};
    size_t colon = str_rchr(s.text, ':');
    uint64_t line;

    s.file = s.text;
    if (colon == STR_NONE)
        return s;
    struct str number = str_from(s.text, colon + 1);
    if (num_take(&number, UINT32_MAX, &line) && (number.n == 0 || number.p[0] == '-')) {
        s.file = str_head(s.text, colon);
        s.line = (uint32_t)line;
    }
    return s;
}

void load_source(struct loader *l, const struct yaml_node *value, void *field)
{
    struct source *out = field;

    if (value->kind == YAML_LIST && value->n > 0)
        value = value->items[0];
    if (is_text(l, value))
        *out = load_source_of(l, value->text);
}

void load_status(struct loader *l, const struct yaml_node *value, void *field)
{
    unsigned *out = field;
    uint64_t status = 0;

    if (!is_text(l, value))
        return;
    if (!num_u64(value->text, 599, &status) || status < 100) {
        load_mistake(l, value, "'%.*s' is no HTTP status: 100 to 599",
                     STR_FMT(value->text));
        return;
    }
    *out = (unsigned)status;
}

int load_word(struct loader *l, const struct yaml_node *value, const struct str *words,
              size_t n)
{
    CLEANUP(buf_done) struct buf known = {0};

    if (!is_text(l, value))
        return -1;
    for (size_t i = 0; i < n; i++)
        if (words[i].n > 0 && str_eq(words[i], value->text))
            return (int)i;
    for (size_t i = 0; i < n; i++) {
        if (known.n > 0)
            buf_char(&known, ' ');
        buf_add(&known, words[i]);
    }
    load_mistake(l, value, "'%.*s' is none of: %s", STR_FMT(value->text), buf_z(&known));
    return -1;
}
