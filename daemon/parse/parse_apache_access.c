/*
 * Access lines of Apache in the common and the combined format (mod_log_config), and of what writes
 * as it does (nginx, uWSGI with such a log-format):
 *
 *     10.0.0.9 - - [01/Dec/2026:01:06:36 +0000] "GET /v1/x HTTP/1.1" 200 5 "-" "curl/7.88.1"
 *     10.0.0.9, 10.0.0.1 - - [01/Dec/2026:01:06:36 +0000] "GET /x HTTP/1.1" 200 5 762950 "-" "curl"
 *     heat.example.org:8004 10.0.0.9 - - [01/Dec/2026:01:06:36 +0000] "GET /v1/x HTTP/1.1" 200 5
 *
 * Behind a proxy %{X-Forwarded-For}i stands first, a dash or a list; kolla and the charts add %D.
 * A line of another format that begins like these is a record of its own as well, which tells of no
 * request.
 */
#include "base/num.h"
#include "parse/access.h"
#include "parse/client.h"
#include "parse/head.h"

static bool may_begin(char c)
{
    return num_is_digit(c) || c == '-' || c == ':' || c == '[' ||
           ((unsigned char)c | 0x20U) - 'a' < 26U;
}

static bool read_apache_access(struct reading *in, struct head *h)
{
    struct access a;
    struct stamp t;
    struct str rest;

    if (h->text.n < 32 || !may_begin(h->text.p[0]) ||
        !access_clf_head(&in->stamper, h->text, ':', &a, &t, &rest))
        return false;
    bool request = access_clf_tail(rest, &a);
    if (!request && client_is_name(a.client))
        return false;
    head_access(in, h, request ? &a : NULL);
    head_own_time(h, &t);
    return true;
}

const struct envelope_kind envelope_apache_access = {
    .name = "apache_access",
    .help = "access lines of Apache: common and combined log format",
    .id = ENVELOPE_APACHE,
    .read = read_apache_access,
};
