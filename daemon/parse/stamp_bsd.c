#include "parse/stamp_bsd.h"

#include "base/num.h"

int stamp_month(const char *p)
{
    static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

    for (int i = 0; i < 12; i++)
        if (memcmp(p, names + 3 * i, 3) == 0)
            return i + 1;
    return 0;
}

usec_t stamp_take_fraction(struct str *in)
{
    enum { DIGITS = 6 };
    usec_t usec = 0;
    size_t n = 1, taken = 0;

    if (in->n < 2 || in->p[0] != '.' || !num_is_digit(in->p[1]))
        return 0;
    for (; n < in->n && num_is_digit(in->p[n]); n++)
        if (taken < DIGITS) {
            usec = usec * 10 + (in->p[n] - '0');
            taken++;
        }
    for (; taken < DIGITS; taken++)
        usec *= 10;
    *in = str_from(*in, n);
    return usec;
}

void stamp_of_civil(struct stamper *s, const struct civil *c, usec_t usec, struct stamp *out)
{
    *out = (struct stamp){.zone_assumed = true};
    out->time = zone_moment(&s->zone, clock_from_civil(c), &out->ambiguous) + usec;
}

static bool two_digits(const char *p, int *out)
{
    if (!num_is_digit(p[1]) || (!num_is_digit(p[0]) && p[0] != ' '))
        return false;
    *out = (p[0] == ' ' ? 0 : p[0] - '0') * 10 + (p[1] - '0');
    return true;
}

/* "01:51:22" */
static bool read_clock(const char *p, struct civil *c)
{
    return p[0] != ' ' && two_digits(p, &c->hour) && p[2] == ':' && p[3] != ' ' &&
           two_digits(p + 3, &c->minute) && p[5] == ':' && p[6] != ' ' &&
           two_digits(p + 6, &c->second);
}

/* "Dec  1 " */
static bool read_day(const char *p, struct civil *c)
{
    c->month = stamp_month(p);
    return c->month && p[3] == ' ' && two_digits(p + 4, &c->day) && p[6] == ' ';
}

/* "Dec  1 01:51:22" without its year. */
static bool read_civil(const char *p, struct civil *c)
{
    *c = (struct civil){.year = 2000};
    return read_day(p, c) && read_clock(p + 7, c) && clock_civil_valid(c);
}

/* "2026 " */
static bool read_year(const char *p, struct civil *c)
{
    uint64_t year;

    if (!num_u64((struct str){p, 4}, 9999, &year) || p[4] != ' ')
        return false;
    c->year = (int)year;
    return true;
}

bool stamp_take_bsd_year(struct stamper *s, struct str *in, struct stamp *out)
{
    enum { BYTES = 20 };
    struct civil c = {0};

    if (in->n < BYTES || in->p[14] != ':')
        return false;
    bool first = num_is_digit(in->p[0]);
    if (!(first ? read_year(in->p, &c) && read_day(in->p + 5, &c)
                : read_day(in->p, &c) && read_year(in->p + 7, &c)) ||
        !read_clock(in->p + 12, &c) || !clock_civil_valid(&c))
        return false;
    struct str rest = str_from(*in, BYTES);
    usec_t usec = stamp_take_fraction(&rest);
    stamp_of_civil(s, &c, usec, out);
    *in = rest;
    return true;
}

/* The latest year that the moment `near` allows; a 29th of February needs a leap year. */
static bool set_year(struct stamper *s, struct civil *c, usec_t usec, usec_t near,
                     struct stamp *out)
{
    enum { LEAP_YEARS_APART = 8 };
    struct civil now;

    clock_to_civil(near + 86400 * USEC_PER_SEC, &now);
    for (int back = 0; back <= LEAP_YEARS_APART && now.year - back >= 1; back++) {
        c->year = now.year - back;
        if (!clock_civil_valid(c))
            continue;
        stamp_of_civil(s, c, usec, out);
        if (out->time <= near + 86400 * USEC_PER_SEC)
            return true;
    }
    return false;
}

bool stamp_take_bsd(struct stamper *s, struct str *in, usec_t near, struct stamp *out,
                    bool *zero_padded)
{
    enum { BYTES = 15 };
    struct civil c;
    struct str rest;

    if (in->n < BYTES || in->p[0] < 'A' || in->p[0] > 'S' || !read_civil(in->p, &c))
        return false;
    rest = str_from(*in, BYTES);
    if (rest.n && num_is_digit(rest.p[0]))
        return false;
    usec_t usec = stamp_take_fraction(&rest);
    if (!set_year(s, &c, usec, near, out))
        return false;
    out->year_assumed = true;
    *zero_padded = in->p[4] != ' ';
    *in = rest;
    return true;
}
