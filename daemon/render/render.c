#include "render/render.h"

#include <stdlib.h>

#include "flow/limits.h"
#include "render/view.h"

#define KIND(name) extern const struct format_kind format_##name;
#include "render_kinds.def"
#undef KIND

const struct format_kind *const format_kinds[] = {
#define KIND(name) &format_##name,
#include "render_kinds.def"
#undef KIND
    NULL,
};

struct renderer {
    const struct format_kind *format;
    struct str zone_name;
    bool colour;
    struct digest *digest;
};

void render_formats(struct buf *out)
{
    for (size_t i = 0; format_kinds[i]; i++) {
        if (i)
            buf_add(out, STR(", "));
        buf_add(out, str_of(format_kinds[i]->name));
    }
}

struct renderer *renderer_new(const struct render_settings *s, struct err *e)
{
    for (size_t i = 0; format_kinds[i]; i++) {
        if (!str_eq(str_of(format_kinds[i]->name), s->format))
            continue;
        struct renderer *r = mem_new(sizeof *r);
        r->format = format_kinds[i];
        r->zone_name = s->zone_name;
        r->colour = s->colour;
        r->digest = digest_new();
        return r;
    }
    CLEANUP(buf_done) struct buf names = {0};
    render_formats(&names);
    err_set(e, "format '%.*s': no such format; there are %s", STR_FMT(s->format),
            buf_z(&names));
    return NULL;
}

void renderer_free(struct renderer *r)
{
    if (!r)
        return;
    digest_free(r->digest);
    free(r);
}

void render_origin(struct renderer *r, struct stream *stream, struct str masked_first_line)
{
    if (masked_first_line.n > LIMIT_FIRST_LINE_BYTES)
        masked_first_line.n = LIMIT_FIRST_LINE_BYTES;
    digest_start(r->digest);
    digest_add(r->digest, masked_first_line);
    digest_hex(r->digest, stream->origin);
    stream->origin_known = true;
}

static void write_event(struct renderer *r, const struct batch *b, size_t i, struct view *v,
                        struct buf *out)
{
    uint32_t at = b->chosen[i];

    view_make(v, r->digest, &b->records[at], &b->matches[at], &b->redactions[i], b->now,
              r->zone_name);
    r->format->write(v, r->colour, out);
}

void render_event(struct renderer *r, const struct batch *b, size_t i, struct buf *out,
                  char id[DIGEST_HEX])
{
    struct view v;

    write_event(r, b, i, &v, out);
    memcpy(id, v.id, DIGEST_HEX);
}

bool render_batch(struct renderer *r, struct batch *b, size_t limit)
{
    struct view v;

    while (b->event_count < b->chosen_count && b->events.n < limit) {
        write_event(r, b, b->event_count, &v, &b->events);
        b->event_count++;
    }
    return b->event_count == b->chosen_count;
}
