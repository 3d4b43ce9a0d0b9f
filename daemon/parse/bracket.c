#include "parse/bracket.h"

#include "base/num.h"

enum { UUID_BYTES = 36, MOST_WORDS = 10 }; /* one word more than any known context has */

static bool is_blank_or_end(struct str s, size_t at)
{
    return at == s.n || s.p[at] == ' ';
}

static bool looks_like_context(struct str s) /* what follows "[" */
{
    if (s.n == 0)
        return false;
    switch (s.p[0]) {
    case '-': return s.n > 1 && (s.p[1] == ']' || str_starts(s, STR("- req-")));
    case 'r': return str_starts(s, STR("req-"));
    case 'N': return str_starts(s, STR("None req-"));
    case ' ': return str_starts(s, STR(" req-"));
    default: return false;
    }
}

bool bracket_context(struct str *in, struct str *context)
{
    if (in->n < 3 || in->p[0] != '[' || !looks_like_context(str_from(*in, 1)))
        return false;
    const char *close = memchr(in->p, ']', in->n);
    size_t end = close ? (size_t)(close - in->p) : 0;
    if (!close || !is_blank_or_end(*in, end + 1))
        return false;
    *context = (struct str){in->p + 1, end - 1};
    *in = str_from(*in, end + 1 < in->n ? end + 2 : end + 1);
    return true;
}

bool bracket_is_cut(struct str s)
{
    return s.n > 2 && s.p[0] == '[' && looks_like_context(str_from(s, 1)) &&
           s.p[1] != '-' && str_chr(s, ']', 0) == STR_NONE;
}

bool bracket_instance(struct str *in, struct str *id)
{
    enum { BEFORE = 11, ALL = BEFORE + UUID_BYTES + 1 }; /* "[instance: " */

    if (in->n < ALL || in->p[0] != '[' || memcmp(in->p, "[instance: ", BEFORE) != 0 ||
        in->p[ALL - 1] != ']' || !is_blank_or_end(*in, ALL))
        return false;
    struct str uuid = {in->p + BEFORE, UUID_BYTES};
    if (!num_is_uuid(uuid))
        return false;
    *id = uuid;
    *in = str_from(*in, ALL < in->n ? ALL + 1 : ALL);
    return true;
}

/* True if all eight bytes are 0-9 or a-f. Bytes below 0x80 carry nothing into their neighbours. */
static bool is_lower_hex(uint64_t w)
{
    const uint64_t one = UINT64_C(0x0101010101010101), high = one << 7;

    uint64_t from_0 = w + one * (0x80 - '0'), above_9 = w + one * (0x7f - '9');
    uint64_t from_a = w + one * (0x80 - 'a'), above_f = w + one * (0x7f - 'f');
    return ((w | ~from_0 | above_f | (above_9 & ~from_a)) & high) == 0;
}

static uint64_t load(const char *p, const char *q) /* four bytes of each */
{
    uint32_t a, b;

    memcpy(&a, p, 4);
    memcpy(&b, q, 4);
    return (uint64_t)a << 32 | b;
}

bool bracket_is_request_id(struct str s)
{
    if (s.n != 4 + UUID_BYTES || memcmp(s.p, "req-", 4) != 0)
        return false;
    const char *u = s.p + 4;
    return u[8] == '-' && u[13] == '-' && u[18] == '-' && u[23] == '-' &&
           is_lower_hex(load(u, u + 4)) && is_lower_hex(load(u + 9, u + 14)) &&
           is_lower_hex(load(u + 19, u + 24)) && is_lower_hex(load(u + 28, u + 32));
}

/* The words of a context, which stand between single blanks: where each begins, and one past the
 * blank behind the last. The first is empty where a blank opens the context. */
struct words {
    struct str s;
    size_t count;
    uint32_t at[MOST_WORDS + 1];
};

static struct str word(const struct words *w, size_t i)
{
    return (struct str){w->s.p + w->at[i], w->at[i + 1] - w->at[i] - 1};
}

static void add_word(struct words *w, size_t end)
{
    if (w->count < MOST_WORDS)
        w->at[++w->count] = (uint32_t)end + 1;
}

/* Sixteen bytes, compared at once: the compilers know how on every processor. */
typedef uint8_t bytes16 __attribute__((vector_size(16)));
struct halves {
    uint64_t half[2]; /* 0xff for each byte that is a blank, the first byte lowest */
};

static struct halves blanks(const char *p)
{
    struct halves h;
    bytes16 v;

    memcpy(&v, p, sizeof v);
    v = (bytes16)(v == ' ');
    memcpy(&h, &v, sizeof h);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    h.half[0] = __builtin_bswap64(h.half[0]);
    h.half[1] = __builtin_bswap64(h.half[1]);
#endif
    return h;
}

static void add_words(struct words *w, uint64_t hits, size_t at)
{
    while (hits) {
        size_t byte = (size_t)__builtin_ctzll(hits) / 8;
        add_word(w, at + byte);
        hits &= ~(UINT64_C(0xff) << byte * 8);
    }
}

static void split(struct words *w)
{
    size_t i = 0;

    /* Most bytes are those of ids. */
    for (; i + 16 <= w->s.n; i += 16) {
        struct halves h = blanks(w->s.p + i);
        add_words(w, h.half[0], i);
        add_words(w, h.half[1], i + 8);
    }
    for (; i < w->s.n; i++)
        if (w->s.p[i] == ' ')
            add_word(w, i);
    add_word(w, i);
}

static void fill_identity(const struct words *w, size_t i, enum bracket_names names,
                          struct record *r)
{
    size_t count = w->count - i;

    if (count == 5 || count == 6) {
        r->user_id = bracket_value(word(w, i));
        r->project_id = bracket_value(word(w, i + 1));
        r->domain_id = bracket_value(word(w, i + 2));
        if (count == 6)
            r->system_scope = bracket_value(word(w, i + 3));
        r->user_domain_id = bracket_value(word(w, i + count - 2));
        r->project_domain_id = bracket_value(word(w, i + count - 1));
    } else if (count == 2) {
        bool turned = names == BRACKET_USER_PROJECT;
        r->project_name = bracket_value(word(w, i + turned));
        r->user_name = bracket_value(word(w, i + !turned));
    }
}

void bracket_fill(struct str context, enum bracket_names names, struct record *r)
{
    struct words w = {.s = context};
    size_t at = 0;

    if (context.n <= 1)
        return;
    split(&w);
    if (w.count > 1 && str_starts(word(&w, 1), STR("req-"))) {
        if (bracket_is_request_id(word(&w, 0)))
            r->global_request_id = word(&w, 0);
        at = 1;
    }
    if (bracket_is_request_id(word(&w, at)))
        r->request_id = word(&w, at);
    fill_identity(&w, at + 1, names, r);
}
