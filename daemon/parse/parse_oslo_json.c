/* oslo.log's JSON form: one object a line, complete in itself. */
#include "base/num.h"
#include "parse/bracket.h"
#include "parse/head.h"
#include "parse/level.h"
#include "parse/object.h"

/* Digits alone, at most 18; false for anything else. */
static bool read_decimal(struct str s, int64_t *out)
{
    int64_t v = 0;

    if (s.n == 0 || s.n > 18)
        return false;
    for (size_t i = 0; i < s.n; i++) {
        if (!num_is_digit(s.p[i]))
            return false;
        v = v * 10 + (s.p[i] - '0');
    }
    *out = v;
    return true;
}

/* Epoch seconds as Python prints a float, "1796086231.1073346", rounded to microseconds. */
static bool read_epoch(struct str s, usec_t *out)
{
    enum { DIGITS = 6 };
    int64_t seconds, usec = 0;
    size_t n = 0;

    while (n < s.n && num_is_digit(s.p[n]))
        n++;
    /* Eleven digits reach to the year 5138. */
    if (n > 11 || !read_decimal(str_head(s, n), &seconds) || (n < s.n && s.p[n] != '.'))
        return false;
    s = str_from(s, n);
    s = s.n ? str_from(s, 1) : s;
    for (size_t i = 0; i < s.n; i++)
        if (!num_is_digit(s.p[i]))
            return false; /* an exponent, which no time of our days has */
    for (size_t i = 0; i < DIGITS; i++)
        usec = usec * 10 + (i < s.n ? s.p[i] - '0' : 0);
    if (s.n > DIGITS && s.p[DIGITS] >= '5')
        usec++;
    *out = seconds * USEC_PER_SEC + usec;
    return true;
}

static void read_time(struct reading *in, const struct oslo_json *o, struct head *h)
{
    struct str text = o->asctime;
    struct stamp t;

    if (read_epoch(o->created, &h->time)) {
        h->time_known = true;
    } else if (stamp_take(&in->stamper, &text, &t)) {
        h->time = t.time;
        h->zone_assumed = t.zone_assumed;
        h->time_ambiguous = t.ambiguous;
        h->time_known = true;
    }
    if (h->time_known)
        h->time_source = TIME_RECORD;
}

static int64_t number(struct str s, int64_t otherwise)
{
    int64_t v;

    return read_decimal(s, &v) ? v : otherwise;
}

bool oslo_json_head(struct reading *in, struct head *h, bool fluent)
{
    struct str line = str_trim(h->text);
    struct oslo_json *o = &in->json;

    if (!(fluent ? oslo_json_read_fluent : oslo_json_read)(o, line, in->arena))
        return false;
    h->form = FORM_WHOLE;
    read_time(in, o, h);
    h->level = level_of_text(o->levelname);
    if (h->level == LEVEL_NONE && o->levelno.n)
        h->level = level_of_number((uint64_t)number(o->levelno, 0));
    h->pid = number(o->process, -1);
    h->logger = o->name;
    h->text = o->message;
    h->trace = o->traceback;
    h->summary = o->summary;
    if (o->cut)
        h->flags |= RECORD_PARTIAL;
    return true;
}

/* oslo.log's first key is "message" (Python 3 keeps their order): then no other kind is thought of
 * before. */
static bool read_json(struct reading *in, struct head *h)
{
    struct str line = str_trim(h->text);

    if (line.n == 0 || line.p[0] != '{')
        return false;
    if (!str_starts(line, STR("{\"message\": ")) && object_of(in, line) != OBJECT_OSLO)
        return false;
    return oslo_json_head(in, h, false);
}

static struct str first_of(struct str a, struct str b)
{
    a = bracket_value(a);
    return a.n ? a : bracket_value(b);
}

static struct str request_of(struct str a, struct str b)
{
    return bracket_is_request_id(a) ? a : bracket_is_request_id(b) ? b : (struct str){0};
}

static void fill_context(const struct oslo_context *c, const struct oslo_context *x,
                         struct record *r)
{
    r->request_id = request_of(c->request_id, x->request_id);
    r->global_request_id = request_of(c->global_request_id, x->global_request_id);
    r->user_id = first_of(c->user_id, x->user_id);
    r->user_name = first_of(c->user_name, x->user_name);
    r->project_id = bracket_value(c->project_id);
    r->project_name = first_of(c->project_name, x->project_name);
    r->domain_id = first_of(c->domain_id, x->domain_id);
    r->system_scope = first_of(c->system_scope, x->system_scope);
    r->user_domain_id = first_of(c->user_domain_id, x->user_domain_id);
    r->project_domain_id = first_of(c->project_domain_id, x->project_domain_id);
    r->instance_id = first_of(x->instance_id, c->instance_id);

    /* Without a project of the context, "extra" holds the word that the package metadata gave. */
    if (r->project_id.n == 0 && !str_eq(x->project_id, STR("unknown")))
        r->project_id = bracket_value(x->project_id);
}

void oslo_json_fill(struct reading *in, struct record *r)
{
    const struct oslo_json *o = &in->json;

    fill_context(&o->context, &o->extra, r);
    r->host = o->hostname;
    r->process_name = o->process_name;
    r->thread_name = o->thread_name;
    r->thread_id = number(o->thread, -1);
    r->msg = o->msg;
    r->origin_file = o->pathname;
    r->origin_function = o->funcname;
    int64_t line = number(o->lineno, 0);
    r->origin_line = line > 0 && line <= UINT32_MAX ? (uint32_t)line : 0;
}

static void fill_json(struct reading *in, const struct head *h, struct record *r)
{
    (void)h;
    oslo_json_fill(in, r);
}

const struct envelope_kind envelope_oslo_json = {
    .name = "oslo_json",
    .help = "oslo.log's JSON: one object a line with message, name, levelname, created",
    .id = ENVELOPE_OSLO_JSON,
    .read = read_json,
    .fill = fill_json,
};
