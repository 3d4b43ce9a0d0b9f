#include "mask/anchors.h"

#include <stdlib.h>

/* Classes of bytes: 0 for all that stand in no word. A state is a row of `next`; the top bit of
 * what stands there says that a word ends in that state. */
enum { CLASSES = 64, CLASS_BITS = 6, HIT = 0x8000 };

struct anchors {
    unsigned char class_of[256];
    uint16_t *next; /* by state and class */
    uint16_t *ends; /* by state: the longest word that ends there, plus one */
    uint16_t *shorter; /* by state: the state of its longest proper ending; used while building */
    size_t states, longest;
};

static unsigned char folded(unsigned char c)
{
    if (c >= 'A' && c <= 'Z')
        return (unsigned char)(c + ('a' - 'A'));
    return c == '-' ? '_' : c;
}

static void number_classes(struct anchors *a, struct str word, unsigned char *used)
{
    for (size_t i = 0; i < word.n; i++) {
        unsigned char c = (unsigned char)word.p[i];
        if (a->class_of[c] == 0)
            a->class_of[c] = ++*used;
        if (*used == CLASSES)
            abort(); /* one more kind of byte in the table than there are classes */
    }
}

static uint16_t *row(const struct anchors *a, size_t state)
{
    return a->next + (state << CLASS_BITS);
}

static void add_word(struct anchors *a, struct str word, uint16_t number)
{
    size_t state = 0;

    for (size_t i = 0; i < word.n; i++) {
        uint16_t *to = &row(a, state)[a->class_of[(unsigned char)word.p[i]]];
        if (*to == 0)
            *to = (uint16_t)a->states++;
        state = *to;
    }
    a->ends[state] = (uint16_t)(number + 1);
}

/*
 * Breadth first: where a word does not go on, the walk goes on in its longest proper ending that
 * begins some word. Shorter ones are complete by then, so their rows can be copied.
 */
static void close_states(struct anchors *a)
{
    uint16_t *queue = mem_grow(NULL, a->states, sizeof *queue);
    size_t head = 0, tail = 0;

    queue[tail++] = 0;
    while (head < tail) {
        size_t state = queue[head++], shorter = a->shorter[state];
        if (a->ends[state] == 0)
            a->ends[state] = a->ends[shorter];
        for (unsigned c = 0; c < CLASSES; c++) {
            uint16_t *to = &row(a, state)[c];
            uint16_t other = state ? row(a, shorter)[c] : 0;
            if (*to == 0) {
                *to = other;
                continue;
            }
            a->shorter[*to] = other;
            queue[tail++] = *to;
        }
    }
    free(queue);
}

static void mark_hits(struct anchors *a)
{
    for (size_t i = 0; i < a->states << CLASS_BITS; i++)
        if (a->ends[a->next[i]])
            a->next[i] |= HIT;
}

struct anchors *anchors_new(const struct str *words, size_t n, size_t stride_bytes)
{
    struct anchors *a = mem_new(sizeof *a);
    unsigned char used = 0;
    size_t most = 1;

    for (size_t i = 0; i < n; i++) {
        struct str word =
            *(const struct str *)(const void *)((const char *)words + i * stride_bytes);
        number_classes(a, word, &used);
        most += word.n;
        a->longest = word.n > a->longest ? word.n : a->longest;
    }
    for (unsigned c = 0; c < 256; c++)
        a->class_of[c] = a->class_of[folded((unsigned char)c)];
    a->next = mem_new((most << CLASS_BITS) * sizeof *a->next);
    a->ends = mem_new(most * sizeof *a->ends);
    a->shorter = mem_new(most * sizeof *a->shorter);
    a->states = 1;
    for (size_t i = 0; i < n; i++)
        add_word(
            a, *(const struct str *)(const void *)((const char *)words + i * stride_bytes),
            (uint16_t)i);
    close_states(a);
    mark_hits(a);
    return a;
}

void anchors_free(struct anchors *a)
{
    if (!a)
        return;
    free(a->next);
    free(a->ends);
    free(a->shorter);
    free(a);
}

bool anchors_next(const struct anchors *a, struct anchor_walk *w)
{
    const uint16_t *next = a->next;
    unsigned state = w->state;
    size_t i = w->at;

    while (i < w->s.n) {
        unsigned class_ = a->class_of[(unsigned char)w->s.p[i++]];
        state = next[(state & (HIT - 1)) << CLASS_BITS | class_];
        if (state & HIT) {
            w->state = state;
            w->at = i;
            w->word = (size_t)a->ends[state & (HIT - 1)] - 1;
            return true;
        }
    }
    w->at = i;
    w->state = state;
    return false;
}

/*
 * A step waits for the one before it, so four walks through four parts of the text go side by side
 * and take the time of one. A part begins so much earlier that no word is cut at its border.
 */
bool anchors_any(const struct anchors *a, struct str s)
{
    enum { LANES = 4 };
    const uint16_t *next = a->next;
    struct anchor_walk rest = {.s = s};
    size_t quarter = s.n / LANES;
    unsigned state[LANES] = {0}, met = 0;

    if (quarter > 2 * a->longest) {
        size_t early = a->longest - 1, steps = quarter + early;
        const char *p[LANES] = {s.p, s.p + quarter - early, s.p + 2 * quarter - early,
                                s.p + 3 * quarter - early};
        for (size_t i = 0; i < steps && !(met & HIT); i++)
            for (unsigned k = 0; k < LANES; k++) {
                unsigned class_ = a->class_of[(unsigned char)p[k][i]];
                state[k] = next[(state[k] & (HIT - 1)) << CLASS_BITS | class_];
                met |= state[k];
            }
        if (met & HIT)
            return true;
        rest.at = 3 * quarter - early + steps;
        rest.state = state[LANES - 1];
    }
    return anchors_next(a, &rest);
}
