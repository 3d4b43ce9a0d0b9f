/* From pieces to the text of an expression; pattern.h tells the rules. */
#include "classify/pattern_parts.h"

static void quote(struct buf *out, char c)
{
    static const char special[] = "\\^$.[]|()?*+{}#";

    if (c == '\n')
        buf_add(out, STR("\\n"));
    else if (c == '\r')
        buf_add(out, STR("\\r"));
    else if (c == 0)
        buf_add(out, STR("\\x00"));
    else {
        if (strchr(special, c))
            buf_char(out, '\\');
        buf_char(out, c);
    }
}

/* What stands beside a piece: does it take any text, or does the template end there? Then one
 * blank is enough, since the gap takes the rest of the run. */
static bool is_open(const struct pieces *p, size_t i, int step)
{
    if (step < 0 ? i == 0 : i + 1 == p->n)
        return true;
    return p->at[step < 0 ? i - 1 : i + 1].kind == PIECE_ANY;
}

static void literal(const struct pieces *p, size_t i, struct buf *out)
{
    struct str text = p->at[i].text;

    for (size_t at = 0; at < text.n; at++) {
        if (text.p[at] != ' ') {
            quote(out, text.p[at]);
            continue;
        }
        bool one =
            (at == 0 && is_open(p, i, -1)) || (at + 1 == text.n && is_open(p, i, 1));
        buf_add(out, one ? STR("[ \\t]") : STR("[ \\t]+"));
    }
}

/* PCRE2 takes names that begin with no digit, up to 32 bytes; other groups have a number only. */
static bool can_be_group(struct str name)
{
    return name.n > 0 && name.n <= 32 && !(name.p[0] >= '0' && name.p[0] <= '9');
}

static void group(const struct pieces *p, const struct piece *gap, struct str inside,
                  struct buf *out)
{
    if (gap->capture < 0 && gap->kind == PIECE_ANY) {
        buf_add(out, inside);
        return;
    }
    buf_add(out, gap->capture < 0 ? STR("(?:") : STR("("));
    if (gap->capture >= 0 && can_be_group(p->names[gap->capture])) {
        buf_add(out, STR("?<"));
        buf_add(out, p->names[gap->capture]);
        buf_char(out, '>');
    }
    buf_add(out, inside);
    buf_char(out, ')');
}

static void gap(const struct pieces *p, const struct piece *g, bool last, struct buf *out)
{
    static const struct str values[] = {
        [PIECE_ANY] = STR_INIT(".*?"),
        [PIECE_INT] = STR_INIT("[+-]?\\d+"),
        [PIECE_FLOAT] =
            STR_INIT("[+-]?(?:\\d+(?:\\.\\d*)?(?:[eE][+-]?\\d+)?|nan|inf|NAN|INF)"),
        [PIECE_HEX] = STR_INIT("[+-]?(?:0[xX])?[0-9a-fA-F]+"),
        [PIECE_OCTAL] = STR_INIT("[+-]?(?:0o)?[0-7]+"),
        [PIECE_CHAR] = STR_INIT("."),
    };
    bool pad = g->padded && g->kind != PIECE_ANY;

    if (pad)
        buf_add(out, STR("[ ]*"));
    group(p, g, last ? STR(".*") : values[g->kind], out);
    if (pad)
        buf_add(out, STR("[ ]*"));
}

static size_t last_any(const struct pieces *p)
{
    for (size_t i = p->n; i > 0; i--)
        if (p->at[i - 1].kind == PIECE_ANY)
            return i - 1;
    return SIZE_MAX;
}

struct str pattern_text(const struct pieces *p)
{
    CLEANUP(buf_done) struct buf out = {0};
    size_t greedy = last_any(p);

    for (size_t i = 0; i < p->n; i++) {
        if (p->at[i].kind == PIECE_TEXT)
            literal(p, i, &out);
        else
            gap(p, &p->at[i], i == greedy, &out);
    }
    return arena_str(p->arena, buf_str(&out));
}
