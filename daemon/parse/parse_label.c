/*
 * What a tool that prints the logs of several at once puts before each line: who wrote it.
 *
 *     heat-engine-1  | TEXT                           docker compose, padded to one column
 *     heat_engine.1.x8s7abc@node1    | TEXT           docker service logs
 *     heat-engine-7d9c5b-x2x4q heat-engine TEXT       stern; with --all-namespaces a word more
 *     heat-engine-7d9c5b-x2x4q › heat-engine TEXT     stern of old
 *     [heat-engine-7d9c5b-x2x4q heat-engine] TEXT     kubetail
 *     ctl1 heat-engine[24984]: TEXT                   syslog without a time
 *     ctl1: TEXT                                      pdsh and clush
 *
 * Any text may begin like that, so a label is believed where a record with a date, or one of oslo.log's
 * in JSON, stands behind it; from then on it is one before any text. "NAME: " needs a level or a
 * syslog tag behind the date as well, and says only that another one wrote: it may be a host or a
 * program.
 */
#include "base/num.h"
#include "parse/file_name.h"
#include "parse/opening.h"
#include "parse/syslog.h"

enum { NAME_BYTES = 253, LABELS_BYTES = 8192 };

struct label {
    struct str pod, container, namespace, writer;
    struct syslog_origin origin;
    size_t n;   /* up to the text */
    size_t bar; /* where it stands; 0: none */
    bool weak;  /* it may as well be a word of a text */
};

/* ---- words ---- */

static bool is_name_byte(char c)
{
    return num_is_digit(c) || ((unsigned char)c | 0x20U) - 'a' < 26U || c == '-' ||
           c == '_' || c == '.' || c == '@';
}

/* A name off the head of s; empty where there is none. */
static struct str take_name(struct str *s)
{
    size_t n = 0;

    while (n < s->n && n <= NAME_BYTES && is_name_byte(s->p[n]))
        n++;
    struct str name = str_head(*s, n > NAME_BYTES ? 0 : n);
    *s = str_from(*s, name.n);
    return name;
}

static bool take(struct str *s, struct str what)
{
    if (!str_starts(*s, what))
        return false;
    *s = str_from(*s, what.n);
    return true;
}

/* Kubernetes makes the names of pods of that of what owns them, '-', and a number or letters. */
static bool is_pod(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] == '_' || (s.p[i] >= 'A' && s.p[i] <= 'Z'))
            return false;
    return s.n && str_chr(s, '-', 1) != STR_NONE;
}

/* ---- forms ---- */

static bool take_bar(struct str *s, struct label *l)
{
    struct str begin = *s;

    l->container = l->writer = take_name(s);
    while (s->n && s->p[0] == ' ')
        *s = str_from(*s, 1);
    l->bar = (size_t)(s->p - begin.p);
    return l->container.n && take(s, STR("|")) && (s->n == 0 || take(s, STR(" ")));
}

static bool take_pod(struct str *s, struct label *l)
{
    l->pod = take_name(s);
    if (!is_pod(l->pod) || !(take(s, STR(" \xe2\x80\xba ")) || take(s, STR(" "))))
        return false;
    l->container = take_name(s);
    return l->container.n && take(s, STR(" "));
}

static bool take_pod_below(struct str *s, struct label *l)
{
    l->namespace = take_name(s);
    return l->namespace.n && take(s, STR(" ")) && take_pod(s, l);
}

static bool take_bracket(struct str *s, struct label *l)
{
    if (!take(s, STR("[")))
        return false;
    l->pod = take_name(s);
    if (take(s, STR(" ")))
        l->container = take_name(s);
    return is_pod(l->pod) && take(s, STR("] "));
}

static bool take_origin(struct str *s, struct label *l)
{
    return syslog_take_tag(s, &l->origin) && l->origin.pid.n;
}

static bool take_colon(struct str *s, struct label *l)
{
    l->writer = take_name(s);
    l->weak = true;
    return l->writer.n && take(s, STR(": "));
}

static bool (*const forms[])(struct str *, struct label *) = {
    take_bar, take_pod, take_pod_below, take_bracket, take_origin, take_colon,
};

/* ---- those that are known ---- */

/* What shows that s, behind a label, is a record. */
static bool is_record(struct str s)
{
    return opening_dated(s) || opening_json(s);
}

/* The same where the label may be a word of a text. */
static bool is_sure_record(struct str s)
{
    struct str name;
    size_t behind;

    if (opening_oslo(s) || opening_syslog(s) || opening_json(s))
        return true;
    return file_name_find(s, &name, &behind) && opening_oslo(str_from(s, behind));
}

static bool is_known(const struct buf *labels, struct str label)
{
    struct str rest = buf_str(labels), one;

    while (str_cut(&rest, '\n', &one))
        if (one.n && str_eq(one, label))
            return true;
    return false;
}

static void learn(struct habit *habit, struct str label, size_t bar)
{
    if (bar)
        habit->bar = bar;
    if (habit->labels.n + label.n > LABELS_BYTES)
        buf_clear(&habit->labels);
    buf_add(&habit->labels, label);
    buf_char(&habit->labels, '\n');
}

static bool find(struct habit *habit, struct str line, struct label *l)
{
    for (size_t i = 0; i < COUNT_OF(forms); i++) {
        struct str s = line;
        *l = (struct label){.n = 0};
        if (!forms[i](&s, l))
            continue;
        l->n = line.n - s.n;
        struct str label = str_head(line, l->n);
        if ((l->bar && l->bar == habit->bar) || is_known(&habit->labels, label))
            return true;
        if (!(l->weak ? is_sure_record(s) : is_record(s)))
            continue;
        learn(habit, label, l->bar);
        return true;
    }
    return false;
}

/* ---- the line ---- */

static bool may_begin(char c)
{
    return c == '[' || is_name_byte(c);
}

static bool read_label(struct reading *in, struct head *h)
{
    struct label l;

    if (h->layer_count || h->text.n < 2 || !may_begin(h->text.p[0]) ||
        !find(in->habit, h->text, &l))
        return false;
    struct outer *x = head_outer(h);
    if (l.origin.identifier.n)
        syslog_tell(h, &l.origin, -1);
    head_tell(x, OUTER_POD, l.pod);
    head_tell(x, OUTER_NAMESPACE, l.namespace);
    head_tell(x, OUTER_CONTAINER_NAME, l.container);
    head_writer(h, l.pod);
    head_writer(h, l.container);
    head_writer(h, l.writer);
    h->form = FORM_LAYER;
    h->text = str_from(h->text, l.n);
    return true;
}

const struct envelope_kind envelope_label = {
    .name = "label",
    .help = "a line behind who wrote it, as docker compose, stern and pdsh print it",
    .id = ENVELOPE_PREFIX,
    .outer = true,
    .read = read_label,
};
