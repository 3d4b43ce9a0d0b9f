#include "parse/webtime.h"

#include "base/num.h"
#include "base/offset.h"
#include "parse/stamp_bsd.h"

enum { CTIME_BYTES = 24, CTIME_YEAR = 19, CLF_BYTES = 20 };

/* Web servers are younger than 1970, and no zone carries a year below 9999 out of the calendar. */
enum { FIRST_YEAR = 1970, LAST_YEAR = 9998 };

static bool digits(const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!num_is_digit(p[i]))
            return false;
    return true;
}

/* "00:52:16" at p. */
static bool read_clock(const char *p, struct civil *c)
{
    if (p[2] != ':' || p[5] != ':' || !digits(p, 2) || !digits(p + 3, 2) ||
        !digits(p + 6, 2))
        return false;
    c->hour = (int)num_fixed(p, 2);
    c->minute = (int)num_fixed(p + 3, 2);
    c->second = (int)num_fixed(p + 6, 2);
    return true;
}

/* ".054252": its bytes, 0 where none stands there. What is finer than a microsecond is left out. */
static size_t read_fraction(struct str s, usec_t *usec)
{
    enum { MOST = 9 };
    usec_t scale = USEC_PER_SEC / 10;
    size_t n = 1;

    *usec = 0;
    if (s.n < 2 || s.p[0] != '.')
        return 0;
    for (; n < s.n && n <= MOST && num_is_digit(s.p[n]); n++) {
        *usec += (s.p[n] - '0') * scale;
        scale /= 10;
    }
    return n > 1 ? n : 0;
}

static bool read_year(const char *p, struct civil *c)
{
    if (!digits(p, 4))
        return false;
    c->year = (int)num_fixed(p, 4);
    return c->year >= FIRST_YEAR && c->year <= LAST_YEAR && clock_civil_valid(c);
}

bool webtime_ctime(struct stamper *s, struct str *in, struct stamp *out)
{
    struct civil c = {0};
    const char *p = in->p;
    usec_t usec;

    if (in->n < CTIME_BYTES || p[3] != ' ' || p[7] != ' ' || p[10] != ' ' ||
        (p[8] != ' ' && !num_is_digit(p[8])) || !num_is_digit(p[9]) ||
        !(c.month = stamp_month(p + 4)) || !read_clock(p + 11, &c))
        return false;
    c.day = (p[8] == ' ' ? 0 : (p[8] - '0') * 10) + (p[9] - '0');
    struct str rest = str_from(*in, CTIME_YEAR);
    rest = str_from(rest, read_fraction(rest, &usec));
    if (rest.n < 5 || rest.p[0] != ' ' || !read_year(rest.p + 1, &c))
        return false;
    stamp_of_civil(s, &c, usec, out);
    *in = str_from(rest, 5);
    return true;
}

bool webtime_clf(struct stamper *s, char sep, struct str *in, struct stamp *out)
{
    struct civil c = {0};
    const char *p = in->p;
    usec_t usec;
    int64_t offset_s;

    if (in->n < CLF_BYTES || p[2] != '/' || p[6] != '/' || p[11] != sep ||
        !digits(p, 2) || !(c.month = stamp_month(p + 3)) || !read_clock(p + 12, &c))
        return false;
    c.day = (int)num_fixed(p, 2);
    if (!read_year(p + 7, &c))
        return false;
    struct str rest = str_from(*in, CLF_BYTES);
    rest = str_from(rest, read_fraction(rest, &usec));
    size_t zone =
        rest.n > 1 && rest.p[0] == ' ' ? offset_read(str_from(rest, 1), &offset_s) : 0;
    if (zone)
        *out =
            (struct stamp){.time = clock_from_civil(&c) + usec - offset_s * USEC_PER_SEC};
    else
        stamp_of_civil(s, &c, usec, out);
    *in = str_from(rest, zone ? zone + 1 : 0);
    return true;
}
