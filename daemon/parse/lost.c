#include "parse/lost.h"

#include "base/num.h"

/* The number before " messages", wherever it stands. */
static uint64_t count_of(struct str text)
{
    size_t at = str_find(text, STR(" messages"), 0), from = at;
    uint64_t n;

    if (at == STR_NONE)
        return 0;
    while (from > 0 && num_is_digit(text.p[from - 1]))
        from--;
    return num_u64((struct str){text.p + from, at - from}, INT64_MAX, &n) ? n : 0;
}

static bool has(struct str text, struct str words)
{
    return str_find(text, words, 0) != STR_NONE;
}

static bool by_journald(struct str text)
{
    return str_starts(text, STR("Suppressed ")) && has(text, STR(" messages from "));
}

static bool by_rsyslogd(struct str text)
{
    return has(text, STR("messages")) &&
           ((has(text, STR("lost")) && has(text, STR("rate-limiting"))) ||
            (has(text, STR("drop")) && has(text, STR("rate-limiting"))));
}

bool lost_read(struct str identifier, struct str text, uint64_t *lost)
{
    bool journald = str_starts(identifier, STR("systemd-journal")) ||
                    str_eq(identifier, STR("journal"));

    if (!(journald && by_journald(text)) &&
        !(str_starts(identifier, STR("rsyslogd")) && by_rsyslogd(text)))
        return false;
    *lost = count_of(text);
    return true;
}
