#include "parse/level.h"

#include "base/num.h"

enum { AUDIT_NUMBER = 21, NUMBER_MAX = 1000 };

enum level level_of_number(uint64_t n)
{
    static const enum level tens[] = {LEVEL_TRACE,   LEVEL_DEBUG, LEVEL_INFO,
                                      LEVEL_WARNING, LEVEL_ERROR, LEVEL_CRITICAL};
    if (n == AUDIT_NUMBER)
        return LEVEL_AUDIT;
    return n >= 50 ? LEVEL_CRITICAL : tens[n / 10];
}

static bool take_number(struct str *in, enum level *out)
{
    uint64_t n;

    if (!str_starts(*in, STR("Level ")))
        return false;
    struct str rest = str_from(*in, 6);
    if (!num_take(&rest, NUMBER_MAX, &n) || (rest.n && rest.p[0] != ' '))
        return false;
    *out = level_of_number(n);
    *in = rest.n ? str_from(rest, 1) : rest;
    return true;
}

bool level_take(struct str *in, enum level *out)
{
    enum { LONGEST = 8 }; /* CRITICAL */
    size_t n = 0;

    /* Nearly all lines have one of these two. */
    if (in->n > 6 && memcmp(in->p, "INFO ", 5) == 0) {
        *out = LEVEL_INFO;
        *in = str_from(*in, 5);
        return true;
    }
    if (in->n > 6 && memcmp(in->p, "DEBUG ", 6) == 0) {
        *out = LEVEL_DEBUG;
        *in = str_from(*in, 6);
        return true;
    }

    while (n < in->n && n <= LONGEST && in->p[n] >= 'A' && in->p[n] <= 'Z')
        n++;
    if (n < in->n && in->p[n] != ' ')
        return take_number(in, out);
    enum level level = level_of(str_head(*in, n));
    if (level == LEVEL_NONE)
        return false;
    *out = level;
    *in = str_from(*in, n < in->n ? n + 1 : n);
    return true;
}

enum level level_of_text(struct str s)
{
    enum level level;

    if (take_number(&s, &level))
        return s.n == 0 ? level : LEVEL_NONE;
    return level_of(s);
}
