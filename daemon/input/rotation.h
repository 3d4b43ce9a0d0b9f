/*
 * rotation.h - which files are generations of one log, and in which order they were written.
 *
 * Known by the name alone, a suffix of compression aside:
 *
 *     x.log.2 x.log.1 x.log               logrotate(8), and RotatingFileHandler of Python
 *     x.1.log x.log                       logrotate's `extension .log`
 *     x.log-20261130 x.log-2026113010     logrotate's `dateext`, `dateformat` with hours or %s
 *     x-20261130.log                      both
 *     x.log.2026-11-30[_10-11-12]         TimedRotatingFileHandler of Python
 *     0.log.20261130-101112               the kubelet (pkg/kubelet/logs/container_log_manager.go)
 *     x.log.old x.log                     a start script's
 *     previous.log current.log            must-gather's, of a container that began again
 *     system@ID-SEQ-TIME.journal          systemd-journald, journal_file_rotate
 *     system@TIME-RANDOM.journal~         the same, of one that was not closed
 *
 * Dates come before numbers, a larger number before a smaller one, and the name itself is the
 * last; of the same generation the compressed file is the older.
 */
#ifndef LOGCLASS_INPUT_ROTATION_H
#define LOGCLASS_INPUT_ROTATION_H

#include "base/buf.h"

/* The rank of a path among the generations of its log, larger is newer; appends to *base the
 * path of the log itself, which is the same for all of them. */
uint64_t rotation_rank(struct str path, struct buf *base);

/*
 * Files by their numbers 0, 1, …, put in order: generations of one log stand together, oldest
 * first, where the first of them stood; the rest keeps its order. A zeroed one is empty.
 */
struct turn {
    uint64_t group; /* number of the first file that is a generation of the same log */
    uint64_t rank;
    uint32_t number;
};

struct rotation {
    struct turn *turns;
    size_t n, cap;
    struct buf base;
    struct {
        uint64_t hash;
        uint32_t first, used;
    } * logs; /* open addressing, by a hash of the base */
    size_t log_n, log_cap;
};

void rotation_add(struct rotation *r, struct str path); /* gets the next number */
void rotation_sort(struct rotation *r); /* turns are in order from here on */
void rotation_done(struct rotation *r);

#endif
