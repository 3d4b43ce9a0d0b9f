#include "mask/value.h"

#include "base/num.h"

static bool in_words(struct str v, const struct str *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq_nocase(v, words[i]))
            return true;
    return false;
}

static bool all_of(struct str v, const char *bytes)
{
    for (size_t i = 0; i < v.n; i++)
        if (!v.p[i] || !strchr(bytes, v.p[i]))
            return false;
    return true;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* [redacted:KIND], of any kind that there is. */
static bool is_mark(struct str v)
{
    struct str head = STR("[redacted:");

    if (!str_starts(v, head) || v.p[v.n - 1] != ']')
        return false;
    struct str name = {v.p + head.n, v.n - head.n - 1};
    for (unsigned k = 0; k < SECRET_COUNT; k++)
        if (str_eq(name, secret_name((enum secret_kind)k)))
            return true;
    return false;
}

/* {SHA1}HEX and {SHA256}HEX. */
static bool is_digest(struct str v)
{
    static const struct str heads[] = {STR_INIT("{SHA1}"), STR_INIT("{SHA256}")};

    for (size_t i = 0; i < COUNT_OF(heads); i++)
        if (str_starts(v, heads[i]) && v.n <= heads[i].n + 64)
            return all_of(str_from(v, heads[i].n), "0123456789abcdefABCDEF");
    return false;
}

/* %s, %5d, %(name)s, {}, {0}, {name}, ${NAME}: the whole of it. */
static bool is_gap(struct str v)
{
    if (v.n < 2 || v.n > 64)
        return false;
    if (v.p[0] == '%' && v.p[1] == '(')
        return is_letter(v.p[v.n - 1]) && v.p[v.n - 2] == ')';
    if (v.p[0] == '%')
        return v.n <= 4 && is_letter(v.p[v.n - 1]) &&
               all_of(str_head(str_from(v, 1), v.n - 2), "0123456789.-");
    if (v.p[0] == '$' && v.p[1] == '{')
        v = str_from(v, 1);
    if (v.p[0] != '{' || v.p[v.n - 1] != '}')
        return false;
    for (size_t i = 1; i + 1 < v.n; i++)
        if (!is_letter(v.p[i]) && !num_is_digit(v.p[i]) && v.p[i] != '_')
            return false;
    return true;
}

/* <Token and <keystone.Token>: the head of what repr() says of an object. */
static bool is_repr(struct str v)
{
    if (v.n < 3 || v.n > 128 || v.p[0] != '<' || !is_letter(v.p[1]))
        return false;
    for (size_t i = 1; i < v.n; i++)
        if (!is_letter(v.p[i]) && !num_is_digit(v.p[i]) && !strchr("._", v.p[i]) &&
            !(v.p[i] == '>' && i + 1 == v.n))
            return false;
    return true;
}

/* /etc/octavia/ca.key: two slashes, and bytes of paths only. */
static bool is_path(struct str v)
{
    if (v.n < 4 || v.n > 255 || v.p[0] != '/' || str_chr(v, '/', 1) == STR_NONE)
        return false;
    for (size_t i = 0; i < v.n; i++)
        if (!is_letter(v.p[i]) && !num_is_digit(v.p[i]) && !strchr("._-/", v.p[i]))
            return false;
    return true;
}

bool value_is_harmless(struct str v, enum secret_kind kind)
{
    static const struct str words[] = {
        STR_INIT("none"),           STR_INIT("null"),      STR_INIT("nil"),
        STR_INIT("true"),           STR_INIT("false"),     STR_INIT("undefined"),
        STR_INIT("token_redacted"), STR_INIT("redacted"),  STR_INIT("<redacted>"),
        STR_INIT("<sanitized>"),    STR_INIT("sanitized"), STR_INIT("<hidden>"),
        STR_INIT("<masked>"),       STR_INIT("()"),        STR_INIT("[]"),
        STR_INIT("<none>"),
    };

    if (v.n == 0 || all_of(v, "*") || in_words(v, words, COUNT_OF(words)))
        return true;
    if (is_mark(v) || is_digest(v) || is_gap(v) || is_repr(v))
        return true;
    return kind != SECRET_PASSWORD && is_path(v);
}

bool value_is_hex32(struct str v)
{
    if (v.n != 32)
        return false;
    for (size_t i = 0; i < v.n; i++)
        if (!num_is_hex(v.p[i]))
            return false;
    return true;
}

bool value_looks_secret(struct str v, enum secret_kind kind)
{
    enum { SHORTEST = 6 };
    static const struct str names[] = {
        STR_INIT("sha224"), STR_INIT("sha256"), STR_INIT("sha384"),
        STR_INIT("sha512"), STR_INIT("base64"),
    };
    bool digits = false, letters = false, signs = false;

    if (v.n < SHORTEST || value_is_harmless(v, kind) || v.p[0] == '/' || v.p[0] == '[' ||
        v.p[0] == '<' || v.p[0] == '{' || str_find(v, STR("://"), 0) != STR_NONE ||
        str_chr(v, '(', 0) != STR_NONE || num_is_uuid(v) ||
        in_words(v, names, COUNT_OF(names)))
        return false;
    for (size_t i = 0; i < v.n; i++) {
        digits = digits || num_is_digit(v.p[i]);
        letters = letters || is_letter(v.p[i]);
        signs = signs || strchr("!@#$%^&*+=~|?", v.p[i]);
    }
    return (digits && letters) || signs || (digits && v.n >= 8);
}

bool value_is_prose(struct str v)
{
    static const struct str words[] = {
        STR_INIT("or"),        STR_INIT("and"),     STR_INIT("is"),
        STR_INIT("are"),       STR_INIT("to"),      STR_INIT("for"),
        STR_INIT("when"),      STR_INIT("with"),    STR_INIT("as"),
        STR_INIT("if"),        STR_INIT("in"),      STR_INIT("the"),
        STR_INIT("option"),    STR_INIT("options"), STR_INIT("argument"),
        STR_INIT("parameter"), STR_INIT("instead"), STR_INIT("required"),
        STR_INIT("invalid"),   STR_INIT("missing"), STR_INIT("expired"),
        STR_INIT("optional"),  STR_INIT("yes"),     STR_INIT("no"),
        STR_INIT("not"),       STR_INIT("must"),    STR_INIT("may"),
        STR_INIT("was"),       STR_INIT("has"),     STR_INIT("string"),
        STR_INIT("|"),         STR_INIT(">"),
    };
    return in_words(v, words, COUNT_OF(words));
}

static int base64_digit(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (num_is_digit(c))
        return c - '0' + 52;
    if (c == '+' || c == '-')
        return 62;
    return c == '/' || c == '_' ? 63 : -1;
}

bool value_is_base64(struct str v)
{
    bool small = false, large = false, digit = false;
    size_t n = v.n;

    while (n > 0 && v.n - n < 2 && v.p[n - 1] == '=')
        n--;
    for (size_t i = 0; i < n; i++) {
        if (base64_digit(v.p[i]) < 0)
            return false;
        digit = digit || num_is_digit(v.p[i]);
        small = small || (v.p[i] >= 'a' && v.p[i] <= 'z');
        large = large || (v.p[i] >= 'A' && v.p[i] <= 'Z');
    }
    return n > 0 && ((small && large) || digit || n < v.n);
}

size_t value_decoded(struct str v, char *out, size_t max)
{
    unsigned bits = 0, have = 0;
    size_t n = 0;

    for (size_t i = 0; i < v.n && n < max; i++) {
        int digit = base64_digit(v.p[i]);
        if (digit < 0)
            break;
        bits = (bits << 6 | (unsigned)digit) & 0xffff;
        have += 6;
        if (have >= 8) {
            have -= 8;
            out[n++] = (char)(bits >> have & 0xff);
        }
    }
    return n;
}

bool value_is_credentials(struct str v)
{
    enum { MOST = 192 };
    char plain[MOST];
    bool colon = false;

    if (v.n < 8 || v.n > 256 || !value_is_base64(v))
        return false;
    size_t n = value_decoded(v, plain, MOST);
    for (size_t i = 0; i < n; i++) {
        if (plain[i] < ' ' || plain[i] > '~')
            return false;
        colon = colon || plain[i] == ':';
    }
    return colon;
}
