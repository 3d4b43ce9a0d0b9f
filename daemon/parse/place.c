#include "parse/place.h"

#include "base/num.h"

enum { MOST_PARTS = 16, ID_BYTES = 64 };

/* The last parts of a path: part[0] is the file. */
struct parts {
    struct str part[MOST_PARTS];
    size_t count;
};

static void split(struct str path, struct parts *out)
{
    out->count = 0;
    while (path.n && out->count < MOST_PARTS) {
        size_t slash = str_rchr(path, '/');
        struct str part = slash == STR_NONE ? path : str_from(path, slash + 1);
        path.n = slash == STR_NONE ? 0 : slash;
        if (part.n)
            out->part[out->count++] = part;
    }
}

static bool all_hex(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!num_is_hex(s.p[i]))
            return false;
    return s.n > 0;
}

/* A name of Kubernetes: small letters, digits, '-' and '.'. */
static bool is_name(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!num_is_digit(s.p[i]) && (s.p[i] < 'a' || s.p[i] > 'z') && s.p[i] != '-' &&
            s.p[i] != '.')
            return false;
    return s.n > 0;
}

static bool is_uid(struct str s) /* a UUID; of a static pod 32 hex digits */
{
    return num_is_uuid(s) || (s.n == 32 && all_hex(s));
}

/* "NAMESPACE_POD_UID" above the folder of the container */
static bool of_pod_folder(const struct parts *p, struct sender *out)
{
    if (p->count < 3)
        return false;
    struct str folder = p->part[2];
    size_t first = str_chr(folder, '_', 0), last = str_rchr(folder, '_');
    if (first == STR_NONE || first == last)
        return false;
    struct str namespace = str_head(folder, first),
               pod = {folder.p + first + 1, last - first - 1};
    if (!is_uid(str_from(folder, last + 1)) || !is_name(namespace) || !is_name(pod) ||
        !is_name(p->part[1]))
        return false;
    out->namespace = namespace;
    out->pod = pod;
    out->container_name = p->part[1];
    return true;
}

/* "POD_NAMESPACE_CONTAINER-ID.log" */
static bool of_pod_link(const struct parts *p, struct sender *out)
{
    struct str s = p->count ? p->part[0] : (struct str){0};
    size_t first = str_chr(s, '_', 0), dot = str_find(s, STR(".log"), 0);
    size_t second = first == STR_NONE ? STR_NONE : str_chr(s, '_', first + 1);

    if (second == STR_NONE || dot == STR_NONE || dot < second + 2 + 1 + ID_BYTES)
        return false;
    struct str id = {s.p + dot - ID_BYTES, ID_BYTES};
    struct str container = {s.p + second + 1, dot - ID_BYTES - 1 - (second + 1)};
    struct str namespace = {s.p + first + 1, second - first - 1}, pod = str_head(s, first);
    if (id.p[-1] != '-' || !all_hex(id) || !is_name(container) || !is_name(namespace) ||
        !is_name(pod))
        return false;
    out->pod = pod;
    out->namespace = namespace;
    out->container_name = container;
    out->container_id = id;
    return true;
}

/* The folder "pods" below one of "namespaces", in what oc and must-gather collect. */
static bool of_collection(const struct parts *p, struct sender *out)
{
    for (size_t i = 3; i + 2 < p->count; i++) {
        if (!str_eq(p->part[i], STR("pods")) ||
            !str_eq(p->part[i + 2], STR("namespaces")) || !is_name(p->part[i + 1]) ||
            !is_name(p->part[i - 1]))
            continue;
        struct str container = p->part[i - 2];
        if (str_eq(container, STR("logs"))) { /* the file has the container's name */
            size_t dot = str_find(p->part[0], STR(".log"), 0);
            if (i != 3 || dot == STR_NONE)
                return false;
            container = str_head(p->part[0], dot);
        }
        if (!is_name(container))
            return false;
        out->namespace = p->part[i + 1];
        out->pod = p->part[i - 1];
        out->container_name = container;
        return true;
    }
    return false;
}

static bool of_docker(const struct parts *p, struct sender *out)
{
    if (p->count < 2 || p->part[1].n != ID_BYTES || !all_hex(p->part[1]) ||
        !str_starts(p->part[0], p->part[1]) ||
        !str_starts(str_from(p->part[0], ID_BYTES), STR("-json.log")))
        return false;
    out->container_id = p->part[1];
    return true;
}

static bool of_podman(const struct parts *p, struct sender *out)
{
    if (p->count >= 3 && str_starts(p->part[0], STR("ctr.log")) &&
        str_eq(p->part[1], STR("userdata")) && p->part[2].n == ID_BYTES &&
        all_hex(p->part[2])) {
        out->container_id = p->part[2];
        return true;
    }
    size_t dot = p->count >= 3 ? str_find(p->part[0], STR(".log"), 1) : STR_NONE;
    if (dot == STR_NONE || !str_eq(p->part[1], STR("stdouts")) ||
        !str_eq(p->part[2], STR("containers")))
        return false;
    out->container_name = str_head(p->part[0], dot);
    return true;
}

bool place_of_path(struct str path, struct sender *out)
{
    struct parts p;

    *out = (struct sender){.severity = -1, .facility = -1};
    split(path, &p);
    return of_pod_folder(&p, out) || of_pod_link(&p, out) || of_collection(&p, out) ||
           of_docker(&p, out) || of_podman(&p, out);
}

static void set(struct str *field, struct str value)
{
    if (field->n == 0)
        *field = value;
}

void place_fill(const struct sender *place, struct sender *s)
{
    if (!place)
        return;
    set(&s->container_name, place->container_name);
    set(&s->container_id, place->container_id);
    set(&s->pod, place->pod);
    set(&s->namespace, place->namespace);
}
