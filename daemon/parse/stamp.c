#include "parse/stamp.h"

#include "base/num.h"
#include "base/offset.h"

/* 0001-01-01 and 10000-01-01 in UTC: 719162 days before and 2932897 behind 1970-01-01. */
#define FIRST_TIME  (INT64_C(-719162) * 86400 * USEC_PER_SEC)
#define END_OF_TIME (INT64_C(2932897) * 86400 * USEC_PER_SEC)

static inline bool all_digits(const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!num_is_digit(p[i]))
            return false;
    return true;
}

static bool read_civil(const char *p, struct civil *out)
{
    if (p[4] != '-' || p[7] != '-' || (p[10] != ' ' && p[10] != 'T') || p[13] != ':' ||
        p[16] != ':' || !all_digits(p, 4) || !all_digits(p + 5, 2) ||
        !all_digits(p + 8, 2) || !all_digits(p + 11, 2) || !all_digits(p + 14, 2) ||
        !all_digits(p + 17, 2))
        return false;
    *out = (struct civil){
        .year = (int)num_fixed(p, 4),
        .month = (int)num_fixed(p + 5, 2),
        .day = (int)num_fixed(p + 8, 2),
        .hour = (int)num_fixed(p + 11, 2),
        .minute = (int)num_fixed(p + 14, 2),
        .second = (int)num_fixed(p + 17, 2),
    };
    return clock_civil_valid(out);
}

static bool learn_second(struct stamper *s, const char *p)
{
    struct civil c;

    if (!read_civil(p, &c))
        return false;
    memcpy(s->last, p, STAMP_BYTES);
    s->known = true;
    s->wall = clock_from_civil(&c);
    s->moment = zone_moment(&s->zone, s->wall, &s->ambiguous);
    return true;
}

/* ".971" or ",971", 1 to 9 digits; what is finer than a microsecond is left out. */
static size_t read_fraction(struct str s, usec_t *usec)
{
    static const int scale[] = {1000000, 100000, 10000, 1000, 100, 10, 1};
    size_t digits = 0;
    int v = 0;

    if (s.n > 4 && s.p[0] == '.' && s.p[4] == ' ' && all_digits(s.p + 1, 3)) {
        *usec = (usec_t)num_fixed(s.p + 1, 3) * 1000; /* what oslo.log writes */
        return 4;
    }
    *usec = 0;
    if (s.n < 2 || (s.p[0] != '.' && s.p[0] != ','))
        return 0;
    while (digits < 9 && digits + 1 < s.n && num_is_digit(s.p[digits + 1])) {
        if (digits < 6)
            v = v * 10 + (s.p[digits + 1] - '0');
        digits++;
    }
    if (digits == 0)
        return 0;
    *usec = (usec_t)v * scale[digits < 6 ? digits : 6];
    return digits + 1;
}

/* Shifted by its zone, a time at either end of the calendar may fall out of it. */
static bool in_calendar(usec_t t)
{
    return t >= FIRST_TIME && t < END_OF_TIME;
}

void stamper_zone(struct stamper *s, const struct zone *zone)
{
    if (s->from == zone)
        return;
    s->from = zone;
    s->zone = *zone;
    s->known = false;
}

bool stamp_take(struct stamper *s, struct str *in, struct stamp *out)
{
    struct str rest;
    struct stamp t;
    usec_t usec;
    int64_t offset_s;

    if (in->n < STAMP_BYTES || !num_is_digit(in->p[0]))
        return false;
    if ((!s->known || memcmp(s->last, in->p, STAMP_BYTES) != 0) && !learn_second(s, in->p))
        return false;
    rest = str_from(*in, STAMP_BYTES);
    rest = str_from(rest, read_fraction(rest, &usec));
    size_t zone = rest.n && rest.p[0] != ' ' ? offset_read(rest, &offset_s) : 0;
    if (zone)
        t = (struct stamp){.time = s->wall + usec - offset_s * USEC_PER_SEC};
    else if (rest.n && (rest.p[0] == '+' || rest.p[0] == '-'))
        return false; /* an offset that no zone has: what moment is meant, nobody knows */
    else
        t = (struct stamp){
            .time = s->moment + usec, .zone_assumed = true, .ambiguous = s->ambiguous};
    if (!in_calendar(t.time))
        return false;
    *out = t;
    *in = str_from(rest, zone);
    return true;
}
