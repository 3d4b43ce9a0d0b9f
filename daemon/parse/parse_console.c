/*
 * What Zuul and Jenkins put before the lines of a console:
 *
 *     2014-03-17 16:11:24.173 | TEXT
 *     2026-12-01 01:02:03.123456 | controller | TEXT
 *
 * The second is that of Zuul since it runs Ansible: microseconds, and the host of the inventory
 * that ran the command (zuul/ansible/base/callback/zuul_stream.py).
 */
#include "base/num.h"
#include "parse/head.h"

enum { NODE_BYTES = 64 };

static bool take_bar(struct str *in)
{
    if (!str_starts(*in, STR(" |")) || (in->n > 2 && in->p[2] != ' '))
        return false;
    *in = str_from(*in, in->n > 2 ? 3 : 2);
    return true;
}

/* "controller | " */
static bool take_node(struct str *in, struct str *node)
{
    size_t n = 0;

    for (; n < in->n && n <= NODE_BYTES && in->p[n] != ' '; n++) {
        unsigned c = (unsigned char)in->p[n];
        if (!num_is_digit(in->p[n]) && (c | 0x20) - 'a' >= 26U && c != '-' && c != '_' &&
            c != '.')
            return false;
    }
    struct str rest = str_from(*in, n);
    if (n == 0 || n > NODE_BYTES || !take_bar(&rest))
        return false;
    *node = str_head(*in, n);
    *in = rest;
    return true;
}

static bool read_console(struct reading *in, struct head *h)
{
    struct str s = h->text, node;
    struct stamp t;

    if (s.n < STAMP_BYTES + 6 || s.p[10] != ' ' || s.p[STAMP_BYTES] != '.' ||
        !stamp_take(&in->stamper, &s, &t) || !t.zone_assumed)
        return false;
    size_t digits = (size_t)(s.p - h->text.p) - STAMP_BYTES - 1;
    if ((digits != 3 && digits != 6) || !take_bar(&s))
        return false;
    h->form = FORM_LAYER;
    head_time(h, &t);
    if (digits == 6 && take_node(&s, &node)) {
        head_tell(head_outer(h), OUTER_HOST, node);
        head_writer(h, node);
    }
    h->text = s;
    return true;
}

const struct envelope_kind envelope_console = {
    .name = "console",
    .help = "the console of Zuul or Jenkins: time | node | text",
    .id = ENVELOPE_PREFIX,
    .outer = true,
    .read = read_console,
};
