#include "config/nearest.h"

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t nearest_distance(struct str a, struct str b)
{
    size_t row[NEAREST_WORD_BYTES + 1];

    if (a.n > NEAREST_WORD_BYTES || b.n > NEAREST_WORD_BYTES)
        return SIZE_MAX;
    for (size_t j = 0; j <= b.n; j++)
        row[j] = j;
    for (size_t i = 1; i <= a.n; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.n; j++) {
            size_t changed = diagonal + (a.p[i - 1] != b.p[j - 1]);
            diagonal = row[j];
            row[j] = smaller(changed, smaller(row[j], row[j - 1]) + 1);
        }
    }
    return row[b.n];
}

void nearest_done(struct nearest *s)
{
    buf_done(&s->known);
    buf_done(&s->said);
}

void nearest_try(struct nearest *s, struct str name)
{
    size_t d = nearest_distance(s->word, name);

    if (d < NEAREST_OTHER && (!s->found.n || d < s->distance)) {
        s->found = name;
        s->distance = d;
    }
    if (s->known.n)
        buf_add(&s->known, STR(", "));
    buf_add(&s->known, name);
}

const char *nearest_says(struct nearest *s, const char *lead)
{
    buf_clear(&s->said);
    if (s->found.n)
        buf_fmt(&s->said, ", did you mean '%.*s'?", STR_FMT(s->found));
    else
        buf_fmt(&s->said, "; %s: %.*s", lead, STR_FMT(buf_str(&s->known)));
    return buf_z(&s->said);
}
