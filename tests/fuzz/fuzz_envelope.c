/*
 * fuzz_envelope.c - lines become records, whatever the bytes are.
 *
 * What always holds:
 * - the same bytes give the same records, however their lines are dealt out to batches, and when
 *   after each of these another parser goes on with what the one before it saved;
 * - every line is in exactly one record: the counts of lines and of bytes add up, and the record
 *   of one line holds that line as it is;
 * - no slice leaves what it points into (each is read to its end, under the sanitizer).
 *
 * The first four bytes of the input are the seed of the cuts.
 */
#include <stdlib.h>

#include "parse/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

enum { SEED_BYTES = 4, NOW = 1000000 };

/* All that the records of an input say, as one text to compare. */
static void put_str(struct buf *out, struct str s)
{
    buf_u64(out, s.n);
    buf_char(out, ':');
    buf_add(out, s);
    buf_char(out, ';');
}

static void put_number(struct buf *out, int64_t v)
{
    buf_u64(out, (uint64_t)v);
    buf_char(out, ',');
}

static void put_exception(struct buf *out, const struct exception *e)
{
    put_str(out, e->type);
    put_str(out, e->message);
    put_number(out, e->remote);
    put_number(out, e->relation);
    for (size_t i = 0; i < e->frame_count; i++) {
        put_str(out, e->frames[i].file);
        put_str(out, e->frames[i].function);
        put_str(out, e->frames[i].module_path);
        put_number(out, e->frames[i].line);
    }
}

static void put_sender(struct buf *out, const struct sender *s)
{
    const struct str texts[] = {s->unit,  s->identifier, s->container_name, s->container_id,
                                s->image, s->pod,        s->namespace,      s->msgid};

    for (size_t i = 0; i < COUNT_OF(texts); i++)
        put_str(out, texts[i]);
    put_number(out, s->severity);
    put_number(out, s->facility);
}

static void put_access(struct buf *out, const struct access *a)
{
    const struct str texts[] = {a->method, a->path,   a->query,
                                a->version, a->client, a->user_agent};

    for (size_t i = 0; i < COUNT_OF(texts); i++)
        put_str(out, texts[i]);
    put_number(out, a->status);
    put_number(out, a->bytes);
    put_number(out, a->duration);
}

static void put_record(struct buf *out, const struct record *r)
{
    const struct str texts[] = {
        r->logger,          r->process_name,
        r->thread_name,     r->host,
        r->request_id,      r->global_request_id,
        r->user_id,         r->user_name,
        r->project_id,      r->project_name,
        r->domain_id,       r->system_scope,
        r->user_domain_id,  r->project_domain_id,
        r->instance_id,     r->origin_file,
        r->origin_function, r->body,
        r->message,         r->msg,
        r->trace,           r->raw,
    };
    const int64_t numbers[] = {
        (int64_t)r->position, r->line_count,     (int64_t)r->bytes, r->flags,
        r->envelope_count,    r->envelopes[0],   r->time,           r->time_source,
        r->zone_assumed,      r->time_ambiguous, r->level,          r->pid,
        r->thread_id,         r->origin_line,    r->summary_only,   r->request_inferred,
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        put_str(out, texts[i]);
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        put_number(out, numbers[i]);
    put_number(out, r->year_assumed);
    put_number(out, r->notice);
    put_number(out, (int64_t)r->lost);
    put_number(out, r->repeat);
    if (r->sender)
        put_sender(out, r->sender);
    if (r->access)
        put_access(out, r->access);
    for (size_t i = 0; i < r->exception_count; i++)
        put_exception(out, &r->exceptions[i]);
    if (r->access)
        put_access(out, r->access);
    buf_char(out, '\n');
}

struct run {
    struct buf said;
    uint64_t lines, bytes, records;
};

static void run_done(struct run *r)
{
    buf_done(&r->said);
}

static void take_records(struct run *run, const struct batch *b)
{
    for (size_t i = 0; i < b->record_count; i++) {
        put_record(&run->said, &b->records[i]);
        run->lines += b->records[i].line_count;
        run->bytes += b->records[i].bytes;
        run->records++;
    }
}

/* Adds the next line of *rest; false at the end. */
static bool add_line(struct batch *b, struct stream *s, struct str all, struct str *rest)
{
    struct str line;

    if (!str_cut(rest, '\n', &line))
        return false;
    bool ended = line.p + line.n < all.p + all.n;
    *batch_line(b) = (struct line){
        .stream = s,
        .text = line,
        .position = (uint64_t)(line.p - all.p),
        .bytes = line.n + ended,
        .flags = ended ? 0 : LINE_UNENDED,
    };
    return true;
}

static uint32_t next(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 16;
}

/* Another parser takes over. */
static struct parser *relieve(struct parser *p, const struct parse_settings *settings,
                              const struct stream *stream)
{
    CLEANUP(buf_done) struct buf saved = {0};

    parser_save(p, stream, &saved);
    parser_free(p);
    struct parser *next = parser_new(settings);
    if (saved.n && !parser_restore(next, stream, buf_str(&saved)))
        abort();
    return next;
}

/* Parses text in batches of up to `most` lines (0: of all), each a copy that dies with it; with
 * `relay` each by a parser of its own. */
static void parse(struct str text, uint32_t seed, uint32_t most, bool relay,
                  struct run *run)
{
    struct parse_settings settings = {0};
    struct err e;
    struct stream stream = {.kind = STR("file"), .name = STR("-")};
    struct batch b;
    struct str rest = text;

    if (zone_init(&settings.zone, "UTC", &e) < 0)
        abort();
    batch_init(&b);
    struct parser *p = parser_new(&settings);
    while (rest.n > 0) {
        size_t from = text.n - rest.n;
        batch_reset(&b, NOW);
        uint32_t count = most ? 1 + next(&seed) % most : UINT32_MAX;
        while (count-- && add_line(&b, &stream, text, &rest))
            ;
        /* The lines move into memory of their own, which the next batch may not see. */
        char *copy = mem_new(text.n - rest.n - from);
        memcpy(copy, text.p + from, text.n - rest.n - from);
        for (size_t i = 0; i < b.line_count; i++)
            b.lines[i].text.p = copy + ((size_t)(b.lines[i].text.p - text.p) - from);
        parser_lines(p, &b);
        take_records(run, &b);
        memset(copy, '#', text.n - rest.n - from);
        free(copy);
        if (relay)
            p = relieve(p, &settings, &stream);
    }
    batch_reset(&b, NOW);
    parser_end(p, &stream, &b);
    take_records(run, &b);
    if (parser_open_lines(p) != 0)
        abort();
    parser_free(p);
    batch_done(&b);
}

static uint64_t count_lines(struct str text)
{
    struct str line;
    uint64_t count = 0;

    while (str_cut(&text, '\n', &line))
        count++;
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    uint32_t seed = 0;

    if (n < SEED_BYTES)
        return 0;
    memcpy(&seed, data, SEED_BYTES);
    struct str text = {(const char *)data + SEED_BYTES, n - SEED_BYTES};
    CLEANUP(run_done) struct run whole = {0};
    CLEANUP(run_done) struct run single = {0};
    CLEANUP(run_done) struct run pieces = {0};
    CLEANUP(run_done) struct run relayed = {0};
    parse(text, seed, 0, false, &whole);
    parse(text, seed, 1, false, &single);
    parse(text, seed, 7, false, &pieces);
    parse(text, seed, 7, true, &relayed);
    if (whole.lines != count_lines(text) || whole.bytes != text.n)
        abort();
    if (!str_eq(buf_str(&whole.said), buf_str(&single.said)) ||
        !str_eq(buf_str(&whole.said), buf_str(&pieces.said)) ||
        !str_eq(buf_str(&whole.said), buf_str(&relayed.said)))
        abort();
    return 0;
}
