#include "config/option.h"

#include <assert.h>

#include "base/num.h"
#include "config/nearest.h"
#include "config/value.h"

static void *place_of(const struct option *o, void *base)
{
    return (char *)base + o->offset;
}

static struct str keep(struct arena *a, struct str s)
{
    char *p = arena_alloc(a, s.n + 1);

    if (s.n)
        memcpy(p, s.p, s.n);
    p[s.n] = '\0';
    return (struct str){p, s.n};
}

static bool in_bounds(const struct option *o, uint64_t v)
{
    return v >= o->least && (o->most == 0 || v <= o->most);
}

static bool word_read(const struct option *o, struct str text, int *out)
{
    for (int i = 0; o->words[i]; i++)
        if (str_eq(text, str_of(o->words[i]))) {
            *out = i;
            return true;
        }
    return false;
}

static bool text_is_good(const struct option *o, struct str text)
{
    bool path = o->type == OPTION_PATH || o->type == OPTION_PATHS;
    struct err e;

    return text.n > 0 && str_chr(text, '\0', 0) == STR_NONE &&
           (!path || text.p[0] == '/') && (!o->check || o->check(text, &e) == 0);
}

/* A text as the value of one row that is no list; false: it is none, nothing was changed. */
static bool parse(struct arena *a, const struct option *o, struct str text, void *to)
{
    uint64_t v = 0;
    usec_t t = 0;

    switch (o->type) {
    case OPTION_TEXT:
    case OPTION_PATH:
    case OPTION_TEXTS:
    case OPTION_PATHS:
    case OPTION_TEXT_MAP:
        if (!text_is_good(o, text))
            return false;
        *(struct str *)to = keep(a, text);
        return true;
    case OPTION_SIZE:
    case OPTION_NUMBER:
        if (!(o->type == OPTION_SIZE ? value_size(text, &v)
                                     : num_u64(text, INT64_MAX, &v)) ||
            !in_bounds(o, v))
            return false;
        *(uint64_t *)to = v;
        return true;
    case OPTION_SPAN:
        if (!value_span(text, &t) || !in_bounds(o, (uint64_t)t))
            return false;
        *(usec_t *)to = t;
        return true;
    case OPTION_BOOL: return value_bool(text, to);
    case OPTION_WORD: return word_read(o, text, to);
    case OPTION_DATE: return value_date(text, to);
    case OPTION_NODE: return false;
    }
    return false;
}

static bool is_list(const struct option *o)
{
    return o->type == OPTION_TEXTS || o->type == OPTION_PATHS;
}

static const char *kind_name(const struct yaml_node *v)
{
    return v->kind == YAML_LIST ? "a list" : v->kind == YAML_MAP ? "a mapping" : "a text";
}

static bool is_nothing(const struct yaml_node *v)
{
    return v->kind == YAML_TEXT && v->text.n == 0 && !v->quoted;
}

/* What stands there, and what would be right. */
static bool wrong(const struct yaml_node *found, const struct option *o,
                  struct mistakes *m)
{
    CLEANUP(buf_done) struct buf right = {0};
    struct err e = {0};
    bool form = found->kind == YAML_TEXT && o->check && found->text.n > 0 &&
                o->check(found->text, &e) < 0;

    option_expected(&right, o);
    if (is_nothing(found))
        mistake_at(m, found, "'%s' has no value; it must be %s", o->name, buf_z(&right));
    else if (found->kind != YAML_TEXT)
        mistake_at(m, found, "'%s' is %s; it must be %s", o->name, kind_name(found),
                   buf_z(&right));
    else
        mistake_at(
            m, found, "'%s' is '%.*s'; it must be %s", o->name,
            STR_FMT(str_head(found->text, found->text.n > 200 ? 200 : found->text.n)),
            form ? e.text : buf_z(&right));
    return false;
}

static bool read_list(struct arena *a, const struct yaml_node *v, const struct option *o,
                      struct texts *out, struct mistakes *m)
{
    bool one = v->kind == YAML_TEXT, good = true;
    size_t n = one ? 1 : v->n;

    if (v->kind == YAML_MAP)
        return wrong(v, o, m);
    struct str *items = ARENA_ARRAY(a, struct str, n);
    for (size_t i = 0; i < n; i++) {
        const struct yaml_node *item = one ? v : v->items[i];
        if (item->kind != YAML_TEXT || !parse(a, o, item->text, &items[i]))
            good = wrong(item, o, m);
    }
    if (good)
        *out = (struct texts){items, n};
    return good;
}

static bool read_map(struct arena *a, const struct yaml_node *v, const struct option *o,
                     struct text_map *out, struct mistakes *m)
{
    bool good = true;

    if (v->kind != YAML_MAP)
        return wrong(v, o, m);
    struct named_text *items = ARENA_ARRAY(a, struct named_text, v->n);
    for (size_t i = 0; i < v->n; i++) {
        const struct yaml_node *value = v->pairs[i].value;
        struct option row = *o; /* its mistakes are about the key */
        items[i].name = keep(a, v->pairs[i].key->text);
        row.name = items[i].name.p;
        row.type = OPTION_TEXT;
        if (value->kind != YAML_TEXT || !parse(a, o, value->text, &items[i].text))
            good = wrong(value, &row, m);
    }
    if (good)
        *out = (struct text_map){items, v->n};
    return good;
}

bool option_read_value(struct arena *a, const struct yaml_node *v, const struct option *o,
                       void *base, struct mistakes *m)
{
    void *to = place_of(o, base);

    if (o->type == OPTION_NODE) {
        *(const struct yaml_node **)to = v;
        return true;
    }
    if (is_list(o))
        return read_list(a, v, o, to, m);
    if (o->type == OPTION_TEXT_MAP)
        return read_map(a, v, o, to, m);
    if (v->kind != YAML_TEXT || !parse(a, o, v->text, to))
        return wrong(v, o, m);
    return true;
}

static void set_default(struct arena *a, const struct option *o, void *base)
{
    if (!o->standard)
        return;
    struct str text = str_of(o->standard);
    if (is_list(o)) {
        struct str *item = ARENA_NEW(a, struct str);
        *item = keep(a, text);
        *(struct texts *)place_of(o, base) = (struct texts){item, 1};
        return;
    }
    bool good = parse(a, o, text, place_of(o, base));
    assert(good);
    (void)good;
}

void option_defaults(struct arena *a, const struct option *options, void *base)
{
    for (const struct option *o = options; o->name; o++)
        set_default(a, o, base);
}

static const struct option *find(const struct option *options, struct str name)
{
    for (const struct option *o = options; o->name; o++)
        if (str_eq(name, str_of(o->name)))
            return o;
    return NULL;
}

static void unknown(const struct yaml_node *key, const struct option_set *sets, size_t n,
                    struct mistakes *m)
{
    CLEANUP(nearest_done) struct nearest search = {.word = key->text};

    for (size_t i = 0; i < n; i++)
        for (const struct option *o = sets[i].options; o->name; o++)
            nearest_try(&search, str_of(o->name));
    mistake_at(m, key, "unknown key '%.*s'%s", STR_FMT(key->text),
               nearest_says(&search, "what may stand here"));
}

static void read_pair(struct arena *a, const struct yaml_pair *pair,
                      const struct option_set *sets, size_t n, struct mistakes *m)
{
    for (size_t i = 0; i < n; i++) {
        const struct option *o = find(sets[i].options, pair->key->text);
        if (o) {
            option_read_value(a, pair->value, o, sets[i].base, m);
            return;
        }
    }
    unknown(pair->key, sets, n, m);
}

void option_read(struct arena *a, const struct yaml_node *map,
                 const struct option_set *sets, size_t n, struct mistakes *m)
{
    for (size_t i = 0; i < n; i++)
        option_defaults(a, sets[i].options, sets[i].base);
    if (map->kind != YAML_MAP) {
        if (!is_nothing(map))
            mistake_at(m, map, "this is %s; it must be a mapping, {key: value}",
                       kind_name(map));
    } else {
        for (size_t i = 0; i < map->n; i++)
            read_pair(a, &map->pairs[i], sets, n, m);
    }
    for (size_t i = 0; i < n; i++)
        for (const struct option *o = sets[i].options; o->name; o++)
            if (o->required && !yaml_get(map, str_of(o->name)))
                mistake_at(m, map, "'%s' is missing: %s", o->name, o->help);
}
