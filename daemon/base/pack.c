#include "base/pack.h"

#include "base/digest.h"

void pack_raw(struct pack *x, void *p, size_t n)
{
    if (x->out) {
        buf_add(x->out, (struct str){p, n});
        return;
    }
    if (x->in.n < n) {
        x->bad = true;
        x->in.n = 0;
    }
    if (x->bad) {
        memset(p, 0, n);
        return;
    }
    memcpy(p, x->in.p, n);
    x->in = str_from(x->in, n);
}

void pack_str(struct pack *x, struct str *s)
{
    uint64_t n = s->n;

    PACK(x, n);
    if (x->out) {
        buf_add(x->out, *s);
        return;
    }
    if (n > x->in.n)
        x->bad = true;
    if (x->bad) {
        *s = (struct str){0};
        return;
    }
    *s = str_head(x->in, (size_t)n);
    x->in = str_from(x->in, (size_t)n);
}

void pack_buf(struct pack *x, struct buf *b)
{
    struct str s = buf_str(b);

    pack_str(x, &s);
    if (x->out)
        return;
    buf_clear(b);
    buf_add(b, s);
}

void pack_count(struct pack *x, size_t *n, size_t limit)
{
    uint64_t count = *n;

    PACK(x, count);
    if (x->out)
        return;
    if (count > limit)
        x->bad = true;
    *n = x->bad ? 0 : (size_t)count;
}

struct seal {
    uint64_t shape, digest;
};

void pack_seal(struct buf *out, uint64_t shape, struct str packed)
{
    struct seal seal = {.shape = shape, .digest = digest_once(packed)};

    buf_add(out, (struct str){(const char *)&seal, sizeof seal});
    buf_add(out, packed);
}

bool pack_unseal(struct str sealed, uint64_t shape, struct str *packed)
{
    struct seal seal;

    if (sealed.n < sizeof seal)
        return false;
    memcpy(&seal, sealed.p, sizeof seal);
    struct str rest = str_from(sealed, sizeof seal);
    if (seal.shape != shape || seal.digest != digest_once(rest))
        return false;
    *packed = rest;
    return true;
}
