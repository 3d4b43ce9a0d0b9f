#include "parse/oslo_json.h"

#include "base/num.h"
#include "base/json.h"

enum take { TAKE_SKIP, TAKE_STRING, TAKE_NUMBER, TAKE_TRACEBACK, TAKE_CONTEXT };

struct row {
    struct str key, lead; /* lead: as json_foreseen takes it */
    enum take take;
    size_t field; /* its offset */
};

#define ROW(key, how, field)                                                             \
    {                                                                                    \
        STR_INIT(key), STR_INIT("\"" key "\": "), how, field                             \
    }
#define SKIP(key)         ROW(key, TAKE_SKIP, 0)
#define TOP(how, key, to) ROW(key, TAKE_##how, offsetof(struct oslo_json, to))
#define CONTEXT(key, to)  ROW(key, TAKE_STRING, offsetof(struct oslo_context, to))

struct table {
    const struct row *rows;
    size_t count;
};

/* In the order in which oslo.log writes them: the row behind the last hit is tried first. */
static const struct row top_rows[] = {
    TOP(STRING, "message", message),
    TOP(STRING, "asctime", asctime),
    TOP(STRING, "name", name),
    TOP(STRING, "msg", msg),
    SKIP("args"),
    TOP(STRING, "levelname", levelname),
    TOP(NUMBER, "levelno", levelno),
    TOP(STRING, "pathname", pathname),
    SKIP("filename"),
    SKIP("module"),
    TOP(NUMBER, "lineno", lineno),
    TOP(STRING, "funcname", funcname),
    TOP(NUMBER, "created", created),
    SKIP("msecs"),
    SKIP("relative_created"),
    TOP(NUMBER, "thread", thread),
    TOP(STRING, "thread_name", thread_name),
    TOP(STRING, "process_name", process_name),
    TOP(NUMBER, "process", process),
    TOP(TRACEBACK, "traceback", traceback),
    TOP(STRING, "hostname", hostname),
    TOP(STRING, "error_summary", summary),
    TOP(CONTEXT, "context", context),
    TOP(CONTEXT, "extra", extra),
    TOP(STRING, "time", time),
    TOP(STRING, "level", level),
    SKIP("cmdline"),
};

static const struct row context_rows[] = {
    CONTEXT("user_name", user_name),
    CONTEXT("project_name", project_name),
    SKIP("domain_name"),
    SKIP("user_domain_name"),
    SKIP("project_domain_name"),
    CONTEXT("user", user_id),
    CONTEXT("project_id", project_id),
    CONTEXT("system_scope", system_scope),
    CONTEXT("project", project_id),
    CONTEXT("domain", domain_id),
    CONTEXT("user_domain", user_domain_id),
    CONTEXT("project_domain", project_domain_id),
    SKIP("is_admin"),
    SKIP("read_only"),
    SKIP("show_deleted"),
    SKIP("auth_token"),
    CONTEXT("request_id", request_id),
    CONTEXT("global_request_id", global_request_id),
    CONTEXT("resource_uuid", instance_id),
    SKIP("roles"),
    SKIP("user_identity"),
    SKIP("is_admin_project"),
    CONTEXT("user_id", user_id),
    CONTEXT("tenant", project_id),
    CONTEXT("domain_id", domain_id),
    CONTEXT("user_domain_id", user_domain_id),
    CONTEXT("project_domain_id", project_domain_id),
    CONTEXT("instance_uuid", instance_id),
    CONTEXT("instance", instance_id),
    SKIP("version"),
};

static const struct table top = {top_rows, COUNT_OF(top_rows)};
static const struct table inner = {context_rows, COUNT_OF(context_rows)};
static const struct row unknown = SKIP("");

/* The row of the next key, `unknown` where it has none; NULL behind the object's end. *at is the
 * row that is foreseen. */
static const struct row *next_row(struct json *j, const struct table *t, size_t *at)
{
    struct str key;
    size_t i = *at;

    if (!json_foreseen(j, t->rows[i].lead)) {
        if (!json_key(j, &key))
            return NULL;
        for (i = 0; i < t->count && !str_eq(t->rows[i].key, key); i++)
            ;
        if (i == t->count)
            return &unknown;
    }
    *at = i + 1 < t->count ? i + 1 : 0;
    return &t->rows[i];
}

static bool is_uuid_field(size_t field)
{
    return field == offsetof(struct oslo_context, instance_id);
}

static void read_context(struct json *j, struct oslo_context *out)
{
    struct str value;
    size_t at = 0;
    const struct row *r;

    if (!json_open(j, '{')) {
        json_skip(j);
        return;
    }
    while ((r = next_row(j, &inner, &at)) != NULL) {
        if (r->take == TAKE_SKIP)
            json_skip(j);
        else if (json_string(j, &value) && (!is_uuid_field(r->field) || num_is_uuid(value)))
            *(struct str *)(void *)((char *)out + r->field) = value;
    }
    j->first = false;
}

/* A list of lines before oslo.log 8.0.0, one string since then; null without an exception. */
static void read_traceback(struct json *j, struct str *out)
{
    struct str line;
    const char *from = j->p;
    size_t most = 0, n = 0;

    if (!json_open(j, '[')) {
        json_string(j, out);
        return;
    }
    /* Sized first: the lines are then put one behind the other. */
    struct json ahead = *j;
    for (; json_item(&ahead); most++)
        json_skip(&ahead);
    char *text = arena_alloc(j->arena, (size_t)(ahead.p - from) + most);
    while (json_item(j)) {
        if (!json_string(j, &line))
            continue;
        while (line.n > 0 && line.p[line.n - 1] == '\n')
            line.n--;
        memcpy(text + n, line.p, line.n);
        n += line.n;
        text[n++] = '\n';
    }
    j->first = false;
    *out = (struct str){text, n ? n - 1 : 0};
}

static void read_field(struct json *j, const struct row *r, struct oslo_json *o)
{
    void *field = (char *)o + r->field;

    switch (r->take) {
    case TAKE_STRING: json_string(j, field); break;
    case TAKE_NUMBER: json_number(j, field); break;
    case TAKE_TRACEBACK: read_traceback(j, field); break;
    case TAKE_CONTEXT: read_context(j, field); break;
    case TAKE_SKIP:
    default: json_skip(j); break;
    }
}

static bool read_object(struct oslo_json *o, struct str line, struct arena *a)
{
    struct json j;
    const struct row *r;
    size_t at = 0;

    memset(o, 0, sizeof *o);
    json_init(&j, line, a);
    if (!json_open(&j, '{'))
        return false;
    while ((r = next_row(&j, &top, &at)) != NULL)
        read_field(&j, r, o);
    o->cut = j.failed && j.cut;
    return o->message.p && (o->cut || json_end(&j));
}

bool oslo_json_read(struct oslo_json *o, struct str line, struct arena *a)
{
    return read_object(o, line, a) && o->levelname.n > 0;
}

bool oslo_json_read_fluent(struct oslo_json *o, struct str line, struct arena *a)
{
    if (!read_object(o, line, a) || o->level.n == 0)
        return false;
    o->levelname = o->level;
    o->asctime = o->time;
    return true;
}
