/*
 * format_json.c - the event as an ECS document: one JSON object a line, fields in the order of
 * doc/event.md.
 */
#include <arpa/inet.h>
#include <string.h>

#include "base/pypath.h"
#include "flow/limits.h"
#include "render/format_json.h"
#include "render/json_sender.h"
#include "render/writer.h"
#include "render/stack.h"
#include "render/view.h"

#define ECS_VERSION    "9.4.0"
#define SCHEMA_VERSION "1.0"

#define T(s) STR(s)

/* What an event of ordinary size may hold, and what is given up, step by step, when it is over
 * its budget. The order is the schema's: stack trace, texts of candidates, values, messages. */
static const struct json_room rooms[] = {
    {16384, 512, 1024, 512, 8192, 4096},
    {8192,  512, 1024, 512, 8192, 4096},
    {2048,  128, 1024, 512, 8192, 4096},
    {512,   32,  256,  512, 8192, 2048},
    {0,     0,   128,  128, 4096, 1024},
    {0,     0,   64,   64,  1024, 512 },
};

static void write_pair(struct writer *j, struct str category, struct str type)
{
    writer_open_list(j, T("category"));
    writer_item_word(j, category);
    writer_close_list(j);
    writer_open_list(j, T("type"));
    writer_item_word(j, type);
    writer_close_list(j);
}

/* A category goes with the type that ECS expects beside it. */
static void write_category(struct writer *j, const struct view *v)
{
    const struct entry *e = v->telling;
    const struct access *a = v->record->access;

    if (a)
        write_pair(j, T("web"), a->status >= 500 ? T("error") : T("access"));
    else if (e && e->category.n)
        write_pair(j, e->category,
                   str_eq(e->category, T("process")) ? T("end") : T("error"));
}

/* How long a request took, in nanoseconds. */
static void write_duration(struct writer *j, const struct access *a)
{
    if (a && a->duration >= 0 && a->duration <= INT64_MAX / 1000)
        writer_u64(j, T("duration"), (uint64_t)a->duration * 1000);
}

static void write_event(struct writer *j, const struct view *v)
{
    const struct record *r = v->record;

    writer_open(j, T("event"));
    writer_word(j, T("id"), (struct str){v->id, DIGEST_HEX});
    writer_word(j, T("kind"), T("event"));
    write_category(j, v);
    writer_word(j, T("outcome"), v->outcome);
    writer_text(j, T("action"), v->telling ? v->telling->event_action : T(""), 128,
                T("event.action"));
    writer_text(j, T("code"), v->code, 128, T("event.code"));
    writer_text(j, T("reason"), v->reason, 1024, T("event.reason"));
    writer_u64(j, T("severity"), (uint64_t)v->severity);
    writer_word(j, T("dataset"), T("logclass.openstack"));
    writer_word(j, T("module"), T("logclass"));
    writer_text(j, T("provider"), v->match->service_name, 256, T("event.provider"));
    writer_time(j, T("created"), v->created);
    write_duration(j, r->access);
    if (r->zone_assumed)
        writer_text(j, T("timezone"), v->zone_name, 64, T("event.timezone"));
    writer_close(j);
}

/* The call site that the record names, else the last frame of the logged exception. */
static void write_origin(struct writer *j, const struct record *r)
{
    struct str file = pypath_inside(r->origin_file), function = r->origin_function;
    uint32_t line = r->origin_line;

    if (file.n == 0 && r->exception_count && r->exceptions[0].frame_count) {
        const struct frame *f = &r->exceptions[0].frames[r->exceptions[0].frame_count - 1];
        file = f->module_path;
        line = f->line;
        function = f->function;
    }
    writer_open(j, T("origin"));
    writer_open(j, T("file"));
    writer_text(j, T("name"), file, 1024, T("log.origin.file.name"));
    if (file.n && line)
        writer_u64(j, T("line"), line);
    writer_close(j);
    writer_text(j, T("function"), function, 256, T("log.origin.function"));
    writer_close(j);
}

static void write_log(struct writer *j, const struct view *v)
{
    const struct record *r = v->record;

    writer_open(j, T("log"));
    writer_word(j, T("level"), level_name(r->level));
    writer_text(j, T("logger"), r->logger, 256, T("log.logger"));
    writer_open(j, T("file"));
    writer_text(j, T("path"), r->stream->path, 1024, T("log.file.path"));
    writer_close(j);
    write_origin(j, r);
    json_syslog(j, r->sender);
    writer_close(j);
}

static void write_error(struct writer *j, const struct view *v,
                        const struct json_room *room, struct stack_size *size)
{
    const struct record *r = v->record;

    writer_open(j, T("error"));
    if (v->error) {
        writer_text(j, T("type"), v->error->type, 256, T("error.type"));
        writer_text(j, T("message"), v->error->message, room->error_message,
                    T("error.message"));
    }
    if (r->trace.n && room->stack) {
        CLEANUP(buf_done) struct buf text = {0};
        if (!stack_trim(&text, r->trace, room->stack, size))
            writer_was_cut(j, T("error.stack_trace"));
        writer_text(j, T("stack_trace"), buf_str(&text), 16384, T("error.stack_trace"));
    } else if (r->trace.n) {
        writer_was_cut(j, T("error.stack_trace"));
    }
    if (v->match->class_ && v->match->class_->status) {
        CLEANUP(buf_done) struct buf code = {0};
        buf_u64(&code, v->match->class_->status);
        writer_word(j, T("code"), buf_str(&code));
    }
    writer_close(j);
}

static void write_who(struct writer *j, const struct view *v)
{
    const struct record *r = v->record;

    writer_open(j, T("service"));
    writer_text(j, T("name"), v->match->service_name, 128, T("service.name"));
    writer_text(j, T("type"), v->match->service_type, 64, T("service.type"));
    writer_close(j);
    writer_open(j, T("host"));
    writer_text(j, T("name"), r->host, 256, T("host.name"));
    writer_close(j);
    json_container(j, r->sender);
    writer_open(j, T("process"));
    if (r->pid >= 0)
        writer_u64(j, T("pid"), (uint64_t)r->pid);
    writer_text(j, T("name"), r->process_name, 256, T("process.name"));
    writer_open(j, T("thread"));
    if (r->thread_id >= 0)
        writer_u64(j, T("id"), (uint64_t)r->thread_id);
    writer_text(j, T("name"), r->thread_name, 256, T("process.thread.name"));
    writer_close(j);
    writer_close(j);
    writer_open(j, T("cloud"));
    if (r->project_id.n || r->project_name.n)
        writer_word(j, T("provider"), T("openstack"));
    writer_open(j, T("project"));
    writer_text(j, T("id"), r->project_id, 64, T("cloud.project.id"));
    writer_text(j, T("name"), r->project_name, 256, T("cloud.project.name"));
    writer_close(j);
    writer_close(j);
    writer_open(j, T("user"));
    writer_text(j, T("id"), r->user_id, 64, T("user.id"));
    writer_text(j, T("name"), r->user_name, 256, T("user.name"));
    writer_close(j);
}

/* An address is kept as it stands; where it is one of IP it is that as well. */
static void write_client(struct writer *j, struct str client)
{
    enum { LONGEST = 45 }; /* of an IPv6 address with an IPv4 one in it */
    char text[LONGEST + 1];
    unsigned char address[16];

    writer_open(j, T("client"));
    if (client.n && client.n <= LONGEST && !memchr(client.p, 0, client.n)) {
        memcpy(text, client.p, client.n);
        text[client.n] = 0;
        if (inet_pton(AF_INET, text, address) == 1 ||
            inet_pton(AF_INET6, text, address) == 1)
            writer_text(j, T("ip"), client, 64, T("client.ip"));
    }
    writer_text(j, T("address"), client, 256, T("client.address"));
    writer_close(j);
}

static void write_http(struct writer *j, const struct access *a)
{
    writer_open(j, T("http"));
    writer_open(j, T("request"));
    writer_text(j, T("method"), a->method, 16, T("http.request.method"));
    writer_close(j);
    writer_open(j, T("response"));
    if (a->status)
        writer_u64(j, T("status_code"), a->status);
    if (a->bytes >= 0)
        writer_u64(j, T("bytes"), (uint64_t)a->bytes);
    writer_close(j);
    writer_text(j, T("version"), a->version, 8, T("http.version"));
    writer_close(j);
}

static void write_access(struct writer *j, const struct access *a,
                         const struct json_room *room)
{
    size_t most = room->error_message < 2048 ? room->error_message : 2048;

    if (!a)
        return;
    write_http(j, a);
    writer_open(j, T("url"));
    writer_text(j, T("path"), a->path, most, T("url.path"));
    writer_text(j, T("query"), a->query, most, T("url.query"));
    writer_close(j);
    write_client(j, a->client);
    writer_open(j, T("user_agent"));
    writer_text(j, T("original"), a->user_agent, 512, T("user_agent.original"));
    writer_close(j);
}

/* req-UUID as 32 hex digits. */
static void write_trace_id(struct writer *j, struct str key, struct str request_id)
{
    char hex[32];
    size_t n = 0;

    for (size_t i = 4; i < request_id.n && n < sizeof hex; i++)
        if (request_id.p[i] != '-')
            hex[n++] = request_id.p[i];
    if (n != sizeof hex)
        return;
    writer_open(j, key);
    writer_word(j, T("id"), (struct str){hex, sizeof hex});
    writer_close(j);
}

static void write_id_object(struct writer *j, struct str key, struct str id,
                            struct str name)
{
    writer_open(j, key);
    writer_text(j, T("id"), id, 64, name);
    writer_close(j);
}

static void write_resource(struct writer *j, const struct match *m)
{
    const struct entry *e = m->log.entry ? m->log.entry : m->raised.entry;
    bool certain =
        e && (e == m->log.entry ? !m->log.candidate_count : !m->raised.candidate_count);

    if (!certain || e->resource_type.n == 0)
        return;
    for (size_t i = 0; i < m->param_count; i++) {
        if (!str_eq(m->params[i].name, e->resource_param) || m->params[i].value.n == 0)
            continue;
        writer_open(j, T("resource"));
        writer_text(j, T("type"), e->resource_type, 64, T("openstack.resource.type"));
        writer_text(j, T("id"), m->params[i].value, 128, T("openstack.resource.id"));
        writer_close(j);
    }
}

static void write_openstack(struct writer *j, const struct view *v)
{
    const struct record *r = v->record;

    writer_open(j, T("openstack"));
    writer_text(j, T("request_id"), r->request_id, 64, T("openstack.request_id"));
    writer_text(j, T("global_request_id"), r->global_request_id, 64,
                T("openstack.global_request_id"));
    write_id_object(j, T("user_domain"), r->user_domain_id, T("openstack.user_domain.id"));
    write_id_object(j, T("project_domain"), r->project_domain_id,
                    T("openstack.project_domain.id"));
    write_id_object(j, T("domain"), r->domain_id, T("openstack.domain.id"));
    writer_text(j, T("system_scope"), r->system_scope, 64, T("openstack.system_scope"));
    write_id_object(j, T("instance"), r->instance_id, T("openstack.instance.id"));
    write_resource(j, v->match);
    if (v->catalogue)
        writer_text(j, T("release"), v->catalogue->short_release, 32,
                    T("openstack.release"));
    writer_open(j, T("rpc"));
    if (r->exception_count && r->exceptions[0].remote)
        writer_true(j, T("remote"));
    writer_close(j);
    writer_close(j);
}

static void write_all(struct writer *j, const struct view *v, const struct json_room *room)
{
    const struct record *r = v->record;
    struct stack_size size = {0};

    writer_time(j, T("@timestamp"), r->time);
    writer_text_or_empty(j, T("message"), v->message, room->message, T("message"));
    writer_open(j, T("ecs"));
    writer_word(j, T("version"), T(ECS_VERSION));
    writer_close(j);
    write_event(j, v);
    writer_open(j, T("agent"));
    writer_word(j, T("type"), T("logclass"));
    writer_word(j, T("version"), T(LOGCLASS_VERSION));
    writer_close(j);
    write_log(j, v);
    write_error(j, v, room, &size);
    write_who(j, v);
    write_trace_id(j, T("trace"),
                   r->global_request_id.n ? r->global_request_id : r->request_id);
    write_trace_id(j, T("transaction"), r->request_id);
    write_access(j, r->access, room);
    write_openstack(j, v);
    writer_open(j, T("logclass"));
    writer_word(j, T("schema"), T(SCHEMA_VERSION));
    json_logclass(j, v, room, size.frames, size.kept);
    writer_close(j);
}

static void write_json(const struct view *v, bool colour, struct buf *out)
{
    size_t start = out->n;
    struct writer j;

    (void)colour;
    for (size_t i = 0; i < COUNT_OF(rooms); i++) {
        out->n = start;
        writer_start(&j, out);
        write_all(&j, v, &rooms[i]);
        writer_end(&j);
        if (out->n - start <= JSON_BUDGET_BYTES)
            break;
    }
    buf_char(out, '\n');
}

const struct format_kind format_json = {
    .name = "json",
    .help = "one JSON object a line, an ECS document",
    .write = write_json,
};
