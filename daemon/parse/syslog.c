#include "parse/syslog.h"

#include "base/num.h"
#include "parse/level.h"
#include "parse/lost.h"
#include "parse/stamp_bsd.h"

void syslog_tell(struct head *h, const struct syslog_origin *from, int priority)
{
    struct outer *x = head_outer(h);
    uint64_t pid;

    if (priority < 0)
        priority = from->priority;
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
static bool take_last_repeated(const struct reading *in, struct head *h, struct str identifier,
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
    if (in->said->n && (identifier.n == 0 || str_eq(identifier, buf_str(in->said_by)))) {
        *text = arena_str(in->arena, buf_str(in->said));
        if (h->outer.text[OUTER_HOST].n == 0)
            head_tell(&h->outer, OUTER_HOST, arena_str(in->arena, buf_str(in->said_at)));
        if (identifier.n == 0)
            head_tell(&h->outer, OUTER_IDENTIFIER, arena_str(in->arena, buf_str(in->said_by)));
    }
    return true;
}

/* A longer text is not kept: nobody repeats it. */
static void remember(const struct reading *in, const struct syslog_origin *from,
                     struct str text)
{
    enum { LONGEST = 8192 };

    buf_clear(in->said);
    buf_clear(in->said_by);
    buf_clear(in->said_at);
    if (text.n > LONGEST)
        return;
    buf_add(in->said, text);
    buf_add(in->said_by, from->identifier);
    buf_add(in->said_at, from->host);
}

void syslog_text(struct reading *in, struct head *h, const struct syslog_origin *from,
                 struct str text, enum syslog_printer by)
{
    struct str unit = {0};

    if (by == SYSLOG_FILE) /* journalctl writes what was sent */
        text = syslog_unescape(in->arena, text);
    if (!take_last_repeated(in, h, from->identifier, &text, &h->repeat) &&
        !take_repeated(&text, &h->repeat))
        remember(in, from, text);
    h->notice = lost_read(from->identifier, text, &h->lost, &unit);
    head_tell(&h->outer, OUTER_UNIT, unit);
    head_message(in, h, text);
    h->form = FORM_LAYER;
}

/* ---- the line ---- */

/* How the time of a line is written, and so by whom. */
enum written { WRITTEN_NOT, WRITTEN_BY_SYSLOG, WRITTEN_BY_JOURNALCTL, WRITTEN_IN_FULL };

/* "01:50:31.108334123": syslog's times have six digits at most (RFC 5424, 6.2.3), those that docker
 * and kubectl print before any text nine. */
static bool is_finer(struct str s)
{
    enum { SIXTH = STAMP_BYTES + 6 };

    return s.n > SIXTH + 1 && s.p[STAMP_BYTES] == '.' && num_is_digit(s.p[SIXTH]) &&
           num_is_digit(s.p[SIXTH + 1]);
}

/* "+0100", without a colon, is journalctl's. Without an offset it is of a template of the site's
 * own, and any log may have a time like that. */
static enum written take_iso(struct reading *in, struct str *rest, struct stamp *t)
{
    struct str begin = *rest;

    if (begin.n < STAMP_BYTES || !stamp_take(&in->stamper, rest, t))
        return stamp_take_bsd_year(&in->stamper, rest, t) ? WRITTEN_BY_SYSLOG : WRITTEN_NOT;
    size_t n = begin.n - rest->n;
    if (t->zone_assumed)
        return WRITTEN_IN_FULL;
    if (begin.p[10] != 'T' || is_finer(begin))
        return WRITTEN_NOT;
    return n > STAMP_BYTES + 4 && (begin.p[n - 5] == '+' || begin.p[n - 5] == '-')
               ? WRITTEN_BY_JOURNALCTL
               : WRITTEN_BY_SYSLOG;
}

static enum written take_bsd(struct reading *in, struct str *rest, struct stamp *t)
{
    enum { BYTES = 15 };
    struct str begin = *rest;
    bool padded;

    if (!stamp_take_bsd(&in->stamper, rest, in->near, t, &padded))
        return stamp_take_bsd_year(&in->stamper, rest, t) ? WRITTEN_BY_SYSLOG : WRITTEN_NOT;
    return begin.n - rest->n > BYTES || (padded && begin.p[4] == '0') ? WRITTEN_BY_JOURNALCTL
                                                                     : WRITTEN_BY_SYSLOG;
}

static enum written take_time(struct reading *in, struct str *rest, struct stamp *t)
{
    if (rest->n == 0)
        return WRITTEN_NOT;
    return num_is_digit(rest->p[0]) ? take_iso(in, rest, t) : take_bsd(in, rest, t);
}

/* A relay that could not read a line has put its own time and host before all of it. */
static bool take_relay(struct reading *in, struct str *rest, struct syslog_origin *from)
{
    struct str s = *rest, line;
    struct syslog_origin inner;
    struct stamp t;
    int priority;

    if (!str_starts(s, STR(" ")))
        return false;
    s = str_from(s, 1);
    *from = (struct syslog_origin){.host = syslog_take_host(&s), .priority = -1};
    line = s;
    bool told = syslog_take_priority(&s, &priority);
    if (from->host.n == 0 ||
        !(told || (take_time(in, &s, &t) != WRITTEN_NOT && syslog_take_origin(&s, &inner))))
        return false;
    *rest = line;
    return true;
}

static bool is_level(struct str s)
{
    struct str word = s;
    enum level level;

    return level_of_text(word) != LEVEL_NONE || (level_take(&word, &level) && word.n == 0);
}

/* A priority alone, as sd-daemon(3) and sockets have it, or with a tag and without a time. A number
 * behind it is the version of RFC 5424. */
static bool read_untimed(struct reading *in, struct head *h, struct str rest, int priority)
{
    struct syslog_origin from;

    if (priority < 0 || h->layer_count || rest.n == 0 ||
        (num_is_digit(rest.p[0]) && rest.n > 1 && rest.p[1] == ' '))
        return false;
    if (!syslog_take_tag(&rest, &from))
        from = (struct syslog_origin){.priority = -1};
    syslog_tell(h, &from, priority);
    syslog_text(in, h, &from, rest, SYSLOG_FILE);
    return true;
}

bool syslog_read(struct reading *in, struct head *h, enum syslog_printer by)
{
    struct str rest = h->text, text;
    struct syslog_origin from;
    struct stamp t;
    int priority = -1;

    if (rest.n == 0 || (rest.p[0] == '<' && !syslog_take_priority(&rest, &priority)))
        return false;
    text = rest;
    enum written written = take_time(in, &rest, &t);
    if (written == WRITTEN_NOT)
        return by == SYSLOG_FILE && read_untimed(in, h, text, priority);
    if ((written == WRITTEN_BY_JOURNALCTL) != (by == SYSLOG_JOURNALCTL))
        return false;
    bool told = syslog_take_origin(&rest, &from);
    if ((!told && !take_relay(in, &rest, &from)) ||
        (written == WRITTEN_IN_FULL &&
         (from.pid.n == 0 || from.host.n == 0 || is_level(from.host))))
        return by == SYSLOG_FILE && read_untimed(in, h, text, priority);
    syslog_tell(h, &from, priority);
    head_time(h, &t);
    h->margin = priority < 0 && told ? (unsigned)(h->text.n - rest.n) : 0;
    if (told) {
        syslog_text(in, h, &from, rest, by);
    } else {
        h->text = rest;
        h->form = FORM_LAYER;
    }
    return true;
}
