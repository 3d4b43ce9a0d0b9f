#include "output/event.h"

#include "base/json.h"

#define FIELD(path, field)                                                               \
    {                                                                                    \
        STR_INIT(path), offsetof(struct event, field)                                    \
    }

static const struct field {
    struct str path;
    size_t offset;
} fields[] = {
    FIELD("@timestamp", time),
    FIELD("message", message),
    FIELD("event.id", id),
    FIELD("event.code", code),
    FIELD("event.reason", reason),
    FIELD("event.severity", severity),
    FIELD("log.level", level),
    FIELD("log.syslog.severity.code", syslog_severity),
    FIELD("host.name", host),
    FIELD("service.name", service),
    FIELD("process.pid", pid),
    FIELD("error.type", error_type),
    FIELD("openstack.request_id", request_id),
    FIELD("cloud.project.id", project),
    FIELD("logclass.status", status),
    FIELD("logclass.confidence", confidence),
};

enum { PATH_BYTES = 64 };

/* Is it a field, or may one stand below it? */
static bool leads_to_a_field(struct str path)
{
    for (size_t i = 0; i < COUNT_OF(fields); i++)
        if (str_starts(fields[i].path, path) &&
            (fields[i].path.n == path.n || fields[i].path.p[path.n] == '.'))
            return true;
    return false;
}

static void take_value(struct json *j, struct str path, struct event *out)
{
    struct str value = {0};

    if (json_is_string(j) ? !json_string(j, &value) : !json_number(j, &value))
        return;
    for (size_t i = 0; i < COUNT_OF(fields); i++)
        if (str_eq(fields[i].path, path))
            *(struct str *)(void *)((char *)out + fields[i].offset) = value;
}

/* The members of the object at hand, which stands below path[0..n). No field is deeper than its
 * path is long, so this ends. */
static void read_object(struct json *j, char path[PATH_BYTES], size_t n, struct event *out)
{
    struct str key;

    while (json_key(j, &key)) {
        struct str below = {path, n + (n > 0) + key.n};
        if (below.n >= PATH_BYTES) {
            json_skip(j);
            continue;
        }
        if (n > 0)
            path[n] = '.';
        memcpy(path + n + (n > 0), key.p, key.n);
        if (!leads_to_a_field(below))
            json_skip(j);
        else if (!json_is_open(j, '{'))
            take_value(j, below, out);
        else if (json_open(j, '{'))
            read_object(j, path, below.n, out);
    }
}

void event_read(struct arena *a, struct str json, struct event *out)
{
    char path[PATH_BYTES];
    struct json j;

    *out = (struct event){0};
    json_init(&j, json, a);
    if (json_open(&j, '{'))
        read_object(&j, path, 0, out);
}
