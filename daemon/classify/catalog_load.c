/* All pattern files become one catalog. */
#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "classify/load_parts.h"

/* The files that the paths stand for. */
struct files {
    char **at;
    size_t n, cap;
};

static void files_done(struct files *f)
{
    for (size_t i = 0; i < f->n; i++)
        free(f->at[i]);
    free(f->at);
}

static void add_file(struct files *f, struct str folder, struct str name)
{
    bool slash = folder.n > 0 && !str_ends(folder, STR("/"));
    struct buf path = {0};

    buf_add(&path, folder);
    if (slash)
        buf_char(&path, '/');
    buf_add(&path, name);
    (void)buf_z(&path);
    VEC_GROW(f->at, f->n, f->cap);
    f->at[f->n++] = path.p; /* the list owns it now */
}

static int by_name(const void *a, const void *b)
{
    char *const *x = a, *const *y = b;
    return strcmp(*x, *y);
}

static void close_folder(DIR **d)
{
    if (*d)
        closedir(*d);
}

static int add_folder(struct files *f, const char *path, struct err *e)
{
    CLEANUP(close_folder) DIR *d = opendir(path);
    size_t first = f->n;

    if (!d)
        return err_sys(e, "open '%s'", path);
    for (struct dirent *row = readdir(d); row; row = readdir(d)) {
        struct str name = str_of(row->d_name);
        if (str_ends(name, STR(".yaml")) && name.p[0] != '.')
            add_file(f, str_of(path), name);
    }
    if (f->n == first)
        return err_set(e, "the folder '%s' holds no pattern file (*.yaml)", path);
    qsort(f->at + first, f->n - first, sizeof *f->at, by_name);
    return 0;
}

static int add_path(struct files *f, const char *path, struct err *e)
{
    struct stat st;

    if (stat(path, &st) < 0)
        return err_sys(e, "pattern file '%s'", path);
    if (S_ISDIR(st.st_mode))
        return add_folder(f, path, e);
    add_file(f, STR(""), str_of(path));
    return 0;
}

static void loader_done(struct loader *l)
{
    arena_done(&l->trees);
    free(l->entries);
    free(l->patterns);
    free(l->sides);
    free(l->classes);
    free(l->class_places);
    free(l->examples);
    free(l->unmatchable);
    free(l->secrets);
    free(l->file_places);
}

static void *keep_all(struct catalog *c, const void *from, size_t n, size_t each)
{
    void *to = arena_zero(&c->arena, n * each);

    if (n > 0)
        memcpy(to, from, n * each);
    return to;
}

/* What grew on the heap moves into the catalog. */
static void keep(struct loader *l)
{
    struct catalog *c = l->c;

    c->entry_count = l->entry_count;
    c->entries = keep_all(c, l->entries, l->entry_count, sizeof *c->entries);
    c->patterns = keep_all(c, l->patterns, l->pattern_count, sizeof *c->patterns);
    c->class_count = l->class_count;
    c->classes = keep_all(c, l->classes, l->class_count, sizeof *c->classes);
    c->by_class = keep_all(c, l->classes, l->class_count, sizeof *c->classes);
    c->by_last_word = keep_all(c, l->classes, l->class_count, sizeof *c->classes);
    c->example_count = l->example_count;
    c->examples = keep_all(c, l->examples, l->example_count, sizeof *c->examples);
    c->unmatchable_count = l->unmatchable_count;
    c->unmatchable =
        keep_all(c, l->unmatchable, l->unmatchable_count, sizeof *c->unmatchable);
    c->secret_count = l->secret_count;
    c->secrets = keep_all(c, l->secrets, l->secret_count, sizeof *c->secrets);
}

static int by_class(const void *a, const void *b)
{
    struct class_entry *const *x = a, *const *y = b;
    return str_cmp((*x)->class_, (*y)->class_);
}

static int by_last_word(const void *a, const void *b)
{
    struct class_entry *const *x = a, *const *y = b;
    int c = str_cmp(load_last_word((*x)->class_), load_last_word((*y)->class_));
    return c ? c : by_class(a, b);
}

/* The index of the first file of an entry's service. */
static size_t home_of(const struct catalog *c, const struct entry *e)
{
    size_t i = 0;

    while (!str_eq(c->files[i].service, e->catalogue->service))
        i++;
    return i;
}

enum group { GROUP_LEAD, GROUP_LOOSE, GROUP_VALUE, GROUP_NONE };

static enum group group_of(const struct catalog *c, const struct entry *e)
{
    if (e->kind == ENTRY_EXCEPTION)
        return GROUP_NONE;
    if (e->kind == ENTRY_STATUS || e->kind == ENTRY_RESPONSE)
        return GROUP_VALUE;
    return pattern_lead(c->patterns[e->number].own).n > 0 ? GROUP_LEAD : GROUP_LOOSE;
}

static void count_groups(struct catalog *c)
{
    for (size_t i = 0; i < c->entry_count; i++) {
        struct catalogue_index *index = &c->indexes[home_of(c, c->entries[i])];
        enum group g = group_of(c, c->entries[i]);
        index->loose_count += g == GROUP_LOOSE;
        index->value_count += g == GROUP_VALUE;
    }
}

/* A file's lists of numbers, with room for what count_groups counted. */
struct lists {
    uint32_t *loose, *values;
    size_t loose_n, value_n;
};

static void sort_in(struct catalog *c, struct lists *lists)
{
    for (size_t i = 0; i < c->entry_count; i++) {
        const struct entry *e = c->entries[i];
        size_t home = home_of(c, e);
        struct lists *to = &lists[home];
        enum group g = group_of(c, e);
        if (g == GROUP_LEAD)
            trie_add(c->indexes[home].logs, pattern_lead(c->patterns[i].own), e->number);
        else if (g == GROUP_LOOSE)
            to->loose[to->loose_n++] = e->number;
        else if (g == GROUP_VALUE)
            to->values[to->value_n++] = e->number;
    }
}

static bool is_unbound(const struct catalog *c, const struct entry *e)
{
    return catalog_is_common(c, e->catalogue) && e->loggers.n == 0 &&
           (e->kind == ENTRY_LOG || e->kind == ENTRY_MARKER);
}

/* What libraries write through the loggers of others is looked for in everybody's messages. */
static void fill_unbound(struct catalog *c)
{
    uint32_t *loose = ARENA_ARRAY(&c->arena, uint32_t, c->entry_count);

    c->unbound.catalogue = c->common ? c->common->catalogue : NULL;
    c->unbound.logs = trie_new();
    c->unbound.loose = loose;
    for (size_t i = 0; i < c->entry_count; i++) {
        const struct entry *e = c->entries[i];
        if (!is_unbound(c, e))
            continue;
        if (group_of(c, e) == GROUP_LEAD)
            trie_add(c->unbound.logs, pattern_lead(c->patterns[i].own), e->number);
        else
            loose[c->unbound.loose_count++] = e->number;
    }
    trie_seal(c->unbound.logs);
}

static void fill_indexes(struct catalog *c)
{
    struct lists *lists = ARENA_ARRAY(&c->arena, struct lists, c->file_count);

    count_groups(c);
    for (size_t i = 0; i < c->file_count; i++) {
        struct catalogue_index *index = &c->indexes[i];
        lists[i].loose = ARENA_ARRAY(&c->arena, uint32_t, index->loose_count);
        lists[i].values = ARENA_ARRAY(&c->arena, uint32_t, index->value_count);
        index->loose = lists[i].loose;
        index->values = lists[i].values;
        index->logs = trie_new();
    }
    sort_in(c, lists);
    for (size_t i = 0; i < c->file_count; i++)
        trie_seal(c->indexes[i].logs);
    fill_unbound(c);
}

static void make_indexes(struct catalog *c)
{
    c->indexes = ARENA_ARRAY(&c->arena, struct catalogue_index, c->file_count);
    for (size_t i = c->file_count; i > 0; i--) {
        c->indexes[i - 1].catalogue = &c->files[i - 1];
        if (str_eq(c->files[i - 1].service, STR("common")))
            c->common = &c->indexes[i - 1];
    }
}

/* A later file of a service has what the first one gathered: its classes are asked for it. */
static void share_heads(struct catalog *c)
{
    for (size_t i = 0; i < c->file_count; i++)
        for (size_t k = 0; k < i; k++)
            if (str_eq(c->files[k].service, c->files[i].service)) {
                c->files[i].packages = c->files[k].packages;
                c->files[i].programs = c->files[k].programs;
                c->files[i].background = c->files[k].background;
                break;
            }
}

/* Which texts of classes that anybody raises name the service; foreign.h asks for each record. */
static void note_packages(struct catalog *c)
{
    for (size_t i = 0; i < c->entry_count; i++) {
        struct strs packages = c->entries[i]->catalogue->packages;
        if (c->entries[i]->kind != ENTRY_EXCEPTION)
            continue;
        if (c->patterns[i].own)
            pattern_note_packages(c->patterns[i].own, packages);
        for (size_t k = 0; k < c->patterns[i].text_count; k++)
            pattern_note_packages(c->patterns[i].texts[k], packages);
    }
}

static void load_all(struct loader *l, const struct files *files)
{
    struct catalog *c = l->c;

    c->files = ARENA_ARRAY(&c->arena, struct catalogue, files->n);
    l->file_places = mem_new(files->n * sizeof *l->file_places);
    for (size_t i = 0; i < files->n; i++) {
        load_file(l, files->at[i], i);
        c->file_count++;
    }
    make_indexes(c);
    load_packages(l);
    share_heads(c);
    load_ids(l);
    keep(l);
    note_packages(c);
    qsort(c->by_class, c->class_count, sizeof *c->by_class, by_class);
    qsort(c->by_last_word, c->class_count, sizeof *c->by_last_word, by_last_word);
    if (l->mistakes == 0)
        fill_indexes(c);
}

struct catalog *catalog_load(const char *const *paths, size_t n, catalog_say *say,
                             void *context, struct err *e)
{
    CLEANUP(files_done) struct files files = {0};
    CLEANUP(loader_done) struct loader l = {.say = say, .context = context, .e = e};

    for (size_t i = 0; i < n; i++) {
        if (add_path(&files, paths[i], e) == 0)
            continue;
        if (say)
            say(context, e->text);
        return NULL;
    }
    l.c = mem_new(sizeof *l.c);
    load_all(&l, &files);
    if (l.mistakes == 0)
        return l.c;
    catalog_free(l.c);
    return NULL;
}
