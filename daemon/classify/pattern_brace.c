/* Templates as Python's str.format reads them (Format String Syntax). */
#include "base/num.h"
#include "classify/pattern_parts.h"

static int fail_lone(char c, size_t at, struct err *e)
{
    return err_set(e, "a lone '%c' at byte %zu: write %c%c for a brace", c, at + 1, c, c);
}

/* The number of a positional field: as written, else the next. */
static struct str positional(struct pieces *p, struct str digits)
{
    uint64_t i = p->positional;

    num_u64(digits, PATTERN_GAPS, &i);
    if (i >= p->positional)
        p->positional = (size_t)i + 1;
    return pieces_positional(p, (size_t)i);
}

/* Is there a width in FIELD!r:>10? Then blanks may stand around the value. */
static bool has_width(struct str spec)
{
    size_t i = 0;

    while (i < spec.n && !(spec.p[i] >= '1' && spec.p[i] <= '9') && spec.p[i] != '.')
        i++;
    return i < spec.n && spec.p[i] != '.';
}

static bool is_number(struct str name)
{
    for (size_t i = 0; i < name.n; i++)
        if (!num_is_digit(name.p[i]))
            return false;
    return true;
}

/* Takes the field's name off its text; what is left begins with ! or : or is empty. */
static struct str take_name(struct str *text)
{
    size_t i = 0;

    while (i < text->n && text->p[i] != '!' && text->p[i] != ':')
        i++;
    struct str name = str_head(*text, i);
    *text = str_from(*text, i);
    return name;
}

/* Reads the field whose { stands at text[*at] and moves *at behind it. */
static int field(struct pieces *p, struct str text, size_t *at, struct err *e)
{
    size_t close = str_chr(text, '}', *at), open = str_chr(text, '{', *at + 1);

    if (close == STR_NONE)
        return fail_lone('{', *at, e);
    if (open < close)
        return err_set(e, "a field inside a field at byte %zu: write its value out",
                       open + 1);
    struct str spec = {text.p + *at + 1, close - *at - 1};
    struct str name = take_name(&spec);
    if (is_number(name))
        name = positional(p, name);
    *at = close + 1;
    return pieces_gap(p, PIECE_ANY, name, has_width(spec), e);
}

/* Reads what stands at text[*at] and moves *at behind it. */
static int step(struct pieces *p, struct str text, size_t *at, struct err *e)
{
    char c = text.p[*at];
    size_t cut = pattern_ellipsis(text, *at);

    if (cut) {
        *at += cut;
        return pieces_gap(p, PIECE_ANY, STR(""), false, e);
    }
    if ((c == '{' || c == '}') && *at + 1 < text.n && text.p[*at + 1] == c) {
        pieces_char(p, c);
        *at += 2;
        return 0;
    }
    if (c == '{')
        return field(p, text, at, e);
    if (c == '}')
        return fail_lone('}', *at, e);
    pieces_char(p, c);
    *at += 1;
    return 0;
}

int pattern_read_brace(struct pieces *p, struct str text, struct err *e)
{
    for (size_t at = 0; at < text.n;)
        if (step(p, text, &at, e) < 0)
            return -1;
    return 0;
}
