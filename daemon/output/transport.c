#include "output/transport.h"

#include <errno.h>
#include <netdb.h>
#include <linux/sockios.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "output/output.h"

enum {
    HOST_BYTES = 256,
    PORT_BYTES = 8,
    FIRST_PAUSE_US = 500, /* between two looks at what is not yet acknowledged */
    LONGEST_PAUSE_US = 50 * 1000,
};

static void socket_close(struct link *l)
{
    if (l->fd >= 0)
        close(l->fd);
    l->fd = -1;
}

void link_begin(struct link *l)
{
    l->until = clock_steady() + OUTPUT_TIMEOUTS * l->timeout_us;
}

/* Waits for one of the events, at most so long. 1, 0 when nothing came, -1. */
static int wait_for(const struct link *l, short events, usec_t span)
{
    usec_t left = l->until - clock_steady();

    if (left < span)
        span = left > 0 ? left : 0;
    struct pollfd p = {.fd = l->fd, .events = events};
    struct timespec t = {.tv_sec = span / USEC_PER_SEC,
                         .tv_nsec = span % USEC_PER_SEC * 1000};
    int n;

    do
        n = ppoll(&p, 1, &t, NULL);
    while (n < 0 && errno == EINTR);
    return n;
}

static int connect_to(struct link *l, int domain, int type,
                      const struct sockaddr *address, socklen_t n, struct err *e)
{
    int broken = 0;
    socklen_t size = sizeof broken;

    l->fd = socket(domain, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (l->fd < 0)
        return err_sys(e, "socket");
    if (connect(l->fd, address, n) == 0)
        return 0;
    if (errno == EINPROGRESS) {
        int ready = wait_for(l, POLLOUT, l->timeout_us);
        if (ready == 1 && getsockopt(l->fd, SOL_SOCKET, SO_ERROR, &broken, &size) == 0 &&
            broken == 0)
            return 0;
        errno = ready == 0 ? ETIMEDOUT : broken ? broken : errno;
    }
    err_sys(e, "connect to %s", l->address.p);
    socket_close(l);
    return -1;
}

static bool split_address(struct str address, char host[HOST_BYTES], char port[PORT_BYTES])
{
    size_t colon = str_rchr(address, ':');

    if (colon == STR_NONE || address.n - colon > PORT_BYTES)
        return false;
    struct str name = str_head(address, colon);
    if (name.n > 2 && name.p[0] == '[' && name.p[name.n - 1] == ']')
        name = (struct str){name.p + 1, name.n - 2};
    if (name.n == 0 || name.n >= HOST_BYTES)
        return false;
    memcpy(host, name.p, name.n);
    host[name.n] = '\0';
    memcpy(port, address.p + colon + 1, address.n - colon - 1);
    port[address.n - colon - 1] = '\0';
    return true;
}

/* The first of the peer's addresses that answers. */
static int connect_inet(struct link *l, int type, struct err *e)
{
    struct addrinfo hints = {.ai_socktype = type}, *all = NULL;
    char host[HOST_BYTES], port[PORT_BYTES];
    int result = -1;

    if (!split_address(l->address, host, port))
        return err_set(e, "'%s' is not HOST:PORT", l->address.p);
    int n = getaddrinfo(host, port, &hints, &all);
    if (n != 0)
        return err_set(e, "look up %s: %s", host, gai_strerror(n));
    for (struct addrinfo *a = all; a && result < 0; a = a->ai_next)
        result = connect_to(l, a->ai_family, type, a->ai_addr, a->ai_addrlen, e);
    freeaddrinfo(all);
    l->stream = type == SOCK_STREAM;
    return result;
}

static int connect_tcp(struct link *l, struct err *e)
{
    int on = 1;

    if (connect_inet(l, SOCK_STREAM, e) < 0)
        return -1;
    /* So that a peer whose machine has gone is noticed while nothing is sent. */
    setsockopt(l->fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    return 0;
}

static int connect_udp(struct link *l, struct err *e)
{
    return connect_inet(l, SOCK_DGRAM, e);
}

/* The receiver says whether it takes datagrams (as /dev/log) or a stream. */
static int connect_unix(struct link *l, struct err *e)
{
    struct sockaddr_un a = {.sun_family = AF_UNIX};

    if (l->address.n >= sizeof a.sun_path)
        return err_set(e,
                       "'%s' is longer than the %zu bytes that a socket's path can have",
                       l->address.p, sizeof a.sun_path - 1);
    memcpy(a.sun_path, l->address.p, l->address.n);
    l->stream = false;
    if (connect_to(l, AF_UNIX, SOCK_DGRAM, (const void *)&a, sizeof a, e) == 0)
        return 0;
    if (e->sys != EPROTOTYPE)
        return -1;
    l->stream = true;
    return connect_to(l, AF_UNIX, SOCK_STREAM, (const void *)&a, sizeof a, e);
}

static int fail(struct link *l, const char *what, struct err *e)
{
    err_sys(e, "%s %s", what, l->address.p);
    if (e->sys != EMSGSIZE)
        socket_close(l);
    return -1;
}

static int socket_write(struct link *l, struct str bytes, struct err *e)
{
    for (;;) {
        ssize_t n = send(l->fd, bytes.p, bytes.n, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n >= 0) {
            bytes = str_from(bytes, (size_t)n);
            if (bytes.n == 0 || !l->stream)
                return 0;
            continue;
        }
        if (errno == EINTR)
            continue;
        if (errno != EAGAIN && errno != EWOULDBLOCK)
            return fail(l, "send to", e);
        int ready = wait_for(l, POLLOUT, l->timeout_us);
        if (ready == 1)
            continue;
        if (ready == 0)
            errno = ETIMEDOUT;
        return fail(l, "send to", e);
    }
}

static enum link_state socket_look(struct link *l)
{
    char dropped[4096];

    for (;;) {
        ssize_t n = recv(l->fd, dropped, sizeof dropped, MSG_DONTWAIT);
        if (n > 0 || (n < 0 && errno == EINTR))
            continue;
        if (n == 0 && l->stream)
            return LINK_ENDED;
        if (n == 0)
            continue; /* an empty datagram */
        return errno == EAGAIN || errno == EWOULDBLOCK ? LINK_GOOD : LINK_BROKEN;
    }
}

/* SIOCOUTQ (tcp(7), unix(7)): bytes that the peer's kernel, or here the peer, has not taken. */
static int socket_settle(struct link *l, struct err *e)
{
    usec_t pause = FIRST_PAUSE_US, since = clock_steady();
    int left, before = 0;

    while (l->stream) {
        if (ioctl(l->fd, SIOCOUTQ, &left) < 0)
            return fail(l, "ask for what has arrived at", e);
        if (left == 0)
            break;
        if (left != before)
            since = clock_steady();
        before = left;
        usec_t now = clock_steady();
        if (now - since > l->timeout_us || now > l->until) {
            errno = ETIMEDOUT;
            return fail(l, "send to", e);
        }
        wait_for(l, 0, pause); /* an error or the end wakes it */
        pause = pause * 2 < LONGEST_PAUSE_US ? pause * 2 : LONGEST_PAUSE_US;
        enum link_state state = socket_look(l);
        if (state != LINK_GOOD) {
            errno = state == LINK_ENDED ? EPIPE : ECONNRESET;
            return fail(l, "send to", e);
        }
    }
    return 0;
}

#define SOCKET                                                                           \
    .write = socket_write, .look = socket_look, .settle = socket_settle,                 \
    .close = socket_close

const struct transport transport_tcp = {.name = "tcp", .connect = connect_tcp, SOCKET};

/* 65,535 less the headers of IP and UDP. */
const struct transport transport_udp = {
    .name = "udp", .limit_bytes = 65507, .connect = connect_udp, SOCKET};

/* A datagram must fit into a send buffer, at least this in Linux (net.core.wmem_default). */
const struct transport transport_unix = {
    .name = "unix", .limit_bytes = 128 * 1024, .connect = connect_unix, SOCKET};
