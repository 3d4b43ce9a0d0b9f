#include "parse/parser.h"
#include "parse/saved.h"

bool parser_is_open(const struct parser *p, const struct stream *stream)
{
    const struct strand *s = parser_known(p, stream);

    for (size_t i = 0; s && i < s->count; i++)
        if (s->courses[i]->open.count || s->courses[i]->doubt)
            return true;
    return false;
}

void parser_settle(struct parser *p, const struct stream *stream, struct batch *b)
{
    if (!parser_is_open(p, stream))
        return;
    parser_start(p, b);
    struct strand *s = parser_now(p, stream);
    if (s->now && s->now->doubt)
        records_settle(p, s->now, false);
    for (size_t i = 0; i < s->count; i++)
        records_close_all(p, s->courses[i], RECORD_PARTIAL);
}

void parser_save(struct parser *p, const struct stream *stream, struct buf *out)
{
    struct strand *s = parser_known(p, stream);

    if (!s)
        return;
    parser_keep(s);
    saved_write(s, out);
}

bool parser_restore(struct parser *p, const struct stream *stream, struct str saved)
{
    struct strand *s = parser_strand(p, stream);

    if (saved_read(s, saved))
        return true;
    parser_forget(p, s);
    return false;
}

size_t parser_open_lines(const struct parser *p)
{
    size_t lines = 0;

    for (size_t i = 0; i < p->strand_count; i++) {
        lines += p->strands[i]->export ? p->strands[i]->export->lines : 0;
        for (size_t c = 0; c < p->strands[i]->count; c++) {
            const struct course *at = p->strands[i]->courses[c];
            lines += at->pieces.lines + (at->doubt ? at->doubt->line_count : 0);
            for (size_t k = 0; k < at->open.count; k++)
                lines += at->open.at[k]->line_count;
        }
    }
    return lines;
}
