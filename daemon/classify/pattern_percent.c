/* Templates as Python's % operator reads them (printf-style String Formatting). */
#include "base/num.h"
#include "classify/pattern_parts.h"

static const struct {
    char letter;
    enum piece_kind kind;
} conversions[] = {
    {'s', PIECE_ANY  },
    {'r', PIECE_ANY  },
    {'a', PIECE_ANY  },
    {'d', PIECE_INT  },
    {'i', PIECE_INT  },
    {'u', PIECE_INT  },
    {'f', PIECE_FLOAT},
    {'F', PIECE_FLOAT},
    {'e', PIECE_FLOAT},
    {'E', PIECE_FLOAT},
    {'g', PIECE_FLOAT},
    {'G', PIECE_FLOAT},
    {'x', PIECE_HEX  },
    {'X', PIECE_HEX  },
    {'o', PIECE_OCTAL},
    {'c', PIECE_CHAR },
};

static bool find_kind(char letter, enum piece_kind *kind)
{
    for (size_t i = 0; i < COUNT_OF(conversions); i++)
        if (conversions[i].letter == letter) {
            *kind = conversions[i].kind;
            return true;
        }
    return false;
}

static size_t skip_any(struct str text, size_t at, const char *set)
{
    while (at < text.n && text.p[at] && strchr(set, text.p[at]))
        at++;
    return at;
}

static size_t skip_digits(struct str text, size_t at)
{
    while (at < text.n && num_is_digit(text.p[at]))
        at++;
    return at;
}

/* Flags, width, precision and length, which say how a value is written, not what it is. */
static size_t skip_spec(struct str text, size_t at, bool *padded)
{
    at = skip_any(text, at, "#0-+");
    size_t width = at;
    at = skip_digits(text, at);
    *padded = at > width;
    if (at < text.n && text.p[at] == '.')
        at = skip_digits(text, at + 1);
    return skip_any(text, at, "hlL");
}

static int fail(struct str text, size_t from, size_t to, struct err *e)
{
    struct str seen = {text.p + from, (to < text.n ? to + 1 : text.n) - from};

    return err_set(e,
                   "unknown conversion '%.*s' at byte %zu: write %%%% for a percent sign",
                   STR_FMT(seen), from + 1);
}

/* Reads the conversion whose % stands at text[*at] and moves *at behind it. */
static int conversion(struct pieces *p, struct str text, size_t *at, struct err *e)
{
    size_t i = *at + 1;
    bool named = i < text.n && text.p[i] == '(', padded;
    struct str name = {0};
    enum piece_kind kind;

    if (named) {
        size_t close = str_chr(text, ')', i);
        if (close == STR_NONE || close == i + 1)
            return err_set(e, "'%%(' at byte %zu must be %%(NAME)s", *at + 1);
        name = (struct str){text.p + i + 1, close - i - 1};
        i = close + 1;
    }
    i = skip_spec(text, i, &padded);
    if (i >= text.n || walk_is_blank(text.p[i]))
        return err_set(e, "a lone '%%' at byte %zu: write %%%% for a percent sign",
                       *at + 1);
    if (!find_kind(text.p[i], &kind))
        return fail(text, *at, i, e);
    if (!named)
        name = pieces_positional(p, p->positional++);
    *at = i + 1;
    return pieces_gap(p, kind, name, padded, e);
}

int pattern_read_percent(struct pieces *p, struct str text, struct err *e)
{
    for (size_t at = 0; at < text.n;) {
        size_t cut = pattern_ellipsis(text, at);
        if (cut) {
            if (pieces_gap(p, PIECE_ANY, STR(""), false, e) < 0)
                return -1;
            at += cut;
        } else if (text.p[at] != '%') {
            pieces_char(p, text.p[at++]);
        } else if (at + 1 < text.n && text.p[at + 1] == '%') {
            pieces_char(p, '%');
            at += 2;
        } else if (conversion(p, text, &at, e) < 0) {
            return -1;
        }
    }
    return 0;
}
