/*
 * follow.h - the files of some globs, followed through every rotation: the parts of feed_file.
 *
 *     globs ── look ──> paths ──> generations ── read ──> lines
 *                         │            └── emptied: the rest is in a copy
 *                         └── leads to another file: the old one is left, those between are found
 *
 * A path that leads to a file which no generation is known for begins one. Before it is read, the
 * generation that stood there is read to its end, and any that came and went between the two.
 */
#ifndef LOGCLASS_INPUT_FOLLOW_H
#define LOGCLASS_INPUT_FOLLOW_H

#include "input/generation.h"
#include "input/feed.h"
#include "input/watch.h"

enum {
    FOLLOW_LOOK_USEC = 1000 * 1000,      /* files are asked for their size */
    FOLLOW_SCAN_USEC = 10 * 1000 * 1000, /* globs are looked at, whatever inotify says */
};
/* How long a file that was renamed or deleted is read on after it last grew: its writer goes on in
 * it until it is told to reopen its log. */
#define FOLLOW_LEFT_USEC (INT64_C(600) * USEC_PER_SEC)

struct follow {
    struct feed feed;
    struct buf name;
    struct buf *globs;
    size_t glob_count;
    void (*say)(void *context, const char *text);
    void *context;

    struct generation **all;
    size_t n, cap;
    unsigned serial;
    struct path_slot { /* the current generation of each path, by a hash; sorted */
        uint64_t hash;
        struct generation *g;
    } * by_path;
    size_t path_count, path_cap;

    struct watch *watch; /* NULL: inotify cannot be had */
    bool from_end;       /* until the first look is over */
    bool scan;           /* the globs are to be looked at */
    usec_t now, next_scan;
    size_t turn;             /* whose read is next */
    struct generation *over; /* its stream was given as ended; freed at the next call */
    struct buf dropped;      /* keys, each ended by a newline */
};

/* follow_scan.c: looks at every path of the globs. */
void follow_scan(struct follow *f);

/* The file of g was emptied: goes on in its copy, or gives up; looks at its path again. True: g can
 * be read on. */
bool follow_emptied(struct follow *f, struct generation *g);

/* A file of g stands beside its log, under whatever name. */
bool follow_stands(struct generation *g);

/* A generation that is followed from here on. */
void follow_add(struct follow *f, struct generation *g);

#endif
