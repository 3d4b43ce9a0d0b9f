#include "input/utf16.h"

#include <stdlib.h>

#include "flow/limits.h"

enum { REPLACEMENT = 0xfffd, MOST_UTF8 = 4 };

struct converter {
    struct bytes bytes;
    struct buf in; /* from in_taken on not yet converted */
    size_t in_taken;
    bool big, marked; /* the mark was seen; big: the high byte comes first */
    bool in_ended;
    char left[MOST_UTF8]; /* of a character for which there was no room */
    size_t left_n;
};

bool utf16_is(struct str head)
{
    return str_starts(head, STR("\xff\xfe")) || str_starts(head, STR("\xfe\xff"));
}

static unsigned unit_at(const struct converter *c, size_t at)
{
    unsigned a = (unsigned char)c->in.p[at], b = (unsigned char)c->in.p[at + 1];

    return c->big ? a << 8 | b : b << 8 | a;
}

static size_t encode(uint32_t u, char *out)
{
    if (u < 0x80) {
        out[0] = (char)u;
        return 1;
    }
    if (u < 0x800) {
        out[0] = (char)(0xc0 | u >> 6);
        out[1] = (char)(0x80 | (u & 0x3f));
        return 2;
    }
    if (u < 0x10000) {
        out[0] = (char)(0xe0 | u >> 12);
        out[1] = (char)(0x80 | (u >> 6 & 0x3f));
        out[2] = (char)(0x80 | (u & 0x3f));
        return 3;
    }
    out[0] = (char)(0xf0 | u >> 18);
    out[1] = (char)(0x80 | (u >> 12 & 0x3f));
    out[2] = (char)(0x80 | (u >> 6 & 0x3f));
    out[3] = (char)(0x80 | (u & 0x3f));
    return 4;
}

static bool is_first(unsigned unit)
{
    return unit >= 0xd800 && unit < 0xdc00;
}

static bool is_second(unsigned unit)
{
    return unit >= 0xdc00 && unit < 0xe000;
}

/* The next character; false: it is not whole, and more may come. */
static bool next(struct converter *c, uint32_t *out)
{
    size_t left = c->in.n - c->in_taken;

    if (left < 2) {
        if (!c->in_ended || left == 0)
            return false;
        c->in_taken++;
        *out = REPLACEMENT;
        return true;
    }
    unsigned first = unit_at(c, c->in_taken);
    *out = is_first(first) || is_second(first) ? REPLACEMENT : first;
    if (is_first(first)) {
        if (left < 4 && !c->in_ended)
            return false;
        unsigned second = left < 4 ? 0 : unit_at(c, c->in_taken + 2);
        if (is_second(second)) {
            *out = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
            c->in_taken += 2;
        }
    }
    c->in_taken += 2;
    return true;
}

static int refill(struct converter *c, struct err *e)
{
    size_t rest = c->in.n - c->in_taken;

    buf_reserve(&c->in, READ_BYTES);
    memmove(c->in.p, c->in.p + c->in_taken, rest); /* a unit or two */
    c->in.n = rest;
    c->in_taken = 0;
    ssize_t got = bytes_read(c->bytes.inner, c->in.p + c->in.n, READ_BYTES, e);
    if (got < 0)
        return -1;
    c->in_ended = got == 0;
    c->in.n += (size_t)got;
    if (!c->marked && c->in.n >= 2) {
        c->marked = true;
        c->big = c->in.p[0] == (char)0xfe;
        c->in_taken = 2;
    }
    return 0;
}

static size_t give(struct converter *c, char *p, size_t n)
{
    size_t put = n < c->left_n ? n : c->left_n;

    memcpy(p, c->left, put);
    memmove(c->left, c->left + put, c->left_n - put);
    c->left_n -= put;
    return put;
}

static ssize_t convert(struct bytes *s, char *p, size_t n, struct err *e)
{
    struct converter *c = (struct converter *)s;
    size_t put = give(c, p, n);
    uint32_t u;

    while (put == 0) {
        while (put < n && c->marked && next(c, &u)) {
            c->left_n = encode(u, c->left);
            put += give(c, p + put, n - put);
        }
        if (put > 0 || (c->in_ended && c->in_taken == c->in.n))
            break;
        if (refill(c, e) < 0)
            return -1;
    }
    return (ssize_t)put;
}

static void close_converter(struct bytes *s)
{
    struct converter *c = (struct converter *)s;

    buf_done(&c->in);
    bytes_close(s->inner);
    free(c);
}

struct bytes *utf16_open(struct bytes *inner)
{
    struct converter *c = mem_new(sizeof *c);

    c->bytes.read = convert;
    c->bytes.close = close_converter;
    c->bytes.inner = inner;
    c->bytes.live = inner->live;
    return &c->bytes;
}
