/* Items of log, markers, statuses and responses become entries. */
#include "base/num.h"
#include "classify/load_parts.h"

enum { ID_BYTES = 128 };

struct pattern *load_pattern(struct loader *l, const struct draft *d)
{
    enum pattern_style style = d->style < 0 ? STYLE_PERCENT : (enum pattern_style)d->style;
    bool regex = d->regex.p != NULL;
    struct str key = regex ? STR("regex") : STR("template");
    struct err e;

    if (!regex && !d->template.p)
        return NULL;
    if (!d->template.p && d->style >= 0)
        load_mistake(l, load_key_of(d, STR("style")),
                     "style is for a template, not for a regex");
    struct pattern *p = pattern_new(&l->c->arena, regex ? d->regex : d->template,
                                    regex ? STYLE_REGEX : style, d->params, &e);
    if (!p)
        load_mistake(l, load_key_of(d, key), "%.*s: %s", STR_FMT(key), e.text);
    return p;
}

bool load_has_param(const struct entry_patterns *p, struct str name)
{
    if (p->own && strs_has(pattern_params(p->own), name))
        return true;
    for (size_t i = 0; i < p->text_count; i++)
        if (strs_has(pattern_params(p->texts[i]), name))
            return true;
    return false;
}

static void add_names(struct buf *out, const struct pattern *p)
{
    struct strs names = p ? pattern_params(p) : (struct strs){0};

    for (size_t i = 0; i < names.n; i++)
        buf_fmt(out, " %.*s", STR_FMT(names.at[i]));
}

/* What is used as a param must be captured by the template, or by a text of the situation. */
static void check_param(struct loader *l, const struct draft *d, struct str key,
                        struct str name, const struct entry_patterns *p)
{
    CLEANUP(buf_done) struct buf known = {0};

    if (name.n == 0 || load_has_param(p, name))
        return;
    add_names(&known, p->own);
    for (size_t i = 0; i < p->text_count; i++)
        add_names(&known, p->texts[i]);
    load_mistake(l, load_key_of(d, key), "%.*s: '%.*s' is no parameter; there are:%s",
                 STR_FMT(key), STR_FMT(name), known.n > 0 ? buf_z(&known) : " none");
}

/* The {param} in an action or residue; other braces are plain text. */
static void check_placeholders(struct loader *l, const struct draft *d, struct str key,
                               struct str text, const struct entry_patterns *p)
{
    for (size_t at = str_chr(text, '{', 0); at != STR_NONE;
         at = str_chr(text, '{', at + 1)) {
        size_t end = at + 1;
        while (end < text.n && (num_is_digit(text.p[end]) || text.p[end] == '_' ||
                                (text.p[end] >= 'a' && text.p[end] <= 'z')))
            end++;
        if (end < text.n && text.p[end] == '}')
            check_param(l, d, key, (struct str){text.p + at + 1, end - at - 1}, p);
    }
}

static void check_params(struct loader *l, const struct draft *d, enum entry_kind kind,
                         const struct entry_patterns *p)
{
    const struct entry *e = &d->entry;

    check_param(l, d, STR("resource"), e->resource_param, p);
    for (size_t i = 0; i < e->cause.n; i++)
        if (kind != ENTRY_EXCEPTION || !str_eq(e->cause.at[i], STR("text")))
            check_param(l, d, STR("cause"), e->cause.at[i], p);
    for (size_t i = 0; i < e->secret.n; i++)
        if (!str_eq(e->secret.at[i], STR("text")) && kind == ENTRY_EXCEPTION)
            load_mistake(l, load_key_of(d, STR("secret")),
                         "of an exception the secret is its text: [text]");
        else if (!str_eq(e->secret.at[i], STR("text")))
            check_param(l, d, STR("secret"), e->secret.at[i], p);
    check_placeholders(l, d, STR("action"), e->action, p);
    check_placeholders(l, d, STR("residue"), e->residue, p);
    check_placeholders(l, d, STR("caller"), e->caller.text, p);
}

static enum role default_role(const struct entry *e)
{
    bool logged = e->kind == ENTRY_LOG || e->kind == ENTRY_MARKER;
    bool quiet =
        e->level < LEVEL_WARNING && (e->level != LEVEL_NONE || e->kind == ENTRY_MARKER);

    return logged && quiet ? ROLE_ROUTINE : ROLE_TROUBLE;
}

struct entry *load_add_entry(struct loader *l, struct draft *d, enum entry_kind kind,
                             struct entry_patterns patterns)
{
    struct entry *e = ARENA_NEW(&l->c->arena, struct entry);

    check_params(l, d, kind, &patterns);
    *e = d->entry;
    e->kind = kind;
    e->number = (uint32_t)l->entry_count;
    e->catalogue = l->file;
    e->is_regex = d->regex.p != NULL;
    e->template = d->template.p ? d->template : d->regex;
    e->role = d->role < 0 ? default_role(e) : (enum role)d->role;
    e->literal_bytes = patterns.own ? pattern_literal_bytes(patterns.own) : 0;
    e->file_line = d->at->line;
    patterns.needs_logger = patterns.own && !pattern_has_words(patterns.own);
    patterns.from_source = d->origin == 1;
    patterns.style = d->regex.p      ? STYLE_REGEX
                     : d->style >= 0 ? (enum pattern_style)d->style
                                     : STYLE_PERCENT;

    VEC_GROW(l->entries, l->entry_count, l->entry_cap);
    l->entries[l->entry_count++] = e;
    VEC_GROW(l->patterns, l->pattern_count, l->pattern_cap);
    l->patterns[l->pattern_count++] = patterns;
    VEC_GROW(l->sides, l->side_count, l->side_cap);
    l->sides[l->side_count++] = (struct entry_side){load_place(l, d->at), d->id};
    return e;
}

bool load_id_is_good(struct str id)
{
    for (size_t i = 0; i < id.n; i++) {
        char c = id.p[i];
        bool letter = num_is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && !(i > 0 && strchr("_.:-", c)))
            return false;
    }
    return id.n > 0 && id.n <= ID_BYTES;
}

enum {
    EXAMPLE_OF_RAISED = EXAMPLE_OF_SITUATION | EXAMPLE_OF_CLASS,
    EXAMPLE_OF_ANY = EXAMPLE_OF_TEXT | EXAMPLE_OF_RAISED,
};

#define FIELD(member) offsetof(struct example_draft, member)

static const struct load_key example_keys[] = {
    {STR_INIT("text"),   EXAMPLE_OF_ANY,    load_text, FIELD(text)  },
    {STR_INIT("params"), EXAMPLE_OF_ANY,    load_node, FIELD(params)},
    {STR_INIT("id"),     EXAMPLE_OF_CLASS,  load_text, FIELD(id)    },
    {STR_INIT("frame"),  EXAMPLE_OF_RAISED, load_text, FIELD(frame) },
};

bool load_example_draft(struct loader *l, const struct yaml_node *item,
                        enum example_of of, struct example_draft *out)
{
    *out = (struct example_draft){0};
    if (!load_is_map(l, item))
        return false;
    load_map(l, item, example_keys, COUNT_OF(example_keys), of, out);
    if (!out->text.p)
        load_mistake(l, item, "an example needs a text");
    return out->text.p != NULL;
}

static void read_params(struct loader *l, const struct yaml_node *map, struct example *out)
{
    const struct entry_patterns *p = &l->patterns[out->entry->number];

    if (!load_is_map(l, map))
        return;
    struct param *params = ARENA_ARRAY(&l->c->arena, struct param, map->n);
    for (size_t i = 0; i < map->n; i++) {
        struct str name = map->pairs[i].key->text;
        if (!load_has_param(p, name))
            load_mistake(l, map->pairs[i].key, "'%.*s' is no parameter of this entry",
                         STR_FMT(name));
        params[i].name = load_keep(l, name);
        load_text(l, map->pairs[i].value, &params[i].value);
    }
    out->params = params;
    out->param_count = map->n;
}

/* "zun/api/utils.py:42 get_limit": the place, and the function if it matters. */
static void read_frame(struct loader *l, struct str frame, struct example *out)
{
    size_t blank = str_chr(frame, ' ', 0);

    if (frame.n == 0)
        return;
    out->frame = load_source_of(l, str_head(frame, blank == STR_NONE ? frame.n : blank));
    if (blank != STR_NONE)
        out->function = load_keep(l, str_from(frame, blank + 1));
}

static struct example *add_example(struct loader *l, const struct yaml_node *item,
                                   const struct entry *entry, struct str text)
{
    VEC_GROW(l->examples, l->example_count, l->example_cap);
    struct example *out = &l->examples[l->example_count++];
    *out = (struct example){.entry = entry, .text = text, .file_line = item->line};
    return out;
}

void load_add_example(struct loader *l, const struct yaml_node *item,
                      const struct example_draft *d, const struct entry *entry)
{
    struct example *out = add_example(l, item, entry, d->text);

    if (d->params)
        read_params(l, d->params, out);
    read_frame(l, d->frame, out);
}

void load_examples(struct loader *l, const struct yaml_node *list,
                   const struct entry *entry, bool counter)
{
    enum example_of of =
        entry->kind == ENTRY_EXCEPTION ? EXAMPLE_OF_SITUATION : EXAMPLE_OF_TEXT;

    if (!list || !load_is_list(l, list))
        return;
    for (size_t i = 0; i < list->n; i++) {
        struct example_draft d = {0};
        if (counter) {
            load_text(l, list->items[i], &d.text);
            if (d.text.p)
                add_example(l, list->items[i], entry, d.text)->counter = true;
        } else if (load_example_draft(l, list->items[i], of, &d)) {
            load_add_example(l, list->items[i], &d, entry);
        }
    }
}

/* Reads what all four kinds have in common; NULL: it is no entry. */
static struct entry *add(struct loader *l, const struct yaml_node *item, enum item place,
                         enum entry_kind kind)
{
    struct draft d = load_no_draft();
    struct entry_patterns patterns = {0};

    if (!load_draft(l, item, place, &d))
        return NULL;
    if (!load_id_is_good(d.id)) {
        load_mistake(l, load_key_of(&d, STR("id")),
                     "an entry needs an id: letters, digits and _ . : -, at most 128");
        return NULL;
    }
    if (!d.template.p && !d.regex.p)
        load_mistake(l, item, "an entry needs a template or a regex");
    patterns.own = load_pattern(l, &d);
    if (!patterns.own)
        return NULL;
    struct entry *e = load_add_entry(l, &d, kind, patterns);
    load_examples(l, d.examples, e, false);
    load_examples(l, d.counterexamples, e, true);
    return e;
}

static void add_logged(struct loader *l, const struct yaml_node *item, enum item place,
                       enum entry_kind kind)
{
    const struct entry *e = add(l, item, place, kind);

    if (e && e->loggers.n == 0 && l->patterns[e->number].needs_logger)
        load_mistake(l, item,
                     "its template has no letter or digit of its own: "
                     "it must list loggers, or stand under exceptions");
}

void load_log(struct loader *l, const struct yaml_node *item)
{
    add_logged(l, item, ITEM_LOG, ENTRY_LOG);
}

void load_marker(struct loader *l, const struct yaml_node *item)
{
    add_logged(l, item, ITEM_MARKER, ENTRY_MARKER);
}

void load_status_text(struct loader *l, const struct yaml_node *item)
{
    add(l, item, ITEM_VALUE, ENTRY_STATUS);
}

void load_response(struct loader *l, const struct yaml_node *item)
{
    add(l, item, ITEM_VALUE, ENTRY_RESPONSE);
}
