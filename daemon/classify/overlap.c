#include "classify/overlap.h"

#include <stdlib.h>

#include "base/num.h"
#include "classify/pattern_parts.h"

/* A step of a template: one character of a set, or any number of them. */
enum set { SET_CHAR, SET_ANY, SET_NUMBER, SET_HEX };

struct step {
    enum set set;
    char c;    /* of SET_CHAR */
    bool many; /* none, one or more of them */
};

struct steps {
    struct step *at;
    size_t n, cap;
};

static void add(struct steps *s, enum set set, char c, bool many)
{
    VEC_GROW(s->at, s->n, s->cap);
    s->at[s->n++] = (struct step){set, c, many};
}

static void add_text(struct steps *s, struct str text)
{
    for (size_t i = 0; i < text.n; i++) {
        add(s, SET_CHAR, text.p[i], false);
        if (text.p[i] == ' ') /* a run of blanks */
            add(s, SET_CHAR, ' ', true);
    }
}

static void add_piece(struct steps *s, const struct piece *p)
{
    switch (p->kind) {
    case PIECE_TEXT: add_text(s, p->text); break;
    case PIECE_ANY: add(s, SET_ANY, 0, true); break;
    case PIECE_CHAR: add(s, SET_ANY, 0, false); break;
    case PIECE_HEX:
        add(s, SET_HEX, 0, false);
        add(s, SET_HEX, 0, true);
        break;
    case PIECE_INT:
    case PIECE_FLOAT:
    case PIECE_OCTAL:
        add(s, SET_NUMBER, 0, false);
        add(s, SET_NUMBER, 0, true);
        break;
    }
}

static bool read_steps(struct arena *a, struct overlap_side side, struct steps *out)
{
    CLEANUP(pieces_done) struct pieces pieces = {.arena = a};
    struct err e;
    int rc = side.style == STYLE_BRACE ? pattern_read_brace(&pieces, side.template, &e)
                                       : pattern_read_percent(&pieces, side.template, &e);
    if (rc < 0)
        return false;
    pieces_end(&pieces);
    for (size_t i = 0; i < pieces.n; i++)
        add_piece(out, &pieces.at[i]);
    return true;
}

static bool holds(const struct step *s, char c)
{
    switch (s->set) {
    case SET_CHAR: return s->c == c;
    case SET_ANY: return true;
    case SET_NUMBER: return num_is_digit(c) || c == '+' || c == '-' || c == '.';
    case SET_HEX: return num_is_hex(c) || c == 'x' || c == 'X';
    }
    return false;
}

/* A character that both take; false: there is none. */
static bool common_char(const struct step *a, const struct step *b, char *out)
{
    static const char some[] = "1x"; /* a digit is a number of every kind */
    char tried[] = {a->c, b->c, some[0], some[1]};

    for (size_t i = 0; i < sizeof tried; i++)
        if (tried[i] && holds(a, tried[i]) && holds(b, tried[i])) {
            *out = tried[i];
            return true;
        }
    return false;
}

/* ---- the walk over pairs of places ---- */

struct place {
    uint32_t from; /* the pair before, plus 1; 0: not reached */
    char c;        /* taken on the way; 0: none */
};

struct walk_pairs {
    const struct steps *a, *b;
    struct place *at; /* (i, k) at i * (b->n + 1) + k */
    uint32_t *queue;
    size_t queued;
};

static void reach(struct walk_pairs *w, uint32_t from, size_t i, size_t k, char c)
{
    size_t to = i * (w->b->n + 1) + k;

    if (w->at[to].from)
        return;
    w->at[to] = (struct place){from + 1, c};
    w->queue[w->queued++] = (uint32_t)to;
}

static void leave(struct walk_pairs *w, uint32_t here)
{
    size_t width = w->b->n + 1, i = here / width, k = here % width;
    const struct step *a = i < w->a->n ? &w->a->at[i] : NULL;
    const struct step *b = k < w->b->n ? &w->b->at[k] : NULL;
    char c;

    if (a && a->many)
        reach(w, here, i + 1, k, 0);
    if (b && b->many)
        reach(w, here, i, k + 1, 0);
    if (a && b && common_char(a, b, &c))
        reach(w, here, i + !a->many, k + !b->many, c);
}

static struct str text_to(struct arena *arena, const struct walk_pairs *w, size_t end)
{
    size_t n = 0;

    for (size_t at = end; at; at = w->at[at].from - 1)
        n += w->at[at].c != 0;
    char *text = arena_alloc(arena, n);
    struct str out = {text, n};
    for (size_t at = end; at; at = w->at[at].from - 1)
        if (w->at[at].c)
            text[--n] = w->at[at].c;
    return out;
}

static bool walk_places(struct arena *arena, const struct steps *a, const struct steps *b,
                        struct str *witness)
{
    size_t places = (a->n + 1) * (b->n + 1), end = places - 1;

    if (places > OVERLAP_PLACES)
        return false;
    struct walk_pairs w = {.a = a, .b = b};
    w.at = mem_new(places * sizeof *w.at);
    w.queue = mem_new(places * sizeof *w.queue);
    reach(&w, 0, 0, 0, 0);
    for (size_t i = 0; i < w.queued && !w.at[end].from; i++)
        leave(&w, w.queue[i]);
    bool found = w.at[end].from != 0;
    if (found)
        *witness = text_to(arena, &w, end);
    free(w.at);
    free(w.queue);
    return found;
}

bool overlap_find(struct arena *a, struct overlap_side left, struct overlap_side right,
                  struct str *witness)
{
    struct steps l = {0}, r = {0};
    bool found = read_steps(a, left, &l) && read_steps(a, right, &r) &&
                 walk_places(a, &l, &r, witness);

    free(l.at);
    free(r.at);
    return found;
}
