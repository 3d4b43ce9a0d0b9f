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

static bool is_http(const struct scan *sc, size_t end)
{
    struct str head = str_head(sc->s, end);

    return str_ends(head, STR("http")) || str_ends(head, STR("https"));
}

/* https://TOKEN@host: nobody is called by twenty letters and digits, or more. */
static void hide_user(struct scan *sc, size_t begin, size_t end)
{
    enum { SHORTEST = 20 };
    bool digit = false;

    for (size_t i = begin; i < end; i++) {
        if (!is_name_byte(sc->s.p[i]))
            return;
        digit = digit || num_is_digit(sc->s.p[i]);
    }
    if (digit && end - begin >= SHORTEST)
        scan_hide(sc, begin, end, SECRET_TOKEN);
}

/* The password of one "user:password@host…": it reaches to the last @ before the first slash, or
 * where there is none to the last @ at all. */
static void hide_password(struct scan *sc, size_t begin, size_t end, bool http)
{
    struct str pair = scan_part(sc, begin, end);
    size_t slash = str_chr(pair, '/', 0);
    size_t address = str_starts(pair, STR("[")) ? str_chr(pair, ']', 0) : 0; /* IPv6 */
    size_t colon = str_chr(pair, ':', address == STR_NONE ? 0 : address);
    size_t sign = str_rchr(slash == STR_NONE ? pair : str_head(pair, slash), '@');

    if (sign == STR_NONE)
        sign = str_rchr(pair, '@');
    else if (!http && str_rchr(pair, '@') !=
                          STR_NONE) { /* p@ss/w@host: no path of such a URL has one */
        size_t query = str_chr(pair, '?', sign);
        sign = str_rchr(query == STR_NONE ? pair : str_head(pair, query), '@');
    }
    if (colon == STR_NONE && sign != STR_NONE && http)
        hide_user(sc, begin, begin + sign);
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
    bool sign = false, http = is_http(sc, begin);

    (void)r;
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
        hide_password(sc, from, end, http);
        from = end + 1;
        colon = STR_NONE;
        sign = false;
    }
    hide_password(sc, from, end, http);
}

/* scheme%3A%2F%2Fuser%3Apassword%40host: a URL that was quoted to stand in another. */
void encoded_url_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    enum { USER_BYTES = 128, PASSWORD_BYTES = 256 };
    size_t at = end, last = end + USER_BYTES;

    (void)begin;
    while (at < last && (is_name_byte(scan_at(sc, at)) || scan_at(sc, at) == '.'))
        at++;
    if (!scan_has(sc, at, STR("%3a")))
        return;
    size_t from = at += 3;
    for (last = at + PASSWORD_BYTES;
         at < last && (is_name_byte(scan_at(sc, at)) ||
                       (scan_at(sc, at) && strchr("%.~+!*", scan_at(sc, at))));
         at++) {
        if (scan_has(sc, at, STR("%40"))) {
            scan_hide(sc, from, at, r->kind);
            return;
        }
        if (scan_has(sc, at, STR("%2f")))
            return;
    }
}
