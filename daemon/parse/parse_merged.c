/*
 * A line of several logs as os-log-merger merges them:
 *
 *     2015-10-29 10:51:09.253000 [NEUTRONSRV] 3405 DEBUG keystoneclient.session [-] TEXT
 *                                             more of the text
 *
 * It writes the time of the entry with six digits, the alias of its file, and what stood behind the
 * time; further lines stand behind forty blanks (os_log_merger/oslogmerger.py). The alias is the
 * user's own word for the file and tells no more than that it is another one.
 */
#include "parse/head.h"
#include "parse/opening.h"

enum { TIME_BYTES = STAMP_BYTES + 7, ALIAS_BYTES = 64, MARGIN = 40 };

/* "[ALIAS] " */
static bool take_alias(struct str *in, struct str *alias)
{
    size_t n = 1;

    if (in->n < 4 || in->p[0] != '[')
        return false;
    while (n < in->n && n <= ALIAS_BYTES && in->p[n] != ']' && in->p[n] != ' ')
        n++;
    if (n == 1 || n + 1 >= in->n || in->p[n] != ']' || in->p[n + 1] != ' ')
        return false;
    *alias = (struct str){in->p + 1, n - 1};
    *in = str_from(*in, n + 2);
    return true;
}

static bool read_merged(struct reading *in, struct head *h)
{
    struct str s = h->text, alias;
    struct stamp t;

    if (s.n < TIME_BYTES + 4 || s.p[STAMP_BYTES] != '.' || s.p[TIME_BYTES] != ' ' ||
        s.p[TIME_BYTES + 1] != '[' || !stamp_take(&in->stamper, &s, &t))
        return false;
    size_t time_n = (size_t)(s.p - h->text.p);
    s = str_from(s, 1);
    if (time_n != TIME_BYTES || !take_alias(&s, &alias) || !opening_goes_on(s))
        return false;
    /* What stood before the alias and what stands behind it were one line. */
    char *line = arena_alloc(in->arena, TIME_BYTES + 1 + s.n);
    memcpy(line, h->text.p, TIME_BYTES + 1);
    memcpy(line + TIME_BYTES + 1, s.p, s.n);
    h->form = FORM_LAYER;
    head_time(h, &t);
    head_writer(h, alias);
    h->margin = MARGIN;
    h->text = (struct str){line, TIME_BYTES + 1 + s.n};
    return true;
}

const struct envelope_kind envelope_merged = {
    .name = "merged",
    .help = "os-log-merger's line: time, [alias], the rest of the line",
    .id = ENVELOPE_PREFIX,
    .outer = true,
    .read = read_merged,
};
