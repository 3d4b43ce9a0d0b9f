#include "pipeline/pipeline.h"

#include <stdlib.h>

#include "flow/limits.h"
#include "input/input.h"
#include "pipeline/twins.h"
#include "pipeline/sniff.h"

struct pipeline {
    enum emit emit;
    struct rooms *rooms;
    struct batch *batch; /* theirs */
    struct sniffer *sniffer;
    struct twins *twins; /* NULL while there is only one stream */
    bool zone_given, unread;
    int output;

    pipeline_sink *sink;
    void *sink_context;
    pipeline_progress *progress;
    pipeline_say *say;
    void *watch_context;

    struct counts counts;
    size_t entry_count;
    unsigned char *entry_seen; /* by entry number */
};

struct pipeline *pipeline_new(const struct pipeline_settings *s, struct err *e)
{
    struct rooms *rooms = rooms_new(&s->rooms, e);

    if (!rooms)
        return NULL;
    struct pipeline *p = mem_new(sizeof *p);
    p->emit = s->emit;
    p->rooms = rooms;
    p->batch = &rooms->batch;
    p->sniffer = sniffer_new(s->rooms.parse.formats);
    p->zone_given = s->zone_given;
    p->output = s->output;
    p->entry_count = s->rooms.catalog->entry_count;
    p->entry_seen = mem_new(p->entry_count);
    return p;
}

void pipeline_free(struct pipeline *p)
{
    if (!p)
        return;
    rooms_free(p->rooms);
    sniffer_free(p->sniffer);
    twins_free(p->twins);
    free(p->entry_seen);
    free(p);
}

void pipeline_to(struct pipeline *p, pipeline_sink *sink, void *context)
{
    p->sink = sink;
    p->sink_context = context;
}

void pipeline_watch(struct pipeline *p, pipeline_progress *progress, pipeline_say *say,
                    void *context)
{
    p->progress = progress;
    p->say = say;
    p->watch_context = context;
}

const struct counts *pipeline_counts(const struct pipeline *p)
{
    return &p->counts;
}

static void count_entry(struct pipeline *p, const struct entry *e)
{
    if (!e || e->number >= p->entry_count || p->entry_seen[e->number])
        return;
    p->entry_seen[e->number] = 1;
    p->counts.entries++;
}

static void count(struct pipeline *p, const struct record *r, const struct match *m)
{
    if (r->flags & RECORD_NO_MESSAGE)
        return;
    p->counts.records++;
    if (r->notice) {
        p->counts.notices++;
        p->counts.lost += r->lost;
        return;
    }
    p->counts.bare += r->envelope_count == 0 || r->envelopes[0] == ENVELOPE_NONE;
    p->counts.markers += m->log.entry && m->log.entry->kind == ENTRY_MARKER && !m->class_;
    p->counts.zone_assumed =
        p->counts.zone_assumed || (r->zone_assumed && !r->stream->zone);
    switch (m->status) {
    case MATCH_CLASSIFIED: p->counts.classified++; break;
    case MATCH_AMBIGUOUS: p->counts.ambiguous++; break;
    case MATCH_UNCLASSIFIED:
        p->counts.unclassified_problems += emit_is_problem(r);
        return;
    }
    count_entry(p, match_lead(m));
}

/* Fills the column `chosen`, and counts. */
static void choose(struct pipeline *p)
{
    struct batch *b = p->batch;

    for (uint32_t i = 0; i < b->record_count; i++) {
        const struct record *r = &b->records[i];
        const struct match *m = &b->matches[i];
        if (r->flags & RECORD_NO_MESSAGE)
            continue; /* nobody's message: no event, no record of anything */
        count(p, r, m);
        int severity = m->status == MATCH_UNCLASSIFIED ? 0 : render_severity(r, m);
        if (!emit_wants(p->emit, r, m, severity))
            continue;
        if (p->twins && twins_has(p->twins, r))
            p->counts.doubled++;
        else
            batch_choose(b, i);
    }
}

/* Gives the sink what was rendered. What stays in b->events waits for a fuller buffer. */
static int flush(struct pipeline *p, struct err *e)
{
    struct buf *out = &p->batch->events;
    int rc = out->n && p->sink ? p->sink(p->sink_context, buf_str(out), e) : 0;

    buf_clear(out);
    return rc;
}

/* From records to the sink. */
static int carry(struct pipeline *p, struct stream *stream, struct err *e)
{
    struct batch *b = p->batch;

    rooms_classify(p->rooms);
    choose(p);
    rooms_mask(p->rooms, stream);
    p->counts.events += b->chosen_count;
    while (!render_batch(p->rooms->renderer, b, OUTPUT_BYTES))
        if (flush(p, e) < 0)
            return -1;
    return b->events.n >= OUTPUT_BYTES ? flush(p, e) : 0;
}

static void count_lines(struct pipeline *p)
{
    p->counts.lines += p->batch->line_count;
    for (size_t i = 0; i < p->batch->line_count; i++)
        p->counts.bytes += p->batch->lines[i].bytes;
}

static void tell_progress(struct pipeline *p, struct input *in)
{
    uint64_t done, total;

    if (!p->progress)
        return;
    input_progress(in, &done, &total);
    p->counts.skipped = input_skipped(in);
    struct stream *s = input_stream(in);
    p->progress(p->watch_context, &p->counts, s->path.n ? s->path : s->name, done, total);
}

/* One batch: read it, carry it. Returns what the input said; *refused tells of the sink. */
static enum got step(struct pipeline *p, struct input *in, bool *refused, struct err *e)
{
    struct batch *b = p->batch;

    batch_reset(b, clock_now());
    enum got got = input_read(in, b);
    struct stream *stream = input_stream(in);
    if (!stream)
        return got;
    if (p->zone_given)
        stream->zone = NULL;
    if (!p->twins && !input_is_single(in))
        p->twins = twins_new(LIMIT_SEEN_RECORDS);
    count_lines(p);
    rooms_parse(p->rooms, stream, got != GOT_LINES);
    *refused = carry(p, stream, e) < 0 ||
               /* Nobody waits for a full buffer at a pipe or a terminal, or for the next
                * input, which may be one. */
               ((got != GOT_LINES || input_is_live(in)) && flush(p, e) < 0);
    tell_progress(p, in);
    return got;
}

static bool shows_log(void *context, struct str head)
{
    return sniffer_is_log(((struct pipeline *)context)->sniffer, head);
}

static void hear(void *context, enum input_word word, const char *text)
{
    struct pipeline *p = context;

    p->unread = p->unread || word == INPUT_UNREAD;
    if (p->say)
        p->say(p->watch_context, text);
}

enum pipeline_end pipeline_run(struct pipeline *p, char *const *names, size_t n,
                               struct err *e)
{
    struct input_settings s = {
        .is_log = shows_log, .say = hear, .context = p, .output = p->output};
    struct input *in = input_open(names, n, &s);
    bool refused = false;
    enum got got = GOT_LINES;

    p->unread = false;
    while (got != GOT_END && !refused)
        got = step(p, in, &refused, e);
    if (refused && got == GOT_LINES) {
        batch_reset(p->batch, 0);
        parser_end(p->rooms->parser, input_stream(in), p->batch);
    }
    p->counts.skipped = input_skipped(in);
    input_close(in);
    return refused ? PIPELINE_SINK : p->unread ? PIPELINE_UNREAD : PIPELINE_DONE;
}
