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

static bool is_word(char c)
{
    return num_is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (unsigned char)c >= 0x80;
}

/* Letters of which a number may consist beside digits: hex strings, UUIDs, addresses, times. */
static bool goes_on(char c)
{
    return num_is_hex(c) || c == '-' || c == '.' || c == ':' || c == '/';
}

/* Bytes of the value that begins at s[at]: digits, UUIDs, hex, addresses; 0: it is none. */
static size_t number_at(struct str s, size_t at)
{
    size_t n = 0;
    bool digit = false;

    if (at > 0 && is_word(s.p[at - 1]))
        return 0;
    while (at + n < s.n && goes_on(s.p[at + n])) {
        digit = digit || num_is_digit(s.p[at + n]);
        n++;
    }
    if (!digit || (at + n < s.n && is_word(s.p[at + n])))
        return 0;
    while (n > 0 && !num_is_hex(s.p[at + n - 1])) /* the full stop behind it is not part */
        n--;
    return n;
}

static size_t quoted_at(struct str s, size_t at)
{
    char q = s.p[at];

    if ((q != '\'' && q != '"') || (at > 0 && is_word(s.p[at - 1])))
        return 0;
    size_t end = str_chr(s, q, at + 1);
    return end == STR_NONE ? 0 : end - at + 1;
}

void identity_shape(struct digest *d, struct str s)
{
    enum { LONGEST = 4096 }; /* what follows tells troubles apart no better */
    size_t from = 0, i = 0;

    if (s.n == 0)
        s = STR("");
    if (s.n > LONGEST)
        s.n = LONGEST;
    while (i < s.n) {
        char c = s.p[i];
        size_t n = c == '\'' || c == '"' ? quoted_at(s, i) : num_is_hex(c) ? number_at(s, i) : 0;
        if (n == 0) {
            i++;
            continue;
        }
        digest_add(d, (struct str){s.p + from, i - from});
        digest_add(d, STR("<*>"));
        i += n;
        from = i;
    }
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
