#include "parse/head.h"

#include "parse/colour.h"
#include "parse/formats.h"

#define KIND(name) extern const struct envelope_kind envelope_##name;
#include "parse_kinds.def"
#undef KIND

#define KIND(name) &envelope_##name,
const struct envelope_kind *const envelope_kinds[] = {
#include "parse_kinds.def"
};
#undef KIND

const size_t envelope_kind_count = COUNT_OF(envelope_kinds);

/* Every line comes by here. Field by field: for one zeroed struct of this size the compilers emit
 * an instruction that takes longer than all of these. */
void head_begin(struct str line, struct head *h)
{
    const struct str none = {0};

    h->form = FORM_BARE;
    h->layer_count = 0;
    h->kind = NULL;
    h->flags = 0;
    h->time_known = h->zone_assumed = h->time_ambiguous = h->year_assumed = false;
    h->coloured = h->level_is_trace = h->layered = h->complete = h->partial = h->notice = false;
    h->spaced = h->loose = h->unended = h->either = false;
    h->time_source = TIME_READ;
    h->time = 0;
    h->level = LEVEL_NONE;
    h->pid = -1;
    h->logger = h->context = h->instance_id = h->trace = h->summary = h->more = none;
    h->access = NULL;
    h->writer = h->lost = 0;
    h->margin = 0;
    h->repeat = 0;
    h->text = line;
}

static bool read_kind(struct reading *in, struct head *h, bool inner_only)
{
    if (in->formats && formats_read(in, h)) {
        h->layers[h->layer_count++] = h->kind->id;
        return true;
    }
    for (size_t i = 0; i < COUNT_OF(envelope_kinds); i++) {
        if ((inner_only && envelope_kinds[i]->outer) || !envelope_kinds[i]->read(in, h))
            continue;
        h->kind = envelope_kinds[i];
        h->layers[h->layer_count++] = envelope_kinds[i]->id;
        return true;
    }
    h->form = FORM_BARE;
    return false;
}

bool head_next(struct str *more, struct str *line)
{
    size_t end;

    if (more->n == 0)
        return false;
    *more = str_from(*more, 1);
    end = str_chr(*more, '\n', 0);
    *line = end == STR_NONE ? *more : str_head(*more, end);
    *more = str_from(*more, line->n);
    return true;
}

bool head_layer(struct reading *in, struct head *h)
{
    if (h->layer_count == LIMIT_ENVELOPES) {
        h->form = FORM_BARE;
        return false;
    }
    return read_kind(in, h, false);
}

static void copy_outer(const struct head *h, struct head *out)
{
    out->layered = true;
    out->outer = h->outer;
    out->writer = h->writer;
    out->time_known = h->outer.arrival_known;
    out->time = h->outer.arrival;
    out->time_source = TIME_ENVELOPE;
}

void head_more(struct reading *in, const struct head *h, struct str line, struct head *out)
{
    head_begin(line, out);
    if (h->layered)
        copy_outer(h, out);
    read_kind(in, out, true);
}

static bool is_outer(enum envelope id)
{
    for (size_t i = 0; i < COUNT_OF(envelope_kinds); i++)
        if (envelope_kinds[i]->id == id && envelope_kinds[i]->outer)
            return true;
    return false;
}

void head_bare(struct head *h, struct str text)
{
    const struct str none = {0};

    h->form = FORM_BARE;
    h->kind = NULL;
    while (h->layer_count && !is_outer(h->layers[h->layer_count - 1]))
        h->layer_count--;
    h->flags = 0;
    h->level = LEVEL_NONE;
    h->level_is_trace = h->loose = h->unended = h->either = false;
    h->pid = -1;
    h->logger = h->context = h->instance_id = h->trace = h->summary = none;
    h->access = NULL;
    h->text = text;
}

void head_access(struct reading *in, struct head *h, const struct access *a)
{
    struct access *copy;

    h->form = FORM_WHOLE;
    if (!a)
        return;
    copy = arena_alloc(in->arena, sizeof *copy);
    *copy = *a;
    h->access = copy;
}

static void set_time(struct head *h, const struct stamp *t, enum time_source source)
{
    h->time = t->time;
    h->time_known = true;
    h->time_source = source;
    h->zone_assumed = t->zone_assumed;
    h->time_ambiguous = t->ambiguous;
    h->year_assumed = t->year_assumed;
}

void head_own_time(struct head *h, const struct stamp *t)
{
    set_time(h, t, TIME_RECORD);
}

struct outer *head_outer(struct head *h)
{
    if (!h->layered)
        outer_clear(&h->outer);
    h->layered = true;
    return &h->outer;
}

void head_writer(struct head *h, struct str s)
{
    uint64_t v = outer_mix(h->writer ? h->writer : OUTER_MIX, s);

    h->writer = v ? v : 1;
}

void head_time(struct head *h, const struct stamp *t)
{
    struct outer *x = head_outer(h);

    x->arrival_known = true;
    x->arrival = t->time;
    set_time(h, t, TIME_ENVELOPE);
}

void head_message(struct reading *in, struct head *h, struct str text)
{
    size_t at;

    if (str_chr(text, '\x1b', 0) != STR_NONE) {
        h->coloured = true;
        text = colour_strip(in->arena, text);
    }
    at = str_chr(text, '\n', 0);
    h->text = at == STR_NONE ? text : str_head(text, at);
    h->more = at == STR_NONE ? (struct str){0} : str_from(text, at);
}

void head_ended(struct reading *in, struct head *h, struct str text)
{
    if (text.n && text.p[text.n - 1] == '\n')
        text.n--;
    if (text.n && text.p[text.n - 1] == '\r')
        text.n--;
    head_message(in, h, text);
}
