#include "input/follow.h"

#include <glob.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/digest.h"
#include "input/found.h"
#include "input/rotation.h"
#include "input/siblings.h"

/* ---- which generation a file is ---- */

/* The generation that the file holds; NULL: one that nobody knows. Files of two logs may begin alike:
 * one is the other's only if it was moved there. */
static struct generation *known_as(const struct follow *f, const struct found *x)
{
    CLEANUP(buf_done) struct buf home = {0};
    struct generation *best = NULL;

    (void)rotation_rank(x->path, &home);
    for (size_t i = 0; i < f->n; i++) {
        struct generation *g = f->all[i];
        bool near = found_same_inode(g, x) || str_eq(buf_str(&g->home), buf_str(&home));
        if (!near || !found_holds(g, x))
            continue;
        if (found_same_inode(g, x))
            return g;
        if (!best || g->offset > best->offset)
            best = g;
    }
    return best;
}

/* ---- generations begin ---- */

/* Takes over what x holds. */
static struct generation *begin(struct follow *f, struct found *x, enum stage stage,
                                bool from_end)
{
    struct generation *g = generation_new(x->path, x->fd, &x->print);

    g->stage = stage;
    g->grew = f->now;
    if (from_end && !x->unpacked) {
        g->offset = found_last_line(x->fd, x->size);
        g->last = print_last(x->fd, g->offset);
    }
    follow_add(f, g);
    if (x->unpacked)
        generation_open_packed(g, x->unpacked);
    else
        generation_open(g, x->fd);
    *x = (struct found){.fd = -1};
    return g;
}

/* ---- what came between ---- */

/* The file beside is g's; an inode may have been given to another. */
static bool stands_at(const struct generation *g, const struct sibling *s)
{
    struct found x;
    bool is = false;

    if (g->device != s->device || g->inode != s->inode)
        return false;
    if (found_open(buf_str(&s->path), &x))
        is = x.unpacked ? found_begins_alike(g, &x) : found_holds(g, &x);
    found_done(&x);
    return is;
}

/* Generations of the log at `path` that are younger than `g`, and that nobody has read: the last
 * of them, or g. */
static struct generation *begin_between(struct follow *f, struct generation *g,
                                        struct str path)
{
    struct generation *last = g;
    struct siblings all;
    uint64_t after = 0;
    bool placed = false;

    siblings_of(path, &all);
    for (size_t i = 0; i < all.n && !placed; i++) {
        placed = stands_at(g, &all.at[i]);
        after = all.at[i].rank;
    }
    for (size_t i = 0; i < all.n; i++) {
        const struct sibling *s = &all.at[i];
        if (placed ? s->rank <= after : s->changed <= g->changed)
            continue;
        struct found x;
        if (found_open(buf_str(&s->path), &x) && x.print.n && !known_as(f, &x)) {
            struct generation *next = begin(f, &x, STAGE_LEFT, false);
            next->after = last;
            last = next;
        }
        found_done(&x);
    }
    siblings_done(&all);
    return last;
}

/* ---- the rest of a generation that is no more where it was ---- */

/* Goes on reading g in x, if x holds more of it. */
static bool go_on_in(struct follow *f, struct generation *g, struct found *x)
{
    if (!found_begins_alike(g, x))
        return false;
    /* Of a compressed file no more is read for the comparison than has to be passed over anyway. */
    if (x->unpacked && g->offset > 0 ? !found_unpacks_to(g, x->unpacked)
                                     : !found_holds(g, x))
        return false;
    generation_close(g);
    buf_clear(&g->path);
    buf_add(&g->path, x->path);
    g->device = x->device;
    g->inode = x->inode;
    g->stage = STAGE_LEFT;
    g->grew = f->now;
    if (x->unpacked)
        generation_open_packed(g, x->unpacked);
    else
        generation_open(g, x->fd);
    *x = (struct found){.fd = -1};
    return true;
}

/* The youngest file beside `path` that holds more of g. */
static bool find_rest(struct follow *f, struct generation *g, struct str path)
{
    struct siblings all;
    bool found = false;

    siblings_of(path, &all);
    for (size_t i = all.n; i-- > 0 && !found;) {
        struct found x;
        if (found_open(buf_str(&all.at[i].path), &x))
            found = go_on_in(f, g, &x);
        found_done(&x);
    }
    siblings_done(&all);
    return found;
}

/* A file beside a log: whose it is, of those that are still sought. What was unpacked of it to ask for
 * one is unpacked again for the next: their first lines are equal, which is rare. */
static void seek_in(struct follow *f, struct str home, struct str path)
{
    struct found x;
    bool open = found_open(path, &x) && x.print.n;

    for (size_t i = 0; i < f->n && open && x.fd >= 0; i++) {
        struct generation *g = f->all[i];
        if (g->bytes || g->sought || !str_eq(buf_str(&g->home), home) ||
            !found_begins_alike(g, &x))
            continue;
        g->sought = go_on_in(f, g, &x);
        if (g->sought || !x.unpacked)
            continue;
        found_done(&x);
        open = found_open(path, &x);
    }
    found_done(&x);
}

/* All of one log at once: each file beside it is opened once, the youngest first. */
static void seek_beside(struct follow *f, struct str home)
{
    struct siblings all;

    siblings_of(home, &all);
    for (size_t i = all.n; i-- > 0;)
        seek_in(f, home, buf_str(&all.at[i].path));
    siblings_done(&all);
    for (size_t i = 0; i < f->n; i++)
        if (str_eq(buf_str(&f->all[i]->home), home))
            f->all[i]->sought = true;
}

bool follow_emptied(struct follow *f, struct generation *g)
{
    CLEANUP(buf_done) struct buf path = {0};

    buf_add(&path, buf_str(&g->home));
    bool goes_on = find_rest(f, g, buf_str(&path));
    (void)begin_between(f, g, buf_str(&path));
    f->scan = true;
    return goes_on;
}

/* ---- one path ---- */

static struct generation *current_at(const struct follow *f, struct str path)
{
    uint64_t hash = digest_once(path);
    size_t low = 0, high = f->path_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (f->by_path[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < f->path_count && f->by_path[low].hash == hash; low++)
        if (str_eq(buf_str(&f->by_path[low].g->path), path))
            return f->by_path[low].g;
    return NULL;
}

/* The newest of the generations that once stood at the path. */
static struct generation *last_at(const struct follow *f, struct str path)
{
    CLEANUP(buf_done) struct buf home = {0};
    struct generation *last = NULL;

    (void)rotation_rank(path, &home);
    if (!str_eq(buf_str(&home), path))
        return NULL; /* an older one: what it follows is not known */
    for (size_t i = 0; i < f->n; i++)
        if (str_eq(buf_str(&f->all[i]->home), path) &&
            (!last || f->all[i]->serial > last->serial))
            last = f->all[i];
    return last;
}

static void leave(struct follow *f, struct generation *g)
{
    if (g->stage != STAGE_CURRENT)
        return;
    g->stage = STAGE_LEFT;
    g->grew = f->now;
    g->look = true;
}

/* A generation that was moved to the path, or that a mark tells of. */
static void come_to(struct follow *f, struct generation *g, struct found *x)
{
    generation_close(g);
    buf_clear(&g->path);
    buf_add(&g->path, x->path);
    buf_clear(&g->home);
    (void)rotation_rank(x->path, &g->home);
    g->device = x->device;
    g->inode = x->inode;
    g->stage = STAGE_CURRENT;
    g->sought = true;
    g->grew = f->now;
    generation_open(g, x->fd);
    *x = (struct found){.fd = -1};
}

/* The path leads to a file that was not there before; `before` stood there. */
static void take_path(struct follow *f, struct found *x, struct generation *before)
{
    struct generation *g = known_as(f, x);

    if (g && (g->stage == STAGE_CURRENT || x->unpacked))
        return; /* a copy of what is read already; or it was read before it was compressed */
    if (before && before != g)
        leave(f, before);
    if (g) {
        come_to(f, g, x);
        return;
    }
    if (before) {
        if (!before->bytes && !before->sought)
            seek_beside(f, buf_str(&before->home));
        before = begin_between(f, before, x->path);
    }
    g = begin(f, x, x->unpacked ? STAGE_LEFT : STAGE_CURRENT, f->from_end);
    g->after = before;
}

static void look_at(struct follow *f, struct str path)
{
    CLEANUP(buf_done) struct buf z = {0};
    struct generation *g = current_at(f, path);
    struct stat st;

    buf_add(&z, path);
    if (stat(buf_z(&z), &st) < 0 || !S_ISREG(st.st_mode))
        return;
    if (g && g->fd >= 0 && g->device == st.st_dev && g->inode == st.st_ino) {
        g->look = true;
        return;
    }
    struct generation *before = g ? g : last_at(f, path);
    struct found x;
    if (!found_open(path, &x))
        return;
    if (x.print.n)
        take_path(f, &x, before);
    else if (before)
        (void)begin_between(f, before, path);
    found_done(&x);
}

/* ---- all of them ---- */

static int by_hash(const void *a, const void *b)
{
    const struct path_slot *x = a, *y = b;

    return x->hash < y->hash ? -1 : x->hash > y->hash;
}

static void sort_paths(struct follow *f)
{
    f->path_count = 0;
    for (size_t i = 0; i < f->n; i++) {
        struct generation *g = f->all[i];
        if (g->stage != STAGE_CURRENT)
            continue;
        VEC_GROW(f->by_path, f->path_count, f->path_cap);
        f->by_path[f->path_count++] =
            (struct path_slot){digest_once(buf_str(&g->path)), g};
    }
    if (f->path_count)
        qsort(f->by_path, f->path_count, sizeof *f->by_path, by_hash);
}

static void watch_of(struct follow *f, struct str path)
{
    size_t slash = str_rchr(path, '/');

    if (f->watch)
        watch_folder(f->watch, slash == STR_NONE ? STR(".")
                               : slash == 0      ? STR("/")
                                                 : str_head(path, slash));
}

/* New files, and new folders, come into folders of the glob. */
static void watch_glob(struct follow *f, struct buf *pattern)
{
    size_t slash = str_rchr(buf_str(pattern), '/');

    if (slash == STR_NONE) {
        watch_of(f, STR("x"));
        return;
    }
    CLEANUP(buf_done) struct buf folder = {0};
    buf_add(&folder, str_head(buf_str(pattern), slash));
    glob_t found;
    if (folder.n && glob(buf_z(&folder), GLOB_NOSORT, NULL, &found) == 0) {
        for (size_t i = 0; f->watch && i < found.gl_pathc; i++)
            watch_folder(f->watch, str_of(found.gl_pathv[i]));
        globfree(&found);
    }
    if (strpbrk(buf_z(&folder), "*?["))
        watch_glob(f, &folder);
}

static void scan_glob(struct follow *f, struct buf *pattern)
{
    glob_t found;

    watch_glob(f, pattern);
    if (glob(buf_z(pattern), 0, NULL, &found) != 0)
        return;
    for (size_t i = 0; i < found.gl_pathc; i++)
        look_at(f, str_of(found.gl_pathv[i]));
    globfree(&found);
}

/* What a path no longer leads to is left. */
static void leave_missing(struct follow *f)
{
    struct stat st;

    for (size_t i = 0; i < f->n; i++) {
        struct generation *g = f->all[i];
        if (g->stage != STAGE_CURRENT)
            continue;
        if (stat(buf_z(&g->path), &st) < 0 || st.st_dev != g->device ||
            st.st_ino != g->inode)
            leave(f, g);
    }
}

/* Of what a mark tells, no path leads to it any more: it may stand beside its log. */
static void seek_missing(struct follow *f)
{
    for (size_t i = 0; i < f->n; i++) {
        struct generation *g = f->all[i];
        if (g->bytes || g->sought)
            continue;
        CLEANUP(buf_done) struct buf home = {0};
        buf_add(&home, buf_str(&g->home));
        seek_beside(f, buf_str(&home));
    }
}

/* The file at its log's own path is g's. */
static bool stands_at_home(const struct generation *g)
{
    struct found x;
    bool is = found_open(buf_str(&g->home), &x) && found_holds(g, &x);

    found_done(&x);
    return is;
}

/* Under whatever name; its path is then that one. */
bool follow_stands(struct generation *g)
{
    struct siblings all;
    bool stands = stands_at_home(g);

    siblings_of(buf_str(&g->home), &all);
    for (size_t i = 0; i < all.n && !stands; i++) {
        stands = stands_at(g, &all.at[i]);
        if (stands) {
            buf_clear(&g->path);
            buf_add(&g->path, buf_str(&all.at[i].path));
        }
    }
    siblings_done(&all);
    return stands;
}

void follow_scan(struct follow *f)
{
    f->scan = false;
    f->next_scan = f->now + FOLLOW_SCAN_USEC;
    sort_paths(f);
    for (size_t i = 0; i < f->glob_count; i++)
        scan_glob(f, &f->globs[i]);
    seek_missing(f);
    leave_missing(f);
    sort_paths(f);
    f->from_end = false;
}
