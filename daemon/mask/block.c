/* Secrets over several lines: private keys, what SQLAlchemy says of a statement, cloud-config. */
#include "mask/scan.h"

static size_t behind_newline(const struct scan *sc, size_t at)
{
    for (;;) {
        char c = scan_at(sc, at), d = scan_at(sc, at + 1);
        if (c == '\n' || c == '\r')
            at++;
        else if (c == '\\' && (d == 'n' || d == 'r'))
            at += 2;
        else
            return at;
    }
}

static size_t before_newline(const struct scan *sc, size_t begin, size_t end)
{
    for (;;) {
        char c = end > begin ? sc->s.p[end - 1] : '\0',
             b = end > begin + 1 ? sc->s.p[end - 2] : '\0';
        if (c == '\n' || c == '\r')
            end--;
        else if ((c == 'n' || c == 'r') && b == '\\')
            end -= 2;
        else
            return end;
    }
}

/* Sixteen bytes of base64 at the least, or the first of PEM's headers (RFC 1421, 4.6). */
static bool begins_key(const struct scan *sc, size_t at)
{
    enum { ENOUGH = 16 };
    size_t n = 0;

    if (str_starts(str_from(sc->s, at), STR("Proc-Type")))
        return true;
    while (n < ENOUGH && (is_digit_or_letter(scan_at(sc, at + n)) ||
                          scan_at(sc, at + n) == '+' || scan_at(sc, at + n) == '/'))
        n++;
    return n == ENOUGH;
}

/* RFC 7468: -----BEGIN … PRIVATE KEY-----, the key, -----END …. What ends without it, a cut text,
 * is hidden to the end. */
void private_key_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    enum { LABEL_BYTES = 64 };
    struct str label = str_from(sc->s, end);
    struct str key = STR("PRIVATE KEY");

    (void)begin;
    label = str_head(label, label.n < LABEL_BYTES ? label.n : LABEL_BYTES);
    size_t at = str_find(label, key, 0),
           close = at == STR_NONE ? at : str_find(label, STR("-----"), at);
    if (close == STR_NONE || str_chr(str_head(label, close), '\n', 0) != STR_NONE)
        return;
    size_t from = behind_newline(sc, end + close + 5);
    size_t stop = sc->no_end ? STR_NONE : str_find(sc->s, STR("-----END"), from);
    if (stop != STR_NONE) {
        scan_hide(sc, from, before_newline(sc, from, stop), r->kind);
        return;
    }
    sc->no_end = true;
    if (begins_key(sc, from))
        scan_hide(sc, from, sc->s.n, r->kind);
}

static size_t behind_string(const struct scan *sc, size_t at)
{
    char quote = sc->s.p[at++];

    for (; at < sc->s.n && sc->s.p[at] != '\n'; at++) {
        if (sc->s.p[at] == quote)
            return at + 1;
        at += sc->s.p[at] == '\\' && at + 1 < sc->s.n && sc->s.p[at + 1] != '\n';
    }
    return at < sc->s.n ? at : sc->s.n;
}

/* [parameters: {…}] on a line of its own, values as repr() writes them (sqlalchemy/exc.py,
 * StatementError._sql_message). */
void sql_parameters_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    size_t at = scan_blanks(sc, end), from = at, depth = 1;

    (void)begin;
    while (at < sc->s.n && (sc->s.p[at] != '\n' || scan_at(sc, at + 1) == ' ')) {
        char c = sc->s.p[at];
        if (c == '\'' || c == '"') {
            at = behind_string(sc, at);
            continue;
        }
        depth += c == '[';
        if (c == ']' && --depth == 0)
            break;
        at++;
    }
    struct str all = scan_part(sc, from, at);
    if (str_eq(all, STR("{}")) || str_eq(all, STR("()")))
        return;
    scan_hide(sc, from, at, r->kind);
}

/* Does the statement end with the ] at `at`? */
static bool ends_statement(const struct scan *sc, size_t at)
{
    static const struct str behind[] = {
        STR_INIT("\n"),          STR_INIT("\\n"),      STR_INIT(" [parameters"),
        STR_INIT(" [generated"), STR_INIT(" [cached"), STR_INIT(" (Background"),
        STR_INIT("\""),          STR_INIT("#012"), /* rsyslog's newline */
    };
    struct str rest = str_from(sc->s, at + 1);

    for (size_t i = 0; i < COUNT_OF(behind); i++)
        if (str_starts(rest, behind[i]))
            return true;
    return rest.n == 0;
}

/*
 * [SQL: …]: the texts in quotes inside the statement. Before SQLAlchemy 1.3 the whole statement
 * stood in quotes, as repr() writes it.
 */
void sql_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    enum { STATEMENT_BYTES = 256 * 1024 };
    size_t at = scan_blanks(sc, end), depth;
    size_t last = sc->s.n - end > STATEMENT_BYTES ? end + STATEMENT_BYTES : sc->s.n;

    if (begin < sc->sql_done)
        return;
    at += scan_at(sc, at) == 'u' && scan_is_quote(sc, at + 1, &depth);
    char outer = scan_is_quote(sc, at, &depth) && depth == 0 ? sc->s.p[at] : '\0';
    for (at += outer != 0; at < last; at++) {
        char c = sc->s.p[at];
        if (c == ']' && ends_statement(sc, at))
            break;
        size_t slashes = 0;
        while (slashes < 3 && scan_at(sc, at + slashes) == '\\')
            slashes++;
        if (scan_at(sc, at + slashes) != '\'' || (outer == '\'' && slashes == 0))
            continue;
        struct quoted q;
        if (!scan_quoted(sc, at, false, &q))
            continue;
        scan_hide_ahead(sc, q.begin, q.end, r->kind);
        at = q.after > at ? q.after - 1 : at;
    }
    sc->sql_done = at;
}

/* A document of cloud-init: all behind its first line, to the end of the text. */
void cloud_config_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    size_t from = behind_newline(sc, end);

    (void)begin;
    if (from > end)
        scan_hide(sc, from, sc->s.n, r->kind);
}
