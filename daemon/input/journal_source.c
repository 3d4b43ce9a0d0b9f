#include "input/journal_source.h"

#include <stdlib.h>

#include "base/num.h"

/* "12345 CURSOR": behind that entry; "12345 <CURSOR": before it. */
void journal_place_write(const struct journal_place *p, struct buf *out)
{
    buf_u64(out, p->passed);
    buf_char(out, ' ');
    if (p->before)
        buf_char(out, '<');
    buf_add(out, buf_str(&p->cursor));
}

/* False where it is none, or older than the place at hand. */
static bool read_place(struct str mark, struct journal_place *p, uint64_t *passed)
{
    struct str rest = mark;

    *passed = 0;
    if (!num_take(&rest, UINT64_MAX, passed) || rest.n == 0 || rest.p[0] != ' ' ||
        (p->cursor.n && *passed < p->passed))
        return false;
    rest = str_from(rest, 1);
    p->before = rest.n && rest.p[0] == '<';
    buf_clear(&p->cursor);
    buf_add(&p->cursor, str_from(rest, p->before));
    p->passed = *passed;
    return true;
}

static struct journal_source *source_new(struct journal_sources *x, struct str key)
{
    struct journal_source *s = mem_new(sizeof *s);

    buf_add(&s->key, key);
    s->stream.kind = STR("journal");
    VEC_GROW(x->all, x->n, x->cap);
    x->all[x->n++] = s;
    return s;
}

static void source_free(struct journal_source *s)
{
    buf_done(&s->key);
    free(s);
}

static void forget(struct journal_sources *x, struct journal_source *s)
{
    for (size_t i = 0; i < x->n; i++)
        if (x->all[i] == s) {
            x->all[i] = x->all[--x->n];
            source_free(s);
            return;
        }
}

struct journal_source *journal_source_surplus(const struct journal_sources *x)
{
    struct journal_source *oldest = NULL;

    for (size_t i = 0; i < x->n && x->n > JOURNAL_SOURCES; i++)
        if (!oldest || x->all[i]->passed < oldest->passed)
            oldest = x->all[i];
    return oldest;
}

void journal_sources_init(struct journal_sources *x, const struct feed_mark *marks,
                          size_t n, struct journal_place *place)
{
    struct journal_source *s;

    x->dropped = mem_new((n + 1) * sizeof *x->dropped);
    for (size_t i = 0; i < n; i++) {
        s = source_new(x, marks[i].key);
        (void)read_place(marks[i].mark, place, &s->passed);
    }
    while ((s = journal_source_surplus(x))) {
        buf_add(&x->dropped[x->dropped_count++], buf_str(&s->key));
        forget(x, s);
    }
}

void journal_sources_done(struct journal_sources *x)
{
    for (size_t i = 0; i < x->n; i++)
        source_free(x->all[i]);
    for (size_t i = 0; i < x->dropped_count; i++)
        buf_done(&x->dropped[i]);
    free(x->dropped);
    free(x->all);
}

struct journal_source *journal_source_of(struct journal_sources *x, struct str cursor)
{
    struct cursor c;
    /* Of a cursor that tells no series, all are one. */
    struct str key =
        cursor_read(cursor, &c) ? (struct str){c.series, DIGEST_HEX} : STR("-");

    for (size_t i = 0; i < x->n; i++)
        if (!x->all[i]->over && str_eq(buf_str(&x->all[i]->key), key))
            return x->all[i];
    return source_new(x, key);
}

void journal_source_end(struct journal_sources *x, struct journal_source *s)
{
    s->over = true;
    x->over = s;
}

void journal_sources_tidy(struct journal_sources *x)
{
    if (x->over)
        forget(x, x->over);
    x->over = NULL;
}
