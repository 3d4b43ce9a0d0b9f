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
    size_t at = str_rchr(*in, ' ');

    if (at == STR_NONE)
        return false;
    *word = str_from(*in, at + 1);
    *in = str_head(*in, at);
    return true;
}

void suffix_read(struct record *r)
{
    struct str rest = r->body, place, function;
    uint64_t number;

    if (rest.n == 0 || !num_is_digit(rest.p[rest.n - 1]) || !take_last_word(&rest, &place))
        return;
    size_t colon = str_rchr(place, ':');
    if (colon == STR_NONE || !num_u64(str_from(place, colon + 1), UINT32_MAX, &number))
        return;
    struct str file = str_head(place, colon);
    if (!str_ends(file, STR(".py")) && (file.n == 0 || file.p[0] != '/'))
        return;
    if (!take_last_word(&rest, &function) || !is_function(function))
        return;
    r->origin_file = file;
    r->origin_line = (uint32_t)number;
    r->origin_function = function;
    r->message = rest;
}
