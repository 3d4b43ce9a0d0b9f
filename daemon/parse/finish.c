#include "parse/finish.h"

#include "parse/logging_error.h"
#include "parse/access.h"
#include "parse/pyline.h"
#include "parse/suffix.h"
#include "parse/summary.h"
#include "parse/uwsgi_lines.h"

static void name_envelopes(const struct open *o, struct record *r)
{
    for (; r->envelope_count < o->head.layer_count; r->envelope_count++)
        r->envelopes[r->envelope_count] = o->head.layers[r->envelope_count];
    if (o->own == OWN_LOGGING)
        r->envelopes[r->envelope_count++] = ENVELOPE_LOGGING_ERROR;
    else if (o->own != OWN_NONE && o->trace.line_count)
        r->envelopes[r->envelope_count++] = ENVELOPE_TRACEBACK;
}

/* Formatters that prefix no traceback write it below the message. A remote one, which is part of
 * the message, has a blank line below its first. One without frames, of an exception that was
 * never raised, is its class alone. */
static void cut_plain_traceback(struct record *r)
{
    struct str opens = STR("\nTraceback (most recent call last):\n"), line, type, text;
    struct frame frame;
    size_t at = str_find(r->body, opens, 0);

    if (at == STR_NONE)
        return;
    struct str below = str_from(r->body, at + opens.n);
    if (!str_cut(&below, '\n', &line) ||
        (!pyline_frame(line, &frame) && !pyline_sure_class(line, &type, &text)))
        return;
    r->trace = str_from(r->body, at + 1);
    r->body = str_head(r->body, at);
}

/* A server that logs nothing but a traceback, as eventlet's does, whatever the level. */
static bool is_traceback(struct str body)
{
    struct frame frame;
    struct str line;

    if (body.n == 0 || body.p[0] != 'T' || !str_cut(&body, '\n', &line) ||
        !pyline_opens(line))
        return false;
    return str_cut(&body, '\n', &line) && pyline_frame(line, &frame);
}

/* Empty lines below a message are nobody's: those between the records of a pasted log, the one that
 * tail prints before the next file's name, a newline too many of the caller's. */
static struct str without_empty_lines(struct str body)
{
    size_t n = body.n, end = body.n;

    for (; n > 0 && (body.p[n - 1] == '\n' || body.p[n - 1] == ' ' || body.p[n - 1] == '\t'); n--)
        if (body.p[n - 1] == '\n')
            end = n - 1;
    return str_head(body, end);
}

static void trim_trace(struct record *r)
{
    while (r->trace.n > 0 &&
           (r->trace.p[r->trace.n - 1] == '\n' || r->trace.p[r->trace.n - 1] == ' '))
        r->trace.n--;
}

static void read_summary(struct record *r, struct tracing *t, struct arena *a)
{
    struct summary s;

    if (!summary_find(r->body, r->exception_count ? t->logged : STR(""), &s))
        return;
    r->message = without_empty_lines(str_head(r->body, s.message_n));
    if (s.syntax && r->exception_count == 0)
        s.text = STR("SyntaxError");
    if (s.text.n == 0)
        return;
    if (r->exception_count == 0) {
        tracing_read(t, a, s.text, true, r->message, r);
        r->summary_only = r->exception_count > 0;
    } else if (r->exceptions[0].type.n == 0) {
        /* The traceback was cut before its last line; the summary knows what that was. */
        struct exception *first = arena_alloc(a, r->exception_count * sizeof *first);
        struct exception *all = first;
        struct record named = {0};
        memcpy(all, r->exceptions, r->exception_count * sizeof *all);
        tracing_read(t, a, s.text, true, STR(""), &named);
        if (named.exception_count) {
            first->type = named.exceptions[0].type;
            first->message = named.exceptions[0].message;
            first->remote = named.exceptions[0].remote;
        }
        r->exceptions = all;
    }
}

/*
 * A traceback that a service put into its message, joined with a newline too many, as WSME does
 * ("Server-side error: … Detail: \\n%s", wsme/api.py). It stays part of the text, and tells more
 * than the summary of the same exception; below a remote class it is that one's.
 */
static void read_inside(struct record *r, struct tracing *t, struct arena *a)
{
    struct record inside = {0};
    size_t at = str_find(r->message, STR("\nTraceback (most recent call last):\n\n"), 0);

    if (at == STR_NONE || (r->exception_count && r->exceptions[0].remote))
        return;
    tracing_read(t, a, str_from(r->message, at + 1), false, STR(""), &inside);
    if (inside.exception_count == 0 ||
        (r->exception_count && !str_eq(inside.exceptions[0].type, r->exceptions[0].type)))
        return;
    r->flags |= inside.flags;
    r->exceptions = inside.exceptions;
    r->exception_count = inside.exception_count;
    r->summary_only = false;
}

/* The end of the traceback was lost; oslo.log has a line of its own for what it cannot print. */
static bool lacks_class(const struct record *r)
{
    return r->exception_count && r->exceptions[0].type.n == 0 &&
           str_find(r->trace, STR("<Unprintable exception"), 0) == STR_NONE;
}

static void read_exceptions(const struct open *o, struct record *r, struct tracing *t,
                            struct arena *a)
{
    bool trouble = r->level >= LEVEL_WARNING;

    if (r->trace.n == 0 && o->head.form != FORM_WHOLE && is_traceback(r->body)) {
        r->trace = r->body;
        r->body = (struct str){0};
    }
    if (trouble && r->trace.n == 0 && o->head.form != FORM_WHOLE && o->body.line_count > 1)
        cut_plain_traceback(r);
    trim_trace(r);
    r->message = r->body;
    if (r->trace.n)
        tracing_read(t, a, r->trace, false, r->body, r);
    if (lacks_class(r))
        r->flags |= RECORD_PARTIAL;
    if (o->head.form == FORM_WHOLE) {
        if (r->exception_count == 0 && o->head.summary.n)
            tracing_read(t, a, o->head.summary, true, r->body, r);
        r->summary_only = r->trace.n == 0 && r->exception_count > 0;
    } else if (trouble && r->body.n) {
        read_summary(r, t, a);
    }
    if (trouble && (r->exception_count == 0 || r->summary_only))
        read_inside(r, t, a);
}

static void take_head(const struct open *o, struct record *r)
{
    const struct head *h = &o->head;

    r->stream = o->stream;
    r->position = o->position;
    r->line_count = o->line_count;
    r->bytes = o->bytes;
    r->flags = o->flags | h->flags;
    r->time = h->time;
    r->time_source = h->time_source;
    r->zone_assumed = h->zone_assumed;
    r->time_ambiguous = h->time_ambiguous;
    r->year_assumed = h->year_assumed;
    r->level = h->level;
    r->logger = h->logger;
    r->pid = h->pid;
    r->access = h->access;
    r->notice = h->notice;
    r->lost = h->lost;
    r->repeat = h->repeat;
}

/* The loggers of servers: eventlet.wsgi.server, neutron.wsgi, nova.osapi_compute.wsgi.server,
 * werkzeug, nova.api.openstack.requestlog, placement.requestlog … */
static bool is_server(struct str logger)
{
    return str_find(logger, STR("wsgi"), 0) != STR_NONE ||
           str_eq(logger, STR("werkzeug")) || str_ends(logger, STR(".requestlog"));
}

/* The text of an access line, as a server gives it to its logger. */
static void read_access(struct reading *in, struct record *r)
{
    struct access a;
    struct stamp t;
    struct str rest;

    if (r->line_count != 1 || r->message.n < 32 ||
        ((unsigned char)(r->message.p[r->message.n - 1] - '0') > 9 &&
         r->message.p[r->message.n - 1] != '-') ||
        !is_server(r->logger))
        return;
    if (!access_service(r->message, &a) &&
        (!access_clf_head(&in->stamper, r->message, ' ', &a, &t, &rest) ||
         !access_clf_tail(rest, &a)))
        return;
    struct access *copy = arena_alloc(in->arena, sizeof *copy);
    *copy = a;
    r->access = copy;
}

/* uWSGI's line: its time is the start of the request, in whole seconds. eventlet's servers work on
 * many requests at a time, and what one of them writes in a request that has an id bears it. */
static void bind_request(const struct open *o, struct reading *in, struct record *r)
{
    const struct head *h = &o->head;
    usec_t lasted = r->access->duration;
    struct answered x = {.pid = r->pid,
                         .place = h->layered ? requests_place(&h->outer) : 0,
                         .server = h->layered ? requests_server(&h->outer) : 0,
                         .from = r->time,
                         .to = r->time + lasted + USEC_PER_SEC - 1};

    if (!h->kind || h->kind->id != ENVELOPE_UWSGI || !h->time_known || lasted < 0 ||
        lasted > INT64_C(86400) * USEC_PER_SEC ||
        !uwsgi_worker(r->message, &x.served, &x.core))
        return;
    requests_bind(in->requests, &x, r, in->arena);
}

static void read_request(const struct open *o, struct reading *in, struct record *r)
{
    if (!r->access)
        read_access(in, r);
    if (r->access)
        bind_request(o, in, r);
    else if (o->head.form == FORM_WHOLE && r->request_id.n)
        requests_note(in->requests, r->pid,
                      o->head.layered ? requests_place(&o->head.outer) : 0, r->time,
                      r->request_id, r->global_request_id);
}

/* Head and bracket lie in memory of the parser when the record is older than the batch. */
static void copy_kept(struct open *o, struct arena *a)
{
    if (o->kept || o->head.instance_id.p == o->instance)
        o->head.instance_id = arena_str(a, o->head.instance_id);
    if (!o->kept)
        return;
    o->head.logger = arena_str(a, o->head.logger);
    o->head.context = arena_str(a, o->head.context);
}

/* The parser forgets a stream before its records are written. */
static const struct sender *copy_place(const struct sender *place, struct arena *a)
{
    struct sender *s = arena_alloc(a, sizeof *s);

    *s = *place;
    return s;
}

void finish(struct open *o, struct reading *in, struct tracing *t, struct batch *b)
{
    struct record *r = batch_record(b);

    copy_kept(o, &b->arena);
    take_head(o, r);
    name_envelopes(o, r);
    if (o->head.kind && o->head.kind->fill)
        o->head.kind->fill(in, &o->head, r);
    if (o->head.layered)
        outer_fill(&o->head.outer, in->place, r, &b->arena, o->kept);
    else if (in->place)
        r->sender = copy_place(in->place, &b->arena);
    r->raw = gather_take(&o->raw, &b->arena);
    r->body = gather_take(&o->body, &b->arena);
    r->trace = gather_take(&o->trace, &b->arena);
    if (o->head.unended)
        o->head.kind->end(in, r);
    r->body = r->message = without_empty_lines(r->body);
    if (r->level >= LEVEL_WARNING || r->trace.n || is_traceback(r->body))
        read_exceptions(o, r, t, &b->arena);
    if (o->own == OWN_LOGGING)
        logging_error_read(r, &b->arena);
    else if (r->level == LEVEL_DEBUG)
        suffix_read(r);
    read_request(o, in, r);
}
