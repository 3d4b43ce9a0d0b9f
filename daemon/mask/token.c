/* Tokens that are known by themselves, and those behind a word that is no name. */
#include "base/num.h"
#include "mask/scan.h"
#include "mask/value.h"

static bool is_token_byte(char c)
{
    return is_name_byte(c) || c == '=';
}

/* Fernet tokens of keystone: version byte 0x80 and a timestamp, in URL-safe base64, which is
 * "gAAAAA" until the year 2106 (github.com/fernet/spec); 100 characters at the least. */
void fernet_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    enum { SHORTEST = 80 };

    if (!str_starts(str_from(sc->s, begin), STR("gAAAA")))
        return;
    while (end < sc->s.n && is_token_byte(sc->s.p[end]))
        end++;
    if (end - begin >= SHORTEST)
        scan_hide(sc, begin, end, r->kind);
}

/* JWS tokens of keystone (keystone/token/providers/jws): three parts of base64, the first one that
 * of {"…. */
void jws_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    enum { PARTS = 3, SHORTEST = 10 };

    if (!str_starts(str_from(sc->s, begin), STR("eyJ")) ||
        (begin > 0 && is_name_byte(sc->s.p[begin - 1])))
        return;
    end = begin;
    for (int part = 0; part < PARTS; part++) {
        size_t from = end += part > 0;
        while (is_name_byte(scan_at(sc, end)))
            end++;
        while (scan_at(sc, end) == '=') /* RFC 7515 has none; others pad */
            end++;
        if (end - from < SHORTEST || (part + 1 < PARTS && scan_at(sc, end) != '.'))
            return;
    }
    scan_hide(sc, begin, end, r->kind);
}

/* Bearer v, wherever it stands (RFC 6750, 2.1). "Bearer realm=…" asks for one. */
void bearer_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    size_t at = scan_blanks(sc, end), stop = at;

    if (begin > 0 && is_name_byte(sc->s.p[begin - 1]))
        return;
    while (stop < sc->s.n &&
           (is_name_byte(sc->s.p[stop]) || strchr(".~+/", sc->s.p[stop])) && sc->s.p[stop])
        stop++;
    size_t padded = stop;
    while (scan_at(sc, padded) == '=')
        padded++;
    bool more = scan_at(sc, padded) == '"' || is_name_byte(scan_at(sc, padded));
    if (padded > stop && more)
        return;
    struct str v = scan_part(sc, at, padded);
    if (v.n >= 128 || value_looks_secret(v, r->kind))
        scan_hide(sc, at, padded, r->kind);
}

/* Keys of Ceph's users: type 1, a time and sixteen bytes, in base64 (ceph/src/auth/Crypto.cc,
 * CryptoKey::encode), which is AQ, 36 characters and ==. */
void ceph_key_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    enum { CHARACTERS = 38 };

    if (!str_starts(str_from(sc->s, begin), STR("AQ")) ||
        (begin > 0 && is_digit_or_letter(sc->s.p[begin - 1])))
        return;
    while (end - begin <= CHARACTERS &&
           (is_digit_or_letter(scan_at(sc, end)) || scan_at(sc, end) == '+' ||
            scan_at(sc, end) == '/'))
        end++;
    if (end - begin == CHARACTERS && str_starts(str_from(sc->s, end), STR("==")))
        scan_hide(sc, begin, end + 2, r->kind);
}

/* …/OS-TRUST/trusts/ID, …/tokens/ID */
void trust_path_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    size_t stop = end;

    (void)begin;
    while (is_digit_or_letter(scan_at(sc, stop)))
        stop++;
    if (stop - end >= 16)
        scan_hide(sc, end, stop, r->kind);
}

/* Basic v: base64 of user:password (RFC 7617). "Basic realm=…" asks for one. */
void basic_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    size_t stop = scan_bare(sc, end);

    if (begin > 0 && is_name_byte(sc->s.p[begin - 1]))
        return;
    if (value_is_credentials(scan_part(sc, end, stop)))
        scan_hide(sc, end, stop, r->kind);
}

/* AUTH_tk and 32 hex digits: tokens of Swift's tempauth. */
void tempauth_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    size_t stop = end;

    while (stop < sc->s.n && num_is_hex(sc->s.p[stop]))
        stop++;
    if (stop - end == 32)
        scan_hide(sc, begin, stop, r->kind);
}

/*
 * Words that only tokens of one maker begin with, spelled as he spells them: GitHub, GitLab, Slack,
 * Vault, Amazon, and PKIZ of keystone. The shortest of them has twenty bytes.
 */
void vendor_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    static const struct str heads[] = {
        STR_INIT("ghp_"),
        STR_INIT("gho_"),
        STR_INIT("ghs_"),
        STR_INIT("github_pat_"),
        STR_INIT("glpat-"),
        STR_INIT("xoxb-"),
        STR_INIT("xoxp-"),
        STR_INIT("hvs."),
        STR_INIT("AKIA"),
        STR_INIT("PKIZ_"),
        STR_INIT("hooks.slack.com/services/"),
    };
    enum { SHORTEST = 20 };
    bool named = false;

    for (size_t i = 0; i < COUNT_OF(heads); i++)
        named = named || str_eq(scan_part(sc, begin, end), heads[i]);
    if (!named || (begin > 0 && is_name_byte(sc->s.p[begin - 1])))
        return;
    bool slash = sc->s.p[end - 1] == '/';
    size_t stop = end;
    while (stop < sc->s.n &&
           (is_token_byte(sc->s.p[stop]) || (slash && sc->s.p[stop] == '/')))
        stop++;
    if (stop - begin >= SHORTEST)
        scan_hide(sc, slash ? end : begin, stop, r->kind);
}

/* Hashes of passwords, as crypt(5) and passlib write them: $6$salt$hash, $2b$12$…, $pbkdf2-sha512$… */
void crypt_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    enum { SHORTEST = 22 };

    if (scan_at(sc, end - 1) !=
        '$') /* $pbkdf2-sha512$: the word ends before the scheme's end */
        while (is_name_byte(scan_at(sc, end)))
            end++;
    while (end < sc->s.n &&
           (is_token_byte(sc->s.p[end]) || strchr("./$+,", sc->s.p[end])) && sc->s.p[end])
        end++;
    if (end - begin >= SHORTEST)
        scan_hide(sc, begin, end, r->kind);
}

/* Base64 of "-----BEGIN … PRIVATE KEY-----". */
void pem_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    enum { LABEL_BYTES = 48 };
    char label[LABEL_BYTES];
    size_t n = value_decoded(str_from(sc->s, begin), label, LABEL_BYTES);

    if (str_find((struct str){label, n}, STR("PRIVATE KEY"), 0) == STR_NONE)
        return;
    while (end < sc->s.n &&
           (is_token_byte(sc->s.p[end]) || sc->s.p[end] == '+' || sc->s.p[end] == '/'))
        end++;
    scan_hide(sc, begin, end, r->kind);
}

/* sig=v in a query: a signature of Azure's. */
void query_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    enum { SHORTEST = 16 };
    size_t stop = end;

    if (begin == 0 || (sc->s.p[begin - 1] != '?' && sc->s.p[begin - 1] != '&'))
        return;
    while (stop < sc->s.n &&
           (is_token_byte(sc->s.p[stop]) || strchr("%+/.", sc->s.p[stop])) &&
           sc->s.p[stop])
        stop++;
    if (stop - end >= SHORTEST)
        scan_hide(sc, end, stop, r->kind);
}

/* IDENTIFIED BY 'v', IDENTIFIED BY PASSWORD 'v' (SQL) */
void identified_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    struct str password = STR("PASSWORD ");
    struct quoted q;

    (void)begin;
    if (str_starts(str_from(sc->s, end), password))
        end += password.n;
    if (scan_quoted(sc, end, false, &q))
        scan_hide(sc, q.begin, q.end, r->kind);
}
