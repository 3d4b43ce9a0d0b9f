/* The lists `inputs` and `outputs`: maps of one key, the kind, with the kind's options. */
#include <assert.h>

#include "config/nearest.h"
#include "config/settings_parts.h"

static const struct option input_rows[] = {
    OPTION("name", OPTION_TEXT, struct input_entry, name,
           "positions hang on it; else the kind and what it reads"),
    OPTION("timezone", OPTION_TEXT, struct input_entry, timezone,
           "of its times without a zone", .check = settings_check_zone),
    OPTION("host", OPTION_TEXT, struct input_entry, host, "of its records that name none"),
    OPTION("service", OPTION_TEXT, struct input_entry, service,
           "its records are of this service"),
    OPTIONS_END,
};

static const struct option output_rows[] = {
    OPTION("name", OPTION_TEXT, struct output_entry, name,
           "its mark hangs on it; else the kind and where it goes"),
    OPTION("emit", OPTION_WORD, struct output_entry, emit,
           "which records it gets; else as the whole"),
    OPTION("min_severity", OPTION_NUMBER, struct output_entry, min_severity,
           "it gets events of this severity and above", .standard = "0", .most = 6),
    OPTION("services", OPTION_TEXTS, struct output_entry, services,
           "it gets events of these services only"),
    OPTION("required", OPTION_BOOL, struct output_entry, required,
           "the inputs wait for it when the store is full", .standard = "no"),
    OPTION("format", OPTION_WORD, struct output_entry, format,
           "how an event is written; else as the kind has it"),
    OPTIONS_END,
};

/* The first word is the emit's, the second the format's. */
static void make_output_rows(struct option made[COUNT_OF(output_rows)],
                             const struct settings_tables *t)
{
    memcpy(made, output_rows, sizeof output_rows);
    for (struct option *o = made; o->name; o++)
        if (o->type == OPTION_WORD)
            o->words =
                o->offset == offsetof(struct output_entry, emit) ? t->emits : t->formats;
}

static void unknown_kind(struct settings_reader *r, const struct yaml_node *key,
                         const struct kind *const *kinds)
{
    CLEANUP(nearest_done) struct nearest search = {.word = key->text};

    for (size_t i = 0; kinds[i]; i++)
        nearest_try(&search, str_of(kinds[i]->name));
    mistake_at(r->mistakes, key, "unknown kind '%.*s'%s", STR_FMT(key->text),
               nearest_says(&search, "there are"));
}

/* The one pair of an item and its kind; NULL, and a mistake, if it is none. */
static const struct kind *kind_of(struct settings_reader *r, const struct yaml_node *item,
                                  const struct kind *const *kinds)
{
    if (item->kind != YAML_MAP || item->n != 1) {
        mistake_at(r->mistakes, item,
                   "this must be a mapping of one key, {KIND: {option: value}}");
        return NULL;
    }
    const struct yaml_node *key = item->pairs[0].key;
    for (size_t i = 0; kinds[i]; i++) {
        if (!str_eq(key->text, str_of(kinds[i]->name)))
            continue;
        if (!kinds[i]->needs)
            return kinds[i];
        mistake_at(r->mistakes, key,
                   "the kind '%s' is not in this build: it needs the library %s",
                   kinds[i]->name, kinds[i]->needs);
        return NULL;
    }
    unknown_kind(r, key, kinds);
    return NULL;
}

static struct str default_name(struct settings_reader *r, const struct kind *kind,
                               const void *options)
{
    CLEANUP(buf_done) struct buf name = {0};

    buf_fmt(&name, "%s", kind->name);
    for (const struct option *o = kind->options; kind->named_by && o->name; o++) {
        if (strcmp(o->name, kind->named_by) != 0)
            continue;
        const char *at = (const char *)options + o->offset;
        bool list = o->type == OPTION_TEXTS || o->type == OPTION_PATHS;
        const struct texts *texts = list ? (const void *)at : NULL;
        struct str s = !list      ? *(const struct str *)(const void *)at
                       : texts->n ? texts->items[0]
                                  : STR("");
        if (s.n)
            buf_fmt(&name, " %.*s", STR_FMT(s));
    }
    return arena_str(r->arena, buf_str(&name));
}

/* The kind's options, and `rows` into *entry. NULL: a mistake. */
static const void *read_entry(struct settings_reader *r, const struct yaml_node *item,
                              const struct kind *kind, const struct option *rows,
                              void *entry, struct str *name)
{
    const struct yaml_node *map = item->pairs[0].value;
    void *options = arena_zero(r->arena, kind->size ? kind->size : 1);
    struct option_set sets[] = {
        {rows,          entry  },
        {kind->options, options}
    };
    unsigned before = r->mistakes->count;
    struct err e;

    option_read(r->arena, map, sets, COUNT_OF(sets), r->mistakes);
    if (r->mistakes->count != before)
        return NULL;
    if (kind->check && kind->check(options, &e) < 0) {
        mistake_at(r->mistakes, map, "%s", e.text);
        return NULL;
    }
    if (name->n == 0)
        *name = default_name(r, kind, options);
    return options;
}

static bool is_list(struct settings_reader *r, const struct yaml_node *list,
                    const char *what)
{
    if (list->kind != YAML_LIST || list->n == 0) {
        mistake_at(r->mistakes, list,
                   "'%s' must be a list of at least one {KIND: {option: value}}", what);
        return false;
    }
    if (list->n > SETTINGS_ENTRIES) {
        mistake_at(r->mistakes, list, "%zu %s; at most %d", list->n, what,
                   (int)SETTINGS_ENTRIES);
        return false;
    }
    return true;
}

static void twice(struct settings_reader *r, const struct yaml_node *list, size_t at,
                  size_t first, struct str name)
{
    mistake_at(r->mistakes, list->items[at],
               "the name '%.*s' is that of line %u already: give each a name: of its own",
               STR_FMT(name), list->items[first]->line);
}

void settings_read_inputs(struct settings_reader *r, const struct yaml_node *list)
{
    if (!is_list(r, list, "inputs"))
        return;
    struct input_entry *all = ARENA_ARRAY(r->arena, struct input_entry, list->n);
    for (size_t i = 0; i < list->n; i++) {
        struct input_entry *in = &all[i];
        in->kind = kind_of(r, list->items[i], r->tables->inputs);
        if (in->kind)
            in->options =
                read_entry(r, list->items[i], in->kind, input_rows, in, &in->name);
        for (size_t j = 0; j < i && in->options; j++)
            if (all[j].options && str_eq(all[j].name, in->name))
                twice(r, list, i, j, in->name);
    }
    r->out->inputs = all;
    r->out->input_count = list->n;
}

/* A kind's own format; one that the caller does not have is our own mistake. */
static int format_of(const char *const *formats, const char *format)
{
    int i = 0;

    while (format && formats[i] && strcmp(formats[i], format) != 0)
        i++;
    assert(formats[i]);
    return i;
}

void settings_read_outputs(struct settings_reader *r, const struct yaml_node *list)
{
    struct option rows[COUNT_OF(output_rows)];

    if (!is_list(r, list, "outputs"))
        return;
    make_output_rows(rows, r->tables);
    struct output_entry *all = ARENA_ARRAY(r->arena, struct output_entry, list->n);
    for (size_t i = 0; i < list->n; i++) {
        struct output_entry *out = &all[i];
        out->kind = kind_of(r, list->items[i], r->tables->outputs);
        out->emit = r->out->emit;
        if (!out->kind)
            continue;
        out->format = format_of(r->tables->formats, out->kind->format);
        out->options = read_entry(r, list->items[i], out->kind, rows, out, &out->name);
        for (size_t j = 0; j < i && out->options; j++)
            if (all[j].options && str_eq(all[j].name, out->name))
                twice(r, list, i, j, out->name);
    }
    r->out->outputs = all;
    r->out->output_count = list->n;
}

static void help_kinds(struct buf *out, const char *what, const struct kind *const *kinds,
                       const struct option *rows)
{
    buf_fmt(out, "\nevery %s:\n", what);
    option_help(out, rows);
    for (size_t i = 0; kinds[i]; i++) {
        if (kinds[i]->needs) {
            buf_fmt(out, "\n%s %s: not in this build, needs %s\n", what, kinds[i]->name,
                    kinds[i]->needs);
            continue;
        }
        buf_fmt(out, "\n%s %s: %s\n", what, kinds[i]->name, kinds[i]->help);
        option_help(out, kinds[i]->options);
    }
}

void settings_help_entries(struct buf *out, const struct settings_tables *t)
{
    struct option rows[COUNT_OF(output_rows)];

    make_output_rows(rows, t);
    help_kinds(out, "input", t->inputs, input_rows);
    help_kinds(out, "output", t->outputs, rows);
}
