#include "parse/syslog.h"

#include "base/num.h"

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
    return num_is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           c == '.' || c == '-' || c == '_' || c == ':' || c == '%';
}

struct str syslog_take_host(struct str *in)
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
    if (n == 0 || n == in->n || in->p[n] != ':' || strchr("{[\"'", in->p[0]))
        return false; /* none, or the beginning of some value */
    struct str tag = str_head(*in, n), pid = take_pid(&tag);
    if (str_chr(tag, ' ', 0) != STR_NONE &&
        (pid.n == 0 || tag.p[0] != '<' || tag.p[tag.n - 1] != '>'))
        return false;
    out->identifier = tag;
    out->pid = pid;
    *in = str_from(*in, n + 1 < in->n ? n + 2 : n + 1);
    return true;
}

/* "user.err " or "<user.err> " before the tag (busybox's syslogd, BSD's with -v). */
static void take_priority_word(struct str *in, struct syslog_origin *out)
{
    static const struct {
        struct str name;
        int number;
    } facilities[] =
        {
            {STR_INIT("kern"),     0 },
            {STR_INIT("user"),     1 },
            {STR_INIT("mail"),     2 },
            {STR_INIT("daemon"),   3 },
            {STR_INIT("auth"),     4 },
            {STR_INIT("syslog"),   5 },
            {STR_INIT("lpr"),      6 },
            {STR_INIT("news"),     7 },
            {STR_INIT("uucp"),     8 },
            {STR_INIT("cron"),     9 },
            {STR_INIT("authpriv"), 10},
            {STR_INIT("ftp"),      11},
            {STR_INIT("local0"),   16},
            {STR_INIT("local1"),   17},
            {STR_INIT("local2"),   18},
            {STR_INIT("local3"),   19},
            {STR_INIT("local4"),   20},
            {STR_INIT("local5"),   21},
            {STR_INIT("local6"),   22},
            {STR_INIT("local7"),   23},
    },
      severities[] = {
          {STR_INIT("emerg"), 0},   {STR_INIT("alert"), 1},  {STR_INIT("crit"), 2},
          {STR_INIT("err"), 3},     {STR_INIT("error"), 3},  {STR_INIT("warn"), 4},
          {STR_INIT("warning"), 4}, {STR_INIT("notice"), 5}, {STR_INIT("info"), 6},
          {STR_INIT("debug"), 7},
      };
    size_t end = str_chr(*in, ' ', 0);
    struct str word = end == STR_NONE ? (struct str){0} : str_head(*in, end);

    if (word.n > 2 && word.p[0] == '<' && word.p[word.n - 1] == '>')
        word = (struct str){word.p + 1, word.n - 2};
    size_t dot = str_chr(word, '.', 0);
    if (dot == STR_NONE)
        return;
    for (size_t f = 0; f < COUNT_OF(facilities); f++)
        for (size_t s = 0; s < COUNT_OF(severities); s++)
            if (str_eq(facilities[f].name, str_head(word, dot)) &&
                str_eq(severities[s].name, str_from(word, dot + 1))) {
                out->priority = facilities[f].number * 8 + severities[s].number;
                *in = str_from(*in, end + 1);
                return;
            }
}

static bool is_of_daemon(struct str text)
{
    return str_starts(text, STR("last message repeated ")) ||
           str_starts(text, STR("message repeated ")) || str_eq(text, STR("-- MARK --"));
}

/* A relay that does not know the host put its own before it: the inner one is the sender's. */
static bool take_inner_host(struct str *in, struct syslog_origin *out)
{
    struct str rest = *in, host = syslog_take_host(&rest);
    struct syslog_origin inner = *out;

    if (out->host.n == 0 || host.n == 0 || !take_tag(&rest, &inner) ||
        (inner.pid.n == 0 && !str_eq(host, out->host)))
        return false;
    *out = inner;
    out->host = host;
    *in = rest;
    return true;
}

bool syslog_take_origin(struct str *in, struct syslog_origin *out)
{
    struct str rest = *in;

    *out = (struct syslog_origin){.priority = -1};
    if (rest.n == 0 || rest.p[0] != ' ')
        return false;
    rest = str_from(rest, 1);
    if (rest.n && rest.p[0] == ' ') /* a host that is empty */
        rest = str_from(rest, 1);
    else
        out->host = syslog_take_host(&rest);
    take_priority_word(&rest, out);
    if (!take_tag(&rest, out) && !is_of_daemon(rest) && !take_inner_host(&rest, out))
        return false;
    *in = rest;
    return true;
}

bool syslog_take_tag(struct str *in, struct syslog_origin *out)
{
    struct str rest = *in;

    *out = (struct syslog_origin){.priority = -1};
    out->host = syslog_take_host(&rest);
    if (!take_tag(&rest, out))
        return false;
    *in = rest;
    return true;
}
