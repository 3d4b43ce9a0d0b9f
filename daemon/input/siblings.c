#include "input/siblings.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "input/rotation.h"

static struct str folder_of(struct str path)
{
    size_t slash = str_rchr(path, '/');

    if (slash == STR_NONE)
        return STR(".");
    return slash == 0 ? STR("/") : str_head(path, slash);
}

/* "DIR/NAME", or NAME alone where the path that was given has no folder. */
static void join(struct str path, const char *name, struct buf *out)
{
    size_t slash = str_rchr(path, '/');

    if (slash != STR_NONE)
        buf_add(out, str_head(path, slash + 1));
    buf_add(out, str_of(name));
}

static void add(struct siblings *out, struct buf *path, uint64_t rank,
                const struct stat *st)
{
    VEC_GROW(out->at, out->n, out->cap);
    out->at[out->n++] = (struct sibling){
        .path = *path,
        .rank = rank,
        .device = st->st_dev,
        .inode = st->st_ino,
        .size = (uint64_t)st->st_size,
        .changed =
            (uint64_t)st->st_mtim.tv_sec * 1000000 + (uint64_t)st->st_mtim.tv_nsec / 1000,
    };
    *path = (struct buf){0};
}

static void look_at(DIR *folder, const char *name, struct str path, struct str base,
                    struct siblings *out)
{
    CLEANUP(buf_done) struct buf other = {0};
    CLEANUP(buf_done) struct buf other_base = {0};
    struct stat st;

    join(path, name, &other);
    uint64_t rank = rotation_rank(buf_str(&other), &other_base);
    if (str_eq(buf_str(&other), path) || !str_eq(buf_str(&other_base), base) ||
        fstatat(dirfd(folder), name, &st, AT_SYMLINK_NOFOLLOW) < 0 || !S_ISREG(st.st_mode))
        return;
    add(out, &other, rank, &st);
}

static int by_rank(const void *a, const void *b)
{
    const struct sibling *x = a, *y = b;

    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return str_cmp(buf_str(&x->path), buf_str(&y->path));
}

static void close_folder(DIR **d)
{
    if (*d)
        closedir(*d);
}

void siblings_of(struct str path, struct siblings *out)
{
    CLEANUP(buf_done) struct buf folder = {0};
    CLEANUP(buf_done) struct buf base = {0};

    *out = (struct siblings){.own_rank = rotation_rank(path, &base)};
    buf_add(&folder, folder_of(path));
    CLEANUP(close_folder) DIR *d = opendir(buf_z(&folder));
    for (struct dirent *e; d && out->n < LIMIT_SIBLINGS && (e = readdir(d));)
        look_at(d, e->d_name, path, buf_str(&base), out);
    if (out->n)
        qsort(out->at, out->n, sizeof *out->at, by_rank);
}

void siblings_done(struct siblings *s)
{
    for (size_t i = 0; i < s->n; i++)
        buf_done(&s->at[i].path);
    free(s->at);
    *s = (struct siblings){0};
}
