#include "mask/scan.h"

#include "base/num.h"
#include "mask/value.h"

enum { NAME_BYTES = 64, DEPTHS = 8 };

void scan_hide(struct scan *sc, size_t begin, size_t end, enum secret_kind kind)
{
    if (begin < sc->done || end <= begin ||
        value_is_harmless(scan_part(sc, begin, end), kind))
        return;
    secrets_add(sc->out, begin, end - begin, kind);
    sc->done = end;
}

void scan_hide_ahead(struct scan *sc, size_t begin, size_t end, enum secret_kind kind)
{
    size_t done = sc->done;

    scan_hide(sc, begin, end, kind);
    sc->done = done;
}

size_t scan_blanks(const struct scan *sc, size_t at)
{
    while (at < sc->s.n && (sc->s.p[at] == ' ' || sc->s.p[at] == '\t'))
        at++;
    return at;
}

size_t scan_spaces(const struct scan *sc, size_t at)
{
    while (at < sc->s.n && sc->s.p[at] && strchr(" \t\r\n", sc->s.p[at]))
        at++;
    return at;
}

size_t scan_line_end(struct scan *sc, size_t at)
{
    if (at < sc->end_from || at > sc->end_at) {
        size_t end = str_chr(sc->s, '\n', at);
        sc->end_from = at;
        sc->end_at = end == STR_NONE ? sc->s.n : end;
    }
    size_t end = sc->end_at;
    return end > at && end < sc->s.n && sc->s.p[end - 1] == '\r' ? end - 1 : end;
}

size_t scan_name(const struct scan *sc, size_t begin)
{
    size_t from = begin, least = begin > NAME_BYTES ? begin - NAME_BYTES : 0;

    while (begin > least && is_name_byte(sc->s.p[begin - 1]))
        begin--;
    /* The n of an escaped newline is not the name's. */
    if (begin > 0 && sc->s.p[begin - 1] == '\\' && strchr("nrt", sc->s.p[begin]) &&
        begin < from)
        begin++;
    return begin;
}

/* Bytes of the line's end at `at`: a newline, the \n of a string, the `", "` between the lines of
 * a traceback in JSON; 0: the line goes on. */
static size_t line_end_bytes(struct str s, size_t at)
{
    if (s.p[at] == '\n')
        return 1;
    if (s.p[at] == '\\' && at + 1 < s.n && s.p[at + 1] == 'n')
        return 2;
    return s.p[at] == '"' && str_starts(str_from(s, at), STR("\", \"")) ? 4 : 0;
}

static bool blanks_at(struct str s, size_t at, size_t n)
{
    if (at + n > s.n)
        return false;
    while (n--)
        if (s.p[at + n] != ' ')
            return false;
    return true;
}

/* Python writes a frame as two blanks and `File "x.py", line 3, in f`, its source below it behind
 * four. */
static void end_line(struct scan *sc, size_t end)
{
    enum { HEAD_BYTES = 512 };
    struct str line = scan_part(sc, sc->line, end);

    line = str_head(line, line.n < HEAD_BYTES ? line.n : HEAD_BYTES);
    size_t file = str_find(line, STR("  File "), 0);
    if (file != STR_NONE && str_find(line, STR(", line "), file) != STR_NONE) {
        sc->below_frame = true;
        sc->frame_column = file;
    } else {
        sc->below_frame = sc->below_frame && blanks_at(line, sc->frame_column, 4);
    }
}

bool scan_in_source(struct scan *sc, size_t at)
{
    while (sc->seen < at) {
        size_t n = line_end_bytes(sc->s, sc->seen);
        if (n == 0) {
            sc->seen++;
            continue;
        }
        end_line(sc, sc->seen);
        sc->seen += n;
        sc->line = sc->seen;
    }
    return sc->below_frame && blanks_at(sc->s, sc->line + sc->frame_column, 4);
}

bool scan_is_quote(const struct scan *sc, size_t at, size_t *depth)
{
    size_t n = 0;

    while (n < DEPTHS && scan_at(sc, at + n) == '\\')
        n++;
    *depth = n;
    return scan_at(sc, at + n) == '"' || scan_at(sc, at + n) == '\'';
}

/*
 * Does a quote behind `run` backslashes end what a quote behind `depth` of them began? Each string
 * around it writes \ as \\ and " as \": taken off level by level, an even number must remain. With
 * fewer than at the beginning, a string around it ends.
 */
static bool closes(size_t run, size_t depth)
{
    while (depth > 0) {
        if (run < depth || run % 2 == 0)
            return true;
        run = (run - 1) / 2;
        depth = (depth - 1) / 2;
    }
    return run % 2 == 0;
}

/* The quote between `at` and `end` that ends a text, with the backslashes before it in *run; `end`:
 * none does. */
static size_t closing(const struct scan *sc, size_t at, size_t end, char quote,
                      size_t depth, size_t *run)
{
    *run = 0;
    for (; at < end; at++) {
        char c = sc->s.p[at];
        if (c == quote && closes(*run, depth))
            return at;
        *run = c == '\\' ? *run + 1 : 0;
    }
    return end;
}

static size_t prefix_bytes(const struct scan *sc, size_t at)
{
    size_t n = 0, depth;

    while (n < 2 && scan_at(sc, at + n) && strchr("ubrUBR", scan_at(sc, at + n)))
        n++;
    return scan_is_quote(sc, at + n, &depth) ? n : 0;
}

bool scan_quoted(struct scan *sc, size_t at, bool lines, struct quoted *out)
{
    size_t depth, run = 0;

    at += prefix_bytes(sc, at);
    if (!scan_is_quote(sc, at, &depth))
        return false;
    char quote = scan_at(sc, at + depth);
    out->begin = at + depth + 1;
    size_t *vain = &sc->unclosed[quote == '"'][depth < DEPTHS ? depth : DEPTHS - 1];
    size_t from = *vain > out->begin ? *vain : out->begin;
    size_t line_end = scan_line_end(sc, out->begin), limit = lines ? sc->s.n : line_end;
    size_t end = from < limit ? closing(sc, from, limit, quote, depth, &run) : limit;
    if (end >= limit) {
        *vain = limit;
        out->end = out->after = line_end;
        return true;
    }
    out->after = end + 1;
    out->end = end - (run < depth ? run : depth);
    return true;
}

/* Does "name=" stand at `at`? It ends the value of the name before it. */
static bool is_next_name(const struct scan *sc, size_t at)
{
    enum { LONGEST = 40 };
    size_t i = scan_blanks(sc, at) == at ? at : at + 1;

    while (i < at + LONGEST && (is_name_byte(scan_at(sc, i)) || scan_at(sc, i) == '.'))
        i++;
    return i > at && scan_at(sc, i) == '=';
}

static bool ends_bare(const struct scan *sc, size_t at)
{
    char c = sc->s.p[at];

    if ((unsigned char)c <= ' ' || c == '"' || c == '\'' || c == '`')
        return true;
    if (c == '\\')
        return scan_at(sc, at + 1) && strchr("nrt\"'", scan_at(sc, at + 1));
    return (c == '&' || c == ',' || c == ';') && is_next_name(sc, at + 1);
}

static size_t without_tail(const struct scan *sc, size_t at, size_t end)
{
    static const char open[] = "([{", close[] = ")]}";
    size_t inside[3] = {0}, outside[3] = {0};

    for (size_t i = at; i < end; i++)
        for (size_t k = 0; k < 3; k++) {
            inside[k] += sc->s.p[i] == open[k];
            if (sc->s.p[i] != close[k])
                continue;
            if (inside[k])
                inside[k]--;
            else
                outside[k]++;
        }
    while (end > at) {
        char c = sc->s.p[end - 1];
        const char *k = c ? strchr(close, c) : NULL;
        if (k && outside[k - close] > 0)
            outside[k - close]--;
        else if (c != ',' && c != ';' && c != '.')
            break;
        end--;
    }
    return end;
}

size_t scan_bare(const struct scan *sc, size_t at)
{
    size_t end = at;

    while (end < sc->s.n && !ends_bare(sc, end))
        end++;
    return without_tail(sc, at, end);
}

size_t scan_query(const struct scan *sc, size_t at)
{
    size_t end = at;

    for (; end < sc->s.n && !ends_bare(sc, end); end++)
        if (sc->s.p[end] == '&' || sc->s.p[end] == '#')
            return end;
    return without_tail(sc, at, end);
}

size_t scan_word(const struct scan *sc, size_t at)
{
    size_t end = at;
    char c;

    while (end < sc->s.n && end - at < SCAN_WORD_BYTES &&
           (unsigned char)(c = sc->s.p[end]) > ' ' && !strchr("\"'`<", c) && c != '\\')
        end++;
    while (end > at && strchr(",;.)]}:", sc->s.p[end - 1]))
        end--;
    return end;
}
