#include "base/num.h"

bool num_take(struct str *in, uint64_t max, uint64_t *out)
{
    uint64_t v = 0;
    size_t i = 0;

    for (; i < in->n && num_is_digit(in->p[i]); i++) {
        unsigned digit = (unsigned)(in->p[i] - '0');
        if (v > (max - digit) / 10 || digit > max)
            return false;
        v = v * 10 + digit;
    }
    if (i == 0)
        return false;
    *in = str_from(*in, i);
    *out = v;
    return true;
}

bool num_u64(struct str s, uint64_t max, uint64_t *out)
{
    uint64_t v;

    if (!num_take(&s, max, &v) || s.n != 0)
        return false;
    *out = v;
    return true;
}

bool num_is_uuid(struct str s)
{
    if (s.n != 36)
        return false;
    for (size_t i = 0; i < 36; i++) {
        bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash ? s.p[i] != '-' : !num_is_hex(s.p[i]))
            return false;
    }
    return true;
}
