#include "parse/client.h"

#include "base/num.h"

static bool take(struct str *in, struct str word)
{
    if (!str_starts(*in, word))
        return false;
    *in = str_from(*in, word.n);
    return true;
}

static bool is_no_address(struct str s)
{
    return s.n == 0 || str_eq(s, STR("-")) || str_eq(s, STR("unknown")) ||
           /* nginx's, HAProxy's and eventlet's words for a unix socket */
           str_eq(s, STR("unix:")) || str_eq(s, STR("unix")) || str_eq(s, STR("<local>"));
}

/* "10.0.0.9" */
static bool is_ipv4(struct str s)
{
    uint64_t v;
    int parts = 0;

    do {
        if (!num_take(&s, 255, &v))
            return false;
        parts++;
    } while (take(&s, STR(".")));
    return parts == 4 && s.n == 0;
}

/* "2001:db8::9", "::ffff:10.0.0.9", "fe80::1%eth0" */
static bool is_ipv6(struct str s)
{
    size_t colons = 0, zone = str_chr(s, '%', 0);

    if (zone != STR_NONE)
        s = str_head(s, zone);
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] != ':' && s.p[i] != '.' && !num_is_hex(s.p[i]))
            return false;
        colons += s.p[i] == ':';
    }
    return colons >= 2;
}

/* An address, perhaps with a port behind it, which is cut off; else empty. */
static struct str address_of(struct str word)
{
    size_t colon = str_rchr(word, ':');
    uint64_t port;

    if (is_ipv4(word) || is_ipv6(word))
        return word;
    if (colon != STR_NONE && is_ipv4(str_head(word, colon)) &&
        num_u64(str_from(word, colon + 1), 65535, &port))
        return str_head(word, colon);
    return (struct str){0};
}

/* What a server writes that looks names up, or is told one. */
static bool is_host_name(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!num_is_digit(s.p[i]) && ((unsigned char)s.p[i] | 0x20U) - 'a' >= 26U &&
            s.p[i] != '.' && s.p[i] != '-' && s.p[i] != '_')
            return false;
    return s.n > 0 && s.p[0] != '-';
}

bool client_first(struct str list, struct str *client)
{
    struct str name = {0};
    size_t from = 0, names = 0;

    *client = (struct str){0};
    for (size_t i = 0; i <= list.n; i++) {
        if (i < list.n && list.p[i] != ' ' && list.p[i] != ',')
            continue;
        struct str word = {list.p + from, i - from}, address = address_of(word);
        from = i + 1;
        if (address.n) {
            *client = address;
            return true;
        }
        if (is_no_address(word))
            continue;
        if (names++ > 0 || !is_host_name(word))
            return false;
        name = word;
    }
    *client = name;
    return true;
}

bool client_is_name(struct str client)
{
    return client.n > 0 && address_of(client).n == 0;
}
