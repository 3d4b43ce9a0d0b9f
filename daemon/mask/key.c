/*
 * Values of names that end in a word of the list: password, token, secret… The shapes are those of
 * oslo_utils/strutils.py (6.0.1, _FORMAT_PATTERNS_1 and _2) and those that it misses:
 *
 *     name = v   name="v"   name=u'v'   name => v          config, keyword, environment, form
 *     "name": "v"   'name': u'v'   \"name\": \"v\"         dict, JSON, JSON in JSON
 *     "name": 12345   "name": ["v", "w"]
 *     ('name', 'v')   ['--name', 'v']   'name', '--opt', 'v'
 *     name "v"   --name v   name --opt v                   command lines
 *     <name>v</name>
 *     name: v                                              YAML, prose
 */
#include "base/num.h"
#include "mask/key.h"
#include "mask/value.h"

enum { DATA_BYTES = 20 };

static bool starts_nocase(struct str s, struct str head)
{
    return s.n >= head.n && str_eq_nocase(str_head(s, head.n), head);
}

/* X-…, HTTP_X_…, OpenStack-…: the name of a header, or of its variable in a WSGI environment. */
static bool is_header_name(struct str name)
{
    static const struct str heads[] = {
        STR_INIT("x-"),
        STR_INIT("x_"),
        STR_INIT("http_x_"),
        STR_INIT("openstack-"),
        STR_INIT("http_openstack_"),
    };
    for (size_t i = 0; i < COUNT_OF(heads); i++)
        if (starts_nocase(name, heads[i]))
            return true;
    return false;
}

/* Hides the text in quotes at `at`; false: there is none. */
static bool hide_quoted(struct scan *sc, size_t at, bool lines, enum secret_kind kind)
{
    struct quoted q;

    if (!scan_quoted(sc, at, lines, &q))
        return false;
    scan_hide(sc, q.begin, q.end, kind);
    return true;
}

/* ["v", "w"]: each of its texts. */
static void hide_list(struct scan *sc, size_t at, enum secret_kind kind)
{
    struct quoted q;

    for (at = scan_spaces(sc, at + 1); scan_quoted(sc, at, false, &q);) {
        scan_hide(sc, q.begin, q.end, kind);
        at = scan_spaces(sc, q.after);
        if (scan_at(sc, at) != ',')
            return;
        at = scan_spaces(sc, at + 1);
    }
}

/* Numbers and words without quotes behind "name": they end where the dict or the line does; where
 * a sentence goes on, it told of the name. */
static void hide_plain(struct scan *sc, size_t at, enum secret_kind kind)
{
    size_t end = at;
    char c;

    while ((c = scan_at(sc, end)) != 0 && (is_name_byte(c) || strchr("./+=", c)))
        end++;
    if ((c == 0 || strchr(",}])\r\n\\\"'", c)) && !value_is_prose(scan_part(sc, at, end)))
        scan_hide(sc, at, end, kind);
}

/*
 * "token": {"expires": …, "id": "v"}: keystone's v2 answers, and requests with the method token,
 * name no key that would tell. Only the object's own id counts.
 */
static void hide_id(struct scan *sc, size_t at, enum secret_kind kind)
{
    enum { OBJECT_BYTES = 1024, OBJECT_DEPTH = 6, SHORTEST = 16 };
    size_t end = sc->s.n - at > OBJECT_BYTES ? at + OBJECT_BYTES : sc->s.n, depth = 0;
    struct quoted q, v;

    for (; at < end; at++) {
        char c = sc->s.p[at];
        depth += c == '{' || c == '[';
        if (depth > OBJECT_DEPTH || ((c == '}' || c == ']') && --depth == 0))
            return;
        size_t slashes;
        if ((c != '"' && c != '\'' && c != '\\') || !scan_is_quote(sc, at, &slashes) ||
            !scan_quoted(sc, at, false, &q))
            continue;
        at = q.after - 1;
        size_t colon = scan_spaces(sc, q.after);
        if (depth != 1 || scan_at(sc, colon) != ':' ||
            !str_eq(scan_part(sc, q.begin, q.end), STR("id")))
            continue;
        if (scan_quoted(sc, scan_spaces(sc, colon + 1), false, &v) &&
            v.end - v.begin >= SHORTEST)
            scan_hide_ahead(sc, v.begin, v.end, kind);
        return;
    }
}

/* Behind "name": or "name" =>. */
static void dict_value(struct scan *sc, const struct key *k, size_t at)
{
    at = scan_spaces(sc, at);
    if (hide_quoted(sc, at, true, k->kind))
        return;
    char c = scan_at(sc, at);
    if (c == '[' || c == '(')
        hide_list(sc, at, k->kind);
    else if (c == '{' && (k->kind == SECRET_TOKEN || k->kind == SECRET_TRUST_ID))
        hide_id(sc, at, k->kind);
    else if (c != '{' && !scan_in_source(sc, at))
        hide_plain(sc, at, k->kind);
}

/* Behind "name",: an argument of a command, or a pair. */
static void listed_value(struct scan *sc, const struct key *k, size_t at)
{
    struct quoted q;
    size_t before = k->name;
    bool option = scan_at(sc, k->name) == '-';

    at = scan_spaces(sc, at);
    if (!scan_quoted(sc, at, false, &q))
        return;
    struct str text = scan_part(sc, q.begin, q.end);
    if (text.n > 1 && text.p[0] == '-') { /* 'name', '--opt', 'v' */
        size_t comma = scan_spaces(sc, q.after);
        if (scan_at(sc, comma) == ',' && text.n < 32)
            hide_quoted(sc, scan_spaces(sc, comma + 1), false, k->kind);
        return;
    }
    while (before > 0 && k->name - before < 8 && strchr("\\\"'ub", sc->s.p[before - 1]) &&
           sc->s.p[before - 1])
        before--;
    char open = before > 0 ? sc->s.p[before - 1] : '\0';
    char close = scan_at(sc, scan_spaces(sc, q.after));
    bool pair =
        (open == '(' && close == ')') || (k->header && open == '[' && close == ']');
    bool told = k->header && (value_is_hex32(text) || value_looks_secret(text, k->kind));
    if (option || pair || told)
        scan_hide(sc, q.begin, q.end, k->kind);
}

/* Behind the quote that ends the name; at: behind that quote. */
static void quoted_name(struct scan *sc, const struct key *k, size_t at)
{
    if (scan_at(sc, at) == ']') /* environ['name'] = 'v' */
        at++;
    at = scan_spaces(sc, at);
    if (scan_at(sc, at) == ':')
        dict_value(sc, k, at + 1);
    else if (scan_at(sc, at) == '=')
        dict_value(sc, k, at + 1 + (scan_at(sc, at + 1) == '>'));
    else if (scan_at(sc, at) == ',')
        listed_value(sc, k, at + 1);
}

static size_t plain_end(const struct scan *sc, const struct key *k, size_t at)
{
    char before = k->name > 0 ? sc->s.p[k->name - 1] : '\0';

    return before == '?' || before == '&' ? scan_query(sc, at) : scan_bare(sc, at);
}

/* Behind name =, name == or name =>. */
static void assigned_value(struct scan *sc, const struct key *k, size_t at)
{
    while (scan_at(sc, at) == '=' || scan_at(sc, at) == '>')
        at++;
    at = scan_blanks(sc, at);
    if (hide_quoted(sc, at, true, k->kind))
        return;
    char c = scan_at(sc, at);
    size_t depth;
    if ((c == '[' || c == '(') && scan_is_quote(sc, at + 1, &depth))
        hide_list(sc, at, k->kind);
    else if (!(c == '{' && scan_is_quote(sc, at + 1, &depth)) && !scan_in_source(sc, at))
        scan_hide(sc, at, plain_end(sc, k, at), k->kind);
}

/* Does the name stand where YAML has its keys: at the beginning of an indented line, or in {…}? */
static bool in_yaml(const struct scan *sc, size_t name)
{
    size_t at = name;

    while (at > 0 && name - at < SCAN_WORD_BYTES &&
           (sc->s.p[at - 1] == ' ' || (sc->s.p[at - 1] == '-' && name > at)))
        at--;
    if (at == 0)
        return false;
    return sc->s.p[at - 1] == '{' || (name - at >= 2 && sc->s.p[at - 1] == '\n');
}

/* InvalidToken, keystonemiddleware.auth_token: a class or a module tells who speaks. */
static bool names_code(const struct scan *sc, const struct key *k, size_t word)
{
    if (k->name > 0 && sc->s.p[k->name - 1] == '.')
        return true;
    char first = sc->s.p[k->name], inner = sc->s.p[word];
    return word > k->name && first >= 'A' && first <= 'Z' && inner >= 'A' &&
           inner <= 'Z' && is_digit_or_letter(sc->s.p[word - 1]) &&
           sc->s.p[word - 1] >= 'a';
}

/* A UUID behind "token: " may be any id; behind auth_token: it is the token. */
static bool reads_as_secret(const struct key *k, size_t word, struct str v)
{
    if (k->kind == SECRET_TOKEN && k->name < word && num_is_uuid(v))
        return true;
    return value_looks_secret(v, k->kind);
}

/* Behind name: */
static void told_value(struct scan *sc, const struct key *k, size_t word, size_t at)
{
    struct quoted q;
    size_t value = scan_blanks(sc, at);

    if (k->header) {
        if (!hide_quoted(sc, value, false, k->kind))
            scan_hide(sc, value, scan_bare(sc, value), k->kind);
        return;
    }
    bool yaml = in_yaml(sc, k->name);
    if (value == at || names_code(sc, k, word) || scan_in_source(sc, at))
        return;
    if (k->kind == SECRET_USER_DATA && !yaml) { /* "running userdata: …" tells an error */
        size_t stop = scan_bare(sc, value);
        if (value_is_base64(scan_part(sc, value, stop)) && stop - value >= DATA_BYTES)
            scan_hide(sc, value, stop, k->kind);
        return;
    }
    if (scan_quoted(sc, value, false, &q)) {
        struct str text = scan_part(sc, q.begin, q.end);
        if (yaml || (text.n < SCAN_WORD_BYTES && reads_as_secret(k, word, text)))
            scan_hide(sc, q.begin, q.end, k->kind);
        return;
    }
    size_t end = scan_word(sc, value);
    struct str text = scan_part(sc, value, end);
    if (yaml ? !value_is_prose(text) && text.n && !strchr("{[|>&*!", text.p[0])
             : text.n == SCAN_WORD_BYTES || reads_as_secret(k, word, text))
        scan_hide(sc, value, text.n == SCAN_WORD_BYTES ? scan_bare(sc, value) : end,
                  k->kind);
}

/* <name>v</name> */
static void element_value(struct scan *sc, const struct key *k, size_t at)
{
    char before = k->name > 0 ? sc->s.p[k->name - 1] : '\0';

    if (before != '<' && before != ':')
        return;
    size_t end = str_chr(sc->s, '<', at);
    scan_hide(sc, at, end == STR_NONE ? scan_line_end(sc, at) : end, k->kind);
}

/* name --opt v */
static void option_value(struct scan *sc, const struct key *k, size_t at)
{
    enum { OPTION_BYTES = 32 };
    size_t i = at + 1 + (scan_at(sc, at + 1) == '-'), end = i;

    while (end - i < OPTION_BYTES && is_name_byte(scan_at(sc, end)))
        end++;
    size_t value = scan_blanks(sc, end);
    if (end == i || value == end || scan_at(sc, value) == '-')
        return;
    if (!hide_quoted(sc, value, false, k->kind))
        scan_hide(sc, value, scan_bare(sc, value), k->kind);
}

/* token ID, token (id ID), token [ID]: a UUID token, or one of a hundred bytes, as PKI's are. */
static void named_id(struct scan *sc, const struct key *k, size_t at)
{
    enum { LONG = 100 };

    at += scan_at(sc, at) == '(' || scan_at(sc, at) == '[';
    if (str_starts(str_from(sc->s, at), STR("id ")) ||
        str_starts(str_from(sc->s, at), STR("id=")))
        at += 3;
    size_t end = scan_word(sc, at);
    struct str v = scan_part(sc, at, end);
    if (value_is_hex32(v) || (v.n >= LONG && value_is_base64(v)))
        scan_hide(sc, at, v.n == SCAN_WORD_BYTES ? scan_bare(sc, at) : end, k->kind);
}

/* Behind a blank: name "v", name --opt v, --name v; token and 32 hex digits. */
static void spaced_value(struct scan *sc, const struct key *k, size_t at)
{
    size_t depth;
    bool option = scan_at(sc, k->name) == '-' && scan_at(sc, k->name + 1) == '-';
    char c = scan_at(sc, at);

    if (c == '"' || c == '\'' || (c == '\\' && scan_is_quote(sc, at, &depth))) {
        struct quoted q;
        /* A quote behind which the sentence goes on ended a text instead. */
        if (scan_quoted(sc, at, false, &q) && q.end > q.begin && q.after > q.end &&
            !strchr(" ,:;)]}", sc->s.p[q.begin]))
            scan_hide(sc, q.begin, q.end, k->kind);
        return;
    }
    if (c == '-') {
        option_value(sc, k, at);
        return;
    }
    if (option) {
        size_t end = scan_bare(sc, at);
        if (!value_is_prose(scan_part(sc, at, end)) && c != '[')
            scan_hide(sc, at, end, k->kind);
        return;
    }
    if (k->kind == SECRET_TOKEN || k->kind == SECRET_TRUST_ID)
        named_id(sc, k, at);
    else if (!scan_in_source(sc, at))
        form_sentence(sc, k, at);
}

/* PASSWORD('v') of SQL, Token(id='v') of a repr. */
static void called_value(struct scan *sc, const struct key *k, size_t at)
{
    struct quoted q;
    bool id = str_starts(str_from(sc->s, at), STR("(id="));

    if (!id && sc->s.p[at - 1] != 'D') /* a function's name is spelled small */
        return;
    if (scan_quoted(sc, at + (id ? 4 : 1), false, &q))
        scan_hide(sc, q.begin, q.end, k->kind);
}

/* password2, DB_PASSWORD_2, Temp-Url-Key-2, password[0] */
static size_t behind_number(const struct scan *sc, size_t end)
{
    char c = scan_at(sc, end);
    size_t at = end + (c == '_' || c == '-' || c == '['), digits = at;

    while (num_is_digit(scan_at(sc, at)))
        at++;
    if (at == digits)
        return end;
    return c == '[' ? at + (scan_at(sc, at) == ']') : at;
}

void key_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    size_t depth;
    struct key k = {.name = scan_name(sc, begin), .kind = r->kind};

    end = behind_number(sc, end);
    k.header = is_header_name(scan_part(sc, k.name, end));
    if (form_refused(sc, &k, end) || form_pair(sc, &k, end) || form_plural(sc, &k, end) ||
        form_encoded(sc, &k, end))
        return;
    if (scan_is_quote(sc, end, &depth)) {
        quoted_name(sc, &k, end + depth + 1);
        return;
    }
    size_t at = scan_blanks(sc, end);
    char c = scan_at(sc, at);
    if (c == '=' || (c == ':' && scan_at(sc, at + 1) == '='))
        assigned_value(sc, &k, at + (c == ':'));
    else if (c == ':' && at == end)
        told_value(sc, &k, begin, at + 1);
    else if (c == '>' && at == end)
        element_value(sc, &k, at + 1);
    else if (c == ']' && at == end && scan_at(sc, scan_blanks(sc, at + 1)) == '=')
        assigned_value(sc, &k, scan_blanks(sc, at + 1));
    else if ((c == ',' || c == ')') && form_index(sc, &k, end))
        return;
    else if (c == ',' && r->kind == SECRET_TOKEN && scan_at(sc, at + 1) == ' ')
        named_id(sc, &k, at + 2);
    else if (c == '(' && at == end)
        called_value(sc, &k, at);
    else if (at > end && !form_attributes(sc, &k, end))
        spaced_value(sc, &k, at);
}

/* Signature=v of a signed URL or a signed request; img_signature is a property of an image. */
void signature_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    char before = begin ? sc->s.p[begin - 1] : '\0';

    if ((before != '_' && before != '-' && !is_digit_or_letter(before) && before != '.') ||
        is_header_name(scan_part(sc, scan_name(sc, begin), end)))
        key_take(sc, r, begin, end);
}
