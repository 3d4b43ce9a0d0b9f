/*
 * Text of Python's logging, of programs that set up no oslo.log:
 *
 *     2026-12-01 01:50:30,971 - heat.engine - ERROR - text      the Logging HOWTO's example
 *     2026-12-01 01:50:30,971 [ERROR] heat.engine: text         a widespread one
 *     ERROR:heat.engine:text                                    basicConfig's own (BASIC_FORMAT)
 *
 * A traceback follows without any prefix. The comma before the milliseconds is Formatter's
 * default_msec_format.
 */
#include "base/num.h"
#include "parse/head.h"
#include "parse/level.h"

enum { TIME_BYTES = STAMP_BYTES + 4, LEVEL_BYTES = 8, NAME_BYTES = 128 };

static bool is_name_byte(char p)
{
    unsigned c = (unsigned char)p;

    return num_is_digit(p) || (c | 0x20) - 'a' < 26U || c == '_' || c == '.' || c == '-';
}

/* A dotted name and what stands behind it. */
static bool take_name(struct str *in, struct str behind, struct str *name)
{
    size_t n = 0;

    while (n < in->n && n <= NAME_BYTES && is_name_byte(in->p[n]))
        n++;
    struct str rest = str_from(*in, n);
    if (n == 0 || num_is_digit(in->p[0]) || !str_starts(rest, behind))
        return false;
    *name = str_head(*in, n);
    *in = str_from(rest, behind.n);
    return true;
}

/* An upper-case word and what stands behind it. */
static bool take_level(struct str *in, struct str behind, enum level *level)
{
    size_t n = 0;

    while (n < in->n && n <= LEVEL_BYTES && in->p[n] >= 'A' && in->p[n] <= 'Z')
        n++;
    struct str rest = str_from(*in, n);
    if (n < 4 || !str_starts(rest, behind))
        return false;
    *level = level_of(str_head(*in, n));
    *in = str_from(rest, behind.n);
    return *level != LEVEL_NONE;
}

static void fill_head(struct head *h, enum level level, struct str logger, struct str text)
{
    h->form = FORM_HEAD;
    h->level = level;
    h->logger = logger;
    h->text = text;
}

static bool read_basic(struct head *h)
{
    struct str s = h->text, logger;
    enum level level;

    if (!take_level(&s, STR(":"), &level) || !take_name(&s, STR(":"), &logger))
        return false;
    fill_head(h, level, logger, s);
    return true;
}

static bool read_dated(struct reading *in, struct head *h)
{
    struct str s = h->text, logger;
    enum level level;
    struct stamp t;

    if (s.n < TIME_BYTES + 4 || s.p[STAMP_BYTES] != ',' || s.p[TIME_BYTES] != ' ' ||
        !stamp_take(&in->stamper, &s, &t))
        return false;
    bool dashed = str_starts(s, STR(" - "));
    if (!dashed && !str_starts(s, STR(" [")))
        return false;
    s = str_from(s, dashed ? 3 : 2);
    if (dashed ? !take_name(&s, STR(" - "), &logger) || !take_level(&s, STR(" - "), &level)
               : !take_level(&s, STR("] "), &level) || !take_name(&s, STR(": "), &logger))
        return false;
    fill_head(h, level, logger, s);
    h->time = t.time;
    h->time_known = true;
    h->time_source = TIME_RECORD;
    h->zone_assumed = t.zone_assumed;
    h->time_ambiguous = t.ambiguous;
    return true;
}

static bool read_python(struct reading *in, struct head *h)
{
    if (h->text.n < 8)
        return false;
    if (num_is_digit(h->text.p[0]))
        return read_dated(in, h);
    return h->text.p[0] >= 'A' && h->text.p[0] <= 'W' && read_basic(h);
}

const struct envelope_kind envelope_python = {
    .name = "python",
    .help = "Python's logging: time - logger - level - text, or LEVEL:logger:text",
    .id = ENVELOPE_PYTHON,
    .read = read_python,
};
