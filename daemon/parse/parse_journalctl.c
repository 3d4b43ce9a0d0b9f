/*
 * What journalctl prints (journalctl(1), "--output="; systemd's src/shared/logs-show.c):
 *
 *     short          Dec 01 01:50:31 ctl1 masakari-engine[24984]: text
 *     short-precise  Dec 01 01:50:31.108334 ctl1 masakari-engine[24984]: text
 *     short-iso      2026-12-01T01:50:31+0100 ctl1 masakari-engine[24984]: text
 *     short-full     Tue 2026-12-01 01:50:31 CET ctl1 masakari-engine[24984]: text
 *     with-unit      the same with the unit in place of the program
 *     short-unix     1796086231.108334 ctl1 masakari-engine[24984]: text
 *     short-monotonic  [ 1300.851364] ctl1 masakari-engine[24984]: text
 *     short-delta    [ 1300.851364 <    0.001234 >] ctl1 masakari-engine[24984]: text
 *     -- Boot 4f9b6f0c2b1e7d2a9d3e1a2b3c4d5e6f --
 *
 * Further lines of a message stand below the first, indented to where its text began.
 */
#include "base/num.h"
#include "parse/stamp_bsd.h"
#include "parse/syslog.h"

/* Before a time there may be the day of the week. */
static bool take_weekday(struct str *in)
{
    static const char days[] = "MonTueWedThuFriSatSun";

    if (in->n < 4 || in->p[3] != ' ')
        return false;
    for (size_t i = 0; i < 7; i++)
        if (memcmp(in->p, days + 3 * i, 3) == 0) {
            *in = str_from(*in, 4);
            return true;
        }
    return false;
}

/*
 * "2026-12-01 01:50:31 CET": the name of a zone says less than it seems (IST is three zones), so
 * only UTC is believed and any other time is taken for one of the zone that was set.
 */
static bool take_full(struct reading *in, struct str *rest, struct stamp *t)
{
    struct civil c;
    size_t n = 0;

    if (!take_weekday(rest) || rest->n < STAMP_BYTES || rest->p[10] != ' ' ||
        !stamp_take(&in->stamper, rest, t) || rest->n < 2 || rest->p[0] != ' ')
        return false;
    *rest = str_from(*rest, 1);
    while (n < rest->n && rest->p[n] != ' ')
        n++;
    struct str zone = str_head(*rest, n);
    if (n == 0 || n > 8 || n == rest->n)
        return false;
    if (str_eq(zone, STR("UTC")) || str_eq(zone, STR("GMT"))) {
        usec_t usec = t->time % USEC_PER_SEC;
        clock_to_civil(in->stamper.wall, &c);
        *t = (struct stamp){.time = clock_from_civil(&c) + (usec < 0 ? 0 : usec)};
    }
    *rest = str_from(*rest, n);
    return true;
}

/* "1796086231.108334" */
static bool take_unix(struct str *rest, struct stamp *t)
{
    enum { SECONDS = 10, FRACTION = 6, BYTES = SECONDS + 1 + FRACTION };
    struct str s = *rest, fraction;
    uint64_t seconds;

    if (s.n <= BYTES || s.p[SECONDS] != '.' || s.p[BYTES] != ' ' ||
        !num_u64(str_head(s, SECONDS), INT64_MAX, &seconds))
        return false;
    fraction = (struct str){s.p + SECONDS, 1 + FRACTION};
    usec_t usec = stamp_take_fraction(&fraction);
    if (fraction.n)
        return false;
    *t = (struct stamp){.time = (usec_t)seconds * USEC_PER_SEC + usec};
    *rest = str_from(s, BYTES);
    return true;
}

/* "[ 1300.851364]", since the machine was started: no time of day. */
static bool take_monotonic(struct str *rest)
{
    enum { SECONDS = 5, FRACTION = 6, DELTA = 16 }; /* "%5" PRIu64 ".%06" PRIu64 */
    struct str s = *rest;
    uint64_t seconds;

    if (!str_starts(s, STR("[")))
        return false;
    s = str_from(s, 1);
    while (s.n && s.p[0] == ' ')
        s = str_from(s, 1);
    if (!num_take(&s, UINT32_MAX, &seconds) || s.n <= FRACTION + 1 || s.p[0] != '.' ||
        (size_t)(s.p - rest->p) < 1 + SECONDS)
        return false;
    struct str fraction = str_head(s, 1 + FRACTION);
    (void)stamp_take_fraction(&fraction);
    if (fraction.n)
        return false;
    s = str_from(s, 1 + FRACTION);
    if (s.n > DELTA && s.p[0] == ' ' && s.p[DELTA] == ']') /* " <    0.001234 >", or blanks */
        s = str_from(s, DELTA);
    if (!str_starts(s, STR("] ")))
        return false;
    *rest = str_from(s, 1);
    return true;
}

/* What journalctl says of itself and of the catalog's texts (-x) is no message of anybody. */
static bool read_note(struct head *h)
{
    if (!str_starts(h->text, STR("-- ")) && !str_eq(h->text, STR("--")))
        return false;
    h->form = FORM_NOTE;
    return true;
}

static void tell_origin(struct head *h, const struct syslog_origin *from)
{
    syslog_tell(h, from, -1);
    /* with-unit prints the unit where the others have the program. */
    if (str_ends(from->identifier, STR(".service")))
        head_tell(&h->outer, OUTER_UNIT, from->identifier);
}

static bool read_stamped(struct reading *in, struct head *h)
{
    struct str rest = h->text;
    struct syslog_origin from;
    struct stamp t;

    if (!(num_is_digit(rest.p[0]) ? take_unix(&rest, &t) : take_full(in, &rest, &t)) ||
        !syslog_take_origin(&rest, &from))
        return false;
    tell_origin(h, &from);
    head_time(h, &t);
    h->margin = (unsigned)(h->text.n - rest.n);
    syslog_text(in, h, &from, rest, SYSLOG_JOURNALCTL);
    return true;
}

/* dmesg's lines begin alike; journalctl's have a pid, but for the kernel's. */
static bool read_monotonic(struct reading *in, struct head *h)
{
    struct str rest = h->text;
    struct syslog_origin from;

    if (!take_monotonic(&rest) || !syslog_take_origin(&rest, &from) ||
        (from.pid.n == 0 && !(from.host.n && str_eq(from.identifier, STR("kernel")))))
        return false;
    tell_origin(h, &from);
    h->margin = (unsigned)(h->text.n - rest.n);
    syslog_text(in, h, &from, rest, SYSLOG_JOURNALCTL);
    return true;
}

static bool read_journalctl(struct reading *in, struct head *h)
{
    if (h->text.n == 0)
        return false;
    if (h->text.p[0] == '-')
        return !h->layered && read_note(h);
    if (h->text.p[0] == '[')
        return read_monotonic(in, h);
    return read_stamped(in, h) || syslog_read(in, h, SYSLOG_JOURNALCTL);
}

const struct envelope_kind envelope_journalctl = {
    .name = "journalctl",
    .help = "what journalctl prints: time, host, program[pid]:, text, indented further lines",
    .id = ENVELOPE_JOURNALCTL,
    .outer = true,
    .read = read_journalctl,
};
