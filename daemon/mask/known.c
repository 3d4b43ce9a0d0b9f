#include "mask/known.h"

#include <stdlib.h>

#include "base/num.h"

/* A shorter one is hidden where it was found only; a long one also inside other words. */
enum { SHORTEST = 4, LONG = 8, LINE_BYTES = 16 };

void known_done(struct known *k)
{
    free(k->at);
}

void known_clear(struct known *k)
{
    k->n = 0;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_word(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!is_letter(s.p[i]) && s.p[i] != '_' && s.p[i] != '-')
            return false;
    return true;
}

static void add(struct known *k, struct str value, enum secret_kind kind)
{
    if (value.n == 0 || k->n == KNOWN_MAX)
        return;
    for (size_t i = 0; i < k->n; i++)
        if (str_eq(k->at[i].value, value))
            return;
    VEC_GROW(k->at, k->n, k->cap);
    k->at[k->n++] = (struct known_value){
        value, kind, value.n >= LONG && (value.n >= (size_t)2 * LONG || !is_word(value))};
}

void known_add(struct known *k, struct str value, enum secret_kind kind)
{
    struct str rest = value, line;

    add(k, value, kind);
    if (kind != SECRET_PRIVATE_KEY)
        return;
    while (str_cut(&rest, '\n', &line)) {
        line = str_trim(line);
        if (line.n >= LINE_BYTES)
            add(k, line, kind);
    }
}

/* Does a word go on on this side of a value? A dot is a part of one if more follows it. */
static bool goes_on(struct str s, size_t at, bool before)
{
    char c = s.p[at];

    if (c == '.')
        c = before ? (at > 0 ? s.p[at - 1] : '\0') : (at + 1 < s.n ? s.p[at + 1] : '\0');
    return is_letter(c) || num_is_digit(c) || c == '_' || c == '-';
}

/* password=password: the value is the name of one, too, and names stay. */
static bool is_name(struct str s, size_t end)
{
    if (end + 1 < s.n && (s.p[end] == '"' || s.p[end] == '\'') && s.p[end + 1] == ':')
        return true;
    while (end < s.n && s.p[end] == ' ')
        end++;
    return end < s.n && s.p[end] == '=';
}

static bool stands_alone(struct str s, size_t at, size_t n)
{
    return (at == 0 || !goes_on(s, at - 1, true)) &&
           (at + n == s.n || !goes_on(s, at + n, false)) && !is_name(s, at + n);
}

static void find_one(const struct known_value *k, struct str s, struct secrets *out)
{
    struct str v = k->value;

    /* Where it was taken from, which its own bytes tell, it goes whatever it is. */
    if (v.p >= s.p && v.p + v.n <= s.p + s.n)
        secrets_add(out, (size_t)(v.p - s.p), v.n, k->kind);
    if (v.n < SHORTEST)
        return;
    for (size_t at = str_find(s, v, 0); at != STR_NONE; at = str_find(s, v, at + v.n))
        if (k->anywhere || stands_alone(s, at, v.n))
            secrets_add(out, at, v.n, k->kind);
}

void known_find(const struct known *k, struct str s, struct secrets *out)
{
    for (size_t i = 0; i < k->n && s.n > 0; i++)
        find_one(&k->at[i], s, out);
}
