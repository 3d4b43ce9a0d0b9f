/*
 * scheme://user:password@host. RFC 3986, 3.2.1 ends the user's part at the first slash; people put
 * slashes and @ into passwords all the same. A transport_url of oslo.messaging may list several
 * hosts, each with its own pair, behind commas (oslo_messaging/transport.py, TransportURL.parse).
 */
#include "base/num.h"
#include "mask/scan.h"

static bool ends_url(const struct scan *sc, size_t at)
{
    char c = sc->s.p[at], next = scan_at(sc, at + 1);

    if (c == '\\') /* an escaped quote or newline; one of a password's own otherwise */
        return next && strchr("\"'nrt", next);
    return (unsigned char)c <= ' ' || strchr("\"'<>`", c);
}

/* At most five digits up to the first slash or the end: host:port, not user:password. */
static bool is_port(struct str s)
{
    enum { DIGITS = 5 };
    size_t n = 0;

    while (n < s.n && n <= DIGITS && num_is_digit(s.p[n]))
        n++;
    return n > 0 && n <= DIGITS && (n == s.n || strchr("/?#", s.p[n]));
}

/* The password of one "user:password@host…": it reaches to the last @ before the first slash, or
 * where there is none to the last @ at all. */
static void hide_password(struct scan *sc, size_t begin, size_t end)
{
    struct str pair = scan_part(sc, begin, end);
    size_t slash = str_chr(pair, '/', 0);
    size_t address = str_starts(pair, STR("[")) ? str_chr(pair, ']', 0) : 0; /* IPv6 */
    size_t colon = str_chr(pair, ':', address == STR_NONE ? 0 : address);
    size_t sign = str_rchr(slash == STR_NONE ? pair : str_head(pair, slash), '@');

    if (sign == STR_NONE)
        sign = str_rchr(pair, '@');
    if (colon == STR_NONE || sign == STR_NONE || sign <= colon + 1 || slash < colon)
        return;
    if (str_ends(str_head(pair, colon), STR("[redacted"))) /* the colon of a mark */
        return;
    if (sign > slash && is_port(str_from(pair, colon + 1)))
        return;
    scan_hide(sc, begin + colon + 1, begin + sign, SECRET_URL_PASSWORD);
}

void url_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    size_t from = end, colon = STR_NONE;
    bool sign = false;

    (void)r;
    (void)begin;
    for (; end < sc->s.n && !ends_url(sc, end); end++) {
        char c = sc->s.p[end];
        if (c == ':' && str_starts(str_from(sc->s, end), STR("://")))
            break; /* a URL in the URL, which has its own turn */
        sign = sign || c == '@';
        if (c == ':' && colon == STR_NONE)
            colon = end;
        /* A comma ends a host's part; in front of the @ it belongs to the password. */
        if (c != ',' ||
            !(sign || colon == STR_NONE || is_port(scan_part(sc, colon + 1, end))))
            continue;
        hide_password(sc, from, end);
        from = end + 1;
        colon = STR_NONE;
        sign = false;
    }
    hide_password(sc, from, end);
}
