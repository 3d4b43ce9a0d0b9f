#include "input/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "flow/limits.h"
#include "input/names.h"
#include "input/rotation.h"

/* What has been met, by device and inode. */
struct met {
    struct {
        dev_t dev;
        ino_t ino;
        bool used;
    } * at;
    size_t n, cap;
};

struct paths {
    char **list;
    size_t n, cap;
};

struct folder {
    struct tier tier;
    struct paths files;
    struct rotation order;
    struct reports reports;
    size_t at;
};

struct walk {
    struct input *in;
    struct folder *folder;
    struct met met;
    struct paths links; /* looked at when all that is no link has been met */
    bool full;
};

/* ---- what has been met ---- */

static size_t slot_of(const struct met *s, dev_t dev, ino_t ino)
{
    size_t i =
        (size_t)((ino ^ (dev << 7)) * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (s->cap - 1);

    while (s->at[i].used && (s->at[i].dev != dev || s->at[i].ino != ino))
        i = (i + 1) & (s->cap - 1);
    return i;
}

/* True the first time. */
static bool meet(struct met *s, const struct stat *st)
{
    if (2 * s->n >= s->cap) {
        struct met old = *s;
        s->cap = old.cap ? 2 * old.cap : 256;
        s->at = mem_new(s->cap * sizeof *s->at);
        for (size_t i = 0; i < old.cap; i++)
            if (old.at[i].used)
                s->at[slot_of(s, old.at[i].dev, old.at[i].ino)] = old.at[i];
        free(old.at);
    }
    size_t i = slot_of(s, st->st_dev, st->st_ino);
    if (s->at[i].used)
        return false;
    s->at[i].dev = st->st_dev;
    s->at[i].ino = st->st_ino;
    s->at[i].used = true;
    s->n++;
    return true;
}

static void paths_add(struct paths *p, struct str path)
{
    VEC_GROW(p->list, p->n, p->cap);
    char *copy = mem_new(path.n + 1);
    memcpy(copy, path.p, path.n);
    p->list[p->n++] = copy;
}

static void paths_done(struct paths *p)
{
    for (size_t i = 0; i < p->n; i++)
        free(p->list[i]);
    free(p->list);
    *p = (struct paths){0};
}

/* ---- the walk ---- */

static void complain(struct walk *w, struct str path, const char *what)
{
    struct err e;

    err_sys(&e, "%s", what);
    input_say(w->in, INPUT_UNREAD, path, e.text);
}

static void take_file(struct walk *w, struct str path)
{
    if (w->folder->files.n < LIMIT_FOLDER_FILES) {
        paths_add(&w->folder->files, path);
    } else if (!w->full) {
        w->full = true;
        input_say(w->in, INPUT_UNREAD, path,
                  "too many files in one folder; name the folders in it one by one");
    }
}

static void walk_folder(struct walk *w, struct str path, unsigned depth);

/* Something that is no link, or what a link leads to. */
static void take(struct walk *w, struct str path, const struct stat *st, unsigned depth)
{
    if (S_ISDIR(st->st_mode)) {
        if (meet(&w->met, st))
            walk_folder(w, path, depth);
    } else if (S_ISREG(st->st_mode)) {
        if (meet(&w->met, st))
            take_file(w, path);
    } else {
        w->in->skipped++;
    }
}

static void walk_entry(struct walk *w, struct str path, unsigned depth)
{
    struct stat st;

    if (lstat(path.p, &st) < 0)
        complain(w, path, "look at it");
    else if (S_ISLNK(st.st_mode))
        paths_add(&w->links, path);
    else
        take(w, path, &st, depth);
}

static void walk_folder(struct walk *w, struct str path, unsigned depth)
{
    if (depth > LIMIT_FOLDER_DEPTH) {
        input_say(w->in, INPUT_UNREAD, path, "it stands too deep");
        return;
    }
    CLEANUP(buf_done) struct buf name = {0};
    buf_add(&name, path);
    DIR *d = opendir(buf_z(&name));
    if (!d) {
        complain(w, path, "open the folder");
        return;
    }
    if (name.n == 0 || name.p[name.n - 1] != '/')
        buf_char(&name, '/');
    size_t base = name.n;
    struct dirent *entry;
    while (errno = 0, (entry = readdir(d))) {
        struct str one = str_of(entry->d_name);
        if (str_eq(one, STR(".")) || str_eq(one, STR("..")))
            continue;
        name.n = base;
        buf_add(&name, one);
        (void)buf_z(&name);
        walk_entry(w, buf_str(&name), depth + 1);
    }
    if (errno)
        complain(w, path, "read the folder");
    closedir(d);
}

/* ---- what it says of its machine ---- */

static void read_report_file(struct folder *f, struct str path, const char *z)
{
    CLEANUP(buf_done) struct buf text = {0};
    struct err e;

    if (file_read(z, REPORT_FILE_BYTES, &text, &e) == 0)
        reports_take(&f->reports, path, false, buf_str(&text));
}

static void read_report_link(struct folder *f, struct str path, const char *z)
{
    char target[PATH_MAX];
    ssize_t n = readlink(z, target, sizeof target);

    if (n > 0)
        reports_take(&f->reports, path, true, (struct str){target, (size_t)n});
}

static void read_reports(struct walk *w)
{
    struct folder *f = w->folder;

    for (size_t i = 0; i < f->files.n; i++) {
        struct str path = str_of(f->files.list[i]);
        if (reports_want(&f->reports, path))
            read_report_file(f, path, f->files.list[i]);
    }
    for (size_t i = 0; i < w->links.n; i++) {
        struct str path = str_of(w->links.list[i]);
        if (reports_want(&f->reports, path))
            read_report_link(f, path, w->links.list[i]);
    }
}

/* ---- links ---- */

/* Links after all else: what they lead to inside has then been met under its own name. In the
 * report of another machine no link leads out: what it means is not here. */
static void walk_links(struct walk *w)
{
    for (size_t i = 0; i < w->links.n; i++) {
        char *path = w->links.list[i];
        struct stat st;
        if (reports_of(&w->folder->reports, str_of(path)))
            continue;
        if (stat(path, &st) == 0)
            take(w, str_of(path), &st, 1);
        else if (errno != ENOENT && errno != ELOOP) /* those lead nowhere */
            complain(w, str_of(path), "look at it");
    }
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* ---- the tier ---- */

static enum have next(struct tier *l, struct input *in, struct item *it)
{
    struct folder *f = (struct folder *)l;
    struct err e;

    if (f->at == f->order.n)
        return HAVE_END;
    struct str path = str_of(f->files.list[f->order.turns[f->at++].number]);
    int have = file_item(path, NAMED_NOT, it, &e);
    if (have < 0)
        input_say(in, INPUT_UNREAD, path, e.text);
    if (have == 0)
        in->skipped++;
    if (have <= 0)
        return HAVE_NOTHING;
    it->report = reports_of(&f->reports, path);
    if (!it->report)
        it->report = l->report;
    return HAVE_ITEM;
}

static void close_folder(struct tier *l)
{
    struct folder *f = (struct folder *)l;

    rotation_done(&f->order);
    reports_done(&f->reports);
    paths_done(&f->files);
    free(f);
}

void folder_push(struct input *in, const struct item *it)
{
    struct folder *f = mem_new(sizeof *f);
    struct walk w = {.in = in, .folder = f};
    struct stat st;
    CLEANUP(buf_done) struct buf path = {0};

    f->tier.next = next;
    f->tier.close = close_folder;
    buf_add(&path, buf_str(&it->path));
    if (stat(buf_z(&path), &st) == 0)
        take(&w, buf_str(&path), &st, 0);
    read_reports(&w);
    walk_links(&w);
    read_reports(&w); /* of the folders that links led to */
    if (f->files.n)
        qsort(f->files.list, f->files.n, sizeof *f->files.list, compare);
    for (size_t i = 0; i < f->files.n; i++)
        rotation_add(&f->order, str_of(f->files.list[i]));
    rotation_sort(&f->order);
    paths_done(&w.links);
    free(w.met.at);
    tier_push(in, &f->tier, it);
}
