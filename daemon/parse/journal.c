#include "parse/journal.h"

#include "base/num.h"
#include "parse/level.h"
#include "parse/lost.h"

/* ---- names ---- */

struct row {
    struct str name;
    enum journal_name is;
    bool certain; /* nothing else has a key of that name */
};

/* Of two rows of one field, the upper is preferred by whoever reads both. */
static const struct row rows[] = {
    {STR_INIT("MESSAGE"),                    JOURNAL_MESSAGE,           true },
    {STR_INIT("MESSAGE_ID"),                 JOURNAL_MESSAGE_ID,        true },
    {STR_INIT("PRIORITY"),                   JOURNAL_PRIORITY,          false},
    {STR_INIT("SYSLOG_IDENTIFIER"),          JOURNAL_IDENTIFIER,        true },
    {STR_INIT("SYSLOG_FACILITY"),            JOURNAL_FACILITY,          true },
    {STR_INIT("SYSLOG_PID"),                 JOURNAL_SYSLOG_PID,        true },
    {STR_INIT("SYSLOG_RAW"),                 JOURNAL_SYSLOG_RAW,        true },
    {STR_INIT("_PID"),                       JOURNAL_PID,               false},
    {STR_INIT("_SYSTEMD_UNIT"),              JOURNAL_UNIT,              true },
    {STR_INIT("_SYSTEMD_USER_UNIT"),         JOURNAL_USER_UNIT,         true },
    {STR_INIT("_HOSTNAME"),                  JOURNAL_HOST,              false},
    {STR_INIT("_TRANSPORT"),                 JOURNAL_TRANSPORT,         false},
    {STR_INIT("_STREAM_ID"),                 JOURNAL_STREAM,            false},
    {STR_INIT("_LINE_BREAK"),                JOURNAL_LINE_BREAK,        false},
    {STR_INIT("_SOURCE_REALTIME_TIMESTAMP"), JOURNAL_SOURCE_TIME,       true },
    {STR_INIT("__REALTIME_TIMESTAMP"),       JOURNAL_TIME,              true },
    {STR_INIT("__CURSOR"),                   JOURNAL_CURSOR,            true },
    {STR_INIT("CONTAINER_NAME"),             JOURNAL_CONTAINER_NAME,    false},
    {STR_INIT("CONTAINER_ID"),               JOURNAL_CONTAINER_ID,      false},
    {STR_INIT("CONTAINER_ID_FULL"),          JOURNAL_CONTAINER_ID_FULL, false},
    {STR_INIT("CONTAINER_TAG"),              JOURNAL_CONTAINER_TAG,     false},
    {STR_INIT("CONTAINER_PARTIAL_MESSAGE"),  JOURNAL_CONTAINER_PARTIAL, false},
    {STR_INIT("IMAGE_NAME"),                 JOURNAL_IMAGE,             false},
    {STR_INIT("LOGGER_NAME"),                JOURNAL_LOGGER,            false},
    {STR_INIT("LOGGER"),                     JOURNAL_LOGGER,            false}, /* python-systemd's */
    {STR_INIT("LOGGER_LEVEL"),               JOURNAL_LEVEL,             false},
    {STR_INIT("CODE_FILE"),                  JOURNAL_CODE_FILE,         false},
    {STR_INIT("CODE_LINE"),                  JOURNAL_CODE_LINE,         false},
    {STR_INIT("CODE_FUNC"),                  JOURNAL_CODE_FUNCTION,     false},
    {STR_INIT("REQUEST_ID"),                 JOURNAL_REQUEST_ID,        false},
    {STR_INIT("PROJECT_ID"),                 JOURNAL_PROJECT_ID,        false},
    {STR_INIT("PROJECT_NAME"),               JOURNAL_PROJECT_NAME,      false},
    {STR_INIT("USER_ID"),                    JOURNAL_USER_ID,           false},
    {STR_INIT("USER_NAME"),                  JOURNAL_USER_NAME,         false},
    {STR_INIT("THREAD_NAME"),                JOURNAL_THREAD_NAME,       false},
    {STR_INIT("PROCESS_NAME"),               JOURNAL_PROCESS_NAME,      false},
    {STR_INIT("EXCEPTION_TEXT"),             JOURNAL_EXCEPTION,         false},
    {STR_INIT("EXCEPTION_INFO"),             JOURNAL_EXCEPTION,         false},
    {STR_INIT("N_DROPPED"),                  JOURNAL_DROPPED,           false},
};

static bool is_upper(char c)
{
    return c == '_' || (c >= 'A' && c <= 'Z');
}

static struct str bare_name(struct str name) /* without its leading underscores */
{
    while (name.n && name.p[0] == '_')
        name = str_from(name, 1);
    return name;
}

static const struct row *find_row(struct str name)
{
    bool as_is = name.n && is_upper(name.p[0]);

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (as_is ? str_eq(rows[i].name, name)
                  : name.n <= rows[i].name.n &&
                        str_eq_nocase(bare_name(rows[i].name), name))
            return &rows[i];
    return NULL;
}

enum journal_name journal_name(struct str name)
{
    const struct row *row = find_row(name);

    return row ? row->is : JOURNAL_NAMES;
}

bool journal_is_field(struct str name)
{
    const struct row *row = find_row(name);

    /* In lower case some of them are anybody's words. */
    return row && row->certain &&
           (is_upper(name.p[0]) ||
            (row->is != JOURNAL_MESSAGE && row->is != JOURNAL_MESSAGE_ID &&
             row->is != JOURNAL_CURSOR));
}

void journal_set(struct journal_entry *e, enum journal_name name, struct str value)
{
    if (name < JOURNAL_NAMES && e->value[name].n == 0)
        e->value[name] = value;
}

/* ---- what they tell ---- */

static const struct {
    enum journal_name from;
    enum outer_text to;
} texts[] = {
    {JOURNAL_HOST,              OUTER_HOST          },
    {JOURNAL_UNIT,              OUTER_UNIT          },
    {JOURNAL_USER_UNIT,         OUTER_UNIT          }, /* _SYSTEMD_UNIT is then user@1000.service */
    {JOURNAL_IDENTIFIER,        OUTER_IDENTIFIER    },
    {JOURNAL_CONTAINER_TAG,     OUTER_CONTAINER_NAME},
    {JOURNAL_CONTAINER_NAME,    OUTER_CONTAINER_NAME},
    {JOURNAL_CONTAINER_ID,      OUTER_CONTAINER_ID  },
    {JOURNAL_CONTAINER_ID_FULL, OUTER_CONTAINER_ID  },
    {JOURNAL_IMAGE,             OUTER_IMAGE         },
    {JOURNAL_LOGGER,            OUTER_LOGGER        },
    {JOURNAL_CODE_FILE,         OUTER_CODE_FILE     },
    {JOURNAL_CODE_FUNCTION,     OUTER_CODE_FUNCTION },
    {JOURNAL_REQUEST_ID,        OUTER_REQUEST_ID    },
    {JOURNAL_PROJECT_ID,        OUTER_PROJECT_ID    },
    {JOURNAL_PROJECT_NAME,      OUTER_PROJECT_NAME  },
    {JOURNAL_USER_ID,           OUTER_USER_ID       },
    {JOURNAL_USER_NAME,         OUTER_USER_NAME     },
    {JOURNAL_THREAD_NAME,       OUTER_THREAD_NAME   },
    {JOURNAL_PROCESS_NAME,      OUTER_PROCESS_NAME  },
};

static uint64_t number(struct str s, uint64_t max, uint64_t otherwise)
{
    uint64_t v;

    return num_u64(s, max, &v) ? v : otherwise;
}

static bool is_of_container(const struct journal_entry *e)
{
    return e->value[JOURNAL_CONTAINER_ID].n || e->value[JOURNAL_CONTAINER_ID_FULL].n ||
           e->value[JOURNAL_CONTAINER_NAME].n;
}

/* A line of a standard output: a message may be many such entries. */
static bool is_stream(const struct journal_entry *e)
{
    return is_of_container(e) || str_eq(e->value[JOURNAL_TRANSPORT], STR("stdout"));
}

/*
 * The priority of a standard output is what its unit was given, 6, or for a container which of its
 * outputs it was (6 and 3): it says nothing of the line. Another one stood before the line, as
 * "<3>" (sd-daemon(3)).
 */
static enum level level_of_entry(const struct journal_entry *e, int severity)
{
    enum { GIVEN = 6 };
    enum level level = level_of_text(e->value[JOURNAL_LEVEL]);

    if (level != LEVEL_NONE)
        return level;
    if (is_of_container(e) || (is_stream(e) && severity == GIVEN))
        return LEVEL_NONE;
    return outer_level(severity);
}

/* oslo.log hands on Python's constant, which is syslog's times 8. */
static int facility_of(const struct journal_entry *e)
{
    enum { FACILITIES = 24, UNKNOWN = 999 };
    uint64_t v = number(e->value[JOURNAL_FACILITY], FACILITIES * 8, UNKNOWN);

    if (v % 8 == 0 && (e->value[JOURNAL_LEVEL].n || v >= FACILITIES))
        v /= 8;
    return v < FACILITIES ? (int)v : -1;
}

static void take_numbers(struct outer *x, const struct journal_entry *e)
{
    enum { DEBUG_SEVERITY = 7, NONE = 99 };
    uint64_t severity = number(e->value[JOURNAL_PRIORITY], DEBUG_SEVERITY, NONE);
    uint64_t pid = number(e->value[JOURNAL_PID], INT32_MAX,
                          number(e->value[JOURNAL_SYSLOG_PID], INT32_MAX, 0));

    if (severity != NONE)
        x->severity = (int)severity;
    int facility = facility_of(e);
    if (facility >= 0)
        x->facility = facility;
    enum level level = level_of_entry(e, severity == NONE ? -1 : (int)severity);
    if (level != LEVEL_NONE)
        x->level = level;
    if (pid && !is_of_container(e)) /* there it is that of dockerd, or of conmon */
        x->pid = (int64_t)pid;
    uint64_t line = number(e->value[JOURNAL_CODE_LINE], UINT32_MAX, 0);
    if (line && e->value[JOURNAL_CODE_FILE].n)
        x->code_line = (uint32_t)line;
}

/* When it was sent, where that is known, is nearer to its text than when journald took it. */
static void take_time(struct head *h, const struct journal_entry *e)
{
    enum { YEARS = 8029 }; /* to the end of 9998 */
    const uint64_t max = (uint64_t)YEARS * 365 * 86400 * (uint64_t)USEC_PER_SEC;
    uint64_t taken = number(e->value[JOURNAL_TIME], max, 0);
    uint64_t time = number(e->value[JOURNAL_SOURCE_TIME], max, taken);

    if (time)
        head_time(h, &(struct stamp){.time = (usec_t)time});
}

/* Processes of one unit may share its standard output, and one of them have several loggers. */
static void name_writer(struct head *h, const struct journal_entry *e)
{
    static const enum journal_name parts[] = {
        JOURNAL_HOST,       JOURNAL_UNIT,       JOURNAL_USER_UNIT,
        JOURNAL_TRANSPORT,  JOURNAL_STREAM,     JOURNAL_PID,
        JOURNAL_IDENTIFIER, JOURNAL_SYSLOG_PID, JOURNAL_CONTAINER_ID,
        JOURNAL_CONTAINER_NAME,
    };

    for (size_t i = 0; i < COUNT_OF(parts); i++)
        head_writer(h, e->value[parts[i]]);
    if (is_of_container(e))
        head_writer(h, e->value[JOURNAL_PRIORITY]);
}

static void take_notice(struct head *h, const struct journal_entry *e)
{
    static const struct str dropped = STR_INIT("a596d6fe7bfa4994828e72309e95d61e");
    struct str unit = {0};
    uint64_t lost = 0;
    struct str by = e->value[JOURNAL_IDENTIFIER], message = e->value[JOURNAL_MESSAGE];
    bool told = lost_by_journald(by) && lost_read(by, message, &lost, &unit);

    if (!told && !str_eq(e->value[JOURNAL_MESSAGE_ID], dropped))
        return;
    if (!told)
        (void)lost_suppressed(message, &lost, &unit);
    h->notice = true;
    h->lost = number(e->value[JOURNAL_DROPPED], UINT64_MAX, lost);
    /* Whose lines are missing is what the reader asks, not that journald says so. */
    head_tell(&h->outer, OUTER_UNIT, unit);
}

/* Of a syslog message the journal keeps what stands before a NUL; the rest is in SYSLOG_RAW. */
static struct str whole_message(const struct journal_entry *e)
{
    struct str message = e->value[JOURNAL_MESSAGE], raw = e->value[JOURNAL_SYSLOG_RAW];
    size_t at = raw.n && message.n ? str_find(raw, message, 0) : STR_NONE;

    if (at == STR_NONE || at + message.n >= raw.n || raw.p[at + message.n] != '\0')
        return message;
    return str_from(raw, at);
}

/* A formatter may leave the traceback out of the message: it stands below it then. */
static struct str with_exception(struct reading *in, const struct journal_entry *e,
                                 struct str message)
{
    struct str opens = STR("Traceback (most recent call last):");
    struct str exception = e->value[JOURNAL_EXCEPTION];

    if (exception.n == 0 || message.n == 0 || message.p[0] == '{' ||
        str_find(exception, opens, 0) == STR_NONE ||
        str_find(message, opens, 0) != STR_NONE)
        return message;
    char *both = arena_alloc(in->arena, message.n + 1 + exception.n);
    memcpy(both, message.p, message.n);
    both[message.n] = '\n';
    memcpy(both + message.n + 1, exception.p, exception.n);
    return (struct str){both, message.n + 1 + exception.n};
}

static void take_text(struct reading *in, struct head *h, const struct journal_entry *e)
{
    struct str transport = e->value[JOURNAL_TRANSPORT];
    bool unknown = e->value[JOURNAL_MESSAGE].p == NULL;

    h->partial = !unknown &&
                 (str_eq(e->value[JOURNAL_LINE_BREAK], STR("line-max")) ||
                  str_eq(e->value[JOURNAL_CONTAINER_PARTIAL], STR("true")));
    if (h->partial) { /* a colour may be cut in two */
        h->text = e->value[JOURNAL_MESSAGE];
        return;
    }
    head_message(in, h, with_exception(in, e, whole_message(e)));
    h->complete = unknown || h->notice || h->more.n > 0 ||
                  e->value[JOURNAL_LEVEL].n || (transport.n && !is_stream(e));
    if (e->message_unknown || e->cut)
        h->flags |= RECORD_PARTIAL;
}

void journal_head(struct reading *in, struct head *h, const struct journal_entry *e)
{
    struct outer *x = head_outer(h);

    h->form = FORM_LAYER;
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        head_tell(x, texts[i].to, e->value[texts[i].from]);
    take_numbers(x, e);
    take_time(h, e);
    name_writer(h, e);
    take_notice(h, e);
    take_text(in, h, e);
}

extern const struct envelope_kind envelope_journal;

void journal_layer(struct reading *in, struct head *h, const struct journal_entry *e)
{
    journal_head(in, h, e);
    h->kind = &envelope_journal;
    h->layers[h->layer_count++] = ENVELOPE_JOURNAL;
}

void journal_line(struct reading *in, struct head *h, const struct line *l)
{
    struct journal_entry e = {0};

    for (size_t i = 0; i < l->field_count; i++)
        journal_set(&e, journal_name(l->fields[i].name), l->fields[i].value);
    journal_layer(in, h, &e);
}
