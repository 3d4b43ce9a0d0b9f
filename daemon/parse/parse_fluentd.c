/*
 * What log shippers make of a record or a line, one JSON object each.
 *
 * Kolla's fluentd (ansible/roles/fluentd/templates/conf of kolla-ansible, input/00-global.conf.j2)
 * takes an oslo.log record apart:
 *
 *     {"Timestamp":"2026-12-01 01:50:30.971","Pid":"31","log_level":"ERROR","python_module":"heat",
 *      "global_request_id":"UUID","request_id":"UUID","user_id":"…",…,"Payload":" text\n…",
 *      "Hostname":"ctl1","Logger":"openstack.heat","programname":"heat-engine"}
 *
 * The expression eats "req-" and the "None" of an unset global id; without a request "[-]" stays
 * in Payload. The lines of the traceback stand in Payload as they were, prefixes and all: so the
 * record is put together again, and read as the text it was. A uWSGI line of a request
 * (13-uwsgi.conf.j2) is treated alike; of its other lines there is a Payload alone.
 *
 * Filebeat, Fluent Bit, Vector, Loki and others put the line into "message", "log" or "line"
 * (shipped.h), and a search of Elasticsearch puts the document into "_source".
 *
 * oslo.log's FluentFormatter (oslo_log/formatters.py) makes a record of its own.
 */
#include "base/num.h"
#include "parse/bracket.h"
#include "base/json.h"
#include "parse/level.h"
#include "parse/object.h"
#include "parse/shipped.h"
#include "parse/syslog.h"

/* ---- kolla ---- */

struct text { /* a text under construction, in the arena */
    char *p;
    size_t n;
};

static void put(struct text *t, struct str s)
{
    if (s.n)
        memcpy(t->p + t->n, s.p, s.n);
    t->n += s.n;
}

static void put_word(struct text *t, struct str s) /* with a blank before it */
{
    put(t, STR(" "));
    put(t, s.n ? s : STR("-"));
}

static struct text text_new(struct arena *a, const struct shipped *s)
{
    enum { BETWEEN = 128 }; /* more than all that is put between the fields */
    size_t n = BETWEEN;

    for (size_t i = 0; i < SHIPPED_NAMES; i++)
        n += s->at[i].n;
    return (struct text){arena_alloc(a, n), 0};
}

static void put_request(struct text *t, struct str id)
{
    if (id.n == 0) {
        put(t, STR("None"));
        return;
    }
    put(t, num_is_uuid(id) ? STR("req-") : STR(""));
    put(t, id);
}

/* The bracket as it was: before oslo.log 4.8.0 without the global id and the scope. */
static void put_context(struct text *t, const struct shipped *s)
{
    put(t, STR("["));
    if (s->at[KOLLA_GLOBAL_REQUEST_ID].p || s->at[KOLLA_SYSTEM_SCOPE].p) {
        put_request(t, s->at[KOLLA_GLOBAL_REQUEST_ID]);
        put(t, STR(" "));
    }
    put_request(t, s->at[KOLLA_REQUEST_ID]);
    for (size_t i = KOLLA_USER_ID; i <= KOLLA_PROJECT_DOMAIN; i++)
        if (i != KOLLA_SYSTEM_SCOPE || s->at[i].p)
            put_word(t, s->at[i]);
    put(t, STR("]"));
}

static struct str record_of(struct arena *a, const struct shipped *s)
{
    struct text t = text_new(a, s);
    struct str payload = s->at[KOLLA_PAYLOAD], rest = payload, context;

    put(&t, s->at[KOLLA_TIMESTAMP]);
    for (size_t i = KOLLA_PID; i <= KOLLA_MODULE; i++)
        if (i != KOLLA_PID || s->at[i].n)
            put_word(&t, s->at[i]);
    put(&t, STR(" "));
    if (s->at[KOLLA_REQUEST_ID].n)
        put_context(&t, s);
    else if (!bracket_context(&rest, &context))
        put(&t, STR("[-]"));
    if (payload.n && payload.p[0] != ' ' && t.p[t.n - 1] == ']')
        put(&t, STR(" "));
    put(&t, payload);
    return (struct str){t.p, t.n};
}

/* [pid: 52|app: 0|req: 1/1] 10.0.0.5 () {24 vars in 293 bytes} [Tue Dec  1 00:52:16 2026] GET … */
static struct str request_of(struct arena *a, const struct shipped *s)
{
    static const struct {
        struct str before;
        enum shipped_name name;
    } parts[] = {
        {STR_INIT("[pid: "),      KOLLA_PID      },
        {STR_INIT("|app: "),      KOLLA_APP      },
        {STR_INIT("|req: "),      KOLLA_REQ      },
        {STR_INIT("] "),          KOLLA_ADDRESS  },
        {STR_INIT(" ("),          KOLLA_USER     },
        {STR_INIT(") {"),         KOLLA_VARS     },
        {STR_INIT(" vars in "),   KOLLA_BYTES    },
        {STR_INIT(" bytes} ["),   KOLLA_TIMESTAMP},
        {STR_INIT("] "),          KOLLA_PAYLOAD  },
    };
    struct text t = text_new(a, s);

    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        put(&t, parts[i].before);
        put(&t, s->at[parts[i].name]);
    }
    return (struct str){t.p, t.n};
}

static struct str kolla_text(struct arena *a, const struct shipped *s)
{
    if (s->at[KOLLA_MODULE].n && s->at[KOLLA_LEVEL].n && s->at[KOLLA_TIMESTAMP].n)
        return record_of(a, s);
    if (s->at[KOLLA_REQ].n && s->at[KOLLA_APP].n && s->at[KOLLA_TIMESTAMP].n)
        return request_of(a, s);
    return s->at[KOLLA_PAYLOAD].p ? s->at[KOLLA_PAYLOAD] : s->at[SHIPPED_MESSAGE];
}

/* ---- all of them ---- */

static const struct {
    enum shipped_name from;
    enum outer_text to;
} texts[] = {
    {SHIPPED_NODE,           OUTER_HOST          },
    {SHIPPED_HOST,           OUTER_HOST          },
    {KOLLA_HOSTNAME,         OUTER_HOST          },
    {SHIPPED_UNIT,           OUTER_UNIT          },
    {SHIPPED_IDENTIFIER,     OUTER_IDENTIFIER    },
    {KOLLA_PROGRAM,          OUTER_IDENTIFIER    },
    {SHIPPED_POD,            OUTER_POD           },
    {SHIPPED_NAMESPACE,      OUTER_NAMESPACE     },
    {SHIPPED_CONTAINER_NAME, OUTER_CONTAINER_NAME},
    {SHIPPED_CONTAINER_ID,   OUTER_CONTAINER_ID  },
    {SHIPPED_IMAGE,          OUTER_IMAGE         },
    {SHIPPED_FILE,           OUTER_FILE          },
};

/* Seconds since 1970 with a fraction, or a whole number of milli-, micro- or nanoseconds. */
static bool take_epoch(struct str s, struct stamp *out)
{
    enum { SECONDS = 10, LONGEST = 19 };
    uint64_t v;

    if (s.n < SECONDS || !num_u64(str_head(s, SECONDS), INT64_MAX, &v))
        return false;
    usec_t usec = (usec_t)v * USEC_PER_SEC;
    struct str rest = str_from(s, SECONDS);
    usec_t unit = USEC_PER_SEC / 10;
    bool point = rest.n && rest.p[0] == '.';
    if (!point && rest.n != 0 && rest.n != 3 && rest.n != 6 && rest.n != LONGEST - SECONDS)
        return false;
    for (size_t i = point; i < rest.n; i++, unit /= 10) {
        if (!num_is_digit(rest.p[i]))
            return false;
        usec += (rest.p[i] - '0') * unit;
    }
    *out = (struct stamp){.time = usec};
    return true;
}

/* "heat-engine[31]:", and where a line came from. */
static void tell_origin(struct head *h, const struct shipped *s)
{
    struct syslog_origin from;
    struct str tag = s->at[SHIPPED_SYSLOG_TAG], origin = s->at[SHIPPED_ORIGIN];

    if (syslog_take_tag(&tag, &from))
        syslog_tell(h, &from, -1);
    if (origin.n && origin.p[0] == '/')
        head_tell(head_outer(h), OUTER_FILE, origin);
    head_writer(h, origin);
    struct str *name = &h->outer.text[OUTER_CONTAINER_NAME];
    if (name->n && name->p[0] == '/') /* as docker's own API names it */
        *name = str_from(*name, 1);
}

static void tell(struct reading *in, struct head *h, const struct shipped *s)
{
    static const enum shipped_name times[] = {SHIPPED_TIMESTAMP, SHIPPED_TIME};
    struct outer *x = head_outer(h);
    struct stamp t;
    uint64_t pid;

    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        head_tell(x, texts[i].to, s->at[texts[i].from]);
        head_writer(h, s->at[texts[i].from]);
    }
    tell_origin(h, s);
    head_writer(h, s->at[SHIPPED_STREAM]);
    head_writer(h, s->at[SHIPPED_PID]);
    for (size_t i = 0; i < COUNT_OF(times); i++) {
        struct str text = s->at[times[i]];
        if (stamp_take(&in->stamper, &text, &t) || take_epoch(text, &t)) {
            head_time(h, &t);
            break;
        }
    }
    enum level level = level_of_text(s->at[SHIPPED_LEVEL]);
    if (level != LEVEL_NONE)
        x->level = level;
    if (num_u64(s->at[SHIPPED_PID], INT32_MAX, &pid))
        x->pid = (int64_t)pid;
}

/* rsyslog keeps the blank behind the tag. */
static struct str shipped_text(const struct shipped *s)
{
    static const enum shipped_name names[] = {SHIPPED_MESSAGE, SHIPPED_FULL, SHIPPED_SHORT,
                                              SHIPPED_LINE,    SHIPPED_MSG,  SHIPPED_LOG};
    struct str text = {0};

    for (size_t i = 0; i < COUNT_OF(names) && !text.p; i++)
        text = s->at[names[i]];
    return s->at[SHIPPED_SYSLOG_TAG].p && str_starts(text, STR(" ")) ? str_from(text, 1) : text;
}

static bool read_document(struct reading *in, struct head *h, enum object object)
{
    struct shipped s;
    struct str text;

    if (!shipped_read(&s, h->text, in->arena))
        return false;
    if (object == OBJECT_SOURCE) {
        text = s.at[SHIPPED_SOURCE];
        if (text.n == 0 || text.p[0] != '{')
            return false;
    } else if (object == OBJECT_KOLLA) {
        text = kolla_text(in->arena, &s);
    } else {
        text = shipped_text(&s);
    }
    if (!text.p)
        return false;
    h->form = FORM_LAYER;
    if (object != OBJECT_SOURCE)
        tell(in, h, &s);
    else
        (void)head_outer(h);
    h->partial = str_eq(s.at[SHIPPED_TAG], STR("P"));
    if (h->partial)
        h->text = text;
    else
        head_ended(in, h, text);
    h->complete = object == OBJECT_KOLLA && s.at[KOLLA_MODULE].n > 0;
    return true;
}

static bool read_fluentd(struct reading *in, struct head *h)
{
    enum object object = object_of(in, h->text);

    switch (object) {
    case OBJECT_KOLLA:
    case OBJECT_SOURCE:
    case OBJECT_SHIPPED: return read_document(in, h, object);
    case OBJECT_FLUENT: return oslo_json_head(in, h, true);
    case OBJECT_NONE:
    case OBJECT_OSLO:
    case OBJECT_JOURNAL:
    case OBJECT_DOCKER:
    case OBJECT_EVENT: break;
    }
    return false;
}

static void fill_fluentd(struct reading *in, const struct head *h, struct record *r)
{
    if (h->form == FORM_WHOLE)
        oslo_json_fill(in, r);
}

const struct envelope_kind envelope_fluentd = {
    .name = "fluentd",
    .help = "an object that a log shipper made of a line: kolla's fluentd, Filebeat, Fluent Bit",
    .id = ENVELOPE_FLUENTD,
    .outer = true,
    .read = read_fluentd,
    .fill = fill_fluentd,
};
