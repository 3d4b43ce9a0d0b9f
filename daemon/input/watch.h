/*
 * watch.h - inotify(7) on folders: a net that tells soon what a slow look would tell late.
 *
 * It may miss anything (network file systems, its own bounds), so nobody relies on it.
 */
#ifndef LOGCLASS_INPUT_WATCH_H
#define LOGCLASS_INPUT_WATCH_H

#include "base/buf.h"

struct watch;

struct watch *watch_new(void); /* NULL: not to be had */
void watch_free(struct watch *w);
int watch_fd(const struct watch *w);

/* A folder, once however often it is given. */
void watch_folder(struct watch *w, struct str folder);

enum watched {
    WATCHED_NOTHING, /* no more for now */
    WATCHED_GROWN,   /* the file at *path was written to */
    WATCHED_CHANGED, /* something was made, moved or deleted, or nobody knows what happened */
};

enum watched watch_next(struct watch *w, struct buf *path);

#endif
