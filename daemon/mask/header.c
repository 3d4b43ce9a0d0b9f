/*
 * Authorization, Cookie and Set-Cookie: the headers whose value is more than one word. The scheme of
 * an authorization stays (RFC 9110, 11.6.2); a cookie is hidden to the end of its line.
 */
#include "base/num.h"
#include "mask/scan.h"

/* "authorization: Bearer …": no prose goes on like that. */
static bool has_scheme(const struct scan *sc, size_t end)
{
    static const struct str schemes[] = {
        STR_INIT("basic "),     STR_INIT("bearer "), STR_INIT("digest "),
        STR_INIT("negotiate "), STR_INIT("aws4-"),
    };
    size_t value = scan_blanks(sc, end + 1);

    for (size_t i = 0; scan_at(sc, end) == ':' && i < COUNT_OF(schemes); i++)
        if (scan_has(sc, value, schemes[i]))
            return true;
    return false;
}

static bool is_cookie(const struct scan *sc, size_t end)
{
    return sc->s.p[end - 1] == 'e' || sc->s.p[end - 1] == 'E';
}

/* A cookie of OpenFlow's is a number: cookie=0x2b992ddfa232, 'cookie': 13837058. */
static bool is_flow(const struct scan *sc, size_t end)
{
    size_t depth, at = end + (scan_is_quote(sc, end, &depth) ? depth + 1 : 0);

    at = scan_blanks(sc, at);
    if (scan_at(sc, at) != ':' && scan_at(sc, at) != '=')
        return false;
    at = scan_blanks(sc, at + 1);
    at += scan_is_quote(sc, at, &depth) ? depth + 1 : 0;
    size_t digits = at += str_starts(str_from(sc->s, at), STR("0x")) ? 2 : 0;
    while (at - digits < 20 && num_is_hex(scan_at(sc, at)))
        at++;
    char c = scan_at(sc, at);
    return at > digits && c != '=' && !is_name_byte(c) && c != '%' && c != '.';
}

/* The header's own name, spelled as one, or where a line or a text in quotes begins: prose goes on
 * behind "cookie: " too. */
static bool stands_as_header(const struct scan *sc, size_t name, size_t end)
{
    static const struct str names[] = {
        STR_INIT("authorization"),      STR_INIT("proxy-authorization"),
        STR_INIT("http_authorization"), STR_INIT("cookie"),
        STR_INIT("set-cookie"),         STR_INIT("http_cookie"),
        STR_INIT("x-authorization"),
    };
    char first = sc->s.p[name], before = name ? sc->s.p[name - 1] : '\n';

    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (str_eq_nocase(scan_part(sc, name, end), names[i]))
            return (first >= 'A' && first <= 'Z') || strchr("\n\"'", before) ||
                   /* the n of an escaped newline is taken for the name's */
                   before == '\\' || has_scheme(sc, end);
    return false;
}

/*
 * Digest, OAuth, AWS4-HMAC-SHA256 and others have a list of name=value or name="value" behind the
 * scheme, with commas between (RFC 9110, 11.4), which goes as a whole.
 */
static size_t behind_items(struct scan *sc, size_t at, size_t end)
{
    enum { ITEMS = 24, NAME_BYTES = 48 };
    struct quoted q;

    for (int i = 0; i < ITEMS; i++) {
        size_t name = at;
        while (name - at < NAME_BYTES && is_name_byte(scan_at(sc, name)))
            name++;
        bool item = name > at && scan_at(sc, name) == '=' && scan_at(sc, name + 1) != '=';
        at = item && scan_quoted(sc, name + 1, false, &q) ? q.after : scan_bare(sc, at);
        size_t next = scan_blanks(sc, at + (scan_at(sc, at) == ','));
        if (!item || scan_at(sc, at) != ',' || next >= end)
            break;
        size_t stop = next;
        while (stop - next < NAME_BYTES && is_name_byte(scan_at(sc, stop)))
            stop++;
        if (scan_at(sc, stop) != '=')
            break;
        at = next;
    }
    return at;
}

/* "Bearer v": the word behind the scheme; one word alone is the secret itself. */
static void hide_credentials(struct scan *sc, size_t begin, size_t end)
{
    size_t scheme = begin;
    struct str bearer = STR("bearer"), token = STR("token");

    while (scheme < end && is_name_byte(sc->s.p[scheme]))
        scheme++;
    size_t value = scan_blanks(sc, scheme);
    struct str word = scan_part(sc, begin, scheme);
    bool known = str_eq_nocase(word, bearer) || str_eq_nocase(word, token);
    if (scheme == begin || value == scheme || value >= end) {
        scan_hide(sc, begin, scan_bare(sc, begin) < end ? scan_bare(sc, begin) : end,
                  SECRET_HEADER);
        return;
    }
    size_t stop = behind_items(sc, value, end);
    scan_hide(sc, value, stop < end ? stop : end, known ? SECRET_TOKEN : SECRET_HEADER);
}

/* The line's end, or the newline that is escaped in a text. */
static size_t cookie_end(struct scan *sc, size_t at)
{
    size_t end = scan_line_end(sc, at);

    for (; at + 1 < end; at++)
        if (sc->s.p[at] == '\\' && (sc->s.p[at + 1] == 'n' || sc->s.p[at + 1] == 'r'))
            return at;
    return end;
}

/* Where the text in quotes ends whose quote stands before the name; STR_NONE: none does. */
static size_t in_quotes(struct scan *sc, size_t name)
{
    struct quoted q;

    if (name == 0 || !strchr("\"'", sc->s.p[name - 1]))
        return STR_NONE;
    size_t quote = name - 1;
    while (quote > 0 && sc->s.p[quote - 1] == '\\' && name - quote < 8)
        quote--;
    return scan_quoted(sc, quote, false, &q) ? q.end : STR_NONE;
}

static void hide_value(struct scan *sc, size_t name, size_t name_end, size_t at)
{
    if (!is_cookie(sc, name_end)) {
        hide_credentials(sc, at, sc->s.n);
        return;
    }
    size_t end = in_quotes(sc, name);
    if (end == STR_NONE)
        end = cookie_end(sc, at);
    scan_hide(sc, at, end, SECRET_HEADER);
}

void header_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    size_t name = scan_name(sc, begin), depth;
    struct quoted q;

    if (!stands_as_header(sc, name, end) || (is_cookie(sc, end) && is_flow(sc, end)))
        return;
    if (!scan_is_quote(sc, end, &depth)) {
        if (scan_at(sc, end) == ':')
            hide_value(sc, name, end, scan_blanks(sc, end + 1));
        else if (scan_at(sc, end) == '=' && !is_cookie(sc, end) &&
                 !scan_is_quote(sc, end + 1, &depth))
            hide_credentials(sc, end + 1, sc->s.n);
        else if (scan_at(sc, scan_blanks(sc, end)) == '=')
            key_take(sc, r, begin, end);
        return;
    }
    size_t at = scan_spaces(sc, end + depth + 1);
    if (scan_at(sc, at) != ':' || !scan_quoted(sc, scan_spaces(sc, at + 1), false, &q)) {
        key_take(sc, r, begin, end);
        return;
    }
    if (is_cookie(sc, end))
        scan_hide(sc, q.begin, q.end, SECRET_HEADER);
    else
        hide_credentials(sc, q.begin, q.end);
}
