#include "parse/lost.h"

#include "base/num.h"

static bool take_words(struct str *s, struct str words)
{
    if (!str_starts(*s, words))
        return false;
    *s = str_from(*s, words.n);
    return true;
}

/* journald, of a syslog daemon or a kernel that was too fast for it (journald-syslog.c,
 * journald-kmsg.c). */
static bool missed(struct str text, uint64_t *lost)
{
    struct str s = str_trim(text);
    uint64_t n;

    if ((!take_words(&s, STR("Forwarding to syslog missed ")) &&
         !take_words(&s, STR("Missed "))) ||
        !num_take(&s, UINT64_MAX, &n) ||
        (!str_starts(s, STR(" messages")) && !str_starts(s, STR(" kernel messages"))))
        return false;
    *lost = n;
    return true;
}

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

static bool by_rsyslogd(struct str text)
{
    return has(text, STR("messages")) &&
           ((has(text, STR("lost")) && has(text, STR("rate-limiting"))) ||
            (has(text, STR("drop")) && has(text, STR("rate-limiting"))));
}

bool lost_suppressed(struct str text, uint64_t *lost, struct str *unit)
{
    struct str s = str_trim(text);
    uint64_t v;

    if (!str_starts(s, STR("Suppressed ")))
        return false;
    s = str_from(s, STR("Suppressed ").n);
    if (!num_take(&s, UINT64_MAX, &v) || !str_starts(s, STR(" messages from ")))
        return false;
    s = str_line(str_from(s, STR(" messages from ").n));
    size_t slash = str_rchr(s, '/');
    *lost = v;
    *unit = slash == STR_NONE ? s : str_from(s, slash + 1);
    return true;
}

bool lost_by_journald(struct str identifier)
{
    return str_starts(identifier, STR("systemd-journal")) ||
           str_eq(identifier, STR("journal"));
}

bool lost_read(struct str identifier, struct str text, uint64_t *lost, struct str *unit)
{
    if (lost_by_journald(identifier))
        return lost_suppressed(text, lost, unit) || missed(text, lost);
    if (!str_starts(identifier, STR("rsyslogd")) || !by_rsyslogd(text))
        return false;
    *lost = count_of(text);
    *unit = (struct str){0};
    return true;
}
