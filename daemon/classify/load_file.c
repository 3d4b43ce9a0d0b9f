/* One pattern file: its head, its sections, and to which service it adds. */
#include "base/file.h"
#include "classify/load_parts.h"
#include "flow/limits.h"

struct head {
    struct str format;
    struct str service, release, commit, analysed;
    struct strs packages, programs, background;
    const struct yaml_node *log, *exceptions, *statuses, *responses, *markers,
        *unmatchable, *secrets;
};

static const struct load_key head_keys[] = {
    {STR_INIT("format"),      1, load_text,  offsetof(struct head, format)     },
    {STR_INIT("service"),     1, load_text,  offsetof(struct head, service)    },
    {STR_INIT("release"),     1, load_text,  offsetof(struct head, release)    },
    {STR_INIT("commit"),      1, load_text,  offsetof(struct head, commit)     },
    {STR_INIT("analysed"),    1, load_text,  offsetof(struct head, analysed)   },
    {STR_INIT("packages"),    1, load_texts, offsetof(struct head, packages)   },
    {STR_INIT("programs"),    1, load_texts, offsetof(struct head, programs)   },
    {STR_INIT("background"),  1, load_texts, offsetof(struct head, background) },
    {STR_INIT("log"),         1, load_node,  offsetof(struct head, log)        },
    {STR_INIT("exceptions"),  1, load_node,  offsetof(struct head, exceptions) },
    {STR_INIT("statuses"),    1, load_node,  offsetof(struct head, statuses)   },
    {STR_INIT("responses"),   1, load_node,  offsetof(struct head, responses)  },
    {STR_INIT("markers"),     1, load_node,  offsetof(struct head, markers)    },
    {STR_INIT("unmatchable"), 1, load_node,  offsetof(struct head, unmatchable)},
    {STR_INIT("secrets"),     1, load_node,  offsetof(struct head, secrets)    },
};

static struct str short_release(struct str release)
{
    return str_starts(release, STR("stable/")) ? str_from(release, 7) : release;
}

/* 2026.2@ae41528e1ebc; what is absent is left out. */
static struct str version(struct loader *l, const struct catalogue *f)
{
    CLEANUP(buf_done) struct buf text = {0};

    buf_add(&text, f->short_release);
    if (f->commit.n > 0) {
        if (text.n > 0)
            buf_char(&text, '@');
        buf_add(&text, f->commit);
    }
    return load_keep(l, buf_str(&text));
}

static struct catalogue *first_of_service(const struct loader *l,
                                          const struct catalogue *file)
{
    for (struct catalogue *f = l->c->files; f < file; f++)
        if (str_eq(f->service, file->service))
            return f;
    return NULL;
}

static void add_texts(struct loader *l, struct strs *to, struct strs more)
{
    struct str *all = ARENA_ARRAY(&l->c->arena, struct str, to->n + more.n);

    for (size_t i = 0; i < to->n; i++)
        all[i] = to->at[i];
    for (size_t i = 0; i < more.n; i++)
        all[to->n + i] = more.at[i];
    *to = (struct strs){all, to->n + more.n};
}

/* A later file of a service adds to the first: packages, programs and background are the first
 * one's, and what the later one does not say of its release is taken from there. */
static void add_to_first(struct loader *l, struct catalogue *file)
{
    struct catalogue *first = first_of_service(l, file);

    if (!first)
        return;
    add_texts(l, &first->packages, file->packages);
    add_texts(l, &first->programs, file->programs);
    add_texts(l, &first->background, file->background);
    file->packages = file->programs = file->background = (struct strs){0};
    if (file->release.n > 0 || file->commit.n > 0)
        return;
    file->release = first->release;
    file->commit = first->commit;
    file->version = first->version;
    file->short_release = first->short_release;
}

/* FOLDER/, FILE.py or FILE.py:FUNCTION; anything else would match nothing, in silence. */
static bool is_place(struct str place)
{
    size_t colon = str_rchr(place, ':');
    struct str file = colon == STR_NONE ? place : str_head(place, colon);

    return str_ends(file, STR(".py")) ||
           (colon == STR_NONE && place.n > 1 && str_ends(place, STR("/")));
}

static void check_background(struct loader *l, const struct yaml_node *root,
                             struct strs places)
{
    for (size_t i = 0; i < places.n; i++)
        if (!is_place(places.at[i]))
            load_mistake(l, yaml_get(root, STR("background")),
                         "'%.*s' is no place: FOLDER/, FILE.py or FILE.py:FUNCTION",
                         STR_FMT(places.at[i]));
}

static void use_head(struct loader *l, const struct yaml_node *root, const struct head *h)
{
    const struct yaml_node *format = yaml_get(root, STR("format"));
    const struct yaml_node *service = yaml_get(root, STR("service"));
    const struct yaml_node *packages = yaml_get(root, STR("packages"));
    struct catalogue *f = l->file;

    if (!str_eq(h->format, STR("1")))
        load_mistake(l, format ? format : root, "a pattern file begins with format: 1");
    if (!load_id_is_good(h->service))
        load_mistake(l, service ? service : root,
                     "a pattern file needs its service: letters, digits and _ . : -");
    *f = (struct catalogue){
        .file = f->file,
        .service = h->service,
        .release = h->release,
        .commit = h->commit,
        .analysed = h->analysed,
        .short_release = short_release(h->release),
        .packages = h->packages,
        .programs = h->programs,
        .background = h->background,
    };
    f->version = version(l, f);
    check_background(l, root, h->background);
    l->file_places[f - l->c->files] = load_place(l, packages  ? packages
                                                    : service ? service
                                                              : root);
    add_to_first(l, f);
}

static void read_unmatchable(struct loader *l, const struct yaml_node *item)
{
    static const struct load_key keys[] = {
        {STR_INIT("rows"), 1, load_texts, offsetof(struct unmatchable, rows)},
        {STR_INIT("why"),  1, load_text,  offsetof(struct unmatchable, why) },
    };
    struct unmatchable u = {.catalogue = l->file, .file_line = item->line};

    if (!load_is_map(l, item))
        return;
    load_map(l, item, keys, COUNT_OF(keys), 1, &u);
    if (u.rows.n == 0 || u.why.n == 0) {
        load_mistake(l, item, "what cannot be matched needs its rows and why");
        return;
    }
    VEC_GROW(l->unmatchable, l->unmatchable_count, l->unmatchable_cap);
    l->unmatchable[l->unmatchable_count++] = u;
}

static void read_section(struct loader *l, const struct yaml_node *list,
                         void (*read)(struct loader *l, const struct yaml_node *item))
{
    if (!list || !load_is_list(l, list))
        return;
    for (size_t i = 0; i < list->n; i++)
        read(l, list->items[i]);
}

static void read_root(struct loader *l, const struct yaml_node *root)
{
    struct head h = {0};

    if (!load_is_map(l, root))
        return;
    load_map(l, root, head_keys, COUNT_OF(head_keys), 1, &h);
    use_head(l, root, &h);
    read_section(l, h.log, load_log);
    read_section(l, h.exceptions, load_class);
    read_section(l, h.statuses, load_status_text);
    read_section(l, h.responses, load_response);
    read_section(l, h.markers, load_marker);
    read_section(l, h.unmatchable, read_unmatchable);
    read_section(l, h.secrets, load_secret);
}

/* A mistake that says its own place. */
static void fail_file(struct loader *l, const char *text)
{
    if (l->mistakes++ == 0)
        err_set(l->e, "%s", text);
    if (l->say)
        l->say(l->context, text);
}

void load_file(struct loader *l, const char *path, size_t number)
{
    CLEANUP(buf_done) struct buf text = {0};
    struct err e;

    l->file = &l->c->files[number];
    l->file->file = load_keep(l, str_of(path));
    arena_reset(&l->trees);
    if (file_read(path, LIMIT_PATTERN_FILE_BYTES, &text, &e) < 0) {
        fail_file(l, e.text);
        return;
    }
    const struct yaml_node *root = yaml_read(&l->trees, buf_str(&text), &e);
    if (root) {
        read_root(l, root);
        return;
    }
    CLEANUP(buf_done) struct buf what = {0};
    buf_fmt(&what, "%s:%s", path, e.text);
    fail_file(l, buf_z(&what));
}
