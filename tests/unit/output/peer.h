/* A receiver of syslog, without a thread: the kernel takes what is sent until it is read. */
#ifndef LOGCLASS_TESTS_OUTPUT_PEER_H
#define LOGCLASS_TESTS_OUTPUT_PEER_H

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "place.h"

struct peer {
    int type;
    int listener, fd; /* fd: the accepted one; of datagrams the listener itself */
    uint16_t port;    /* 0: a socket at `path` */
    char path[128];
    struct buf got;
};

static inline void peer_stop(struct peer *p)
{
    if (p->fd >= 0 && p->fd != p->listener)
        close(p->fd);
    if (p->listener >= 0)
        close(p->listener);
    p->fd = p->listener = -1;
    if (p->path[0])
        unlink(p->path);
}

/* Again at the same place. */
static inline void peer_start(struct peer *p)
{
    struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons(p->port)};
    struct sockaddr_un un = {.sun_family = AF_UNIX};
    const struct sockaddr *a = (const void *)&in;
    socklen_t n = sizeof in;
    int on = 1;

    in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (p->path[0]) {
        snprintf(un.sun_path, sizeof un.sun_path, "%.100s", p->path);
        a = (const void *)&un;
        n = sizeof un;
    }
    p->listener = socket(a->sa_family, p->type, 0);
    setsockopt(p->listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    ck_assert_int_eq(bind(p->listener, a, n), 0);
    if (p->type == SOCK_STREAM)
        ck_assert_int_eq(listen(p->listener, 8), 0);
    p->fd = p->type == SOCK_STREAM ? -1 : p->listener;
    if (!p->path[0]) {
        ck_assert_int_eq(getsockname(p->listener, (void *)&in, &n), 0);
        p->port = ntohs(in.sin_port);
    }
}

static inline void peer_open(struct peer *p, int type, const char *path)
{
    *p = (struct peer){.type = type, .listener = -1, .fd = -1};
    snprintf(p->path, sizeof p->path, "%s", path);
    peer_start(p);
}

static inline bool peer_waits(int fd)
{
    struct pollfd f = {.fd = fd, .events = POLLIN};
    return poll(&f, 1, 0) == 1;
}

static inline void peer_accept(struct peer *p)
{
    if (p->fd >= 0 && p->fd != p->listener)
        close(p->fd);
    p->fd = accept(p->listener, NULL, NULL);
    ck_assert_int_ge(p->fd, 0);
}

/* All that has come; a stream of connections one after the other; "|" behind each datagram. */
static inline const char *peer_got(struct peer *p)
{
    static char bytes[70000];
    ssize_t n;

    buf_clear(&p->got);
    for (;;) {
        if (p->fd < 0) {
            if (!peer_waits(p->listener))
                break;
            peer_accept(p);
        }
        if (!peer_waits(p->fd)) {
            if (p->type != SOCK_STREAM || !peer_waits(p->listener))
                break;
            peer_accept(p);
            continue;
        }
        n = recv(p->fd, bytes, sizeof bytes, 0);
        if (n > 0)
            buf_add(&p->got, (struct str){bytes, (size_t)n});
        if (n > 0 && p->type == SOCK_DGRAM)
            buf_char(&p->got, '|');
        if (n <= 0) {
            if (p->fd == p->listener)
                break;
            close(p->fd);
            p->fd = -1;
        }
    }
    return buf_z(&p->got);
}

static inline void peer_done(struct peer *p)
{
    peer_stop(p);
    buf_done(&p->got);
}

#endif
