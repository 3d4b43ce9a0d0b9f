/*
 * The heads of Apache's error log (httpd, server/log.c), in which mod_wsgi puts each line that a
 * service writes to standard error:
 *
 *     [Tue Dec 01 01:06:37.054252 2026] [wsgi:error] [pid 12:tid 19] [remote 10.0.0.9:3234] text
 *     [Tue Dec 01 01:06:37.054252 2026] [:error] [pid 12] [client 10.0.0.9:3234] text, referer: URL
 *     [Sun Jun 08 15:41:36 2014] [error] [client 10.0.0.9] text
 *     [2026-12-01 01:06:37.054252] [wsgi:error] [pid 12:tid 19] text            (%{cu}t in brackets)
 *
 * All that a service writes is an error to mod_wsgi, so the level counts for text only that says
 * none itself. What other modules write is whole: none of their messages has further lines.
 */
#include "base/num.h"
#include "parse/apache.h"
#include "parse/head.h"
#include "parse/webtime.h"

/* "[…] " off the head of *in. */
static bool take_bracket(struct str *in, struct str *out)
{
    if (in->n < 2 || in->p[0] != '[')
        return false;
    size_t at = str_chr(*in, ']', 1);
    if (at == STR_NONE || (at + 1 < in->n && in->p[at + 1] != ' '))
        return false;
    *out = (struct str){in->p + 1, at - 1};
    *in = str_from(*in, at + 1 < in->n ? at + 2 : at + 1);
    return true;
}

/* LogLevel's words (core documentation), trace1 to trace8. */
static enum level level_of_apache(struct str word)
{
    static const struct {
        struct str word;
        enum level level;
    } rows[] = {
        {STR_INIT("error"),  LEVEL_ERROR   },
        {STR_INIT("info"),   LEVEL_INFO    },
        {STR_INIT("notice"), LEVEL_INFO    },
        {STR_INIT("warn"),   LEVEL_WARNING },
        {STR_INIT("debug"),  LEVEL_DEBUG   },
        {STR_INIT("crit"),   LEVEL_CRITICAL},
        {STR_INIT("alert"),  LEVEL_CRITICAL},
        {STR_INIT("emerg"),  LEVEL_CRITICAL},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (str_eq(rows[i].word, word))
            return rows[i].level;
    return word.n == 6 && str_starts(word, STR("trace")) ? LEVEL_TRACE : LEVEL_NONE;
}

/* "pid 12752:tid 12769" */
static int64_t pid_of(struct str s)
{
    uint64_t v;

    if (!str_starts(s, STR("pid ")))
        return -1;
    s = str_from(s, 4);
    return num_take(&s, INT32_MAX, &v) && (s.n == 0 || s.p[0] == ':') ? (int64_t)v : -1;
}

/* ", referer: http://…" ends the lines of a request that had one. */
static struct str without_referer(struct str s)
{
    struct str word = STR(", referer: ");
    size_t at = s.n;

    for (size_t next = str_find(s, word, 0); next != STR_NONE;
         next = str_find(s, word, next + 1))
        at = next;
    if (at == s.n || str_chr(s, ' ', at + word.n) != STR_NONE)
        return s;
    return str_head(s, at);
}

struct error_head {
    struct stamp time;
    struct str module; /* empty: not named */
    enum level level;
    struct str process; /* "pid 12752:tid 12769" */
    bool request;       /* it was written in a request */
};

/* [remote …] and [client …] may both be missing, and the pid in old releases. */
static void read_others(struct str *in, struct error_head *e)
{
    struct str rest = *in, word;

    if (take_bracket(&rest, &word) && pid_of(word) >= 0) {
        e->process = word;
        *in = rest;
    }
    rest = *in;
    if (take_bracket(&rest, &word) &&
        (str_starts(word, STR("remote ")) || str_starts(word, STR("client ")))) {
        e->request = true;
        *in = rest;
    }
}

/* %u, or %{cu} as 2026-12-01 01:06:37.054252. */
static bool read_time(struct reading *in, struct str s, struct stamp *t)
{
    bool read = num_is_digit(s.p[0]) ? stamp_take(&in->stamper, &s, t)
                                     : webtime_ctime(&in->stamper, &s, t);

    return read && s.n == 0;
}

static bool read_head(struct reading *in, struct str *s, struct error_head *e)
{
    struct str time, word;

    *e = (struct error_head){0};
    if (s->n < 27 || s->p[0] != '[' ||
        ((s->p[4] != ' ' || s->p[8] != ' ') && (s->p[5] != '-' || s->p[11] != ' ')) ||
        !take_bracket(s, &time) || !read_time(in, time, &e->time) ||
        !take_bracket(s, &word))
        return false;
    size_t colon = str_chr(word, ':', 0);
    e->module = str_head(word, colon == STR_NONE ? 0 : colon);
    e->level = level_of_apache(colon == STR_NONE ? word : str_from(word, colon + 1));
    if (e->level == LEVEL_NONE)
        return false;
    read_others(s, e);
    return true;
}

static bool read_apache(struct reading *in, struct head *h)
{
    struct str s = h->text;
    struct error_head e;

    if (!read_head(in, &s, &e))
        return false;
    struct outer *x = head_outer(h);
    h->form = FORM_LAYER;
    head_time(h, &e.time);
    if (e.process.n) {
        x->pid = pid_of(e.process);
        head_writer(h, e.process);
    }
    x->level = e.level;
    h->complete = h->complete || (e.module.n && !str_eq(e.module, STR("wsgi")));
    if (e.request)
        s = without_referer(s);
    head_message(in, h, apache_unescape(in->arena, s));
    return true;
}

const struct envelope_kind envelope_apache = {
    .name = "apache",
    .help = "Apache's error log: [time] [module:level] [pid N] [client …], and what "
            "mod_wsgi put behind it",
    .id = ENVELOPE_APACHE,
    .outer = true,
    .read = read_apache,
};
