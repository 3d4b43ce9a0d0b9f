/*
 * HAProxy's lines (configuration manual, 8.2; src/log.c, src/server.c, src/proxy.c). They come
 * inside syslog, or as they are from a container's standard output:
 *
 *     10.0.0.9:51234 [01/Dec/2026:01:02:03.123] front~ back/ctl1 0/0/1/2/3 503 212 - - SC--
 *     1/1/0/0/0 0/0 {captured|headers} "GET /v1/x HTTP/1.1"              (httplog, on one line)
 *     10.0.0.9:51234 [01/Dec/2026:01:02:03.123] db db/ctl1 1/0/5007 212 -- 0/0/0/0/0 0/0  (tcplog)
 *     Server back/ctl1 is DOWN, reason: Layer4 timeout, check duration: 2002ms. 0 active and …
 *     backend back has no server available!
 *     [ALERT]    (8) : backend 'back' has no server available!
 *     [ALERT]    (1) : Current worker (8) exited with code 137 (Killed)
 *
 * The level of the last three is the program's own at most: what it sends as alert (a server that
 * is down) is an error here, as emerg (none is left) it is critical.
 */
#include "base/num.h"
#include "parse/access.h"
#include "parse/client.h"
#include "parse/head.h"
#include "parse/webtime.h"

enum { ADDRESS_BYTES = 64 };

static bool take(struct str *in, struct str word)
{
    if (!str_starts(*in, word))
        return false;
    *in = str_from(*in, word.n);
    return true;
}

/* ---- lines of connections ---- */

/* "10.0.0.9:51234 ["; the port is cut off. "unix:1" is a socket of the system. */
static bool take_client(struct str *in, struct str *client)
{
    struct str head = str_head(*in, in->n < ADDRESS_BYTES ? in->n : ADDRESS_BYTES);
    size_t blank = str_chr(head, ' ', 0), colon;
    uint64_t port;

    if (blank == STR_NONE || blank + 1 >= in->n || in->p[blank + 1] != '[')
        return false;
    head = str_head(head, blank);
    colon = str_rchr(head, ':');
    if (colon == STR_NONE || !num_u64(str_from(head, colon + 1), 65535, &port))
        return false;
    (void)client_first(str_head(head, colon), client);
    *in = str_from(*in, blank + 2);
    return true;
}

static size_t count_of(struct str s, char c)
{
    size_t n = 0;

    for (size_t i = 0; i < s.n; i++)
        n += s.p[i] == c;
    return n;
}

/* The last of "0/0/1/2/3", in milliseconds; logasap puts a plus before it. */
static int64_t total_of(struct str timers)
{
    size_t at = str_rchr(timers, '/');
    struct str last = at == STR_NONE ? timers : str_from(timers, at + 1);
    uint64_t v;

    if (last.n && last.p[0] == '+')
        last = str_from(last, 1);
    return num_u64(last, INT64_MAX / 1000, &v) ? (int64_t)v * 1000 : -1;
}

/* "503 212 - - SC-- 1/1/0/0/0 0/0 {…} "GET /v1/x HTTP/1.1"" */
static bool read_http(struct str s, struct access *a)
{
    struct str status, bytes, request;
    uint64_t v;

    if (!str_cut(&s, ' ', &status) || !str_cut(&s, ' ', &bytes))
        return false;
    if (!access_status(&status, &a->status) && !str_eq(status, STR("-1")))
        return false;
    if (bytes.n && bytes.p[0] == '+')
        bytes = str_from(bytes, 1);
    if (!num_u64(bytes, INT64_MAX, &v))
        return false;
    a->bytes = (int64_t)v;
    size_t open = str_chr(s, '"', 0);
    if (open == STR_NONE)
        return true; /* cut by syslog */
    s = str_from(s, open + 1);
    size_t close = str_chr(s, '"', 0);
    request = str_head(s, close == STR_NONE ? s.n : close);
    access_request(request, a);
    return true;
}

/* A connection that came to nothing: "front/1: SSL handshake failure". */
static bool is_failure(struct str frontend)
{
    return frontend.n > 1 && frontend.p[frontend.n - 1] == ':' &&
           str_chr(frontend, '/', 0) != STR_NONE;
}

static bool read_connection(struct reading *in, struct head *h)
{
    struct str s = h->text, client, frontend, server, timers;
    struct access a;
    struct stamp t;
    bool http = false;

    access_clear(&a);
    if (!take_client(&s, &client) || !webtime_clf(&in->stamper, ':', &s, &t) ||
        !take(&s, STR("] ")) || !str_cut(&s, ' ', &frontend))
        return false;
    if (!is_failure(frontend)) {
        if (!str_cut(&s, ' ', &server) || str_chr(server, '/', 0) == STR_NONE ||
            !str_cut(&s, ' ', &timers))
            return false;
        size_t slashes = count_of(timers, '/');
        http = slashes == 4;
        if ((!http && slashes != 2) || (http && !read_http(s, &a)))
            return false;
        a.client = client;
        a.duration = total_of(timers);
        if (http && a.status >= 500 && str_ends(server, STR("/<NOSRV>")))
            h->level = LEVEL_ERROR;
    }
    head_access(in, h, http ? &a : NULL);
    head_own_time(h, &t);
    return true;
}

/* ---- what it says of servers and proxies ---- */

static bool contains(struct str s, struct str word)
{
    return str_find(s, word, 0) != STR_NONE;
}

/* "Server back/ctl1 is DOWN, reason: …", "Backup Server back/ctl2 is UP/READY (…)". */
static bool read_server(struct str s, enum level *level)
{
    static const struct {
        struct str word;
        enum level level;
    } rows[] = {
        {STR_INIT("is DOWN"),                 LEVEL_ERROR  },
        {STR_INIT("is UP"),                   LEVEL_INFO   },
        {STR_INIT("is going DOWN"),           LEVEL_WARNING},
        {STR_INIT("is stopping"),             LEVEL_WARNING},
        {STR_INIT("was DOWN and now enters"), LEVEL_WARNING},
        {STR_INIT("is running again"),        LEVEL_INFO   },
        {STR_INIT("enters "),                 LEVEL_WARNING},
        {STR_INIT("remains in "),             LEVEL_WARNING},
        {STR_INIT("leaves "),                 LEVEL_INFO   },
        {STR_INIT("administratively READY"),  LEVEL_INFO   },
        {STR_INIT("failed, reason: "),        LEVEL_WARNING},
        {STR_INIT("succeeded, reason: "),     LEVEL_INFO   },
    };
    struct str name;

    (void)(take(&s, STR("Health check for ")));
    if (!take(&s, STR("Server ")) && !take(&s, STR("server ")) &&
        !take(&s, STR("Backup Server ")) && !take(&s, STR("backup server ")))
        return false;
    if (!str_cut(&s, ' ', &name) || str_chr(name, '/', 0) == STR_NONE)
        return false;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (str_starts(s, rows[i].word)) {
            *level = rows[i].level;
            return true;
        }
    return false;
}

/* "backend back has no server available!", "Proxy back started.", "Proxy back stopped (FE: …). " */
static bool read_proxy(struct str s, enum level *level)
{
    struct str name;

    if (!take(&s, STR("backend ")) && !take(&s, STR("proxy ")) &&
        !take(&s, STR("Proxy ")) && !take(&s, STR("Stopping ")))
        return false;
    if (!str_cut(&s, ' ', &name))
        return false;
    if (str_eq(s, STR("has no server available!")))
        *level = LEVEL_CRITICAL;
    else if (str_eq(s, STR("started.")) || str_starts(s, STR("stopped (")) ||
             (str_ends(s, STR(" ms.")) && contains(s, STR(" in "))))
        *level = LEVEL_INFO;
    else
        return false;
    return true;
}

/* "[ALERT]    (8) : " and, before 2.4, "[ALERT] 049/041157 (4436) : ". */
static bool take_word(struct str *in, enum level *level, int64_t *pid)
{
    static const struct {
        struct str word;
        enum level level;
    } rows[] = {
        {STR_INIT("[ALERT] "),   LEVEL_ERROR  },
        {STR_INIT("[WARNING] "), LEVEL_WARNING},
        {STR_INIT("[NOTICE] "),  LEVEL_INFO   },
        {STR_INIT("[INFO] "),    LEVEL_INFO   },
    };
    struct str s = *in;
    uint64_t v;
    size_t i = 0;

    while (i < COUNT_OF(rows) && !take(&s, rows[i].word))
        i++;
    if (i == COUNT_OF(rows))
        return false;
    while (s.n && (s.p[0] == ' ' || s.p[0] == '/' || num_is_digit(s.p[0])))
        s = str_from(s, 1);
    if (!take(&s, STR("(")) || !num_take(&s, INT32_MAX, &v) || !take(&s, STR(") : ")))
        return false;
    *level = rows[i].level;
    *pid = (int64_t)v;
    *in = s;
    return true;
}

/* What it prints itself has its own word for how grave it is, and may be about anything. */
static bool read_message(struct head *h)
{
    struct str s = h->text;
    enum level level = LEVEL_NONE;
    int64_t pid = -1;

    if (s.p[0] == '[' && !take_word(&s, &level, &pid))
        return false;
    if (!read_server(s, &level) && !read_proxy(s, &level) && level == LEVEL_NONE)
        return false;
    h->form = FORM_WHOLE;
    h->level = level;
    h->pid = pid;
    h->text = s;
    return true;
}

static bool read_haproxy(struct reading *in, struct head *h)
{
    struct str s = h->text;

    if (s.n < 16)
        return false;
    switch (s.p[0]) {
    case '[':
        return (s.p[1] == 'A' || s.p[1] == 'W' || s.p[1] == 'N' || s.p[1] == 'I') &&
               read_message(h);
    case 'B':
    case 'H':
    case 'P':
    case 'S':
    case 'b':
    case 'p':
        if (read_message(h))
            return true;
        break;
    default: break;
    }
    return (num_is_hex(s.p[0]) || s.p[0] == ':' || s.p[0] == 'u') &&
           read_connection(in, h);
}

const struct envelope_kind envelope_haproxy = {
    .name = "haproxy",
    .help = "HAProxy's lines of requests, connections, servers and proxies",
    .id = ENVELOPE_HAPROXY,
    .read = read_haproxy,
};
