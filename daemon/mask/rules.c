#include "mask/rules.h"

#include "base/num.h"

void secrets_add(struct secrets *out, size_t at, size_t n, enum secret_kind kind)
{
    VEC_GROW(out->at, out->n, out->cap);
    out->at[out->n++] = (struct secret){at, n, kind};
}

static bool ends_url(char c)
{
    return (unsigned char)c <= ' ' || c == '"' || c == '\'' || c == '<' || c == '>' ||
           c == '`';
}

static bool is_port(
    struct str s) /* digits up to the first slash: host:port, not user:password */
{
    size_t n = 0;
    while (n < s.n && num_is_digit(s.p[n]))
        n++;
    return n > 0 && (n == s.n || s.p[n] == '/');
}

/*
 * The password of one "user:password@host…". RFC 3986, 3.2.1 ends the user's part at the first
 * slash; people put slashes and @ into passwords all the same, so it reaches to the last @ before
 * the first slash, or where there is none to the last @ at all.
 */
static void pair(struct str pair, size_t at, struct secrets *out)
{
    size_t slash = str_chr(pair, '/', 0), colon = str_chr(pair, ':', 0);
    struct str user = slash == STR_NONE ? pair : str_head(pair, slash);
    size_t sign = str_rchr(user, '@');

    if (sign == STR_NONE)
        sign = str_rchr(pair, '@');
    if (colon == STR_NONE || sign == STR_NONE || sign <= colon + 1)
        return;
    struct str password = {pair.p + colon + 1, sign - colon - 1};
    if (str_eq(password, STR("***")) ||
        (slash < sign && is_port(str_from(pair, colon + 1))) || (slash < colon))
        return;
    secrets_add(out, at + colon + 1, sign - colon - 1, SECRET_URL_PASSWORD);
}

/*
 * scheme://user:password@host. A transport_url of oslo.messaging may list several hosts, each
 * with its own pair, behind commas (oslo_messaging/transport.py, TransportURL.parse).
 */
static void url_passwords(struct str s, struct secrets *out)
{
    size_t at = str_find(s, STR("://"), 0);

    while (at != STR_NONE) {
        size_t begin = at + 3, end = begin;
        for (; end < s.n && !ends_url(s.p[end]); end++) {
            if (s.p[end] != ',')
                continue;
            pair((struct str){s.p + begin, end - begin}, begin, out);
            begin = end + 1;
        }
        pair((struct str){s.p + begin, end - begin}, begin, out);
        at = str_find(s, STR("://"), end);
    }
}

static bool is_token_byte(char c)
{
    return num_is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           c == '-' || c == '_' || c == '=';
}

/* Fernet tokens of keystone: version byte 0x80 and a timestamp, in URL-safe base64, which is
 * "gAAAAA" until the year 2106 (github.com/fernet/spec); 100 characters at the least. */
static void fernet_tokens(struct str s, struct secrets *out)
{
    enum { SHORTEST = 80 };
    size_t end, at = str_find(s, STR("gAAAA"), 0);

    for (; at != STR_NONE; at = str_find(s, STR("gAAAA"), end)) {
        end = at;
        while (end < s.n && is_token_byte(s.p[end]))
            end++;
        if (end - at >= SHORTEST)
            secrets_add(out, at, end - at, SECRET_TOKEN);
    }
}

/* Does the name that ends before s[at] begin behind "?" or "&"? */
static bool in_query(struct str s, size_t at)
{
    while (at > 0 && (is_token_byte(s.p[at - 1]) && s.p[at - 1] != '='))
        at--;
    return at > 0 && (s.p[at - 1] == '?' || s.p[at - 1] == '&');
}

/* The value of a query's parameter that is called token, or ends so: zun's console URL has its token
 * there (zun/websocket/websocketproxy.py), and keystone's old ones had. */
static void query_tokens(struct str s, struct secrets *out)
{
    struct str name = STR("token=");
    size_t end, at = str_find(s, name, 0);

    for (; at != STR_NONE; at = str_find(s, name, end)) {
        size_t begin = at + name.n;
        end = begin;
        while (end < s.n && s.p[end] != '&' && s.p[end] != '#' && !ends_url(s.p[end]))
            end++;
        if (end > begin && in_query(s, at))
            secrets_add(out, begin, end - begin, SECRET_TOKEN);
    }
}

static const struct {
    struct str mark; /* no secret of this rule without it */
    void (*find)(struct str s, struct secrets *out);
} rules[] = {
    {STR_INIT("://"),    url_passwords},
    {STR_INIT("gAAAA"),  fernet_tokens},
    {STR_INIT("token="), query_tokens },
};

bool rules_maybe(struct str s)
{
    for (size_t i = 0; i < COUNT_OF(rules); i++)
        if (str_find(s, rules[i].mark, 0) != STR_NONE)
            return true;
    return false;
}

void rules_find(struct str s, struct secrets *out)
{
    for (size_t i = 0; i < COUNT_OF(rules); i++)
        rules[i].find(s, out);
}
