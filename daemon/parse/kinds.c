#include "parse/head.h"

#define KIND(name) extern const struct envelope_kind envelope_##name;
#include "parse_kinds.def"
#undef KIND

#define KIND(name) &envelope_##name,
const struct envelope_kind *const envelope_kinds[] = {
#include "parse_kinds.def"
};
#undef KIND

const size_t envelope_kind_count = COUNT_OF(envelope_kinds);

static bool read_layer(struct reading *in, struct head *h)
{
    for (size_t i = 0; i < COUNT_OF(envelope_kinds); i++) {
        if (!envelope_kinds[i]->read(in, h))
            continue;
        h->kind = envelope_kinds[i];
        h->layers[h->layer_count++] = envelope_kinds[i]->id;
        return true;
    }
    return false;
}

/* Every line comes by here. Field by field: for one zeroed struct of this size the compilers emit
 * an instruction that takes longer than all of these. */
static void clear(struct str line, struct head *h)
{
    const struct str none = {0};

    h->layer_count = 0;
    h->kind = NULL;
    h->flags = 0;
    h->time_known = h->zone_assumed = h->time_ambiguous = h->level_is_trace = false;
    h->time_source = TIME_READ;
    h->time = 0;
    h->level = LEVEL_NONE;
    h->pid = -1;
    h->logger = h->context = h->instance_id = h->trace = h->summary = none;
    h->text = line;
}

void head_bare(struct str line, struct head *out)
{
    clear(line, out);
    out->form = FORM_BARE;
}

void head_read(struct reading *in, struct str line, struct head *out)
{
    clear(line, out);
    do {
        if (!read_layer(in, out)) {
            out->form = FORM_BARE;
            return;
        }
    } while (out->form == FORM_LAYER && out->layer_count < LIMIT_ENVELOPES);
    if (out->form == FORM_LAYER)
        out->form = FORM_BARE;
}
