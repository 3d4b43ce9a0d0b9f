#include "base/json.h"

#include "base/num.h"

void json_init(struct json *j, struct str text, struct arena *a)
{
    *j = (struct json){.p = text.p, .end = text.p + text.n, .arena = a};
}

static bool fail(struct json *j)
{
    j->failed = true;
    j->cut = j->cut || j->p >= j->end;
    return false;
}

static char skip_blanks(struct json *j)
{
    while (j->p < j->end &&
           (*j->p == ' ' || *j->p == '\t' || *j->p == '\r' || *j->p == '\n'))
        j->p++;
    return j->p < j->end ? *j->p : 0;
}

static inline char peek(struct json *j) /* the next byte that is no blank; 0 at the end */
{
    /* Python writes one blank behind each ',' and ':'. */
    if (j->end - j->p > 1 && j->p[0] == ' ')
        j->p++;
    return j->p<j->end && * j->p> ' ' ? *j->p : skip_blanks(j);
}

static inline bool take(struct json *j, char c)
{
    if (j->failed || peek(j) != c || j->p >= j->end)
        return false;
    j->p++;
    return true;
}

bool json_open(struct json *j, char bracket)
{
    if (!take(j, bracket))
        return false;
    j->first = true;
    return true;
}

/* Takes the comma before the next part; false behind the end of an object or list. */
static inline bool next_part(struct json *j, char closing)
{
    if (j->failed)
        return false;
    if (take(j, closing)) {
        j->first = false;
        return false;
    }
    if (!j->first && !take(j, ','))
        return fail(j);
    j->first = false;
    return true;
}

bool json_item(struct json *j)
{
    return next_part(j, ']');
}

static inline uint64_t load8(const char *p) /* the first byte lowest */
{
    uint64_t w;

    memcpy(&w, p, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    w = __builtin_bswap64(w);
#endif
    return w;
}

/* The offset of the first '"' or '\\' at p, at most n. Eight bytes at a time: the lowest bit of
 * the mask is that of the first such byte, what is above it may be wrong. */
static inline size_t plain_bytes(const char *p, size_t n)
{
    const uint64_t low = UINT64_C(0x0101010101010101), high = low << 7;
    size_t i = 0;

    for (; i + 8 <= n; i += 8) {
        uint64_t w = load8(p + i), quote = w ^ (low * '"'), escape = w ^ (low * '\\');
        uint64_t hits = (((quote - low) & ~quote) | ((escape - low) & ~escape)) & high;
        if (hits)
            return i + (size_t)__builtin_ctzll(hits) / 8;
    }
    while (i < n && p[i] != '"' && p[i] != '\\')
        i++;
    return i;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool hex4(const char *p, const char *end, uint32_t *out)
{
    uint32_t v = 0;

    if (end - p < 4)
        return false;
    for (int i = 0; i < 4; i++) {
        int d = hex_digit(p[i]);
        if (d < 0)
            return false;
        v = v << 4 | (uint32_t)d;
    }
    *out = v;
    return true;
}

static char *put_utf8(char *to, uint32_t c)
{
    if (c < 0x80) {
        *to++ = (char)c;
    } else if (c < 0x800) {
        *to++ = (char)(0xc0 | c >> 6);
        *to++ = (char)(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
        *to++ = (char)(0xe0 | c >> 12);
        *to++ = (char)(0x80 | (c >> 6 & 0x3f));
        *to++ = (char)(0x80 | (c & 0x3f));
    } else {
        *to++ = (char)(0xf0 | c >> 18);
        *to++ = (char)(0x80 | (c >> 12 & 0x3f));
        *to++ = (char)(0x80 | (c >> 6 & 0x3f));
        *to++ = (char)(0x80 | (c & 0x3f));
    }
    return to;
}

/* \uXXXX at j->p, behind the u; a half of a pair without the other becomes U+FFFD. */
static bool take_unicode(struct json *j, char **to)
{
    uint32_t c, low;

    if (!hex4(j->p, j->end, &c))
        return false;
    j->p += 4;
    if (c >= 0xd800 && c < 0xe000) {
        bool pair = c < 0xdc00 && j->end - j->p >= 6 && j->p[0] == '\\' &&
                    j->p[1] == 'u' && hex4(j->p + 2, j->end, &low) && low >= 0xdc00 &&
                    low < 0xe000;
        c = pair ? 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00) : 0xfffd;
        j->p += pair ? 6 : 0;
    }
    *to = put_utf8(*to, c);
    return true;
}

static bool take_escape(struct json *j, char **to) /* at the byte behind '\\' */
{
    static const char from[] = "\"\\/bfnrt", into[] = "\"\\/\b\f\n\r\t";

    if (j->p >= j->end)
        return false;
    char c = *j->p++;
    if (c == 'u')
        return take_unicode(j, to);
    const char *at = c ? strchr(from, c) : NULL;
    if (!at)
        return false;
    *(*to)++ = into[at - from];
    return true;
}

/* The closing quote of the string whose text begins at j->p; NULL where there is none. */
static const char *closing_quote(const struct json *j)
{
    const char *p = j->p;

    for (;;) {
        p += plain_bytes(p, (size_t)(j->end - p));
        if (p == j->end || *p == '"')
            return p == j->end ? NULL : p;
        if (j->end - p < 2)
            return NULL;
        p += 2;
    }
}

/* The rest of a string that has escapes: no escape is shorter than what it stands for. */
static bool decode(struct json *j, struct str *out)
{
    const char *quote = closing_quote(j);

    if (!quote) {
        j->p = j->end;
        return fail(j);
    }
    char *text = arena_alloc(j->arena, (size_t)(quote - j->p)), *to = text;
    while (j->p < quote) {
        size_t n = plain_bytes(j->p, (size_t)(quote - j->p));
        memcpy(to, j->p, n);
        to += n;
        j->p += n;
        if (j->p < quote) {
            j->p++;
            if (!take_escape(j, &to))
                return fail(j);
        }
    }
    j->p = quote + 1;
    *out = (struct str){text, (size_t)(to - text)};
    return true;
}

static bool read_string(struct json *j, struct str *out) /* at the opening quote */
{
    const char *text = ++j->p;
    size_t n = plain_bytes(text, (size_t)(j->end - text));

    if (text + n == j->end) {
        j->p = j->end;
        return fail(j);
    }
    if (text[n] == '\\')
        return decode(j, out);
    *out = (struct str){text, n};
    j->p = text + n + 1;
    return true;
}

static bool skip_string(struct json *j)
{
    j->p++;
    const char *quote = closing_quote(j);
    j->p = quote ? quote + 1 : j->end;
    return quote || fail(j);
}

bool json_key(struct json *j, struct str *key)
{
    if (!next_part(j, '}'))
        return false;
    if (peek(j) != '"')
        return fail(j);
    if (!read_string(j, key))
        return false;
    return take(j, ':') || fail(j);
}

static inline bool is_word_byte(char c)
{
    unsigned letter = ((unsigned)(unsigned char)c | 0x20) - 'a';

    return letter < 26 || num_is_digit(c) || c == '.' || c == '-' || c == '+';
}

/* A number or null, true, false; and NaN and Infinity, which Python writes. */
static bool skip_word(struct json *j, struct str *out)
{
    const char *from = j->p, *p = from, *end = j->end;

    while (p < end && is_word_byte(*p))
        p++;
    j->p = p;
    /* One that ends with the text may have been longer. */
    if (p == from || p == end)
        return fail(j);
    *out = (struct str){from, (size_t)(p - from)};
    return true;
}

static bool skip_scalar(struct json *j)
{
    struct str word;

    return peek(j) == '"' ? skip_string(j) : skip_word(j, &word);
}

/* One step through nested brackets, which are counted: any depth is passed. They need not pair up
 * by kind, since nothing of what stands between them is used. */
static bool skip_step(struct json *j, size_t *depth)
{
    switch (peek(j)) {
    case '{':
    case '[':
        j->p++;
        ++*depth;
        return true;
    case '}':
    case ']':
        if (*depth == 0)
            return fail(j);
        j->p++;
        --*depth;
        return true;
    case ',':
    case ':':
        if (*depth == 0)
            return fail(j);
        j->p++;
        return true;
    default: return skip_scalar(j);
    }
}

void json_skip(struct json *j)
{
    size_t depth = 0;

    if (j->end - j->p > 4 && memcmp(j->p, "null", 4) == 0) {
        j->p += 4; /* half of all values; what follows is looked at by the next step */
        j->first = false;
        return;
    }

    do {
        if (j->failed || !skip_step(j, &depth))
            return;
    } while (depth > 0);
    j->first = false;
}

struct str json_raw(struct json *j)
{
    char first = j->failed ? 0 : peek(j);
    const char *from = j->p;

    if (first == 0)
        return (struct str){0};
    json_skip(j);
    return j->failed ? (struct str){0} : (struct str){from, (size_t)(j->p - from)};
}

bool json_is_string(struct json *j)
{
    return !j->failed && peek(j) == '"';
}

bool json_is_open(struct json *j, char bracket)
{
    return !j->failed && peek(j) == bracket;
}

bool json_string(struct json *j, struct str *out)
{
    if (!j->failed && peek(j) == '"')
        return read_string(j, out);
    json_skip(j);
    return false;
}

bool json_number(struct json *j, struct str *out)
{
    if (!j->failed && (num_is_digit(peek(j)) || peek(j) == '-'))
        return skip_word(j, out);
    json_skip(j);
    return false;
}

bool json_end(struct json *j)
{
    return !j->failed && peek(j) == 0 && j->p == j->end;
}
