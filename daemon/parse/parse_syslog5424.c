/*
 * The lines of RFC 5424, which rsyslog writes with RSYSLOG_SyslogProtocol23Format:
 *
 *     <11>1 2026-12-01T01:51:22.043Z ctl1 octavia-worker 28898 - [origin ip="10.0.0.1"] text
 *
 * A length before it (RFC 6587, 3.4.1) is passed over.
 */
#include "base/num.h"
#include "parse/syslog.h"

static bool take_word(struct str *in, struct str *out)
{
    size_t n = 0;

    while (n < in->n && in->p[n] != ' ')
        n++;
    if (n == 0 || n == in->n)
        return false;
    *out = str_head(*in, n);
    if (n == 1 && in->p[0] == '-')
        out->n = 0;
    *in = str_from(*in, n + 1);
    return true;
}

/* "[id k="v" …][…]" or "-" (RFC 5424, 6.3): in values '"', '\\' and ']' have a '\\' before them. */
static bool pass_structured_data(struct str *in)
{
    size_t at = 0;
    bool quoted = false;

    if (in->n && in->p[0] == '-') {
        *in = str_from(*in, 1);
        return true;
    }
    while (at < in->n && in->p[at] == '[') {
        for (at++; at < in->n && (quoted || in->p[at] != ']'); at++) {
            if (quoted && in->p[at] == '\\' && at + 1 < in->n)
                at++;
            else if (in->p[at] == '"')
                quoted = !quoted;
        }
        if (at == in->n)
            return false;
        at++;
    }
    if (at == 0)
        return false;
    *in = str_from(*in, at);
    return true;
}

static bool take_time(struct reading *in, struct str *rest, struct stamp *t, bool *known)
{
    struct str word, before = *rest;

    *known = false;
    if (take_word(rest, &word) && word.n == 0)
        return true;
    *rest = before;
    *known = before.n > STAMP_BYTES && before.p[10] == 'T' &&
             stamp_take(&in->stamper, rest, t) && rest->n && rest->p[0] == ' ';
    if (!*known)
        return false;
    *rest = str_from(*rest, 1);
    return true;
}

static bool take_head(struct str *rest, int *priority)
{
    struct str whole = *rest, length = *rest;
    uint64_t n;

    if (num_is_digit(length.p[0]) && num_take(&length, UINT32_MAX, &n) && length.n &&
        length.p[0] == ' ')
        *rest = str_from(length, 1);
    *priority = -1;
    /* A template of a site's own may leave the priority out. */
    if (!syslog_take_priority(rest, priority) && rest->n > STAMP_BYTES && rest->p[10] == 'T' &&
        str_starts(whole, STR("1 ")))
        return true;
    if (*priority < 0 || !str_starts(*rest, STR("1 ")))
        return false;
    *rest = str_from(*rest, 2);
    return true;
}

/*
 * Of a message that came by RFC 3164 rsyslogd keeps the blank behind the tag (%msg%), so that two
 * stand before the text. Lines of Python are indented by an even number of blanks: an odd number
 * has one too many.
 */
static struct str without_blank(struct str text)
{
    size_t n = 0;

    while (n < text.n && text.p[n] == ' ')
        n++;
    return n % 2 ? str_from(text, 1) : text;
}

static bool read_syslog(struct reading *in, struct head *h)
{
    struct str rest = h->text, msgid;
    struct syslog_origin from = {.priority = -1};
    struct stamp t;
    int priority;
    bool known;

    if (rest.n < 3 || (rest.p[0] != '<' && !num_is_digit(rest.p[0])) ||
        !take_head(&rest, &priority) || !take_time(in, &rest, &t, &known) ||
        !take_word(&rest, &from.host) || !take_word(&rest, &from.identifier) ||
        !take_word(&rest, &from.pid) || !take_word(&rest, &msgid) ||
        !pass_structured_data(&rest))
        return false;
    if (rest.n && rest.p[0] == ' ')
        rest = str_from(rest, 1);
    if (str_starts(rest, STR("\xef\xbb\xbf")))
        rest = str_from(rest, 3);
    syslog_tell(h, &from, priority);
    head_tell(&h->outer, OUTER_MSGID, msgid);
    if (known)
        head_time(h, &t);
    syslog_text(in, h, &from, without_blank(rest), SYSLOG_FILE);
    return true;
}

const struct envelope_kind envelope_syslog5424 = {
    .name = "syslog5424",
    .help = "RFC 5424: <PRI>1 time host program pid id data text",
    .id = ENVELOPE_SYSLOG5424,
    .outer = true,
    .read = read_syslog,
};
