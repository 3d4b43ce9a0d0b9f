#include "input/watch.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <unistd.h>

struct folder {
    int number; /* inotify's */
    struct buf path;
};

struct watch {
    int fd;
    struct folder *folders;
    size_t n, cap;
    char events[16 * 1024] __attribute__((aligned(8)));
    size_t have, at;
};

struct watch *watch_new(void)
{
    int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);

    if (fd < 0)
        return NULL;
    struct watch *w = mem_new(sizeof *w);
    w->fd = fd;
    return w;
}

void watch_free(struct watch *w)
{
    if (!w)
        return;
    for (size_t i = 0; i < w->n; i++)
        buf_done(&w->folders[i].path);
    free(w->folders);
    close(w->fd);
    free(w);
}

int watch_fd(const struct watch *w)
{
    return w->fd;
}

void watch_folder(struct watch *w, struct str folder)
{
    enum {
        MASK = IN_CREATE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_MODIFY | IN_ONLYDIR
    };

    for (size_t i = 0; i < w->n; i++)
        if (str_eq(buf_str(&w->folders[i].path), folder))
            return;
    struct buf path = {0};
    buf_add(&path, folder);
    int number = inotify_add_watch(w->fd, buf_z(&path), MASK);
    if (number < 0) {
        buf_done(&path);
        return;
    }
    VEC_GROW(w->folders, w->n, w->cap);
    w->folders[w->n++] = (struct folder){.number = number, .path = path};
}

/* The folder is gone; another of that name is watched anew. */
static void forget(struct watch *w, int number)
{
    for (size_t i = 0; i < w->n; i++) {
        if (w->folders[i].number != number)
            continue;
        buf_done(&w->folders[i].path);
        w->folders[i] = w->folders[--w->n];
        return;
    }
}

static bool find_path(const struct watch *w, const struct inotify_event *e,
                      struct buf *path)
{
    for (size_t i = 0; i < w->n; i++) {
        if (w->folders[i].number != e->wd)
            continue;
        struct str folder = buf_str(&w->folders[i].path);
        buf_clear(path);
        if (!str_eq(folder, STR(".")))
            buf_add(path, folder);
        if (path->n && path->p[path->n - 1] != '/')
            buf_char(path, '/');
        buf_add(path, str_of(e->name));
        return true;
    }
    return false;
}

enum watched watch_next(struct watch *w, struct buf *path)
{
    if (w->at == w->have) {
        ssize_t got = read(w->fd, w->events, sizeof w->events);
        if (got <= 0)
            return WATCHED_NOTHING;
        w->have = (size_t)got;
        w->at = 0;
    }
    const struct inotify_event *e = (const void *)(w->events + w->at);
    w->at += sizeof *e + e->len;
    if (e->mask & IN_IGNORED)
        forget(w, e->wd);
    if ((e->mask & IN_MODIFY) && e->len && find_path(w, e, path))
        return WATCHED_GROWN;
    return WATCHED_CHANGED;
}
