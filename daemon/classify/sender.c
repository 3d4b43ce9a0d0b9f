#include "classify/sender.h"

static bool drop_head(struct str *s, struct str head)
{
    if (s->n <= head.n || !str_starts(*s, head))
        return false;
    *s = str_from(*s, head.n);
    return true;
}

static bool drop_tail(struct str *s, struct str tail)
{
    if (s->n <= tail.n || !str_ends(*s, tail))
        return false;
    s->n -= tail.n;
    return true;
}

/* devstack's short names: n-cpu, c-vol (devstack, lib/nova, lib/cinder …). */
static struct owner devstack_owner(struct str name)
{
    static const struct {
        struct str head, project;
    } rows[] = {
        {STR_INIT("n-"), STR_INIT("nova")},    {STR_INIT("c-"), STR_INIT("cinder")},
        {STR_INIT("q-"), STR_INIT("neutron")}, {STR_INIT("g-"), STR_INIT("glance")},
        {STR_INIT("s-"), STR_INIT("swift")},   {STR_INIT("ir-"), STR_INIT("ironic")},
        {STR_INIT("m-"), STR_INIT("manila")},  {STR_INIT("tr-"), STR_INIT("trove")},
        {STR_INIT("key"), STR_INIT("keystone")},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (str_starts(name, rows[i].head))
            return (struct owner){.name = name, .type = rows[i].project};
    return (struct owner){0};
}

struct owner sender_unit(const struct catalog *c, struct str unit)
{
    static const struct str heads[] = {STR_INIT("openstack-"), STR_INIT("tripleo_"),
                                       STR_INIT("edpm_"), STR_INIT("kolla-"),
                                       STR_INIT("container-"), STR_INIT("wsgi-")};
    struct str name = unit;

    drop_tail(&name, STR(".service"));
    bool devstack = str_starts(name, STR("devstack@"));
    if (!devstack)
        drop_tail(&name, STR("-container"));
    for (size_t i = 0; i < COUNT_OF(heads); i++)
        if (drop_head(&name, heads[i]))
            break;
    struct owner found = service_of_name(c, name, false);
    if (found.type.n || !devstack)
        return found;
    drop_head(&name, STR("devstack@"));
    found = service_of_name(c, name, false);
    return found.type.n ? found : devstack_owner(name);
}

struct owner sender_container(const struct catalog *c, struct str name)
{
    if (drop_head(&name, STR("k8s_"))) {
        struct str container;
        str_cut(&name, '_', &container);
        name = container;
    }
    return service_of_name(c, name, true);
}

struct owner sender_identifier(const struct catalog *c, struct str identifier)
{
    if (identifier.n == 0 || identifier.p[0] == '<' || str_ends(identifier, STR(".py")) ||
        str_ends(identifier, STR(".wsgi")))
        return (struct owner){0};
    return sender_unit(c, identifier);
}

struct owner sender_owner(const struct catalog *c, const struct sender *s,
                          const struct owner *by_path)
{
    struct owner found = {0};

    if (s->unit.n)
        found = sender_unit(c, s->unit);
    if (!found.type.n && s->container_name.n)
        found = sender_container(c, s->container_name);
    if (!found.type.n && s->pod.n)
        found = sender_container(c, s->pod);
    if (!found.type.n && s->file.n)
        found = service_of_path(c, s->file);
    if (!found.type.n)
        found = *by_path;
    return found.type.n ? found : sender_identifier(c, s->identifier);
}
