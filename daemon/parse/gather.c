#include "parse/gather.h"

enum { KEEP_BYTES = 16 * 1024 }; /* a larger buffer is not kept for the next record */

static bool lies_behind(struct str text, struct str line)
{
    return text.p && line.p && text.p + text.n + 1 == line.p && text.p[text.n] == '\n';
}

void gather_keep(struct gather *g)
{
    if (g->owned || g->line_count == 0)
        return;
    buf_clear(&g->own);
    buf_add(&g->own, g->text);
    g->text = buf_str(&g->own);
    g->owned = true;
}

void gather_more(struct gather *g, struct str line)
{
    if (!g->owned && lies_behind(g->text, line)) {
        g->text.n += 1 + line.n;
        return;
    }
    gather_keep(g);
    buf_char(&g->own, '\n');
    buf_add(&g->own, line);
    g->text = buf_str(&g->own);
}

struct str gather_take(const struct gather *g, struct arena *a)
{
    if (g->line_count == 0)
        return (struct str){0};
    return g->owned ? arena_str(a, g->text) : g->text;
}

void gather_clear(struct gather *g)
{
    g->text = (struct str){0};
    g->line_count = 0;
    g->owned = false;
    buf_clear(&g->own);
    if (g->own.cap > KEEP_BYTES)
        buf_done(&g->own);
}

void gather_done(struct gather *g)
{
    buf_done(&g->own);
    *g = (struct gather){0};
}
