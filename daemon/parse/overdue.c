/* Open records that close though no line of their own writer ended them. */
#include "parse/parser.h"

static void close_left_behind(struct parser *p, const struct strand *s, struct course *c,
                              uint64_t *lines, uint64_t *bytes)
{
    for (size_t i = 0; i < c->open.count;) {
        const struct open *o = c->open.at[i];
        if (s->lines - o->seen_lines >= LIMIT_OPEN_LINES ||
            s->bytes - o->seen_bytes >= LIMIT_OPEN_BYTES) {
            records_close(p, c, i, 0);
            continue;
        }
        if (o->seen_lines + LIMIT_OPEN_LINES < *lines)
            *lines = o->seen_lines + LIMIT_OPEN_LINES;
        if (o->seen_bytes + LIMIT_OPEN_BYTES < *bytes)
            *bytes = o->seen_bytes + LIMIT_OPEN_BYTES;
        i++;
    }
}

/* The largest of what is open, in *c and *at; returns the bytes of all of it. */
static uint64_t weigh(const struct strand *s, struct course **c, size_t *at)
{
    uint64_t all = 0, largest = 0;

    for (size_t k = 0; k < s->count; k++)
        for (size_t i = 0; i < s->courses[k]->open.count; i++) {
            uint64_t bytes = s->courses[k]->open.at[i]->bytes;
            all += bytes;
            if (bytes <= largest)
                continue;
            largest = bytes;
            *c = s->courses[k];
            *at = i;
        }
    return all;
}

static void close_largest(struct parser *p, struct strand *s)
{
    struct course *c = NULL;
    size_t at = 0;

    while (weigh(s, &c, &at) > LIMIT_HELD_BYTES)
        records_close(p, c, at, RECORD_TOO_LONG);
}

/* What is open need not be looked at on every line: its turn comes at next_lines at the earliest,
 * for a line of its own only puts it off, and that of a record not yet open comes no earlier than
 * the whole limits from here. */
void records_close_left_behind(struct parser *p, struct strand *s)
{
    uint64_t lines = s->lines + LIMIT_OPEN_LINES, bytes = s->bytes + LIMIT_OPEN_BYTES;

    for (size_t k = 0; k < s->count; k++)
        close_left_behind(p, s, s->courses[k], &lines, &bytes);
    close_largest(p, s);
    s->next_lines = lines;
    s->next_bytes = bytes;
}

void records_close_all(struct parser *p, struct course *c, unsigned flags)
{
    while (c->open.count)
        records_close(p, c, 0, flags);
}
