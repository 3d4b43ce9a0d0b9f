/*
 * An operator's format of lines, and lines that are read with it: the format, a NUL, the log.
 *
 * Whatever the format says, every line is in exactly one record, and what a record says lies in
 * memory that may be read (the sanitizers know).
 */
#include <stdint.h>
#include <stdlib.h>

#include "parse/formats.h"
#include "parse/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void formats_end(struct formats **f)
{
    formats_free(*f);
}

static uint64_t count_lines(struct str text)
{
    struct str line;
    uint64_t count = 0;

    while (str_cut(&text, '\n', &line))
        count++;
    return count;
}

static void touch(struct buf *b, const struct record *r)
{
    const struct str all[] = {r->message,     r->body,         r->logger,
                              r->host,        r->request_id,   r->user_id,
                              r->project_id,  r->user_name,    r->origin_function,
                              r->origin_file, r->trace,        r->thread_name,
                              r->instance_id, r->process_name, r->project_name};

    for (size_t i = 0; i < COUNT_OF(all); i++)
        buf_add(b, all[i]);
    buf_clear(b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct str text = {(const char *)data, n}, format;
    CLEANUP(formats_end) struct formats *f = formats_new();
    struct parse_settings settings = {.formats = f};
    struct stream stream = {.kind = STR("file"), .name = STR("-")};
    CLEANUP(buf_done) struct buf touched = {0};
    struct batch b;
    struct err e;
    uint64_t lines = 0;

    if (!str_cut(&text, 0, &format) || formats_add(f, format, &e) < 0)
        return 0;
    if (zone_init(&settings.zone, "UTC", &e) < 0)
        abort();
    batch_init(&b);
    parse_text(&settings, text, &stream, &b);
    for (size_t i = 0; i < b.record_count; i++) {
        lines += b.records[i].line_count;
        touch(&touched, &b.records[i]);
    }
    if (lines != count_lines(text))
        abort();
    batch_done(&b);
    return 0;
}
