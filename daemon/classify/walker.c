/*
 * Why the earliest place is right. Take the gaps G1..Gk and the texts T0 G1 T1 … Gk Tk.
 *
 * A text that stands at a given place ends at one place only: its words have a fixed length, a
 * blank at its end is one byte, and a run of blanks inside stands between two bytes that are no
 * blanks, so it must be taken whole. For the same reason the last text, which ends where the
 * message ends, begins at one place only, whatever the gap before it takes.
 *
 * Of two places where a text fits, the earlier one also ends earlier: cut the message into words
 * at its blanks, then the text's words lie in consecutive words of the message, and begin in the
 * same one for two places only if the text is a single word, whose length is fixed.
 *
 * So when the texts T1..Tk fit somewhere behind T0, moving T1 to its earliest place leaves all
 * the others where they are, and G2 takes what becomes free. That is also where the lazy group
 * G1 of the expression stops, since it tries the lengths from 0 on and what follows then fits.
 * The same holds for T2 behind the new T1, and so on. The last gap, which the expression takes
 * greedily, ends where the last text begins, for which there was no choice.
 */
#include "classify/walker.h"

struct walk_text walk_text(struct str text)
{
    bool blank = text.n > 0 && text.p[0] == ' ';
    size_t space = str_chr(text, ' ', blank);

    return (struct walk_text){
        .text = text,
        .word_n = (space == STR_NONE ? text.n : space) - blank,
        .blank_before = blank,
    };
}

/* A space at either end of a text is one blank. */
static bool is_edge(struct str text, size_t at)
{
    return at == 0 || at + 1 == text.n;
}

static size_t blanks_from(struct str text, size_t at)
{
    while (at < text.n && walk_is_blank(text.p[at]))
        at++;
    return at;
}

static size_t blanks_before(struct str text, size_t at)
{
    while (at > 0 && walk_is_blank(text.p[at - 1]))
        at--;
    return at;
}

static bool same(const char *a, const char *b, size_t n)
{
    return n == 0 || memcmp(a, b, n) == 0;
}

/* Where t, from its byte i on, ends if it stands at text[at]; STR_NONE: it does not. */
static size_t forward(struct str t, size_t i, struct str text, size_t at)
{
    if (text.n - at >= t.n - i && same(text.p + at, t.p + i, t.n - i))
        return at + (t.n - i);
    while (i < t.n) {
        if (t.p[i] == ' ') {
            size_t run = blanks_from(text, at);
            if (run == at)
                return STR_NONE;
            at = is_edge(t, i) ? at + 1 : run;
            i++;
            continue;
        }
        size_t space = str_chr(t, ' ', i);
        size_t n = (space == STR_NONE ? t.n : space) - i;
        if (text.n - at < n || memcmp(text.p + at, t.p + i, n) != 0)
            return STR_NONE;
        at += n;
        i += n;
    }
    return at;
}

/* Where t begins if it ends at the end of the text. */
static size_t backward(struct str t, struct str text)
{
    size_t i = t.n, at = text.n;

    if (at >= i && same(text.p + at - i, t.p, i))
        return at - i;
    while (i > 0) {
        if (t.p[i - 1] == ' ') {
            size_t run = blanks_before(text, at);
            if (run == at)
                return STR_NONE;
            at = is_edge(t, i - 1) ? at - 1 : run;
            i--;
            continue;
        }
        size_t space = str_rchr(str_head(t, i), ' ');
        size_t n = i - (space == STR_NONE ? 0 : space + 1);
        if (at < n || memcmp(text.p + at - n, t.p + i - n, n) != 0)
            return STR_NONE;
        at -= n;
        i -= n;
    }
    return at;
}

static size_t find_blank(struct str text, size_t from)
{
    while (from < text.n && !walk_is_blank(text.p[from]))
        from++;
    return from < text.n ? from : STR_NONE;
}

/* What can be told of a place by looking at the bytes beside the first word. */
static bool is_promising(const struct walk_text *t, struct str text, size_t at, size_t end)
{
    if (t->blank_before && !walk_is_blank(text.p[at - 1]))
        return false;
    bool more = t->text.n > t->blank_before + t->word_n; /* then a blank stands there */
    return !more || (end < text.n && walk_is_blank(text.p[end]));
}

/* The earliest place of t at or after `from`, and where it ends there. */
static size_t find(const struct walk_text *t, struct str text, size_t from, size_t *end)
{
    struct str word = {t->text.p + t->blank_before, t->word_n};

    if (word.n == 0) {
        size_t at = t->blank_before ? find_blank(text, from) : from;
        *end = at + t->blank_before;
        return at;
    }
    for (size_t at = from + t->blank_before; at < text.n; at++) {
        if (word.n > 1)
            at = str_find(text, word, at);
        else if (text.p[at] != word.p[0])
            at = str_chr(text, word.p[0], at);
        if (at == STR_NONE)
            return STR_NONE;
        if (!is_promising(t, text, at, at + word.n))
            continue;
        *end = forward(t->text, t->blank_before + word.n, text, at + word.n);
        if (*end != STR_NONE)
            return at - t->blank_before;
    }
    return STR_NONE;
}

/* Fills the gaps between the end of texts[0] and `tail`, where the last text begins. */
static bool walk_between(const struct walk *w, struct str text, size_t at, size_t tail,
                         struct str *captures)
{
    size_t ends[WALK_GAPS][2]; /* nothing is written to captures before all of it fits */
    size_t last = w->gap_count - 1;
    struct str middle = str_head(text, tail);

    for (size_t i = 0; i < last; i++) {
        ends[i][0] = at;
        ends[i][1] = find(&w->texts[i + 1], middle, at, &at);
        if (ends[i][1] == STR_NONE)
            return false;
    }
    ends[last][0] = at;
    ends[last][1] = tail;
    for (size_t i = 0; i <= last; i++)
        if (w->gaps[i] >= 0)
            captures[w->gaps[i]] =
                (struct str){text.p + ends[i][0], ends[i][1] - ends[i][0]};
    return true;
}

bool walk(const struct walk *w, struct str text, struct str *captures)
{
    size_t at = forward(w->texts[0].text, 0, text, 0);

    if (at == STR_NONE)
        return false;
    if (w->gap_count == 0)
        return at == text.n;
    size_t tail = backward(w->texts[w->gap_count].text, text);
    if (tail == STR_NONE || tail < at)
        return false;
    return walk_between(w, text, at, tail, captures);
}

/* How far the beginning of t is the beginning of the text. */
static size_t reach_in_part(struct str t, struct str text)
{
    for (; t.n > 0; t.n--) {
        size_t at = forward(t, 0, text, 0);
        if (at != STR_NONE)
            return at;
    }
    return 0;
}

size_t walk_reach(const struct walk *w, struct str text)
{
    size_t at = reach_in_part(w->texts[0].text, text);

    if (forward(w->texts[0].text, 0, text, 0) == STR_NONE)
        return at;
    for (size_t i = 1; i <= w->gap_count; i++) {
        size_t end;
        if (find(&w->texts[i], text, at, &end) == STR_NONE)
            return at;
        at = end;
    }
    return at;
}
