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
