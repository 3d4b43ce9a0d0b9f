#include "parse/file_name.h"

#include "base/num.h"
#include "parse/opening.h"

enum { NAME_BYTES = 512 };

/* A record may begin so: a date, or an object of JSON. */
static bool opens_record(struct str s)
{
    return opening_dated(s) || str_starts(s, STR("{\""));
}

size_t file_name_mark(struct str s, size_t at)
{
    char mark = at < s.n ? s.p[at] : 0;
    size_t n = at + 1;

    if (mark != ':' && mark != '-')
        return 0;
    while (n < s.n && num_is_digit(s.p[n]))
        n++;
    if (n > at + 1 && n < s.n && s.p[n] == mark && !opening_iso(str_from(s, at + 1)))
        return n + 1;
    return at + 1;
}

bool file_name_find(struct str s, struct str *name, size_t *behind)
{
    size_t blank = str_chr(s, ' ', 0);
    struct str word = blank == STR_NONE ? s : str_head(s, blank);
    bool path = str_starts(s, STR("/")) || str_starts(s, STR("./"));

    if (word.n <= 4 || word.n > NAME_BYTES)
        return false;
    size_t at = str_find(word, STR(".log"), 1);
    if (at == STR_NONE && !path)
        return false;
    for (at = at == STR_NONE ? 2 : at + 4; at < word.n; at++) {
        size_t n = file_name_mark(s, at);
        if (n && opens_record(str_from(s, n))) {
            *name = str_head(s, at);
            *behind = n;
            return true;
        }
    }
    *name = word;
    *behind = word.n + 1;
    return !path && word.n < s.n &&
           (opening_iso(str_from(s, *behind)) || str_starts(str_from(s, *behind), STR("{\"")));
}
