#include "input/entry.h"

#include <stdlib.h>

#include "base/num.h"

static bool hex(struct str text, uint64_t *out)
{
    enum { DIGITS = 16 };
    uint64_t v = 0;

    if (text.n == 0 || text.n > DIGITS)
        return false;
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];
        if (!num_is_hex(c))
            return false;
        v = v * 16 + (uint64_t)(num_is_digit(c) ? c - '0' : (c | ' ') - 'a' + 10);
    }
    *out = v;
    return true;
}

/* "NAME=value" with its NAME taken off; empty where it has another. */
static struct str named(struct str part, struct str name)
{
    return str_starts(part, name) ? str_from(part, name.n) : STR("");
}

bool cursor_read(struct str text, struct cursor *out)
{
    struct str rest = text, part, series;
    uint64_t time;

    str_cut(&rest, ';', &part);
    series = named(part, STR("s="));
    str_cut(&rest, ';', &part);
    if (series.n != DIGEST_HEX || !hex(named(part, STR("i=")), &out->number))
        return false;
    out->entry = rest;
    str_cut(&rest, ';', &part); /* the boot */
    str_cut(&rest, ';', &part); /* the time since it */
    str_cut(&rest, ';', &part);
    if (!hex(named(part, STR("t=")), &time) || time > INT64_MAX)
        return false;
    out->time = (usec_t)time;
    memcpy(out->series, series.p, DIGEST_HEX);
    return true;
}

int entry_limit(sd_journal *j)
{
    enum { THRESHOLD = LIMIT_LINE_BYTES + 256 };

    return sd_journal_set_data_threshold(j, THRESHOLD);
}

static void add_field(struct entry_room *x, struct line *l, struct str name,
                      struct str value)
{
    x->fields[l->field_count++] = (struct journal_field){name, value};
    if (str_eq(name, STR("MESSAGE")))
        l->text = value;
}

/* "NAME=value", copied: the library's bytes go with the next call. Returns how much that was. */
static size_t add_data(struct entry_room *x, struct batch *b, struct line *l,
                       struct str data)
{
    size_t at = str_chr(data, '=', 0);

    if (at == STR_NONE)
        return 0;
    struct str copy = arena_str(&b->arena, data);
    struct str value = str_from(copy, at + 1);
    if (value.n > LIMIT_LINE_BYTES) {
        value.n = LIMIT_LINE_BYTES;
        l->flags |= LINE_CUT;
    }
    add_field(x, l, str_head(copy, at), value);
    return data.n;
}

void entry_origin(struct stream *s, struct str cursor)
{
    struct cursor c;

    if (s->origin_known || !cursor_read(cursor, &c))
        return;
    memcpy(s->origin, c.series, DIGEST_HEX);
    s->origin_known = true;
}

/* A cursor that says nothing of a place leaves the entries counted, from the first one's cursor
 * on. */
static void place(struct entry_room *x, struct line *l, struct str text)
{
    struct stream *s = l->stream;
    struct cursor c;

    l->position = x->taken++;
    if (cursor_read(text, &c))
        l->position = c.number;
    entry_origin(s, text);
    if (s->first_line_known)
        return;
    s->first_line_n = text.n < sizeof s->first_line ? text.n : sizeof s->first_line;
    if (s->first_line_n)
        memcpy(s->first_line, text.p, s->first_line_n);
    s->first_line_known = true;
}

/* What stands beside the fields in the file. */
static void add_address(struct entry_room *x, sd_journal *j, struct batch *b,
                        struct line *l)
{
    CLEANUP(buf_done) struct buf time = {0};
    struct str copy = {0};
    uint64_t usec;
    char *cursor = NULL;

    if (sd_journal_get_realtime_usec(j, &usec) >= 0) {
        buf_u64(&time, usec);
        add_field(x, l, STR("__REALTIME_TIMESTAMP"), arena_str(&b->arena, buf_str(&time)));
    }
    if (sd_journal_get_cursor(j, &cursor) >= 0) {
        copy = arena_str(&b->arena, str_of(cursor));
        add_field(x, l, STR("__CURSOR"), copy);
    }
    free(cursor);
    place(x, l, copy);
}

size_t entry_take(struct entry_room *x, sd_journal *j, struct stream *s, struct batch *b)
{
    struct line *l = batch_line(b);
    size_t bytes = 0, n;
    const void *data;

    l->stream = s;
    add_address(x, j, b, l);
    sd_journal_restart_data(j);
    while (l->field_count < ENTRY_FIELDS &&
           sd_journal_enumerate_available_data(j, &data, &n) > 0)
        bytes += add_data(x, b, l, (struct str){data, n});
    struct journal_field *fields =
        ARENA_ARRAY(&b->arena, struct journal_field, l->field_count);
    memcpy(fields, x->fields, l->field_count * sizeof *fields);
    l->fields = fields;
    l->bytes = l->text.n;
    return bytes;
}
