/*
 * The name of a file before each of its lines, as grep prints it, and what loghub's collections of
 * logs have in its place (logpai/loghub, OpenStack):
 *
 *     /var/log/heat/heat-engine.log:2026-12-01 01:50:30.971 7 INFO …
 *     heat-engine.log-123-2026-12-01 01:50:30.971 7 INFO …          grep -n with context
 *     nova-compute.log.1.2017-05-16_13:55:31 2017-05-16 00:00:04.500 2931 INFO …
 *
 * The first needs a date or a JSON object behind the name; once one was seen, lines without one
 * belong to the file of that name as well. grep divides what it found in one place from what it
 * found in another by "--".
 */
#include "base/num.h"
#include "parse/head.h"

enum { NAME_BYTES = 512 };

/* "2026-12-01" and a blank or T */
static bool opens_with_date(struct str s)
{
    return s.n > 10 && num_is_digit(s.p[0]) && num_is_digit(s.p[3]) && s.p[4] == '-' &&
           num_is_digit(s.p[6]) && s.p[7] == '-' && num_is_digit(s.p[9]) &&
           (s.p[10] == ' ' || s.p[10] == 'T');
}

/* A record may begin so: a date, or an object of JSON. */
static bool opens_record(struct str s)
{
    return opens_with_date(s) || str_starts(s, STR("{\""));
}

/* ":", "-", ":12:" or "-12-" at s[at]; the offset behind it, 0: none. */
static size_t behind_mark(struct str s, size_t at)
{
    char mark = at < s.n ? s.p[at] : 0;
    size_t n = at + 1;

    if (mark != ':' && mark != '-')
        return 0;
    while (n < s.n && num_is_digit(s.p[n]))
        n++;
    if (n > at + 1 && n < s.n && s.p[n] == mark && !opens_with_date(str_from(s, at + 1)))
        return n + 1;
    return at + 1;
}

/* The name that a record stands behind; *behind is where the line's own text begins. */
static bool find_name(struct str s, struct str *name, size_t *behind)
{
    size_t blank = str_chr(s, ' ', 0);
    struct str word = blank == STR_NONE ? s : str_head(s, blank);
    size_t at = word.n > 4 && word.n <= NAME_BYTES ? str_find(word, STR(".log"), 1) : STR_NONE;

    if (at == STR_NONE)
        return false;
    for (at += 4; at < word.n; at++) {
        size_t n = behind_mark(s, at);
        if (n && opens_record(str_from(s, n))) {
            *name = str_head(s, at);
            *behind = n;
            return true;
        }
    }
    *name = word;
    *behind = word.n + 1;
    return word.n < s.n && opens_record(str_from(s, word.n + 1));
}

/* A further line of the file whose name the last one had. */
static bool same_name(struct str s, struct str last, struct str *name, size_t *behind)
{
    if (last.n == 0 || !str_starts(s, last) || s.n == last.n)
        return false;
    *behind = s.p[last.n] == ' ' ? last.n + 1 : behind_mark(s, last.n);
    *name = str_head(s, last.n);
    return *behind != 0;
}

static bool read_grep(struct reading *in, struct head *h)
{
    struct str name, last = buf_str(&in->habit->file);
    size_t behind;

    if (h->text.n < 2)
        return false;
    if (last.n && str_eq(h->text, STR("--"))) {
        h->form = FORM_NOTE;
        return true;
    }
    if (!same_name(h->text, last, &name, &behind) && !find_name(h->text, &name, &behind))
        return false;
    if (!str_eq(name, last)) {
        buf_clear(&in->habit->file);
        buf_add(&in->habit->file, name);
    }
    h->form = FORM_LAYER;
    head_tell(head_outer(h), OUTER_FILE, name);
    head_writer(h, name);
    h->text = str_from(h->text, behind);
    return true;
}

const struct envelope_kind envelope_grep = {
    .name = "grep",
    .help = "a line behind the name of its file, as grep prints it",
    .id = ENVELOPE_PREFIX,
    .outer = true,
    .read = read_grep,
};
