#include "output/rfc5424.h"

#include "base/utf8.h"

enum { LEAST_MESSAGE_BYTES = 200 }; /* parameters go before a message has less room */

#define ELLIPSIS "\xe2\x80\xa6"
#define BOM      "\xef\xbb\xbf"

static bool digit_at_most(struct str s, char most, int *out)
{
    if (s.n != 1 || s.p[0] < '0' || s.p[0] > most)
        return false;
    *out = s.p[0] - '0';
    return true;
}

/* The record's level says what it is; the event's severity says what it means. */
static int severity(const struct event *ev)
{
    static const struct {
        struct str level;
        int severity;
    } levels[] = {
        {STR_INIT("trace"),    7},
        {STR_INIT("debug"),    7},
        {STR_INIT("info"),     6},
        {STR_INIT("audit"),    6},
        {STR_INIT("warning"),  4},
        {STR_INIT("error"),    3},
        {STR_INIT("critical"), 2},
    };
    static const int of_event[] = {5, 6, 4, 3, 3, 2, 1};
    int v;

    for (size_t i = 0; i < COUNT_OF(levels); i++)
        if (str_eq(ev->level, levels[i].level))
            return levels[i].severity;
    if (digit_at_most(ev->syslog_severity, '7', &v))
        return v;
    return digit_at_most(ev->severity, '6', &v) ? of_event[v] : of_event[0];
}

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - ('a' - 'A')) : c;
}

/* A blank, and a word of PRINTUSASCII; "-" for none. */
static void add_word(struct buf *out, struct str s, size_t limit, bool capitals)
{
    buf_char(out, ' ');
    if (s.n == 0)
        buf_char(out, '-');
    for (size_t i = 0; i < s.n && i < limit; i++) {
        bool good = s.p[i] > 32 && s.p[i] < 127;
        buf_char(out, !good ? '_' : capitals ? upper(s.p[i]) : s.p[i]);
    }
}

/* The lengths are those of RFC 5424, 6. */
static void add_header(struct buf *out, const struct rfc5424 *form, const struct event *ev)
{
    buf_fmt(out, "<%d>1", form->facility * 8 + severity(ev));
    add_word(out, ev->time.n <= 32 ? ev->time : STR(""), 32, false);
    add_word(out, ev->host, 255, false);
    add_word(out, ev->service, 48, false);
    add_word(out, ev->pid, 128, false);
    add_word(out, ev->status, 32, true);
    buf_char(out, ' ');
}

static void add_param(struct buf *out, const char *name, struct str value)
{
    buf_fmt(out, " %s=\"", name);
    for (size_t i = 0; i < value.n; i++) {
        char c = value.p[i];
        if (c == '"' || c == '\\' || c == ']')
            buf_char(out, '\\');
        buf_char(out, c);
    }
    buf_char(out, '"');
}

enum { PARAMS = 8 };

/* The structured data with its first n parameters: those that tell events apart come first. */
static void add_data(struct buf *out, const struct rfc5424 *form, const struct event *ev,
                     size_t n)
{
    const struct {
        const char *name;
        struct str value;
    } params[PARAMS] = {
        {"id",        ev->id        },
        {"code",      ev->code      },
        {"sev",       ev->severity  },
        {"conf",      ev->confidence},
        {"req",       ev->request_id},
        {"project",   ev->project   },
        {"type",      ev->error_type},
        {"situation", ev->reason    },
    };
    size_t start = out->n;

    buf_fmt(out, "[logclass@%llu", (unsigned long long)form->enterprise);
    size_t named = out->n;
    for (size_t i = 0; i < n; i++)
        if (params[i].value.n)
            add_param(out, params[i].name, params[i].value);
    if (out->n == named) {
        out->n = start;
        buf_char(out, '-');
    } else {
        buf_char(out, ']');
    }
}

static bool is_ascii(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if ((unsigned char)s.p[i] >= 0x80)
            return false;
    return true;
}

static void add_message(struct buf *out, struct str message, size_t room)
{
    if (message.n == 0 || room <= 1 + sizeof BOM ELLIPSIS)
        return;
    bool fits = message.n + 1 + sizeof BOM - 1 <= room;
    bool bom = !fits || !is_ascii(message);

    buf_char(out, ' ');
    if (bom)
        buf_add(out, STR(BOM));
    buf_add(out,
            fits ? message : utf8_head(message, room - 1 - sizeof BOM - sizeof ELLIPSIS));
    if (!fits)
        buf_add(out, STR(ELLIPSIS));
}

void rfc5424_event(struct buf *out, const struct rfc5424 *form, const struct event *ev,
                   size_t limit)
{
    size_t start = out->n;
    size_t wanted =
        ev->message.n < LEAST_MESSAGE_BYTES ? ev->message.n : (size_t)LEAST_MESSAGE_BYTES;

    add_header(out, form, ev);
    size_t header = out->n;
    for (size_t n = PARAMS;; n--) {
        out->n = header;
        add_data(out, form, ev, n);
        if (n == 0 || out->n - start + 1 + sizeof BOM + sizeof ELLIPSIS + wanted <= limit)
            break;
    }
    size_t used = out->n - start;
    add_message(out, ev->message, used < limit ? limit - used : 0);
}

void rfc5424_document(struct buf *out, const struct rfc5424 *form, const struct event *ev,
                      struct str document)
{
    add_header(out, form, ev);
    buf_add(out, STR("- "));
    if (form->cee && document.n && document.p[0] == '{')
        buf_add(out, STR("@cee: "));
    buf_add(out, document);
}

void rfc5424_add_counted(struct buf *stream, struct str message)
{
    buf_u64(stream, message.n);
    buf_char(stream, ' ');
    buf_add(stream, message);
}

void rfc5424_add_line(struct buf *stream, struct str message)
{
    for (size_t i = 0; i < message.n; i++)
        buf_char(stream, message.p[i] == '\n' ? ' ' : message.p[i]);
    buf_char(stream, '\n');
}
