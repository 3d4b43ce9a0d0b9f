#include "base/offset.h"

#include "base/num.h"

enum { MOST_HOURS = 18 };

static bool is_digit_at(struct str s, size_t at)
{
    return at < s.n && num_is_digit(s.p[at]);
}

static bool take_two(struct str s, size_t at, unsigned most, unsigned *out)
{
    if (!is_digit_at(s, at) || !is_digit_at(s, at + 1))
        return false;
    *out = num_fixed(s.p + at, 2);
    return *out <= most;
}

size_t offset_read(struct str s, int64_t *seconds)
{
    unsigned hour, minute = 0;
    size_t n = 3;

    if (s.n > 0 && s.p[0] == 'Z') {
        *seconds = 0;
        return 1;
    }
    if (s.n < n || (s.p[0] != '+' && s.p[0] != '-') || !take_two(s, 1, MOST_HOURS, &hour))
        return 0;
    size_t at = n + (n < s.n && s.p[n] == ':');
    if (is_digit_at(s, at)) {
        if (!take_two(s, at, 59, &minute))
            return 0;
        n = at + 2;
    }
    if (is_digit_at(s, n))
        return 0;
    int64_t v = (int64_t)hour * 3600 + (int64_t)minute * 60;
    *seconds = s.p[0] == '-' ? -v : v;
    return n;
}
