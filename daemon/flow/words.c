/* The words that enums of flow/ have in pattern files and events. */
#include "flow/secret_rule.h"

struct str level_name(enum level l)
{
    static const struct str names[] = {
        [LEVEL_TRACE] = STR_INIT("trace"),       [LEVEL_DEBUG] = STR_INIT("debug"),
        [LEVEL_INFO] = STR_INIT("info"),         [LEVEL_AUDIT] = STR_INIT("audit"),
        [LEVEL_WARNING] = STR_INIT("warning"),   [LEVEL_ERROR] = STR_INIT("error"),
        [LEVEL_CRITICAL] = STR_INIT("critical"),
    };
    return (size_t)l < COUNT_OF(names) ? names[l] : STR("");
}

enum level level_of(struct str word)
{
    static const struct {
        struct str word;
        enum level level;
    } rows[] = {
        {STR_INIT("INFO"),     LEVEL_INFO    },
        {STR_INIT("DEBUG"),    LEVEL_DEBUG   },
        {STR_INIT("WARNING"),  LEVEL_WARNING },
        {STR_INIT("ERROR"),    LEVEL_ERROR   },
        {STR_INIT("CRITICAL"), LEVEL_CRITICAL},
        {STR_INIT("TRACE"),    LEVEL_TRACE   },
        {STR_INIT("AUDIT"),    LEVEL_AUDIT   },
        {STR_INIT("WARN"),     LEVEL_WARNING },
        {STR_INIT("FATAL"),    LEVEL_CRITICAL},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (str_eq_nocase(word, rows[i].word))
            return rows[i].level;
    return LEVEL_NONE;
}

struct str envelope_name(enum envelope e)
{
    static const struct str names[] = {
        [ENVELOPE_NONE] = STR_INIT("none"),
        [ENVELOPE_OSLO_TEXT] = STR_INIT("oslo_text"),
        [ENVELOPE_OSLO_JSON] = STR_INIT("oslo_json"),
        [ENVELOPE_DEVSTACK] = STR_INIT("devstack"),
        [ENVELOPE_TRACEBACK] = STR_INIT("traceback"),
        [ENVELOPE_LOGGING_ERROR] = STR_INIT("logging_error"),
        [ENVELOPE_CRI] = STR_INIT("cri"),
        [ENVELOPE_DOCKER] = STR_INIT("docker"),
        [ENVELOPE_PEBBLE] = STR_INIT("pebble"),
        [ENVELOPE_JOURNAL] = STR_INIT("journal"),
        [ENVELOPE_JOURNALCTL] = STR_INIT("journalctl"),
        [ENVELOPE_SYSLOG3164] = STR_INIT("syslog3164"),
        [ENVELOPE_SYSLOG5424] = STR_INIT("syslog5424"),
        [ENVELOPE_APACHE] = STR_INIT("apache"),
        [ENVELOPE_UWSGI] = STR_INIT("uwsgi"),
        [ENVELOPE_EVENTLET] = STR_INIT("eventlet"),
        [ENVELOPE_FLUENTD] = STR_INIT("fluentd"),
        [ENVELOPE_PREFIX] = STR_INIT("prefix"),
        [ENVELOPE_HAPROXY] = STR_INIT("haproxy"),
        [ENVELOPE_LOGCLASS_EVENT] = STR_INIT("logclass_event"),
        [ENVELOPE_PYTHON] = STR_INIT("python"),
    };
    return (size_t)e < COUNT_OF(names) ? names[e] : STR("none");
}

struct str relation_name(enum relation r)
{
    static const struct str names[] = {
        [RELATION_CAUSE] = STR_INIT("cause"),
        [RELATION_CONTEXT] = STR_INIT("context"),
        [RELATION_REMOTE] = STR_INIT("remote"),
        [RELATION_GROUP] = STR_INIT("group"),
    };
    return (size_t)r < COUNT_OF(names) ? names[r] : STR("");
}

struct str role_name(enum role r)
{
    static const struct str names[] = {STR_INIT("trouble"), STR_INIT("caller"),
                                       STR_INIT("routine")};
    return (size_t)r < COUNT_OF(names) ? names[r] : STR("");
}

struct str seen_name(enum seen s)
{
    static const struct str names[] = {STR_INIT(""), STR_INIT("yes"), STR_INIT("no"),
                                       STR_INIT("unknown")};
    return (size_t)s < COUNT_OF(names) ? names[s] : STR("");
}

struct str evidence_name(enum evidence e)
{
    static const struct str names[] = {STR_INIT(""), STR_INIT("observed"),
                                       STR_INIT("read"), STR_INIT("inferred")};
    return (size_t)e < COUNT_OF(names) ? names[e] : STR("");
}

struct str logged_name(enum logged l)
{
    static const struct str names[] = {
        STR_INIT(""),      STR_INIT("record"), STR_INIT("summary"), STR_INIT("traceback"),
        STR_INIT("debug"), STR_INIT("stderr"), STR_INIT("never"),
    };
    return (size_t)l < COUNT_OF(names) ? names[l] : STR("");
}

struct str basis_name(unsigned bit_number)
{
    static const struct str names[BASIS_COUNT] = {
        STR_INIT("template"), STR_INIT("msg"),    STR_INIT("class"),   STR_INIT("frame"),
        STR_INIT("function"), STR_INIT("logger"), STR_INIT("level"),   STR_INIT("status"),
        STR_INIT("args"),     STR_INIT("site"),   STR_INIT("service"),
    };
    return bit_number < BASIS_COUNT ? names[bit_number] : STR("");
}

struct str secret_name(enum secret_kind k)
{
    static const struct str names[SECRET_COUNT] = {
        STR_INIT("token"),          STR_INIT("password"),    STR_INIT("url_password"),
        STR_INIT("url_signature"),  STR_INIT("private_key"), STR_INIT("trust_id"),
        STR_INIT("sql_parameters"), STR_INIT("header"),      STR_INIT("user_data"),
        STR_INIT("custom"),
    };
    return (size_t)k < SECRET_COUNT ? names[k] : STR("");
}

bool secret_kind_of(struct str name, enum secret_kind *out)
{
    for (unsigned k = 0; k < SECRET_COUNT; k++)
        if (str_eq(name, secret_name((enum secret_kind)k))) {
            *out = (enum secret_kind)k;
            return true;
        }
    return false;
}

bool strs_has(struct strs list, struct str text)
{
    for (size_t i = 0; i < list.n; i++)
        if (str_eq(list.at[i], text))
            return true;
    return false;
}

const struct entry *match_lead(const struct match *m)
{
    if (m->log.entry && (m->log.entry->situation.n || !m->raised.entry))
        return m->log.entry;
    return m->raised.entry;
}
