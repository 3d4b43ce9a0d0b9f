#include "parse/opening.h"

#include "base/num.h"
#include "parse/level.h"
#include "parse/stamp.h"
#include "parse/stamp_bsd.h"

enum { BSD_BYTES = 16, WORD_BYTES = 253 };

/* '0' in `form` stands for a digit. */
static bool has_form(const char *p, const char *form)
{
    for (; *form; form++, p++)
        if (*form == '0' ? !num_is_digit(*p) : *p != *form)
            return false;
    return true;
}

bool opening_iso(struct str s)
{
    return s.n >= STAMP_BYTES && has_form(s.p, "0000-00-00") &&
           (s.p[10] == ' ' || s.p[10] == 'T') && has_form(s.p + 11, "00:00:00");
}

bool opening_bsd(struct str s)
{
    return s.n >= BSD_BYTES && s.p[3] == ' ' && (s.p[4] == ' ' || num_is_digit(s.p[4])) &&
           has_form(s.p + 5, "0 00:00:00") && (s.p[15] == ' ' || s.p[15] == '.') &&
           stamp_month(s.p);
}

bool opening_apache(struct str s)
{
    return s.n > 5 + BSD_BYTES && s.p[0] == '[' && s.p[4] == ' ' && opening_bsd(str_from(s, 5));
}

bool opening_dated(struct str s)
{
    return opening_iso(s) || opening_bsd(s) || opening_apache(s);
}

bool opening_json(struct str s)
{
    return str_starts(s, STR("{\"message\":")) && str_find(s, STR("\"levelname\":"), 0) != STR_NONE;
}

bool opening_oslo(struct str s)
{
    enum level level;
    uint64_t pid;

    if (!opening_iso(s))
        return false;
    size_t end = str_chr(s, ' ', STAMP_BYTES);
    if (end == STR_NONE)
        return false;
    s = str_from(s, end + 1);
    if (num_take(&s, UINT32_MAX, &pid) && s.n && s.p[0] == ' ')
        s = str_from(s, 1);
    return level_take(&s, &level);
}

bool opening_syslog(struct str s)
{
    bool iso = opening_iso(s) && s.p[10] == 'T';

    if (!iso && !opening_bsd(s))
        return false;
    size_t host = str_chr(s, ' ', iso ? STAMP_BYTES : BSD_BYTES - 1);
    size_t tag = host == STR_NONE ? STR_NONE : str_chr(s, ' ', host + 1);
    size_t end = tag == STR_NONE ? STR_NONE : str_chr(s, ' ', tag + 1);

    return end != STR_NONE && end - host <= (size_t)2 * WORD_BYTES && s.p[end - 1] == ':';
}

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
