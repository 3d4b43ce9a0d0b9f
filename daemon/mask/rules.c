#include "mask/rules.h"

#include "base/num.h"

static bool is_userinfo(char c) /* RFC 3986, 3.2.1, without what ends an authority */
{
    return c > ' ' && c != '/' && c != '?' && c != '#' && c != '"' && c != '\'' && c != '<' &&
           c != '>' && c != '@' && c != 0x7f;
}

/*
 * The password of scheme://user:password@host. A transport_url of oslo.messaging may list
 * several hosts, each with its own pair, behind commas (oslo_messaging/transport.py,
 * TransportURL.parse): so the user of a later pair begins behind ',' as well as behind "://".
 */
static bool url_password(struct str s, size_t from, struct secret *out)
{
    for (size_t at = str_chr(s, '@', from); at != STR_NONE; at = str_chr(s, '@', at + 1)) {
        size_t colon = STR_NONE, begin = at;
        while (begin > from && is_userinfo(s.p[begin - 1]) && s.p[begin - 1] != ',') {
            begin--;
            if (s.p[begin] == ':')
                colon = begin;
        }
        bool later_pair = begin > 0 && s.p[begin - 1] == ',' &&
                          str_find(str_head(s, begin), STR("://"), 0) != STR_NONE;
        bool first_pair = begin >= 3 && memcmp(s.p + begin - 3, "://", 3) == 0;
        bool hidden = colon != STR_NONE && at - colon == 4 && memcmp(s.p + colon + 1, "***", 3) == 0;
        if (colon == STR_NONE || colon + 1 == at || hidden || !(first_pair || later_pair))
            continue;
        *out = (struct secret){colon + 1, at - colon - 1, SECRET_URL_PASSWORD};
        return true;
    }
    return false;
}

/* Fernet tokens of keystone: version byte 0x80 and a timestamp, in URL-safe base64, which is
 * "gAAAAA" until the year 2106 (github.com/fernet/spec); 100 characters at the least. */
static bool fernet_token(struct str s, size_t from, struct secret *out)
{
    enum { SHORTEST = 80 };

    for (size_t at = str_find(s, STR("gAAAA"), from); at != STR_NONE;
         at = str_find(s, STR("gAAAA"), at + 1)) {
        size_t end = at;
        while (end < s.n && (num_is_digit(s.p[end]) || (s.p[end] >= 'A' && s.p[end] <= 'Z') ||
                             (s.p[end] >= 'a' && s.p[end] <= 'z') || s.p[end] == '-' ||
                             s.p[end] == '_' || s.p[end] == '='))
            end++;
        if (end - at < SHORTEST)
            continue;
        *out = (struct secret){at, end - at, SECRET_TOKEN};
        return true;
    }
    return false;
}

static const struct {
    struct str mark; /* no secret of this rule without it */
    bool (*find)(struct str s, size_t from, struct secret *out);
} rules[] = {
    {STR_INIT("://"), url_password},
    {STR_INIT("gAAAA"), fernet_token},
};

bool rules_maybe(struct str s)
{
    for (size_t i = 0; i < COUNT_OF(rules); i++)
        if (str_find(s, rules[i].mark, 0) != STR_NONE)
            return true;
    return false;
}

bool rules_next(struct str text, size_t from, struct secret *out)
{
    struct secret first = {STR_NONE, 0, SECRET_CUSTOM};

    for (size_t i = 0; i < COUNT_OF(rules); i++) {
        struct secret found = {STR_NONE, 0, SECRET_CUSTOM};
        if (rules[i].find(text, from, &found) && found.at < first.at)
            first = found;
    }
    *out = first;
    return first.at != STR_NONE;
}
