#include "render/json_sender.h"

#define T(s) STR(s)

/* RFC 5424, 6.2.1 */
static struct str severity_name(int severity)
{
    static const struct str names[] = {
        STR_INIT("Emergency"), STR_INIT("Alert"),  STR_INIT("Critical"),
        STR_INIT("Error"),     STR_INIT("Warning"), STR_INIT("Notice"),
        STR_INIT("Informational"), STR_INIT("Debug"),
    };
    return severity >= 0 && (size_t)severity < COUNT_OF(names) ? names[severity] : T("");
}

void json_syslog(struct writer *j, const struct sender *s)
{
    if (!s)
        return;
    writer_open(j, T("syslog"));
    writer_open(j, T("severity"));
    if (severity_name(s->severity).n) {
        writer_u64(j, T("code"), (uint64_t)s->severity);
        writer_word(j, T("name"), severity_name(s->severity));
    }
    writer_close(j);
    writer_open(j, T("facility"));
    if (s->facility >= 0 && s->facility <= 23)
        writer_u64(j, T("code"), (uint64_t)s->facility);
    writer_close(j);
    writer_text(j, T("appname"), s->identifier, 256, T("log.syslog.appname"));
    writer_text(j, T("msgid"), s->msgid, 32, T("log.syslog.msgid"));
    writer_close(j);
}

void json_container(struct writer *j, const struct sender *s)
{
    if (!s)
        return;
    writer_open(j, T("container"));
    writer_text(j, T("id"), s->container_id, 64, T("container.id"));
    writer_text(j, T("name"), s->container_name, 256, T("container.name"));
    writer_open(j, T("image"));
    writer_text(j, T("name"), s->image, 512, T("container.image.name"));
    writer_close(j);
    writer_close(j);
    if (s->pod.n == 0 && s->namespace.n == 0)
        return;
    writer_open(j, T("orchestrator"));
    writer_word(j, T("type"), T("kubernetes"));
    writer_text(j, T("namespace"), s->namespace, 64, T("orchestrator.namespace"));
    writer_open(j, T("resource"));
    writer_text(j, T("name"), s->pod, 256, T("orchestrator.resource.name"));
    writer_close(j);
    writer_close(j);
}
