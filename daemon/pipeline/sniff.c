#include "pipeline/sniff.h"

#include <stdlib.h>

#include "parse/parse.h"

struct sniffer {
    struct batch batch;
    struct parse_settings settings; /* the zone does not matter */
    struct stream stream;
};

struct sniffer *sniffer_new(const struct formats *formats)
{
    struct sniffer *s = mem_new(sizeof *s);
    struct err e;

    batch_init(&s->batch);
    s->settings.formats = formats;
    if (zone_init(&s->settings.zone, "UTC", &e) < 0)
        mem_out(); /* UTC is always there */
    return s;
}

void sniffer_free(struct sniffer *s)
{
    if (!s)
        return;
    batch_done(&s->batch);
    free(s);
}

bool sniffer_is_log(struct sniffer *s, struct str head)
{
    batch_reset(&s->batch, 0);
    parse_text(&s->settings, head, &s->stream, &s->batch);
    for (size_t i = 0; i < s->batch.record_count; i++) {
        const struct record *r = &s->batch.records[i];
        if (r->envelope_count > 0 && r->envelopes[0] != ENVELOPE_NONE)
            return true;
    }
    return false;
}
