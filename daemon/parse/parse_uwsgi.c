/*
 * uWSGI's lines (core/logging.c, uwsgi_logit_simple): one a request, and what it says of itself
 * (uwsgi_lines.h).
 *
 *     [pid: 30528|app: 0|req: 1/1] 10.0.0.9 () {24 vars in 293 bytes} [Tue Dec  1 00:52:16 2026]
 *     GET /v1/x?limit=3 => generated 5 bytes in 7 msecs (HTTP/1.1 200) 3 headers in 72 bytes
 *     (1 switches on core 0)
 *
 * all on one line. The time is the start of the request in whole seconds, local. The name of a
 * virtual host or a report on memory may stand before it, with log-date a ctime and " - " before
 * anything that uWSGI writes.
 */
#include "base/num.h"
#include "parse/access.h"
#include "parse/client.h"
#include "parse/head.h"
#include "parse/requests.h"
#include "parse/uwsgi_lines.h"
#include "parse/webtime.h"

enum { HOST_BYTES = 64, CTIME_BYTES = 24 };

static bool take(struct str *in, struct str word)
{
    if (!str_starts(*in, word))
        return false;
    *in = str_from(*in, word.n);
    return true;
}

/* "pid: 30528|app: 0|req: 1/1] " */
static bool take_numbers(struct str *in, int64_t *pid)
{
    struct str s = *in;
    uint64_t v;

    if (!take(&s, STR("[pid: ")) || !num_take(&s, INT32_MAX, &v) ||
        !take(&s, STR("|app: ")))
        return false;
    size_t at = str_chr(s, ']', 0);
    if (at == STR_NONE || at + 1 >= s.n || s.p[at + 1] != ' ')
        return false;
    *pid = (int64_t)v;
    *in = str_from(s, at + 2);
    return true;
}

/* "heat.example.org " (vhost) or "{address space usage: …} {rss usage: …} " (memory-report). */
static void skip_before(struct str *in)
{
    struct str opens = STR("[pid: ");
    size_t at;

    if (in->p[0] == '{') {
        if (!str_starts(*in, STR("{address space usage: ")))
            return;
        at = str_find(*in, STR("} [pid: "), 0);
        if (at != STR_NONE)
            *in = str_from(*in, at + 2);
        return;
    }
    at = str_chr(str_head(*in, in->n < HOST_BYTES ? in->n : HOST_BYTES), ' ', 0);
    if (at != STR_NONE && str_starts(str_from(*in, at + 1), opens))
        *in = str_from(*in, at + 1);
}

/* The last one: what stands before it a caller chose. */
static size_t find_answer(struct str s)
{
    struct str word = STR(" => generated ");
    size_t found = STR_NONE;

    for (size_t at = str_find(s, word, 0); at != STR_NONE; at = str_find(s, word, at + 1))
        found = at;
    return found;
}

/* "5 bytes in 7 msecs (HTTP/1.1 200) …"; " via sendfile() " and the like before the bracket. */
static bool read_answer(struct str s, struct access *a)
{
    uint64_t bytes, time;

    if (!num_take(&s, INT64_MAX, &bytes) || !take(&s, STR(" bytes in ")) ||
        !num_take(&s, INT64_MAX / 1000, &time))
        return false;
    if (take(&s, STR(" msecs ")))
        time *= 1000;
    else if (!take(&s, STR(" micros ")))
        return false;
    if (take(&s, STR("via "))) {
        size_t blank = str_chr(s, ' ', 0);
        s = str_from(s, blank == STR_NONE ? s.n : blank + 1);
    }
    size_t close = str_chr(s, ')', 0), space = str_chr(s, ' ', 0);
    if (s.n == 0 || s.p[0] != '(' || close == STR_NONE || space == STR_NONE ||
        space > close)
        return false;
    struct str version = {s.p + 1, space - 1},
               status = {s.p + space + 1, close - space - 1};
    if (take(&version, STR("HTTP/")) && version.n <= 8)
        a->version = version;
    a->bytes = (int64_t)bytes;
    a->duration = (int64_t)time;
    return access_status(&status, &a->status) || str_eq(status, STR("0"));
}

/* "10.0.0.9 () {24 vars in 293 bytes} [DATE] GET /x => generated …" */
static bool read_request(struct reading *in, struct str s, struct access *a,
                         struct stamp *t)
{
    size_t who = str_find(s, STR(" ("), 0), open, answer = find_answer(s);

    if (who == STR_NONE || answer == STR_NONE)
        return false;
    open = str_find(s, STR(" bytes} ["), who);
    if (open == STR_NONE || open > answer)
        return false;
    struct str time = str_from(s, open + 9);
    if (!webtime_ctime(&in->stamper, &time, t) || !take(&time, STR("] ")) ||
        time.p > s.p + answer)
        return false;
    access_clear(a);
    (void)client_first(str_head(s, who), &a->client);
    access_request((struct str){time.p, (size_t)(s.p + answer - time.p)}, a);
    return read_answer(str_from(s, answer + 14), a);
}

static bool read_request_line(struct reading *in, struct head *h, struct str s)
{
    struct access a;
    struct stamp t;
    int64_t pid;

    skip_before(&s);
    if (!take_numbers(&s, &pid))
        return false;
    bool request = read_request(in, s, &a, &t);
    head_access(in, h, request ? &a : NULL);
    if (request)
        head_own_time(h, &t);
    h->pid = pid;
    return true;
}

/* "Tue Dec  1 00:52:16 2026 - " of log-date, or "2026-12-01 00:52:16 - " where it is given that
 * format; what it tells holds where the line does not. */
static bool take_log_date(struct reading *in, struct str *s, struct stamp *t)
{
    struct str rest = *s;
    bool iso = num_is_digit(s->p[0]);
    size_t n = iso ? STAMP_BYTES : CTIME_BYTES;

    if (s->n < n + 4 || s->p[iso ? 4 : 3] != (iso ? '-' : ' ') || s->p[n] != ' ' ||
        !(iso ? stamp_take(&in->stamper, &rest, t)
              : webtime_ctime(&in->stamper, &rest, t)) ||
        !take(&rest, STR(" - ")))
        return false;
    *s = rest;
    return true;
}

/* The first line of a start names its time, the only one in all of them. */
static bool start_time(struct reading *in, struct str s, struct stamp *t)
{
    size_t at;

    if (!str_starts(s, STR("*** Starting uWSGI ")))
        return false;
    at = str_find(s, STR(" on ["), 0);
    if (at == STR_NONE)
        return false;
    struct str time = str_from(s, at + 5);
    return webtime_ctime(&in->stamper, &time, t);
}

/* What a start tells of the lines of requests that will follow. */
static void note_start(struct requests *q, const struct outer *x, struct str s)
{
    int64_t pid;

    if (!q)
        return;
    if (uwsgi_is_manifold(s))
        requests_manifold(q, x ? requests_server(x) : 0);
    if (uwsgi_begins(s, &pid))
        requests_begin(q, pid, x ? requests_place(x) : 0);
}

static bool read_uwsgi(struct reading *in, struct head *h)
{
    struct str s = h->text;
    struct stamp t;
    enum level level;
    int64_t pid = -1;

    if (s.n < 4 || s.p[0] == ' ')
        return false;
    bool dated = take_log_date(in, &s, &t);
    if (!read_request_line(in, h, s)) {
        if (s.n == 0 || !uwsgi_line(s, in->before == ENVELOPE_UWSGI, &level, &pid))
            return false;
        h->form = FORM_WHOLE;
        h->level = level;
        h->pid = pid;
        note_start(in->requests, h->layered ? &h->outer : NULL, s);
        dated = dated || start_time(in, s, &t);
    }
    h->text = s;
    if (dated && !h->access)
        head_own_time(h, &t);
    return true;
}

const struct envelope_kind envelope_uwsgi = {
    .name = "uwsgi",
    .help = "uWSGI's request lines and what it says of itself",
    .id = ENVELOPE_UWSGI,
    .read = read_uwsgi,
};
