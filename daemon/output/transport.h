/*
 * transport.h - how bytes get to a peer: over TCP, UDP, or a socket of this machine.
 *
 * No call waits longer than the link's timeout without progress, nor beyond its end in all, and no
 * connection survives one that did: what the peer has got of the bytes is then unknown. Looking up a name is the C
 * library's and has that one's timeouts (resolv.conf(5)).
 */
#ifndef LOGCLASS_OUTPUT_TRANSPORT_H
#define LOGCLASS_OUTPUT_TRANSPORT_H

#include "base/clock.h"
#include "base/err.h"

struct link {
    const struct transport *by;
    struct str address; /* HOST:PORT or a path; a NUL stands behind it */
    usec_t timeout_us;
    usec_t until; /* of the steady clock; link_begin sets it */
    int fd;       /* -1: not connected */
    bool stream;  /* bytes without bounds: messages need a frame */
};

enum link_state {
    LINK_GOOD,
    LINK_ENDED,  /* the peer has closed it, after it read all that it got */
    LINK_BROKEN, /* it broke: the peer may have thrown away what it got last */
};

struct transport {
    const char *name;   /* as written in the configuration */
    size_t limit_bytes; /* of a message that keeps its bounds; 0: none */

    /* The link is closed before, and after a failure. */
    int (*connect)(struct link *l, struct err *e);

    /* All bytes, or one message. -1 with EMSGSIZE in e->sys: too long for a message. */
    int (*write)(struct link *l, struct str bytes, struct err *e);

    /* Has the peer gone? What it says is read and dropped: a receiver of syslog says nothing. */
    enum link_state (*look)(struct link *l);

    /* Waits until the peer's machine has all bytes, or, where nobody tells, does nothing. */
    int (*settle)(struct link *l, struct err *e);

    void (*close)(struct link *l);
};

/* From here on the calls have OUTPUT_TIMEOUTS times the timeout together. */
void link_begin(struct link *l);

extern const struct transport transport_tcp, transport_udp, transport_unix;

#endif
