/* Items of exceptions: a class, and an entry for each of its situations. */
#include "classify/load_parts.h"

/* The texts that raise sites build instead of the class's template, in the class's style. */
static void read_texts(struct loader *l, const struct draft *d, struct entry_patterns *out)
{
    enum pattern_style style = d->style < 0 ? STYLE_PERCENT : (enum pattern_style)d->style;

    if (!d->texts || !load_is_list(l, d->texts))
        return;
    struct pattern **texts = ARENA_ARRAY(&l->c->arena, struct pattern *, d->texts->n);
    for (size_t i = 0; i < d->texts->n; i++) {
        struct str text = STR("");
        struct err e;
        load_text(l, d->texts->items[i], &text);
        texts[out->text_count] =
            pattern_new(&l->c->arena, text, style, (struct strs){0}, &e);
        if (texts[out->text_count])
            out->text_count++;
        else
            load_mistake(l, d->texts->items[i], "text: %s", e.text);
    }
    out->texts = texts;
}

static struct entry *add_situation(struct loader *l, struct draft *d, struct pattern *own)
{
    struct entry_patterns patterns = {.own = own};

    read_texts(l, d, &patterns);
    return load_add_entry(l, d, ENTRY_EXCEPTION, patterns);
}

/* A situation starts from what its class says for all of them; the class's note stays there. */
static struct entry *read_situation(struct loader *l, const struct draft *class_,
                                    const struct yaml_node *item, struct pattern *own)
{
    struct draft d = *class_;

    d.entry.note = d.entry.row = STR("");
    d.entry.also = (struct strs){0};
    d.examples = NULL;
    if (!load_draft(l, item, ITEM_SITUATION, &d))
        return NULL;
    if (d.id.p && !load_id_is_good(d.id))
        load_mistake(l, load_key_of(&d, STR("id")),
                     "'%.*s' is no id: letters, digits and _ . : -, at most 128",
                     STR_FMT(d.id));
    if (!d.id.p && class_->situations->n > 1)
        load_mistake(l, item, "a situation needs an id where a class has several");
    struct entry *e = add_situation(l, &d, own);
    load_examples(l, d.examples, e, false);
    return e;
}

static const struct entry **read_situations(struct loader *l, struct draft *d,
                                            struct pattern *own, size_t *n)
{
    const struct yaml_node *list = d->situations;
    size_t most = list ? list->n : 1;
    const struct entry **out = ARENA_ARRAY(&l->c->arena, const struct entry *, most);

    if (!list) {
        out[(*n)++] = add_situation(l, d, own);
        return out;
    }
    for (size_t i = 0; i < list->n; i++) {
        const struct entry *e = read_situation(l, d, list->items[i], own);
        if (e)
            out[(*n)++] = e;
    }
    return out;
}

static const struct entry *find_situation(const struct loader *l,
                                          const struct class_entry *c, struct str id)
{
    if (!id.p)
        return c->situation_count == 1 ? c->situations[0] : NULL;
    for (size_t i = 0; i < c->situation_count; i++)
        if (str_eq(l->sides[c->situations[i]->number].situation_id, id))
            return c->situations[i];
    return NULL;
}

static void read_examples(struct loader *l, const struct yaml_node *list,
                          const struct class_entry *c)
{
    if (!list || !load_is_list(l, list))
        return;
    for (size_t i = 0; i < list->n; i++) {
        struct example_draft d;
        if (!load_example_draft(l, list->items[i], EXAMPLE_OF_CLASS, &d))
            continue;
        const struct entry *e = find_situation(l, c, d.id);
        if (e)
            load_add_example(l, list->items[i], &d, e);
        else
            load_mistake(l, list->items[i],
                         "an example of a class needs the id of one of its "
                         "situations: {text: ..., id: ...}");
    }
}

static struct class_entry *add_class(struct loader *l, const struct draft *d)
{
    struct class_entry *c = ARENA_NEW(&l->c->arena, struct class_entry);

    *c = (struct class_entry){
        .catalogue = l->file,
        .class_ = d->class_,
        .template = d->template.p ? d->template : d->regex,
        .note = d->entry.note,
        .status = d->status,
        .source = d->class_source,
    };
    VEC_GROW(l->classes, l->class_count, l->class_cap);
    l->classes[l->class_count++] = c;
    VEC_GROW(l->class_places, l->class_place_count, l->class_place_cap);
    l->class_places[l->class_place_count++] = load_place(l, d->at);
    return c;
}

void load_class(struct loader *l, const struct yaml_node *item)
{
    struct draft d = load_no_draft();
    size_t n = 0;

    if (!load_draft(l, item, ITEM_CLASS, &d))
        return;
    if (!load_id_is_good(d.class_)) {
        load_mistake(
            l, load_key_of(&d, STR("class")),
            "an exception needs its class, dotted: masakari.exception.HostNotFound");
        return;
    }
    if (d.situations && !load_is_list(l, d.situations))
        return;
    if (d.situations && d.situations->n == 0) {
        load_mistake(l, d.situations,
                     "no situation: leave the key away, then the class is one");
        return;
    }
    struct pattern *own = load_pattern(l, &d);
    size_t first = l->entry_count;
    struct class_entry *c = add_class(l, &d);
    c->situations = read_situations(l, &d, own, &n);
    c->situation_count = n;
    if (n == 0)
        pattern_done(own); /* no entry took it */
    for (size_t i = first; i < l->entry_count; i++)
        l->entries[i]->class_ = c;
    read_examples(l, d.examples, c);
}
