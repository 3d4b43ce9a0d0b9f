/*
 * What eventlet's WSGI server prints (eventlet/wsgi.py), and Python's own http.server, werkzeug
 * and wsgiref, whose access lines have the same form without a duration:
 *
 *     (29119) wsgi starting up on http://127.0.0.1:8774
 *     (29119) accepted ('10.0.0.9', 49960)
 *     10.0.0.9 - - [01/Dec/2026 00:51:36] "GET /v1/x HTTP/1.1" 200 106 0.000113
 *     10.0.0.9 "GET /v1/x HTTP/1.1" status: 200  len: 106 time: 0.0001850
 *     wsgi exiting
 *     (29119) wsgi exited, is_accepting=True
 *
 * The fourth is oslo.service's form. The client is empty at a unix socket. As messages of oslo.log
 * these lines belong to the record whose text they are.
 */
#include "base/num.h"
#include "parse/access.h"
#include "parse/client.h"
#include "parse/head.h"

/* "(29119) " off the head of *in. */
static bool take_pid(struct str *in, int64_t *pid)
{
    struct str s = *in;
    uint64_t v;

    if (s.n < 4 || s.p[0] != '(')
        return false;
    s = str_from(s, 1);
    if (!num_take(&s, INT32_MAX, &v) || !str_starts(s, STR(") ")))
        return false;
    *in = str_from(s, 2);
    *pid = (int64_t)v;
    return true;
}

static bool read_own(struct head *h)
{
    struct str s = h->text;
    int64_t pid = -1;
    bool accepted;

    if (!take_pid(&s, &pid) && (s.n == 0 || s.p[0] != 'w'))
        return false;
    accepted = pid >= 0 && str_starts(s, STR("accepted "));
    if (!accepted && !str_starts(s, STR("wsgi starting up on ")) &&
        !str_eq(s, STR("wsgi exiting")) &&
        !str_starts(s, STR("wsgi exited, is_accepting=")))
        return false;
    h->form = FORM_WHOLE;
    h->level = accepted ? LEVEL_DEBUG : LEVEL_INFO;
    h->pid = pid;
    return true;
}

static bool may_begin(char c)
{
    return num_is_digit(c) || c == '-' || c == ':' || c == ' ' || c == '"' ||
           ((unsigned char)c | 0x20U) - 'a' < 26U;
}

/* http.server says what went wrong on a line of its own: [date] code 404, message …; [date] Request
 * timed out: … */
static bool read_access(struct reading *in, struct head *h)
{
    struct access a;
    struct stamp t;
    struct str rest;

    if (access_clf_head(&in->stamper, h->text, ' ', &a, &t, &rest)) {
        bool request = access_clf_tail(rest, &a);
        if (!request && client_is_name(a.client))
            return false;
        head_access(in, h, request ? &a : NULL);
        head_own_time(h, &t);
        return true;
    }
    if (!access_service(h->text, &a) || a.method.n == 0)
        return false;
    head_access(in, h, &a);
    return true;
}

static bool read_eventlet(struct reading *in, struct head *h)
{
    if (h->text.n < 12)
        return false;
    if (h->text.p[0] == '(' || h->text.p[0] == 'w')
        if (read_own(h))
            return true;
    return h->text.n > 32 && may_begin(h->text.p[0]) && read_access(in, h);
}

const struct envelope_kind envelope_eventlet = {
    .name = "eventlet",
    .help = "lines of eventlet's WSGI server, oslo.service and Python's http.server",
    .id = ENVELOPE_EVENTLET,
    .read = read_eventlet,
};
