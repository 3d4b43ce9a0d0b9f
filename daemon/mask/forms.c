#include "base/num.h"
#include "mask/key.h"
#include "mask/value.h"

static bool at_text(const struct scan *sc, size_t at, struct str text)
{
    return at < sc->s.n && str_starts(str_from(sc->s, at), text);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static char hex_value(char c)
{
    return (char)(num_is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
}

static bool hex_pair(const struct scan *sc, size_t at, char *out)
{
    if (!num_is_hex(scan_at(sc, at)) || !num_is_hex(scan_at(sc, at + 1)))
        return false;
    *out = (char)(hex_value(sc->s.p[at]) << 4 | hex_value(sc->s.p[at + 1]));
    return true;
}

/* The bytes of the encoded sign at `at`, 0 for none. */
static size_t encoded_sign(const struct scan *sc, size_t at, char *out)
{
    static const struct {
        struct str name;
        char sign;
    } entities[] = {
        {STR_INIT("&quot;"), '"' },
        {STR_INIT("&#34;"),  '"' },
        {STR_INIT("&#x22;"), '"' },
        {STR_INIT("&apos;"), '\''},
        {STR_INIT("&#39;"),  '\''},
        {STR_INIT("&#x27;"), '\''},
        {STR_INIT("&lt;"),   '<' },
        {STR_INIT("&gt;"),   '>' },
        {STR_INIT("&amp;"),  '&' },
    };
    char c = scan_at(sc, at);

    if (c == '%') {
        size_t twice = at_text(sc, at, STR("%25")) ? 2 : 0;
        return hex_pair(sc, at + 1 + twice, out) ? 3 + twice : 0;
    }
    if (c == '\\')
        return at_text(sc, at, STR("\\u00")) && hex_pair(sc, at + 4, out) ? 6 : 0;
    for (size_t i = 0; c == '&' && i < COUNT_OF(entities); i++)
        if (at_text(sc, at, entities[i].name)) {
            *out = entities[i].sign;
            return entities[i].name.n;
        }
    return 0;
}

/* The sign at `at`, whether it is encoded or not. */
static size_t any_sign(const struct scan *sc, size_t at, char *out)
{
    size_t n = encoded_sign(sc, at, out);

    if (n == 0 && at < sc->s.n) {
        *out = sc->s.p[at];
        n = 1;
    }
    return n;
}

static size_t behind_blanks(const struct scan *sc, size_t at)
{
    enum { MOST = 8 };
    char c;

    for (int i = 0; i < MOST; i++) {
        size_t n = any_sign(sc, at, &c);
        if (n == 0 || (!is_blank(c) && c != '+'))
            return at;
        at += n;
    }
    return at;
}

/* Up to the encoded sign that ends it: `quote`, or what ends a value without quotes. */
static size_t encoded_end(const struct scan *sc, size_t at, char quote)
{
    char sign;

    for (; at < sc->s.n && sc->s.p[at] != '\n' && sc->s.p[at] != '"'; at++) {
        if (encoded_sign(sc, at, &sign) &&
            (quote ? sign == quote : sign && strchr("&\"'<>,}; \n", sign)))
            return at;
        if (!quote && (is_blank(sc->s.p[at]) || strchr("&'<>", sc->s.p[at])))
            return at;
    }
    return at;
}

bool form_encoded(struct scan *sc, const struct key *k, size_t at)
{
    char sign;
    size_t n = encoded_sign(sc, at, &sign);

    if (n == 0 || !strchr("\"'=:>", sign))
        return false;
    at += n;
    if (sign == '>') {
        scan_hide(sc, at, encoded_end(sc, at, '<'), k->kind);
        return true;
    }
    if (sign == '"' || sign == '\'') {
        at = behind_blanks(sc, at);
        n = any_sign(sc, at, &sign);
        if (n == 0 || (sign != ':' && sign != '='))
            return true;
        at += n;
    }
    at = behind_blanks(sc, at);
    n = encoded_sign(sc, at, &sign);
    char quote = n && (sign == '"' || sign == '\'') ? sign : '\0';
    if (quote)
        at += n;
    scan_hide(sc, at, encoded_end(sc, at, quote), k->kind);
    return true;
}

/* The < behind `at`. */
static size_t element_end(const struct scan *sc, size_t at)
{
    enum { ELEMENT_BYTES = 4096 };
    size_t rest = sc->s.n - at;

    return str_chr(str_head(sc->s, at + (rest < ELEMENT_BYTES ? rest : ELEMENT_BYTES)),
                   '<', at);
}

static size_t behind_quote(const struct scan *sc, size_t at)
{
    size_t depth;

    return scan_is_quote(sc, at, &depth) ? at + depth + 1 : at;
}

bool form_pair(struct scan *sc, const struct key *k, size_t at)
{
    struct quoted q;
    size_t value = behind_quote(sc, at);

    if (value > at && scan_at(sc, value) == '>') { /* name="password">v< */
        size_t end = element_end(sc, value);
        if (end == STR_NONE)
            return false;
        scan_hide(sc, value + 1, end, k->kind);
        return true;
    }
    bool line = value == at; /* without quotes the two stand on lines of their own */
    if (scan_at(sc, value) == ',')
        value++;
    else if (line && scan_at(sc, value) != '\n')
        return false;
    value = scan_spaces(sc, value);
    value = behind_quote(sc, value + (scan_at(sc, value) == 'u'));
    if (!scan_has(sc, value, STR("value")))
        return false;
    value = behind_quote(sc, value + 5);
    if (scan_at(sc, value) != ':' && scan_at(sc, value) != '=')
        return false;
    value = scan_blanks(sc, value + 1);
    if (scan_quoted(sc, value, false, &q))
        scan_hide(sc, q.begin, q.end, k->kind);
    else if (line)
        scan_hide(sc, value, scan_bare(sc, value), k->kind);
    return true;
}

bool form_refused(struct scan *sc, const struct key *k, size_t at)
{
    enum { VALUE_BYTES = 512 };
    static const struct str heads[] = {
        STR_INIT(". Value: "),     STR_INIT(": Value "),
        STR_INIT(". Reason: "),    STR_INIT(" is invalid: Value "),
        STR_INIT(" is invalid: "),
    };
    struct quoted q;

    at = behind_quote(sc, at);
    for (size_t i = 0; i < COUNT_OF(heads); i++) {
        if (!at_text(sc, at, heads[i]))
            continue;
        at += heads[i].n;
        if (scan_quoted(sc, at, false, &q)) {
            if (at_text(sc, q.after, STR(" is ")) || at_text(sc, q.after, STR(" does ")))
                scan_hide(sc, q.begin, q.end, k->kind);
            return true;
        }
        struct str rest = str_from(sc->s, at);
        rest = str_head(rest, rest.n < VALUE_BYTES ? rest.n : VALUE_BYTES);
        size_t end = str_find(rest, STR(". "), 0);
        if (i == 0 && end != STR_NONE)
            scan_hide(sc, at, at + end, k->kind);
        return true;
    }
    return false;
}

bool form_index(struct scan *sc, const struct key *k, size_t at)
{
    enum { COLUMNS_BYTES = 256 };
    size_t end = at;

    while (end - at < COLUMNS_BYTES && (is_name_byte(scan_at(sc, end)) ||
                                        scan_at(sc, end) == ',' || scan_at(sc, end) == ' '))
        end++;
    if (!at_text(sc, end, STR(")=(")))
        return false;
    size_t close = str_find(str_head(sc->s, scan_line_end(sc, end)), STR(") "), end + 3);
    scan_hide(sc, end + 3, close == STR_NONE ? scan_line_end(sc, end) : close, k->kind);
    return true;
}

bool form_attributes(struct scan *sc, const struct key *k, size_t at)
{
    enum { ATTRIBUTES_BYTES = 256 };
    size_t end = at;

    if (k->name == 0 || !strchr("<:", sc->s.p[k->name - 1]))
        return false;
    while (end - at < ATTRIBUTES_BYTES && scan_at(sc, end) && !strchr("<>\n", sc->s.p[end]))
        end++;
    if (scan_at(sc, end) != '>' || sc->s.p[end - 1] == '/')
        return false;
    size_t close = element_end(sc, end);
    if (close == STR_NONE)
        return false;
    scan_hide(sc, end + 1, close, k->kind);
    return true;
}

static bool is_reference(struct str v)
{
    return num_is_uuid(v) || str_find(v, STR("://"), 0) != STR_NONE;
}

bool form_plural(struct scan *sc, const struct key *k, size_t at)
{
    enum { MOST = 64 };
    struct quoted q;

    if ((scan_at(sc, at) | 0x20) != 's')
        return false;
    at = scan_blanks(sc, behind_quote(sc, at + 1));
    if (scan_at(sc, at) != ':' && scan_at(sc, at) != '=')
        return false;
    at = scan_blanks(sc, at + 1);
    if (scan_at(sc, at) != '[' && scan_at(sc, at) != '(')
        return false;
    at = scan_spaces(sc, at + 1);
    for (int i = 0; i < MOST && scan_quoted(sc, at, false, &q); i++) {
        if (!is_reference(scan_part(sc, q.begin, q.end)))
            scan_hide(sc, q.begin, q.end, k->kind);
        at = scan_spaces(sc, q.after);
        if (scan_at(sc, at) != ',')
            break;
        at = scan_spaces(sc, at + 1);
    }
    return true;
}

/* A secret and a key have names in sentences; a password has none. */
static bool is_password(const struct scan *sc, const struct key *k)
{
    static const struct str words[] = {
        STR_INIT("password"),
        STR_INIT("passwd"),
        STR_INIT("passphrase"),
    };
    struct str name = str_from(sc->s, k->name);
    size_t n = 0;

    while (n < name.n && n < 64 && is_name_byte(name.p[n]))
        n++;
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (n >= words[i].n &&
            str_eq_nocase((struct str){name.p + n - words[i].n, words[i].n}, words[i]))
            return true;
    return false;
}

bool form_sentence(struct scan *sc, const struct key *k, size_t at)
{
    enum { WORD_BYTES = 128 };
    bool told = at_text(sc, at, STR("is ")) || at_text(sc, at, STR("was "));
    struct quoted q;

    if (!is_password(sc, k))
        return false;
    if (told)
        at = str_chr(sc->s, ' ', at) + 1;
    if (told && scan_quoted(sc, at, false, &q)) {
        struct str text = scan_part(sc, q.begin, q.end);
        if (value_looks_secret(text, k->kind))
            scan_hide(sc, q.begin, q.end, k->kind);
        return true;
    }
    size_t end = scan_bare(sc, at);
    struct str v = scan_part(sc, at, end < at + WORD_BYTES ? end : at + WORD_BYTES);
    char behind = scan_at(sc, end);
    if (behind == '.' || behind == ',')
        behind = scan_at(sc, end + 1) == ' ' ? '\0' : scan_at(sc, end + 1);
    bool letters = false, digits = false, signs = false, plain = true;
    for (size_t i = 0; i < v.n; i++) {
        bool digit = num_is_digit(v.p[i]), sign = v.p[i] && strchr("!@#$%^&*", v.p[i]);
        digits = digits || digit;
        signs = signs || sign;
        letters = letters || (is_digit_or_letter(v.p[i]) && !digit);
        plain = plain && is_digit_or_letter(v.p[i]);
    }
    if (letters && (digits || signs) && (plain || signs) &&
        value_looks_secret(v, k->kind) && (behind == '\0' || behind == '\n'))
        scan_hide(sc, at, end, k->kind);
    return true;
}
