#include "parse/syslog.h"

#include "base/num.h"
#include "parse/lost.h"
#include "parse/stamp_bsd.h"

bool syslog_take_priority(struct str *in, int *priority)
{
    struct str rest = *in;
    uint64_t v;

    if (rest.n < 3 || rest.p[0] != '<' || !num_is_digit(rest.p[1]))
        return false;
    rest = str_from(rest, 1);
    if (!num_take(&rest, 191, &v) || rest.n == 0 || rest.p[0] != '>')
        return false;
    *priority = (int)v;
    *in = str_from(rest, 1);
    return true;
}

/* ---- host and tag ---- */

static bool is_host_byte(char c)
{
    return num_is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' ||
           c == '-' || c == '_' || c == ':' || c == '%';
}

/* A name or an address and the blank behind it; nothing where the next word is the tag. */
static struct str take_host(struct str *in)
{
    enum { LONGEST = 255 }; /* RFC 5424, 6.2.4 */
    size_t n = 0;

    while (n < in->n && n < LONGEST && is_host_byte(in->p[n]))
        n++;
    if (n == in->n || in->p[n] != ' ' || (n > 0 && in->p[n - 1] == ':'))
        return (struct str){0};
    struct str host = str_head(*in, n);
    *in = str_from(*in, n + 1);
    return host;
}

/* "[24984]" at the end of a tag, taken off. */
static struct str take_pid(struct str *tag)
{
    size_t open = str_rchr(*tag, '[');
    uint64_t v;

    if (open == STR_NONE || open == 0 || tag->p[tag->n - 1] != ']')
        return (struct str){0};
    struct str pid = {tag->p + open + 1, tag->n - open - 2};
    if (!num_u64(pid, INT32_MAX, &v))
        return (struct str){0};
    tag->n = open;
    return pid;
}

/* Names of programs have no blanks, except where a pid behind them shows where they end: a service
 * under uWSGI calls itself "<frozen importlib._bootstrap>". */
static bool take_tag(struct str *in, struct syslog_origin *out)
{
    enum { LONGEST = 128 };
    size_t n = 0;

    while (n < in->n && n < LONGEST &&
           !(in->p[n] == ':' && (n + 1 == in->n || in->p[n + 1] == ' ')))
        n++;
    if (n == 0 || n == in->n || in->p[n] != ':')
        return false;
    struct str tag = str_head(*in, n), pid = take_pid(&tag);
    if (str_chr(tag, ' ', 0) != STR_NONE && (pid.n == 0 || tag.p[0] != '<'))
        return false;
    out->identifier = tag;
    out->pid = pid;
    *in = str_from(*in, n + 1 < in->n ? n + 2 : n + 1);
    return true;
}

static bool is_of_daemon(struct str text)
{
    return str_starts(text, STR("last message repeated ")) ||
           str_starts(text, STR("message repeated ")) || str_eq(text, STR("-- MARK --"));
}

bool syslog_take_origin(struct str *in, struct syslog_origin *out)
{
    struct str rest = *in;

    *out = (struct syslog_origin){0};
    if (rest.n == 0 || rest.p[0] != ' ')
        return false;
    rest = str_from(rest, 1);
    if (rest.n && rest.p[0] == ' ') /* a host that is empty */
        rest = str_from(rest, 1);
    else
        out->host = take_host(&rest);
    if (!take_tag(&rest, out) && !is_of_daemon(rest))
        return false;
    *in = rest;
    return true;
}

void syslog_tell(struct head *h, const struct syslog_origin *from, int priority)
{
    struct outer *x = head_outer(h);
    uint64_t pid;

    head_tell(x, OUTER_HOST, from->host);
    head_tell(x, OUTER_IDENTIFIER, from->identifier);
    if (num_u64(from->pid, INT32_MAX, &pid))
        x->pid = (int64_t)pid;
    if (priority >= 0) {
        x->severity = priority % 8;
        x->facility = priority / 8;
        x->level = outer_level(x->severity);
    }
    head_writer(h, from->host);
    head_writer(h, from->identifier);
    head_writer(h, from->pid);
}

/* ---- text ---- */

/* "#012": only control characters are written so, 0 to 037 and 0177. */
static int escaped(struct str s, size_t at)
{
    int v = 0;

    if (at + 4 > s.n)
        return -1;
    for (size_t i = 1; i < 4; i++) {
        if (s.p[at + i] < '0' || s.p[at + i] > '7')
            return -1;
        v = v * 8 + (s.p[at + i] - '0');
    }
    return v < 32 || v == 127 ? v : -1;
}

struct str syslog_unescape(struct arena *a, struct str text)
{
    size_t at = str_chr(text, '#', 0), n;

    while (at != STR_NONE && escaped(text, at) < 0)
        at = str_chr(text, '#', at + 1);
    if (at == STR_NONE)
        return text;
    char *out = arena_alloc(a, text.n);
    memcpy(out, text.p, at);
    for (n = at; at < text.n; n++) {
        int v = text.p[at] == '#' ? escaped(text, at) : -1;
        out[n] = v < 0 ? text.p[at] : (char)v;
        at += v < 0 ? 1 : 4;
    }
    return (struct str){out, n};
}

/* "message repeated 3 times: [ text]" (rsyslog, runtime/ratelimit.c): the text and its number. */
static bool take_repeated(struct str *text, uint32_t *times)
{
    struct str rest = *text;
    uint64_t n;

    if (!str_starts(rest, STR("message repeated ")))
        return false;
    rest = str_from(rest, 17);
    if (!num_take(&rest, UINT32_MAX, &n) || !str_starts(rest, STR(" times: [")) ||
        !str_ends(rest, STR("]")))
        return false;
    rest = (struct str){rest.p + 9, rest.n - 10};
    if (rest.n && rest.p[0] == ' ')
        rest = str_from(rest, 1);
    *times = (uint32_t)n;
    *text = rest;
    return true;
}

/* "last message repeated 3 times" (sysklogd, old rsyslog): the text is that of the same program's
 * line before. */
static bool take_last_repeated(const struct reading *in, struct str identifier,
                               struct str *text, uint32_t *times)
{
    struct str rest = *text;
    uint64_t n;

    if (!str_starts(rest, STR("last message repeated ")))
        return false;
    rest = str_from(rest, 22);
    if (!num_take(&rest, UINT32_MAX, &n) || !str_eq(rest, STR(" times")))
        return false;
    *times = (uint32_t)n;
    if (in->said->n && (identifier.n == 0 || str_eq(identifier, buf_str(in->said_by))))
        *text = arena_str(in->arena, buf_str(in->said));
    return true;
}

/* A longer text is not kept: nobody repeats it. */
static void remember(const struct reading *in, struct str identifier, struct str text)
{
    enum { LONGEST = 8192 };

    buf_clear(in->said);
    buf_clear(in->said_by);
    if (text.n > LONGEST)
        return;
    buf_add(in->said, text);
    buf_add(in->said_by, identifier);
}

void syslog_text(struct reading *in, struct head *h, const struct syslog_origin *from,
                 struct str text, enum syslog_printer by)
{
    struct str unit = {0};

    if (by == SYSLOG_FILE) /* journalctl writes what was sent */
        text = syslog_unescape(in->arena, text);
    if (!take_last_repeated(in, from->identifier, &text, &h->repeat) &&
        !take_repeated(&text, &h->repeat))
        remember(in, from->identifier, text);
    h->notice = lost_read(from->identifier, text, &h->lost, &unit);
    head_tell(&h->outer, OUTER_UNIT, unit);
    head_message(in, h, text);
    h->form = FORM_LAYER;
}

/* ---- the line ---- */

/* "+0100", without a colon, is journalctl's. */
static bool take_iso(struct reading *in, struct str *rest, struct stamp *t, bool *journalctl)
{
    struct str begin = *rest;

    if (begin.n < STAMP_BYTES || begin.p[10] != 'T' || !stamp_take(&in->stamper, rest, t) ||
        t->zone_assumed)
        return false;
    size_t n = begin.n - rest->n;
    *journalctl = n > STAMP_BYTES + 4 && (begin.p[n - 5] == '+' || begin.p[n - 5] == '-');
    return true;
}

static bool take_bsd(struct reading *in, struct str *rest, struct stamp *t, bool *journalctl)
{
    enum { BYTES = 15 };
    struct str begin = *rest;
    bool padded;

    if (!stamp_take_bsd(&in->stamper, rest, in->near, t, &padded))
        return false;
    *journalctl = begin.n - rest->n > BYTES || (padded && begin.p[4] == '0');
    return true;
}

bool syslog_read(struct reading *in, struct head *h, enum syslog_printer by)
{
    struct str rest = h->text;
    struct syslog_origin from;
    struct stamp t;
    int priority = -1;
    bool journalctl = false;

    if (rest.n == 0 || (rest.p[0] == '<' && !syslog_take_priority(&rest, &priority)) ||
        rest.n == 0)
        return false;
    if (!(num_is_digit(rest.p[0]) ? take_iso(in, &rest, &t, &journalctl)
                                  : take_bsd(in, &rest, &t, &journalctl)) ||
        journalctl != (by == SYSLOG_JOURNALCTL) || !syslog_take_origin(&rest, &from))
        return false;
    syslog_tell(h, &from, priority);
    head_time(h, &t);
    h->margin = priority < 0 ? (unsigned)(h->text.n - rest.n) : 0;
    syslog_text(in, h, &from, rest, by);
    return true;
}
