#include "config/value.h"

#include "base/num.h"
#include "base/offset.h"

struct unit {
    struct str name;
    uint64_t worth;
};

/* The binary ones first, from the largest: the order in which a size is shown. */
static const struct unit sizes[] = {
    {STR_INIT("TiB"), UINT64_C(1) << 40},
    {STR_INIT("GiB"), UINT64_C(1) << 30},
    {STR_INIT("MiB"), UINT64_C(1) << 20},
    {STR_INIT("KiB"), UINT64_C(1) << 10},
    {STR_INIT("B"),   1                },
    {STR_INIT(""),    1                },
    {STR_INIT("T"),   UINT64_C(1) << 40},
    {STR_INIT("G"),   UINT64_C(1) << 30},
    {STR_INIT("M"),   UINT64_C(1) << 20},
    {STR_INIT("K"),   UINT64_C(1) << 10},
    {STR_INIT("TB"),  1000000000000    },
    {STR_INIT("GB"),  1000000000       },
    {STR_INIT("MB"),  1000000          },
    {STR_INIT("KB"),  1000             },
};

static const struct unit spans[] = {
    {STR_INIT("w"),   UINT64_C(604800000000)},
    {STR_INIT("d"),   UINT64_C(86400000000) },
    {STR_INIT("h"),   UINT64_C(3600000000)  },
    {STR_INIT("m"),   60000000              },
    {STR_INIT("s"),   1000000               },
    {STR_INIT("ms"),  1000                  },
    {STR_INIT("us"),  1                     },
    {STR_INIT("min"), 60000000              },
};

enum { SHOWN_SIZES = 5, SHOWN_SPANS = 7 };

static struct str take_letters(struct str *in)
{
    size_t n = 0;

    while (n < in->n &&
           ((in->p[n] >= 'a' && in->p[n] <= 'z') || (in->p[n] >= 'A' && in->p[n] <= 'Z')))
        n++;
    struct str letters = str_head(*in, n);
    *in = str_from(*in, n);
    return letters;
}

static void pass_blanks(struct str *in)
{
    while (in->n > 0 && in->p[0] == ' ')
        *in = str_from(*in, 1);
}

bool value_size(struct str s, uint64_t *bytes)
{
    uint64_t v;

    if (!num_take(&s, INT64_MAX, &v))
        return false;
    pass_blanks(&s);
    struct str unit = take_letters(&s);
    for (size_t i = 0; i < COUNT_OF(sizes) && s.n == 0; i++)
        if (str_eq_nocase(unit, sizes[i].name) && v <= INT64_MAX / sizes[i].worth) {
            *bytes = v * sizes[i].worth;
            return true;
        }
    return false;
}

static bool take_span(struct str *s, uint64_t *sum)
{
    uint64_t v;

    if (!num_take(s, INT64_MAX, &v))
        return false;
    pass_blanks(s);
    struct str unit = take_letters(s);
    pass_blanks(s);
    for (size_t i = 0; i < COUNT_OF(spans); i++)
        if (str_eq(unit, spans[i].name) && v <= (INT64_MAX - *sum) / spans[i].worth) {
            *sum += v * spans[i].worth;
            return true;
        }
    return false;
}

bool value_span(struct str s, usec_t *span)
{
    uint64_t sum = 0;

    if (s.n == 0)
        return false;
    if (!str_eq(s, STR("0")))
        while (s.n > 0)
            if (!take_span(&s, &sum))
                return false;
    *span = (usec_t)sum;
    return true;
}

bool value_bool(struct str s, bool *out)
{
    static const struct str yes[] = {STR_INIT("true"), STR_INIT("yes"), STR_INIT("on")};
    static const struct str no[] = {STR_INIT("false"), STR_INIT("no"), STR_INIT("off")};

    for (size_t i = 0; i < COUNT_OF(yes); i++)
        if (str_eq_nocase(s, yes[i]) || str_eq_nocase(s, no[i])) {
            *out = str_eq_nocase(s, yes[i]);
            return true;
        }
    return false;
}

/* Digits where the form has 0, the same character elsewhere. */
static bool has_form(struct str s, const char *form)
{
    size_t n = strlen(form);

    if (s.n < n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (form[i] == '0' ? !num_is_digit(s.p[i]) : s.p[i] != form[i])
            return false;
    return true;
}

static bool take_time_of_day(struct str *s, struct civil *c)
{
    if (!has_form(*s, "T00:00") && !has_form(*s, " 00:00"))
        return false;
    c->hour = (int)num_fixed(s->p + 1, 2);
    c->minute = (int)num_fixed(s->p + 4, 2);
    *s = str_from(*s, 6);
    if (has_form(*s, ":00")) {
        c->second = (int)num_fixed(s->p + 1, 2);
        *s = str_from(*s, 3);
    }
    return true;
}

bool value_date(struct str s, usec_t *out)
{
    struct civil c = {0};
    int64_t east_s = 0;

    if (!has_form(s, "0000-00-00"))
        return false;
    c.year = (int)num_fixed(s.p, 4);
    c.month = (int)num_fixed(s.p + 5, 2);
    c.day = (int)num_fixed(s.p + 8, 2);
    s = str_from(s, 10);
    if (s.n > 0) {
        if (!take_time_of_day(&s, &c))
            return false;
        s = str_from(s, offset_read(s, &east_s));
    }
    if (s.n > 0 || !clock_civil_valid(&c))
        return false;
    *out = clock_from_civil(&c) - east_s * USEC_PER_SEC;
    return true;
}

static void show(struct buf *out, uint64_t v, const struct unit *units, size_t n)
{
    size_t i = 0;

    while (i + 1 < n && v % units[i].worth != 0)
        i++;
    buf_u64(out, v / units[i].worth);
    buf_add(out, units[i].name);
}

void value_show_size(struct buf *out, uint64_t bytes)
{
    if (bytes == 0)
        buf_char(out, '0');
    else
        show(out, bytes, sizes, SHOWN_SIZES);
}

void value_show_span(struct buf *out, usec_t span)
{
    if (span == 0)
        buf_char(out, '0');
    else
        show(out, (uint64_t)span, spans, SHOWN_SPANS);
}
