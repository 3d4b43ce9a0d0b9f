#include "parse/summary.h"

#include "base/pyname.h"
#include "flow/limits.h"
#include "parse/classname.h"
#include "parse/pyline.h"

/* The places of one body, the last LIMIT_SUMMARY_CUTS of them in a ring. */
struct cuts {
    size_t at[LIMIT_SUMMARY_CUTS];
    size_t count;
};

static void add_cut(struct cuts *c, size_t at)
{
    c->at[c->count++ % LIMIT_SUMMARY_CUTS] = at;
}

/* The i-th from the end; STR_NONE behind the last one kept. */
static size_t cut_from_end(const struct cuts *c, size_t i)
{
    if (i >= c->count || i >= LIMIT_SUMMARY_CUTS)
        return STR_NONE;
    return c->at[(c->count - 1 - i) % LIMIT_SUMMARY_CUTS];
}

static struct str without_newlines(struct str s)
{
    while (s.n > 0 && s.p[s.n - 1] == '\n')
        s.n--;
    return s;
}

/* True if s is `whole`, or those of its lines that come first. */
static bool is_head_of(struct str s, struct str whole)
{
    return str_starts(whole, s) && (s.n == whole.n || whole.p[s.n] == '\n');
}

static size_t find_logged(struct str body, struct str logged)
{
    struct cuts cuts = {.count = 0};
    struct str needle = str_line(logged);

    if (needle.n == 0)
        return STR_NONE;
    for (size_t at = str_find(body, needle, 2); at != STR_NONE;
         at = str_find(body, needle, at + needle.n))
        if (body.p[at - 1] == ' ' && body.p[at - 2] == ':')
            add_cut(&cuts, at - 2);
    /* The earliest is the one that all its lines follow. */
    size_t best = STR_NONE, at;
    for (size_t i = 0; (at = cut_from_end(&cuts, i)) != STR_NONE; i++)
        if (is_head_of(str_from(body, at + 2), logged))
            best = at;
    return best;
}

/* ": Class: text", or ": Class" at the very end, at body[at]. */
static bool is_cut(struct str body, size_t at)
{
    struct str s = str_from(body, at + 2);
    size_t n = pyname_length(s);
    bool has_text = n + 2 <= s.n && s.p[n] == ':' && s.p[n + 1] == ' ';

    if (n == 0 || (n < s.n && !has_text))
        return false;
    struct str name = str_head(s, n);
    enum class_sure sure = classname_sure(name);
    if (has_text || sure == CLASS_BUILTIN)
        return sure >= CLASS_LIKELY;
    return sure == CLASS_LIKELY && str_chr(name, '.', 0) != STR_NONE;
}

static void find_cuts(struct str body, struct cuts *out)
{
    for (size_t at = str_chr(body, ':', 0); at != STR_NONE;
         at = str_chr(body, ':', at + 1))
        if (at + 2 < body.n && body.p[at + 1] == ' ' && is_cut(body, at))
            add_cut(out, at);
}

/* True if the text after the class is also how the text before the cut ends. */
static bool repeats(struct str body, size_t at)
{
    struct str type, text, before = str_head(body, at);

    if (!pyline_class(str_line(str_from(body, at + 2)), &type, &text) || text.n == 0)
        return false;
    struct str all = {text.p, body.n - (size_t)(text.p - body.p)};
    return str_ends(before, text) || str_ends(before, all);
}

static struct str class_at(struct str body, size_t at)
{
    struct str s = str_from(body, at + 2);

    return str_head(s, pyname_length(s));
}

static bool is_dotted(struct str name)
{
    return str_chr(name, '.', 0) != STR_NONE;
}

/*
 * Is what stands at `inner` part of the text of the exception at `outer`, before it? oslo.log
 * prints the module of all classes but Python's own, so a word without one is no summary where a
 * dotted class stands too; and a class right behind one is how that one's text begins.
 */
static bool holds(struct str body, size_t outer, size_t inner)
{
    struct str name = class_at(body, outer), inside = class_at(body, inner);

    if (!is_dotted(name) || !classname_ends_as_errors_do(name))
        return false;
    return outer + 2 + name.n == inner ||
           (!is_dotted(inside) && classname_sure(inside) != CLASS_BUILTIN);
}

static size_t choose(struct str body, const struct cuts *cuts)
{
    size_t at, best = cut_from_end(cuts, 0);

    for (size_t i = 0; (at = cut_from_end(cuts, i)) != STR_NONE; i++)
        if (repeats(body, at))
            return at;
    for (size_t i = 1; (at = cut_from_end(cuts, i)) != STR_NONE; i++)
        if (holds(body, at, best))
            best = at;
    return best;
}

/* The forms that name no class stand on the last line. */
static bool find_nameless(struct str body, struct summary *out)
{
    size_t newline = str_rchr(body, '\n');
    size_t from = newline == STR_NONE ? 0 : newline;
    size_t at = STR_NONE;
    struct frame frame;

    for (size_t i = str_find(body, STR(":   File \""), from); i != STR_NONE;
         i = str_find(body, STR(":   File \""), i + 1))
        at = i;
    if (at != STR_NONE && pyline_frame(str_from(body, at + 1), &frame)) {
        *out = (struct summary){.message_n = at, .syntax = true};
        return true;
    }
    at = str_find(body, STR(": <exception with "), from);
    if (at == STR_NONE || body.p[body.n - 1] != '>')
        return false;
    *out = (struct summary){.message_n = at};
    return true;
}

bool summary_find(struct str body, struct str logged, struct summary *out)
{
    struct cuts cuts = {.count = 0};

    body = without_newlines(body);
    size_t at = find_logged(body, without_newlines(logged));
    if (at == STR_NONE) {
        if (find_nameless(body, out))
            return true;
        find_cuts(body, &cuts);
        at = choose(body, &cuts);
    }
    if (at == STR_NONE)
        return false;
    *out = (struct summary){.message_n = at, .text = str_from(body, at + 2)};
    return true;
}
