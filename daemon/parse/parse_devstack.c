/*
 * devstack's form of oslo.log's text: no time and no pid, since the journal behind it has both
 * (functions: setup_systemd_logging, setup_logging of devstack):
 *
 *     WARNING masakari.engine.manager [None req-… demo admin] [instance: …] text
 *     ERROR masakari.engine.manager   File "…", line 1, in f
 *
 * Its colours are gone before it comes here. The second is a line of a traceback; TRACE stands in
 * place of ERROR in old releases. What tells a head from a sentence is the context's bracket.
 */
#include "base/num.h"
#include "parse/bracket.h"
#include "parse/head.h"
#include "parse/level.h"

/* A dotted name and the blank behind it; an empty line of a traceback may have lost its blank. */
static bool take_logger(struct str *in, struct str *logger)
{
    size_t n = 0;

    for (; n < in->n && in->p[n] != ' '; n++) {
        unsigned c = (unsigned char)in->p[n];
        if (!num_is_digit(in->p[n]) && (c | 0x20) - 'a' >= 26U && c != '_' && c != '.' &&
            c != '-')
            return false;
    }
    if (n == 0 || num_is_digit(in->p[0]))
        return false;
    *logger = str_head(*in, n);
    *in = str_from(*in, n < in->n ? n + 1 : n);
    return true;
}

static bool read_devstack(struct reading *in, struct head *h)
{
    struct str s = h->text, logger;
    enum level level;

    (void)in;
    if (!level_take(&s, &level) || !take_logger(&s, &logger))
        return false;
    enum form form = FORM_HEAD;
    if (!bracket_context(&s, &h->context)) {
        if (level != LEVEL_ERROR && level != LEVEL_TRACE)
            return false;
        form = FORM_TRACE;
    }
    bracket_instance(&s, &h->instance_id);
    h->form = form;
    h->level = level;
    h->level_is_trace = level == LEVEL_TRACE;
    h->logger = logger;
    h->text = s;
    return true;
}

static void fill_devstack(struct reading *in, const struct head *h, struct record *r)
{
    (void)in;
    bracket_fill(h->context, BRACKET_PROJECT_USER, r);
    r->instance_id = h->instance_id;
}

const struct envelope_kind envelope_devstack = {
    .name = "devstack",
    .help = "devstack's text: level, logger, [context], message",
    .id = ENVELOPE_DEVSTACK,
    .read = read_devstack,
    .fill = fill_devstack,
};
