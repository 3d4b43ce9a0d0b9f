#include "parse/opening.h"

#include "base/num.h"
#include "parse/level.h"

bool opening_goes_on(struct str text)
{
    enum level level;
    uint64_t pid;

    if (num_take(&text, UINT32_MAX, &pid))
        text = text.n && text.p[0] == ' ' ? str_from(text, 1) : (struct str){0};
    return text.n && level_take(&text, &level);
}

bool opening_stands(struct stamper *s, struct str text)
{
    struct stamp t;

    return text.n > STAMP_BYTES && text.p[10] == ' ' && stamp_take(s, &text, &t) &&
           t.zone_assumed && str_starts(text, STR(" ")) &&
           opening_goes_on(str_from(text, 1));
}
