#include "parse/access.h"

#include "base/num.h"
#include "parse/client.h"
#include "parse/webtime.h"

enum { METHOD_BYTES = 16, VERSION_BYTES = 8, HEAD_BYTES = 512, MOST_BLANKS = 3 };

void access_clear(struct access *a)
{
    memset(a, 0, sizeof *a);
    a->bytes = a->duration = -1;
}

/* ---- the request line ---- */

static size_t method_bytes(struct str s)
{
    size_t n = 0;

    while (n < s.n && ((s.p[n] >= 'A' && s.p[n] <= 'Z') || s.p[n] == '_' || s.p[n] == '-'))
        n++;
    return n;
}

/* A proxy is asked for http://HOST/PATH (RFC 9112, 3.2.2). */
static struct str without_host(struct str target)
{
    size_t at = str_find(target, STR("://"), 0);

    if (at == STR_NONE || target.p[0] == '/' || at > 5)
        return target;
    size_t slash = str_chr(target, '/', at + 3);
    return slash == STR_NONE ? STR("/") : str_from(target, slash);
}

bool access_request(struct str line, struct access *a)
{
    size_t n = method_bytes(line), last;

    if (n == 0 || n > METHOD_BYTES || n + 1 >= line.n || line.p[n] != ' ' ||
        line.p[0] == '-')
        return false;
    a->method = str_head(line, n);
    struct str target = str_from(line, n + 1);
    last = str_rchr(target, ' ');
    if (last != STR_NONE && str_starts(str_from(target, last + 1), STR("HTTP/"))) {
        a->version = str_from(target, last + 6);
        if (a->version.n > VERSION_BYTES)
            a->version = (struct str){0};
        target = str_head(target, last);
    } else if (last != STR_NONE && str_starts(STR("HTTP/"), str_from(target, last + 1))) {
        target = str_head(target, last); /* the line was cut there */
    }
    target = target.n ? without_host(target) : target;
    size_t mark = str_chr(target, '?', 0);
    a->path = mark == STR_NONE ? target : str_head(target, mark);
    a->query = mark == STR_NONE ? (struct str){0} : str_from(target, mark + 1);
    return true;
}

/* ---- pieces ---- */

static bool take(struct str *in, struct str word)
{
    if (!str_starts(*in, word))
        return false;
    *in = str_from(*in, word.n);
    return true;
}

bool access_quoted(struct str *in, struct str *out)
{
    size_t at = 1;

    if (in->n == 0 || in->p[0] != '"')
        return false;
    while (at < in->n && in->p[at] != '"')
        at += in->p[at] == '\\' ? 2 : 1;
    if (at > in->n)
        at = in->n;
    *out = (struct str){in->p + 1, at - 1};
    *in = str_from(*in, at < in->n ? at + 1 : at);
    return true;
}

bool access_status(struct str *in, unsigned *out)
{
    if (in->n < 3 || in->p[0] < '1' || !num_is_digit(in->p[0]) || !num_is_digit(in->p[1]) ||
        !num_is_digit(in->p[2]) || (in->n > 3 && num_is_digit(in->p[3])))
        return false;
    *out = num_fixed(in->p, 3);
    *in = str_from(*in, 3);
    return true;
}

bool access_seconds(struct str *in, int64_t *usec)
{
    enum { MOST = 1000000000 };
    struct str rest = *in;
    uint64_t whole;
    int64_t fraction = 0, scale = USEC_PER_SEC / 10;

    if (!num_take(&rest, MOST, &whole) || rest.n < 2 || rest.p[0] != '.' ||
        !num_is_digit(rest.p[1]))
        return false;
    for (rest = str_from(rest, 1); rest.n && num_is_digit(rest.p[0]);
         rest = str_from(rest, 1)) {
        fraction += (rest.p[0] - '0') * scale;
        scale /= 10;
    }
    *usec = (int64_t)whole * USEC_PER_SEC + fraction;
    *in = rest;
    return true;
}

static bool take_blanks(struct str *in)
{
    if (in->n == 0 || in->p[0] != ' ')
        return false;
    while (in->n && in->p[0] == ' ')
        *in = str_from(*in, 1);
    return true;
}

/* A count of bytes, or the dash that stands for none. */
static bool take_bytes(struct str *in, int64_t *out)
{
    uint64_t v;

    if (take(in, STR("-")))
        return true;
    if (!num_take(in, INT64_MAX, &v))
        return false;
    *out = (int64_t)v;
    return true;
}

/* ---- the common log format ---- */

/* Letters, digits and .:,_%-@<>: one bit a byte of ASCII, as every bare line is looked at. */
static bool is_of_address(char c)
{
    static const uint64_t set[2] = {UINT64_C(0x57ff702000000000),
                                    UINT64_C(0x07fffffe87ffffff)};
    unsigned char u = (unsigned char)c;

    return u < 128 && (set[u >> 6] >> (u & 63) & 1);
}

/*
 * Where " - " stands behind the client: the dash is the answer of identd, which nobody asks. Before
 * it stand at most a host's name and a list of addresses with or without a blank behind each
 * comma: a line of anything else is left after a few bytes, and one that still has the head of a
 * transport is none.
 */
static size_t find_ident(struct str s)
{
    size_t blanks = 0;

    for (size_t at = 0; at < s.n && at < HEAD_BYTES; at++) {
        if (s.p[at] != ' ') {
            if (!is_of_address(s.p[at]))
                return STR_NONE;
            continue;
        }
        if (at + 2 < s.n && s.p[at + 1] == '-' && s.p[at + 2] == ' ')
            return at;
        if (at > 0 && s.p[at - 1] != ',' && ++blanks > MOST_BLANKS)
            return STR_NONE;
    }
    return STR_NONE;
}

/* Where "[01/Dec/2026:" begins, behind a user who may have any name. */
static size_t find_date(struct str s, char sep, size_t from)
{
    struct str head = str_head(s, s.n < HEAD_BYTES ? s.n : HEAD_BYTES);

    for (size_t at = str_chr(head, '[', from); at != STR_NONE;
         at = str_chr(head, '[', at + 1))
        if (at + 13 <= s.n && s.p[at - 1] == ' ' && s.p[at + 3] == '/' &&
            s.p[at + 7] == '/' && s.p[at + 12] == sep)
            return at;
    return STR_NONE;
}

/* "heat.example.org:8004 " (%v:%p) before what is a client in its turn. */
static struct str without_host_name(struct str s)
{
    size_t blank = str_chr(s, ' ', 0);
    struct str word = str_head(s, blank == STR_NONE ? 0 : blank), port;
    size_t colon = str_chr(word, ':', 0);
    uint64_t v;

    if (colon == STR_NONE || colon == 0)
        return s;
    port = str_from(word, colon + 1);
    return num_u64(port, 65535, &v) ? str_from(s, blank + 1) : s;
}

bool access_clf_head(struct stamper *s, struct str line, char sep, struct access *a,
                     struct stamp *t, struct str *rest)
{
    size_t ident = find_ident(line), at;

    access_clear(a);
    if (ident == STR_NONE)
        return false;
    at = find_date(line, sep, ident + 3);
    if (at == STR_NONE ||
        !client_first(without_host_name(str_head(line, ident)), &a->client))
        return false;
    struct str tail = str_from(line, at + 1);
    if (!webtime_clf(s, sep, &tail, t) || !take(&tail, STR("] ")))
        return false;
    *rest = tail;
    return true;
}

/* A whole number that names no unit is %D, microseconds; a small one may as well be %T, seconds. */
static bool read_duration(struct str *in, struct access *a)
{
    enum { SURELY_USEC = 1000 };
    struct str rest = *in;
    uint64_t v;

    if (!take(&rest, STR(" ")))
        return false;
    if (access_seconds(&rest, &a->duration)) {
        *in = rest;
        return true;
    }
    if (!num_take(&rest, INT64_MAX, &v))
        return false;
    bool unit = take(&rest, STR("(us)")) || take(&rest, STR("us"));
    if (rest.n && rest.p[0] != ' ')
        return false;
    if (unit || v >= SURELY_USEC)
        a->duration = (int64_t)v;
    *in = rest;
    return unit;
}

/* Behind it all: "5123(us)" in devstack; the bytes of the request, seconds and "[" of the ingress
 * controller that is made of nginx. */
static void read_end(struct str rest, struct access *a)
{
    struct access end = *a;
    struct str with_unit = rest;
    uint64_t v;

    if (a->duration >= 0)
        return;
    if (read_duration(&with_unit, &end))
        a->duration = end.duration;
    else if (take(&rest, STR(" ")) && num_take(&rest, INT64_MAX, &v) &&
             take(&rest, STR(" ")) && access_seconds(&rest, &end.duration) &&
             str_starts(rest, STR(" [")))
        a->duration = end.duration;
}

/* Three digits, or what stands where there was no answer: "-", "0" and "000". */
static bool take_answer(struct str *in, struct access *a)
{
    struct str rest = *in;

    if (access_status(in, &a->status))
        return true;
    if (!take(&rest, STR("-")) && !take(&rest, STR("000")) && !take(&rest, STR("0")))
        return false;
    *in = rest;
    return rest.n == 0 || rest.p[0] == ' ';
}

bool access_clf_tail(struct str rest, struct access *a)
{
    struct str request, word;

    if (!access_quoted(&rest, &request) || !take(&rest, STR(" ")) ||
        !take_answer(&rest, a))
        return false;
    access_request(request, a);
    if (rest.n == 0)
        return true;
    if (!take(&rest, STR(" ")) || !take_bytes(&rest, &a->bytes))
        return false;
    (void)read_duration(&rest, a);
    if (!take(&rest, STR(" ")) || !access_quoted(&rest, &word) ||
        !take(&rest, STR(" ")) || !access_quoted(&rest, &word))
        return true;
    if (!str_eq(word, STR("-")))
        a->user_agent = word;
    read_end(rest, a);
    return true;
}

/* ---- oslo.service's own ---- */

/* " time: 0.0001850"; before it nova's and placement's name the version of the API, and placement's
 * have no time. */
static bool take_rest(struct str *in, struct access *a)
{
    bool version = take(in, STR(" microversion: "));

    while (version && in->n && in->p[0] != ' ')
        *in = str_from(*in, 1);
    return (version && in->n == 0) ||
           (take(in, STR(" time: ")) && access_seconds(in, &a->duration) && in->n == 0);
}

bool access_service(struct str text, struct access *a)
{
    struct str status = STR("\" status: ");
    size_t open, close;

    if (text.n == 0 || (!num_is_digit(text.p[text.n - 1]) && text.p[text.n - 1] != '-'))
        return false;
    open = str_chr(str_head(text, text.n < HEAD_BYTES ? text.n : HEAD_BYTES), '"', 0);
    if (open == STR_NONE || (open > 0 && text.p[open - 1] != ' '))
        return false;
    close = str_find(text, status, open + 1);
    if (close == STR_NONE)
        return false;
    struct str rest = str_from(text, close + status.n);
    struct str client = str_head(text, open ? open - 1 : 0);
    access_clear(a);
    if (str_chr(client, ' ', 0) != STR_NONE || !client_first(client, &a->client) ||
        !access_status(&rest, &a->status) || !take_blanks(&rest) ||
        !take(&rest, STR("len: ")) || !take_bytes(&rest, &a->bytes) ||
        !take_rest(&rest, a))
        return false;
    access_request((struct str){text.p + open + 1, close - open - 1}, a);
    return true;
}
