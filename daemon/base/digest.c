#include "base/digest.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

struct digest {
    XXH3_state_t *state;
};

struct digest *digest_new(void)
{
    struct digest *d = mem_new(sizeof *d);

    d->state = XXH3_createState();
    if (!d->state)
        mem_out();
    digest_start(d);
    return d;
}

void digest_free(struct digest *d)
{
    if (!d)
        return;
    XXH3_freeState(d->state);
    free(d);
}

void digest_start(struct digest *d)
{
    XXH3_128bits_reset(d->state);
}

void digest_add(struct digest *d, struct str s)
{
    if (s.n)
        XXH3_128bits_update(d->state, s.p, s.n);
}

void digest_field(struct digest *d, struct str s)
{
    digest_add(d, s);
    XXH3_128bits_update(d->state, "", 1);
}

void digest_hex(const struct digest *d, char out[DIGEST_HEX])
{
    static const char hex[] = "0123456789abcdef";
    XXH128_canonical_t canonical;

    XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(d->state));
    for (size_t i = 0; i < sizeof canonical.digest; i++) {
        out[2 * i] = hex[canonical.digest[i] >> 4];
        out[2 * i + 1] = hex[canonical.digest[i] & 15];
    }
}

uint64_t digest_u64(const struct digest *d)
{
    return XXH3_128bits_digest(d->state).low64;
}

uint64_t digest_once(struct str s)
{
    return XXH3_128bits(s.p ? s.p : "", s.n).low64;
}
