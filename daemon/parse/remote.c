#include "parse/remote.h"

#include "base/num.h"

#define OPENS "Traceback (most recent call last):"

static const struct str list_heads[] = {
    STR_INIT("\n['Traceback ("),
    STR_INIT("\n[u'Traceback ("),
    STR_INIT("\n[\"Traceback ("),
};

/* The offset of the newline before the list; STR_NONE: none. */
static size_t find_list(struct str s)
{
    size_t best = STR_NONE;

    for (size_t i = 0; i < COUNT_OF(list_heads); i++) {
        size_t at = str_find(s, list_heads[i], 0);
        if (at < best)
            best = at;
    }
    return best;
}

static char unescaped(char c)
{
    switch (c) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    default: return c;
    }
}

/* A Python string literal at the head of *in, its prefix and quotes too, appended at *to. False
 * where there is none; one that is not closed is taken to its end. */
static bool take_literal(struct str *in, char **to)
{
    size_t i = 0;

    if (i < in->n && (in->p[i] == 'u' || in->p[i] == 'b'))
        i++;
    if (i >= in->n || (in->p[i] != '\'' && in->p[i] != '"'))
        return false;
    char quote = in->p[i++];
    for (; i < in->n && in->p[i] != quote; i++) {
        char c = in->p[i];
        if (c == '\\' && i + 1 < in->n)
            c = unescaped(in->p[++i]);
        *(*to)++ = c;
    }
    *in = str_from(*in, i < in->n ? i + 1 : i);
    return true;
}

/* The items of a list of strings, s being what follows its bracket, one behind the other. */
static struct str read_list(struct arena *a, struct str s)
{
    char *text = arena_alloc(a, s.n), *to = text;

    while (take_literal(&s, &to)) {
        while (s.n > 0 && (s.p[0] == ',' || s.p[0] == ' '))
            s = str_from(s, 1);
    }
    return (struct str){text, (size_t)(to - text)};
}

struct str remote_list(struct arena *a, struct str text)
{
    size_t at = find_list(text);

    return at == STR_NONE ? (struct str){0} : read_list(a, str_from(text, at + 2));
}

static bool read_error(struct arena *a, struct str text, struct remote *out)
{
    struct str head = STR("Remote error: ");

    if (!str_starts(text, head))
        return false;
    size_t list = find_list(text);
    *out = (struct remote){.message = list == STR_NONE ? text : str_head(text, list)};
    struct str rest = str_from(out->message, head.n);
    str_cut(&rest, ' ', &out->class_);
    out->class_ = str_trim(out->class_);
    out->text = str_trim(rest);
    out->cut = list == STR_NONE;
    if (!out->cut)
        out->trace = read_list(a, str_from(text, list + 2));
    return true;
}

static bool read_repr(struct arena *a, struct str text, struct remote *out)
{
    struct str opens = STR("\\n" OPENS "\\n");

    if (text.n == 0 || (text.p[0] != '\'' && text.p[0] != '"') ||
        str_find(text, opens, 0) == STR_NONE)
        return false;
    char *plain = arena_alloc(a, text.n), *to = plain;
    take_literal(&text, &to);
    struct str whole = {plain, (size_t)(to - plain)};
    size_t at = str_find(whole, STR("\n" OPENS), 0);
    if (at == STR_NONE)
        return false;
    *out =
        (struct remote){.message = str_head(whole, at), .trace = str_from(whole, at + 1)};
    return true;
}

bool remote_read(struct arena *a, struct str type, struct str text, struct remote *out)
{
    if (str_ends(type, STR("RemoteError")) && read_error(a, text, out))
        return true;
    return str_ends(type, STR("KeyError")) && read_repr(a, text, out);
}

struct str remote_plain(struct str around)
{
    size_t at = str_find(around, STR("\n" OPENS "\n\n"), 0);

    return at == STR_NONE ? (struct str){0} : str_from(around, at + 1);
}
