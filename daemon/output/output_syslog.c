/*
 * The kind `syslog`: messages of RFC 5424 to a receiver, over TCP, UDP or a socket of this machine.
 *
 * Syslog has no acknowledgement. Over a stream the documents of a call count as taken when the
 * peer's machine has all their bytes and the connection still stands. A receiver that ends without
 * having read what its machine took shows it by a reset; what was sent over that connection last
 * is then sent again, with the same ids. Datagrams count as taken when they are sent.
 *
 * A datagram has a largest size (RFC 5426, 3.2: a message is one datagram, and is cut rather than
 * split). The message of an event is made to fit; a document in another format would be no document
 * any more, so the event's own message goes in its place.
 */
#include <errno.h>
#include <stdlib.h>

#include "config/settings.h"
#include "output/output.h"
#include "output/rfc5424.h"
#include "output/transport.h"

enum { AGAIN_BYTES = 512 * 1024 }; /* half of what a reset has sent again, at least */

struct syslog_options {
    struct str address;
    int transport, framing, facility;
    uint64_t enterprise, limit_bytes;
    usec_t timeout_us;
    bool cee;
};

enum { AUTO };
static const struct transport *const transports[] = {NULL, &transport_tcp, &transport_udp,
                                                     &transport_unix};
static const char *const transport_words[] = {"auto", "tcp", "udp", "unix", NULL};

enum framing { FRAMING_AUTO, FRAMING_OCTETS, FRAMING_LINES };
static const char *const framing_words[] = {"auto", "octets", "lines", NULL};

/* In the order of RFC 5424, table 1, by the names of syslog(3). */
static const char *const facility_words[] = {
    "kern",    "user",   "mail",   "daemon",   "auth",   "syslog", "lpr",
    "news",    "uucp",   "cron",   "authpriv", "ftp",    "ntp",    "security",
    "console", "clock",  "local0", "local1",   "local2", "local3", "local4",
    "local5",  "local6", "local7", NULL};

static const struct option syslog_rows[] = {
    OPTION("address", OPTION_TEXT, struct syslog_options, address,
           "the receiver: HOST:PORT, or the path of its socket, /dev/log",
           .required = true),
    OPTION("transport", OPTION_WORD, struct syslog_options, transport,
           "auto is unix for a path, else tcp", .standard = "auto",
           .words = transport_words),
    OPTION("framing", OPTION_WORD, struct syslog_options, framing,
           "of a stream (RFC 6587): counted octets, or lines; auto is octets, on a "
           "socket of "
           "this machine lines",
           .standard = "auto", .words = framing_words),
    OPTION("facility", OPTION_WORD, struct syslog_options, facility,
           "of all its messages", .standard = "local0", .words = facility_words),
    OPTION("enterprise", OPTION_NUMBER, struct syslog_options, enterprise,
           "your private enterprise number, for the structured data's name",
           .standard = "32473", .most = UINT32_MAX),
    OPTION(
        "limit", OPTION_SIZE, struct syslog_options, limit_bytes,
        "of a message; else 2KiB, and for documents of another format what the transport "
        "takes",
        .least = RFC5424_LEAST_BYTES),
    OPTION("cee", OPTION_BOOL, struct syslog_options, cee,
           "\"@cee: \" stands before a JSON document", .standard = "no"),
    OPTION("timeout", OPTION_SPAN, struct syslog_options, timeout_us,
           "a peer that does not answer or take for so long is tried again later",
           .standard = "10s", .least = 1000, .most = 600 * (uint64_t)USEC_PER_SEC),
    OPTIONS_END,
};

struct output {
    const struct syslog_options *options;
    struct rfc5424 form;
    struct link link;
    struct arena scratch;
    struct buf message, stream;

    /* Frames that the connection has taken, the newest last: again[1] grows, then becomes
     * again[0]. */
    struct buf again[2];
    bool repeat; /* they are to be sent again */
};

static int check_options(const void *options, struct err *e)
{
    const struct syslog_options *o = options;
    bool path = o->address.p[0] == '/';
    bool local = transports[o->transport] == &transport_unix;
    struct err why;

    if (path && o->transport != AUTO && !local)
        return err_set(e, "'address' is a path, which %s does not have: HOST:PORT",
                       transport_words[o->transport]);
    if (!path && local)
        return err_set(e, "'address' must be a path for the transport unix");
    if (!path && settings_check_address(o->address, &why) < 0)
        return err_set(e, "'address' is '%s'; it must be %s, or a path", o->address.p,
                       why.text);
    return 0;
}

static const struct transport *transport_of(const struct syslog_options *o)
{
    if (o->transport != AUTO)
        return transports[o->transport];
    return o->address.p[0] == '/' ? &transport_unix : &transport_tcp;
}

static void syslog_close(struct output *out)
{
    if (!out)
        return;
    out->link.by->close(&out->link);
    buf_done(&out->message);
    buf_done(&out->stream);
    buf_done(&out->again[0]);
    buf_done(&out->again[1]);
    arena_done(&out->scratch);
    free(out);
}

static struct output *syslog_open(const void *options, struct str mark, struct buf *now,
                                  struct err *e)
{
    const struct syslog_options *o = options;
    struct output *out = mem_new(sizeof *out);

    (void)mark;
    (void)e;
    out->options = o;
    out->form = (struct rfc5424){o->facility, o->enterprise, o->cee};
    out->link = (struct link){.by = transport_of(o),
                              .address = o->address,
                              .timeout_us = o->timeout_us,
                              .fd = -1};
    arena_init(&out->scratch);
    buf_clear(now);
    return out;
}

static void remember(struct output *out, struct str frames)
{
    if (out->again[1].n > AGAIN_BYTES) {
        struct buf oldest = out->again[0];
        out->again[0] = out->again[1];
        out->again[1] = oldest;
        buf_clear(&out->again[1]);
    }
    buf_add(&out->again[1], frames);
}

static void forget(struct output *out)
{
    buf_clear(&out->again[0]);
    buf_clear(&out->again[1]);
    out->repeat = false;
}

/*
 * Bytes of a stream, so that the peer's machine has them all. A reset says that the peer threw away
 * what it had not read, of earlier calls too; an end (also EPIPE, what a write gets behind one) that
 * it had read all of those.
 */
static int deliver(struct output *out, struct str bytes, struct err *e)
{
    struct link *l = &out->link;
    enum link_state state;

    if (bytes.n == 0)
        return 0;
    if (l->by->write(l, bytes, e) < 0 || l->by->settle(l, e) < 0) {
        out->repeat = out->repeat || e->sys == ECONNRESET;
        l->by->close(l);
        return -1;
    }
    state = l->by->look(l);
    if (state == LINK_GOOD)
        return 0;
    out->repeat = out->repeat || state == LINK_BROKEN;
    l->by->close(l);
    return err_set(e, "send to %s: the receiver has closed the connection",
                   out->options->address.p);
}

static int connect_now(struct output *out, struct err *e)
{
    struct link *l = &out->link;

    if (l->fd >= 0) {
        enum link_state state = l->by->look(l);
        if (state == LINK_GOOD)
            return 0;
        l->by->close(l);
        out->repeat = state == LINK_BROKEN;
    }
    if (l->by->connect(l, e) < 0)
        return -1;
    if (!l->stream || !out->repeat) {
        forget(out);
        return 0;
    }
    if (deliver(out, buf_str(&out->again[0]), e) < 0 ||
        deliver(out, buf_str(&out->again[1]), e) < 0)
        return -1;
    out->repeat = false;
    return 0;
}

static size_t limit_of(const struct output *out, bool document)
{
    size_t most = out->link.stream || !out->link.by->limit_bytes
                      ? SIZE_MAX
                      : out->link.by->limit_bytes;
    size_t wanted = out->options->limit_bytes ? out->options->limit_bytes
                    : document                ? most
                                              : (size_t)RFC5424_TAKEN_BYTES;
    return wanted < most ? wanted : most;
}

/* The message of a document, in out->message, at most `limit` bytes where that is not 0. */
static struct str make_message(struct output *out, const struct document *d, size_t limit)
{
    struct event event;

    arena_reset(&out->scratch);
    event_read(&out->scratch, d->event, &event);
    buf_clear(&out->message);
    if (d->text.n > 0) {
        rfc5424_document(&out->message, &out->form, &event, d->text);
        if (out->message.n <= (limit ? limit : limit_of(out, true)))
            return buf_str(&out->message);
        buf_clear(&out->message);
    }
    rfc5424_event(&out->message, &out->form, &event, limit ? limit : limit_of(out, false));
    return buf_str(&out->message);
}

static enum sent send_stream(struct output *out, const struct document *documents,
                             size_t n, size_t *taken, struct err *e)
{
    bool lines =
        out->options->framing == FRAMING_LINES ||
        (out->options->framing == FRAMING_AUTO && out->link.by == &transport_unix);

    buf_clear(&out->stream);
    for (size_t i = 0; i < n; i++) {
        struct str message = make_message(out, &documents[i], 0);
        if (lines)
            rfc5424_add_line(&out->stream, message);
        else
            rfc5424_add_counted(&out->stream, message);
    }
    if (deliver(out, buf_str(&out->stream), e) < 0)
        return LATER;
    remember(out, buf_str(&out->stream));
    *taken = n;
    return SENT;
}

/* A message that the network does not take at its size is made smaller, down to what every
 * receiver takes. */
static int send_datagram(struct output *out, const struct document *d, struct err *e)
{
    static const size_t limits[] = {0, RFC5424_TAKEN_BYTES, RFC5424_LEAST_BYTES};

    for (size_t i = 0; i < COUNT_OF(limits); i++) {
        struct str message = make_message(out, d, limits[i]);
        if (out->link.by->write(&out->link, message, e) == 0) {
            /* On this machine the answer that nobody listens is there already. */
            if (out->link.by->look(&out->link) == LINK_GOOD)
                return 0;
            out->link.by->close(&out->link);
            return err_set(e, "send to %s: nobody listens", out->options->address.p);
        }
        if (e->sys != EMSGSIZE)
            return -1;
    }
    return -1;
}

static enum sent send_datagrams(struct output *out, const struct document *documents,
                                size_t n, size_t *taken, struct err *e)
{
    for (; *taken < n; ++*taken)
        if (send_datagram(out, &documents[*taken], e) < 0)
            return e->sys == EMSGSIZE ? REFUSED : LATER;
    return SENT;
}

static enum sent syslog_send(struct output *out, const struct document *documents,
                             size_t n, size_t *taken, struct buf *mark, struct err *e)
{
    (void)mark;
    *taken = 0;
    if (n == 0)
        return SENT;
    link_begin(&out->link);
    if (connect_now(out, e) < 0)
        return LATER;
    return out->link.stream ? send_stream(out, documents, n, taken, e)
                            : send_datagrams(out, documents, n, taken, e);
}

/* The name may lead elsewhere by now. */
static void syslog_reopen(struct output *out)
{
    out->link.by->close(&out->link);
    forget(out);
}

const struct output_kind output_syslog = {
    .kind = {.name = "syslog",
             .help = "a receiver of syslog, RFC 5424",
             .options = syslog_rows,
             .size = sizeof(struct syslog_options),
             .named_by = "address",
             .format = "syslog",
             .check = check_options},
    .open = syslog_open,
    .send = syslog_send,
    .reopen = syslog_reopen,
    .close = syslog_close,
};
