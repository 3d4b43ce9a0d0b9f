/*
 * Words that name a secret here and something else there: what stands beside them, or what the
 * value looks like, has to tell.
 */
#include "mask/scan.h"
#include "mask/value.h"

/* Words that name a secret, and more often something else: the value must look like one. */
void weak_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    enum {
        HEAD_BYTES = 48
    }; /* what is no secret so far is none, and need not be walked over */
    size_t depth, name = scan_name(sc, begin);
    struct quoted q;

    if (name < begin && !strchr("_-", sc->s.p[begin - 1]) &&
        !(sc->s.p[begin] >= 'A' && sc->s.p[begin] <= 'Z'))
        return;
    size_t at = end + (scan_is_quote(sc, end, &depth) ? depth + 1 : 0);
    at = scan_blanks(sc, at);
    if (scan_at(sc, at) != '=' && scan_at(sc, at) != ':')
        return;
    bool prose = at == end && scan_at(sc, at) == ':';
    at = scan_blanks(sc, at + 1);
    bool quoted = scan_quoted(sc, at, false, &q);
    if (prose && !quoted)
        return;
    struct str head = quoted ? scan_part(sc, q.begin, q.end) : str_from(sc->s, at);
    head = str_head(head, head.n < HEAD_BYTES ? head.n : HEAD_BYTES);
    for (size_t i = 0; !quoted && i < head.n; i++)
        if ((unsigned char)head.p[i] <= ' ' || strchr("\"'`,;)]}", head.p[i]))
            head.n = i;
    if (value_looks_secret(head, r->kind) && !strchr("/~.$", head.p[0]) &&
        !scan_in_source(sc, begin))
        scan_hide(sc, (size_t)(head.p - sc->s.p), quoted ? q.end : scan_bare(sc, at),
                  r->kind);
}

/* Trust ID, trust: ID, with the 32 hex digits of keystone's ids. */
void trust_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    size_t at = end;

    if (begin > 0 && is_name_byte(sc->s.p[begin - 1]))
        return;
    while (at - end < 4 && scan_at(sc, at) && strchr(" :='\"[(", sc->s.p[at]))
        at++;
    size_t stop = scan_word(sc, at);
    if (at > end && value_is_hex32(scan_part(sc, at, stop)))
        scan_hide(sc, at, stop, r->kind);
}

/* 'provider_auth': 'CHAP user v' of cinder's volumes. */
void chap_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    enum { NEAR = 8 };
    struct str chap = STR("CHAP "), head = str_from(sc->s, end);

    (void)begin;
    size_t at = str_find(str_head(head, head.n < NEAR + chap.n ? head.n : NEAR + chap.n),
                         chap, 0);
    if (at == STR_NONE)
        return;
    at = scan_blanks(sc, scan_word(sc, end + at + chap.n));
    scan_hide(sc, at, scan_bare(sc, at), r->kind);
}

/* "payload": "v" of a secret in barbican, which has its type beside it; and "contents": "v", base64,
 * of a file that is put into a server. */
void payload_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    enum { NEAR = 256, SHORTEST = 12 };
    size_t depth;
    struct quoted q;

    if (begin == 0 || !strchr("\"'", sc->s.p[begin - 1]) ||
        !scan_is_quote(sc, end, &depth))
        return;
    size_t at = scan_spaces(sc, end + depth + 1);
    if (scan_at(sc, at) != ':' || !scan_quoted(sc, scan_spaces(sc, at + 1), true, &q))
        return;
    struct str v = scan_part(sc, q.begin, q.end);
    struct str before = scan_part(sc, begin > NEAR ? begin - NEAR : 0, begin);
    struct str behind = str_from(sc->s, q.after);
    behind = str_head(behind, behind.n < NEAR ? behind.n : NEAR);
    if (r->word.p[0] == 'p' ? str_find(before, STR("payload_content_"), 0) != STR_NONE ||
                                  str_find(behind, STR("payload_content_"), 0) != STR_NONE
                            : v.n >= SHORTEST && value_is_base64(v) &&
                                  str_find(before, STR("path"), 0) != STR_NONE)
        scan_hide(sc, q.begin, q.end, r->kind);
}

/* auth=('user', 'v'), and "auth": "base64 of user:v" of a registry. */
void auth_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    size_t depth;
    struct quoted q;

    if (begin > 0 && is_name_byte(sc->s.p[begin - 1]))
        return;
    size_t at = end + (scan_is_quote(sc, end, &depth) ? depth + 1 : 0);
    at = scan_blanks(sc, at);
    if (scan_at(sc, at) != '=' && scan_at(sc, at) != ':')
        return;
    at = scan_blanks(sc, at + 1);
    bool pair = scan_at(sc, at) == '(';
    if (!scan_quoted(sc, at + pair, false, &q))
        return;
    if (!pair) {
        if (value_is_credentials(scan_part(sc, q.begin, q.end)))
            scan_hide(sc, q.begin, q.end, r->kind);
        return;
    }
    at = scan_blanks(sc, q.after);
    if (scan_at(sc, at) == ',' && scan_quoted(sc, scan_blanks(sc, at + 1), false, &q))
        scan_hide(sc, q.begin, q.end, r->kind);
}

/* "access": "v" of an EC2 credential, which has a word that is common elsewhere: 32 hex digits, or
 * the twenty letters and digits of Amazon's. */
void access_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    enum { SHORTEST = 16 };
    size_t depth;
    struct quoted q;

    if (begin == 0 || !strchr("\"'", sc->s.p[begin - 1]) ||
        !scan_is_quote(sc, end, &depth))
        return;
    size_t at = scan_spaces(sc, end + depth + 1);
    if (scan_at(sc, at) != ':' || !scan_quoted(sc, scan_spaces(sc, at + 1), false, &q) ||
        q.end - q.begin < SHORTEST || q.end - q.begin > SCAN_WORD_BYTES)
        return;
    for (at = q.begin; at < q.end && is_digit_or_letter(sc->s.p[at]); at++)
        ;
    if (at == q.end)
        scan_hide(sc, q.begin, q.end, r->kind);
}
