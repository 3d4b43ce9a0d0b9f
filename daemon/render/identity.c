#include "render/identity.h"

#include "base/num.h"

void identity_event(struct digest *d, const struct record *r, char out[DIGEST_HEX])
{
    CLEANUP(buf_done) struct buf at = {0};

    buf_u64(&at, r->position);
    digest_start(d);
    digest_field(d, STR("logclass.event.1"));
    digest_field(d, STR("file")); /* the id's kind: files and standard input alike */
    digest_field(d, (struct str){r->stream->origin, DIGEST_HEX});
    digest_field(d, buf_str(&at));
    digest_field(d, r->raw);
    digest_hex(d, out);
}

void identity_notice(struct digest *d, const struct record *r, char out[DIGEST_HEX])
{
    CLEANUP(buf_done) struct buf at = {0};

    buf_u64(&at, r->position);
    digest_start(d);
    digest_field(d, STR("logclass.notice.1"));
    digest_field(d, r->happened.n ? r->happened : STR("suppressed"));
    digest_field(d, (struct str){r->stream->origin, DIGEST_HEX});
    digest_field(d, buf_str(&at));
    digest_hex(d, out);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (unsigned char)c >= 0x80;
}

static bool goes_on(char c)
{
    return num_is_digit(c) || is_letter(c) || c == '-' || c == '.' || c == ':';
}

/* Bytes of the word that begins at s[at]: what holds together without blanks and slashes. *signs:
 * of the full stop and the like behind it, which are no part of it. */
static size_t word_at(struct str s, size_t at, size_t *signs)
{
    size_t n = 0;

    *signs = 0;
    while (at + n < s.n && goes_on(s.p[at + n]))
        n++;
    for (; n > 0 && !num_is_digit(s.p[at + n - 1]) && !is_letter(s.p[at + n - 1]); n--)
        ++*signs;
    return n;
}

/*
 * Is a word a value? Numbers with and without units, UUIDs, hex strings, addresses, 0x…, times:
 * all of them begin with a digit, are hex digits throughout, or end in a UUID. A word that is
 * none of these is a name, digits and all (md5sum, cmp1), whatever it stands for.
 */
static bool is_value(struct str word)
{
    bool digit = false, hex = true;

    if (word.n == 0)
        return false;
    if (num_is_digit(word.p[0]) ||
        (word.p[0] == '-' && word.n > 1 && num_is_digit(word.p[1])))
        return true;
    for (size_t i = 0; i < word.n && hex; i++) {
        digit = digit || num_is_digit(word.p[i]);
        hex = num_is_hex(word.p[i]) || word.p[i] == '-' || word.p[i] == ':' ||
              word.p[i] == '.';
    }
    enum { SHORTEST_HEX = 8, HEX_WITHOUT_DIGITS = 32, UUID = 36 };
    if (hex && word.n >= (digit ? SHORTEST_HEX : HEX_WITHOUT_DIGITS))
        return true;
    /* req-UUID and the like: a kind before an id. */
    return word.n > UUID && word.p[word.n - UUID - 1] == '-' &&
           num_is_uuid(str_from(word, word.n - UUID));
}

static size_t quoted_at(struct str s, size_t at)
{
    char q = s.p[at];

    if ((q != '\'' && q != '"') ||
        (at > 0 && (is_letter(s.p[at - 1]) || num_is_digit(s.p[at - 1]))))
        return 0;
    size_t end = str_chr(s, q, at + 1);
    return end == STR_NONE ? 0 : end - at + 1;
}

static void shape_part(struct digest *d, struct str s, size_t *from, size_t *at)
{
    size_t signs = 0, quoted = quoted_at(s, *at),
           word = quoted ? 0 : word_at(s, *at, &signs);

    if (!quoted && !is_value((struct str){s.p + *at, word})) {
        *at += word + signs ? word + signs : 1;
        return;
    }
    digest_add(d, (struct str){s.p + *from, *at - *from});
    digest_add(d, STR("<*>"));
    *at += quoted ? quoted : word;
    *from = *at;
}

void identity_shape(struct digest *d, struct str s)
{
    enum { LONGEST = 4096 }; /* what follows tells troubles apart no better */
    size_t from = 0, at = 0;

    if (s.n == 0)
        s = STR("");
    if (s.n > LONGEST)
        s.n = LONGEST;
    while (at < s.n)
        shape_part(d, s, &from, &at);
    digest_field(d, (struct str){s.p + from, s.n - from});
}

/* Functions of the last five frames inside the project: libraries move on their own. */
static void add_functions(struct digest *d, const struct exception *e, struct str project)
{
    size_t taken = 0;

    for (size_t i = e->frame_count; i > 0 && taken < 5; i--) {
        const struct frame *f = &e->frames[i - 1];
        struct str path = f->module_path;
        bool inside = project.n && str_starts(path, project) && path.n > project.n &&
                      path.p[project.n] == '/';
        if (!inside)
            continue;
        digest_field(d, f->function);
        taken++;
    }
}

void identity_fingerprint(struct digest *d, const struct record *r, const struct match *m,
                          struct str code, struct str message, char out[DIGEST_HEX])
{
    digest_start(d);
    digest_field(d, STR("logclass.fingerprint.1"));
    digest_field(d, m->service_type);
    if (code.n)
        digest_field(d, code);
    else
        identity_shape(d, message);
    if (r->exception_count) {
        digest_field(d, r->exceptions[0].type);
        add_functions(d, &r->exceptions[0], m->service_type);
    }
    digest_hex(d, out);
}
