#include "parse/suffix.h"

#include "base/num.h"

/* An identifier, or <module>, <lambda>, <listcomp>. */
static bool is_function(struct str s)
{
    if (s.n > 2 && s.p[0] == '<' && s.p[s.n - 1] == '>')
        s = (struct str){s.p + 1, s.n - 2};
    if (s.n == 0 || num_is_digit(s.p[0]))
        return false;
    for (size_t i = 0; i < s.n; i++) {
        unsigned c = (unsigned char)s.p[i];
        if (!num_is_digit(s.p[i]) && (c | 0x20) - 'a' >= 26U && c != '_' && c < 0x80)
            return false;
    }
    return true;
}

/* Takes the last word off *in: the text behind its last blank, which goes too. */
static bool take_last_word(struct str *in, struct str *word)
{
    const char *blank = in->n ? memrchr(in->p, ' ', in->n) : NULL;

    if (!blank)
        return false;
    size_t at = (size_t)(blank - in->p);
    *word = str_from(*in, at + 1);
    *in = str_head(*in, at);
    return true;
}

/* "PATH:LINE". Read from its end: nearly every DEBUG line comes by here. */
static bool read_place(struct str s, struct str *file, uint32_t *line)
{
    enum { MOST_DIGITS = 9 };
    uint32_t v = 0, unit = 1;
    size_t n = s.n;

    for (; n > 0 && num_is_digit(s.p[n - 1]) && s.n - n < MOST_DIGITS; n--, unit *= 10)
        v += (uint32_t)(s.p[n - 1] - '0') * unit;
    if (n == s.n || n < 2 || s.p[n - 1] != ':')
        return false;
    *file = str_head(s, n - 1);
    *line = v;
    return s.p[0] == '/' || str_ends(*file, STR(".py"));
}

/* "(pid=23498)", which devstack has before the function. */
static bool is_pid(struct str s)
{
    uint64_t pid;

    return str_starts(s, STR("(pid=")) && str_ends(s, STR(")")) &&
           num_u64((struct str){s.p + 5, s.n - 6}, UINT32_MAX, &pid);
}

/* " from (pid=1)": gone from the end of *in. */
static void drop_from_pid(struct str *in)
{
    struct str rest = *in, word;

    if (take_last_word(&rest, &word) && is_pid(word) && take_last_word(&rest, &word) &&
        str_eq(word, STR("from")))
        *in = rest;
}

struct site {
    struct str file, function;
    uint32_t line;
};

/* "FUNC PATH:LINE" off the end of *in; with `alone` nothing may stand before it. */
static bool take_site(struct str *in, bool alone, struct site *out)
{
    struct str rest = *in, place;

    if (rest.n == 0 || !num_is_digit(rest.p[rest.n - 1]) ||
        !take_last_word(&rest, &place) || !read_place(place, &out->file, &out->line))
        return false;
    out->function = rest;
    if (!take_last_word(&rest, &out->function)) {
        if (!alone)
            return false;
        rest.n = 0;
    }
    if (!alone)
        drop_from_pid(&rest);
    else if (is_pid(rest))
        rest.n = 0;
    if (!is_function(out->function) || (alone && rest.n))
        return false;
    *in = rest;
    return true;
}

/* What stands between "{{" and the "}}" that ends s. */
static bool take_braces(struct str *in, struct str *inside)
{
    struct str s = *in;

    if (!str_ends(s, STR("}}")))
        return false;
    for (size_t i = s.n - 2; i-- > 1;) {
        if (s.p[i] != '{' || s.p[i - 1] != '{')
            continue;
        *inside = (struct str){s.p + i + 1, s.n - 2 - (i + 1)};
        *in = str_head(s, i > 1 && s.p[i - 2] == ' ' ? i - 2 : i - 1);
        return true;
    }
    return false;
}

void suffix_read(struct record *r)
{
    struct str rest = r->body, inside;
    struct site site;
    bool found = take_braces(&rest, &inside) ? take_site(&inside, true, &site)
                                             : take_site(&rest, false, &site);

    if (!found)
        return;
    r->origin_file = site.file;
    r->origin_line = site.line;
    r->origin_function = site.function;
    r->message = rest;
}
