/*
 * oslo.log's text form (ContextFormatter; oslo_log/_options.py):
 *
 *     2026-12-01 01:50:30.971 24981 INFO nova.compute [None req-… …] [instance: …] text
 *     2026-12-01 01:50:30.971 24981 ERROR nova.compute   File "…", line 1, in f
 *
 * The second is a line of a traceback (logging_exception_prefix): its level word is ERROR whatever
 * the record's level, TRACE in old releases, and it has no context.
 */
#include "base/num.h"
#include "parse/bracket.h"
#include "parse/head.h"
#include "parse/level.h"

enum { PID_DIGITS = 10 };

static bool take_blank(struct str *in)
{
    if (in->n == 0 || in->p[0] != ' ')
        return false;
    *in = str_from(*in, 1);
    return true;
}

/* True where there is none, too: some formats leave it out. */
static bool take_pid(struct str *in, int64_t *pid)
{
    size_t n = 0;
    int64_t v = 0;

    for (; n < in->n && num_is_digit(in->p[n]); n++) {
        if (n == PID_DIGITS)
            return false;
        v = v * 10 + (in->p[n] - '0');
    }
    if (n == 0)
        return true;
    *pid = v;
    *in = str_from(*in, n);
    return take_blank(in);
}

static bool take_logger(struct str *in, struct str *logger)
{
    const char *blank = in->n ? memchr(in->p, ' ', in->n) : NULL;
    size_t n = blank ? (size_t)(blank - in->p)
                     : in->n; /* an empty line may have lost its blank */

    if (n == 0 || in->p[0] == '[')
        return false;
    *logger = str_head(*in, n);
    *in = str_from(*in, n < in->n ? n + 1 : n);
    return true;
}

/* "watcher.go:95 ", which Juju and others in Go write behind the name: no line of a traceback. */
static bool is_go_site(struct str s)
{
    size_t blank = str_chr(s, ' ', 0);
    struct str word = blank == STR_NONE ? s : str_head(s, blank);
    size_t at = str_find(word, STR(".go:"), 1);

    return at != STR_NONE && at + 4 < word.n && num_is_digit(word.p[at + 4]);
}

/* With neither bracket nor another level word than those two it is a line of a traceback. */
static enum form form_of(enum level level, struct str text)
{
    bool trace = (level == LEVEL_ERROR || level == LEVEL_TRACE) && !is_go_site(text);

    return trace ? FORM_TRACE : FORM_HEAD;
}

static bool read_text(struct reading *in, struct head *h)
{
    struct str s = h->text, logger = {0};
    struct stamp t;
    int64_t pid = -1;
    enum level level;

    if (!stamp_take(&in->stamper, &s, &t) || !take_blank(&s) || !take_pid(&s, &pid) ||
        !level_take(&s, &level))
        return false;
    bool named = take_logger(&s, &logger), context = bracket_context(&s, &h->context);
    if (!named && !context)
        return false;
    h->form = context ? FORM_HEAD : form_of(level, s);
    if (h->form == FORM_TRACE && bracket_is_cut(s)) {
        h->form = FORM_HEAD;
        h->flags |= RECORD_PARTIAL;
        s = str_head(s, 0);
    }
    bracket_instance(&s, &h->instance_id);
    h->time = t.time;
    h->time_known = true;
    h->time_source = TIME_RECORD;
    h->zone_assumed = t.zone_assumed;
    h->time_ambiguous = t.ambiguous;
    h->pid = pid;
    h->level = level;
    h->level_is_trace = level == LEVEL_TRACE;
    h->logger = logger;
    h->text = s;
    return true;
}

static void fill_text(struct reading *in, const struct head *h, struct record *r)
{
    (void)in;
    bracket_fill(h->context, h->pid < 0 ? BRACKET_USER_PROJECT : BRACKET_PROJECT_USER, r);
    r->instance_id = h->instance_id;
}

const struct envelope_kind envelope_oslo_text = {
    .name = "oslo_text",
    .help = "oslo.log's text: time, pid, level, logger, [context], message",
    .id = ENVELOPE_OSLO_TEXT,
    .read = read_text,
    .fill = fill_text,
};
