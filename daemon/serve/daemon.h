/*
 * daemon.h - the loop of logclassd: inputs, rooms, one commit after the other, outputs.
 *
 *     feeds ──> intakes ──> rooms ──> pending ── one commit ──> store ──> outlets (threads)
 *                                        ^                        │
 *                                        └──── marks of outputs ──┘
 *
 * One thread reads, carries and commits. It waits on what the feeds watch, on the outlets and on
 * signals, and never on a peer.
 */
#ifndef LOGCLASS_SERVE_DAEMON_H
#define LOGCLASS_SERVE_DAEMON_H

#include "classify/classify.h"
#include "config/settings.h"
#include "base/zone.h"

struct daemon;

enum {
    DAEMON_COMMIT_BYTES = 1024 * 1024, /* events of one commit, about */
};
#define DAEMON_COMMIT_USEC                                                               \
    (USEC_PER_SEC / 20)                      /* a commit waits for more so long at most */
#define DAEMON_RETRY_USEC USEC_PER_SEC       /* a commit that failed is tried again */
#define DAEMON_STOP_USEC  (5 * USEC_PER_SEC) /* outputs may go on so long after SIGTERM */

struct daemon_settings {
    const struct settings *settings; /* outlives the daemon */
    const struct catalog *catalog;   /* until the next reload has replaced it */
    struct zone zone;                /* of times that carry none */
    struct str zone_name;
    bool once; /* read what is there, wait for the outputs, end */

    /* SIGHUP: a catalogue that was compiled and checked aside, NULL where it is refused (and was
     * said). The daemon gives back the old one. */
    const struct catalog *(*reload)(void *context);
    void (*release)(void *context, const struct catalog *old);

    /* Something to be told, in a sentence; from any thread. */
    void (*say)(void *context, const char *text);
    void *context;
};

/* Opens everything. NULL: e says what cannot be had. */
struct daemon *daemon_open(const struct daemon_settings *s, struct err *e);

/* Until SIGTERM, SIGINT, or, with `once`, until all is done. -1: the loop itself failed. */
int daemon_run(struct daemon *d, struct err *e) MUST_USE;

/* Closes all of it; returns the catalogue at hand, which is the caller's. */
const struct catalog *daemon_close(struct daemon *d);

#endif
