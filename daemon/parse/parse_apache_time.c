/*
 * Apache's error log with ErrorLogFormat "%{cu}t %M", as OpenStack's charts and charms have it:
 *
 *     2026-12-01 01:06:37.054252 text
 *
 * Six digits of a fraction, one blank, and anything. It tells nothing else apart, so this kind is
 * the last to be tried; tools that merge logs write such times as well and go before it. (With
 * "%M" alone there is nothing to take off.)
 */
#include "base/num.h"
#include "parse/apache.h"
#include "parse/head.h"

enum { FRACTION = 7 }; /* ".054252" */

static bool read_apache_time(struct reading *in, struct head *h)
{
    struct str s = h->text;
    struct stamp t;

    if (s.n <= STAMP_BYTES + FRACTION || !num_is_digit(s.p[0]) || s.p[10] != ' ' ||
        s.p[STAMP_BYTES] != '.' || s.p[STAMP_BYTES + FRACTION] != ' ' ||
        !stamp_take(&in->stamper, &s, &t) || s.n == 0 || s.p[0] != ' ')
        return false;
    (void)head_outer(h);
    h->form = FORM_LAYER;
    head_time(h, &t);
    head_message(in, h, apache_unescape(in->arena, str_from(s, 1)));
    return true;
}

const struct envelope_kind envelope_apache_time = {
    .name = "apache_time",
    .help = "Apache's error log with a bare time: 2026-12-01 01:06:37.054252 text",
    .id = ENVELOPE_APACHE,
    .outer = true,
    .read = read_apache_time,
};
