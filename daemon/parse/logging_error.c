#include "parse/logging_error.h"

#include "base/num.h"
#include "base/pypath.h"
#include "parse/pyline.h"

enum { MOST_VALUES = 16 };

/* ---- Python's repr ---- */

static size_t put_utf8(char *to, uint32_t c)
{
    if (c < 0x80) {
        to[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        to[0] = (char)(0xc0 | c >> 6);
        to[1] = (char)(0x80 | (c & 0x3f));
        return 2;
    }
    if (c < 0x10000) {
        to[0] = (char)(0xe0 | c >> 12);
        to[1] = (char)(0x80 | (c >> 6 & 0x3f));
        to[2] = (char)(0x80 | (c & 0x3f));
        return 3;
    }
    to[0] = (char)(0xf0 | (c >> 18 & 7));
    to[1] = (char)(0x80 | (c >> 12 & 0x3f));
    to[2] = (char)(0x80 | (c >> 6 & 0x3f));
    to[3] = (char)(0x80 | (c & 0x3f));
    return 4;
}

/* The digits of \xNN, \uNNNN, \UNNNNNNNN: how many; 0: another escape. */
static size_t hex_digits(char c)
{
    switch (c) {
    case 'x': return 2;
    case 'u': return 4;
    case 'U': return 8;
    default: return 0;
    }
}

/* The escape behind the backslash at s[at]; *at goes to its last byte. */
static size_t put_escape(char *to, struct str s, size_t *at)
{
    char c = s.p[++*at];
    size_t digits = hex_digits(c);
    uint32_t v = 0;

    for (size_t i = 1; digits && i <= digits; i++) {
        if (*at + i >= s.n || !num_is_hex(s.p[*at + i])) {
            digits = 0;
            break;
        }
        unsigned d = (unsigned char)s.p[*at + i];
        v = v << 4 | (d <= '9' ? d - '0' : (d | 0x20) - 'a' + 10);
    }
    if (digits) {
        *at += digits;
        return put_utf8(to, v);
    }
    to[0] = (char)(c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c);
    return 1;
}

/* Is there a string at the head of s? The offset behind its closing quote; 0: there is none. */
static size_t literal_end(struct str s, size_t *inside)
{
    size_t i = s.n && (s.p[0] == 'u' || s.p[0] == 'b') ? 1 : 0;

    if (i >= s.n || (s.p[i] != '\'' && s.p[i] != '"'))
        return 0;
    char quote = s.p[i++];
    *inside = i;
    for (; i < s.n && s.p[i] != quote; i++)
        if (s.p[i] == '\\')
            i++;
    return i < s.n ? i + 1 : 0;
}

/* The text of a string that is all of s; without escapes it is a slice. */
static bool read_literal(struct arena *a, struct str s, struct str *out)
{
    size_t inside, end = literal_end(s, &inside);

    if (end == 0 || end != s.n)
        return false;
    struct str text = {s.p + inside, end - 1 - inside};
    if (str_chr(text, '\\', 0) == STR_NONE) {
        *out = text;
        return true;
    }
    char *to = arena_alloc(a, text.n); /* no escape is shorter than what it stands for */
    size_t n = 0;
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == '\\' && i + 1 < text.n)
            n += put_escape(to + n, text, &i);
        else
            to[n++] = text.p[i];
    }
    *out = (struct str){to, n};
    return true;
}

/* Up to the comma or bracket that ends a value: those inside strings and brackets end none. */
static size_t value_end(struct str s)
{
    size_t depth = 0, inside;

    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (c == '\'' || c == '"') {
            size_t end = literal_end(str_from(s, i), &inside);
            if (end == 0)
                return STR_NONE;
            i += end - 1;
        } else if (c == '(' || c == '[' || c == '{') {
            depth++;
        } else if (depth == 0 && (c == ',' || c == ')' || c == '}')) {
            return i;
        } else if (c == ')' || c == ']' || c == '}') {
            if (depth-- == 0)
                return STR_NONE;
        }
    }
    return STR_NONE;
}

struct values {
    struct str raw[MOST_VALUES];  /* as printed */
    struct str name[MOST_VALUES]; /* likewise, of a dict; else empty */
    size_t count;
};

/* "'x': " */
static bool take_name(struct str *in, struct str *name)
{
    size_t inside, end = literal_end(*in, &inside);

    if (end == 0 || !str_starts(str_from(*in, end), STR(": ")))
        return false;
    *name = (struct str){in->p + inside, end - 1 - inside};
    *in = str_from(*in, end + 2);
    return true;
}

/* "(a, b)" or "(a,)"; with the other brackets "{'x': a, 'y': b}" */
static bool read_values(struct str s, char opens, char closes, struct values *out)
{
    out->count = 0;
    if (s.n < 2 || s.p[0] != opens || s.p[s.n - 1] != closes)
        return false;
    s = str_from(s, 1);
    while (s.n && s.p[0] != closes) {
        if (out->count == MOST_VALUES ||
            (opens == '{' && !take_name(&s, &out->name[out->count])))
            return false;
        size_t end = value_end(s);
        if (end == STR_NONE)
            return false;
        out->raw[out->count++] = str_head(s, end);
        s = str_from(s, end);
        while (s.n && (s.p[0] == ',' || s.p[0] == ' '))
            s = str_from(s, 1);
    }
    return s.n == 1;
}

/* ---- the template with its values ---- */

static bool is_type(char c)
{
    return c && strchr("diouxXeEfFgGcrsa", c);
}

/* The conversion behind the '%' at s[at]: the bytes of all of it. One that Python refuses, which
 * is why there is a block, counts as the '%' alone; 0: "%%". */
static size_t conversion(struct str s, size_t at)
{
    size_t i = at + 1;

    if (i < s.n && s.p[i] == '%')
        return 0;
    while (i < s.n && s.p[i] && (strchr("#0- +.", s.p[i]) || num_is_digit(s.p[i])))
        i++;
    return i < s.n && is_type(s.p[i]) ? i + 1 - at : 1;
}

static size_t count_conversions(struct str s)
{
    size_t count = 0;

    for (size_t at = str_chr(s, '%', 0); at != STR_NONE;) {
        size_t n = conversion(s, at);
        count += n != 0;
        at = str_chr(s, '%', at + (n ? n : 2));
    }
    return count;
}

static struct str value_text(struct arena *a, struct str raw)
{
    struct str text;

    return read_literal(a, raw, &text) ? text : raw;
}

/* There are as many values as conversions. */
static struct str fill_in(struct arena *a, struct str s, const struct values *values)
{
    struct str text[MOST_VALUES];
    size_t room = s.n, n = 0, next = 0;

    for (size_t i = 0; i < values->count; i++) {
        text[i] = value_text(a, values->raw[i]);
        room += text[i].n;
    }
    char *to = arena_alloc(a, room);
    for (size_t at = 0; at < s.n; at++) {
        size_t length = s.p[at] == '%' ? conversion(s, at) : 0;
        if (s.p[at] != '%' || length == 0) {
            to[n++] = s.p[at];
            at += s.p[at] == '%'; /* "%%" */
            continue;
        }
        if (text[next].n)
            memcpy(to + n, text[next].p, text[next].n);
        n += text[next++].n;
        at += length - 1;
    }
    return (struct str){to, n};
}

/* "%(name)s" with its values by name; one that is not there stays as it is. */
static struct str fill_in_names(struct arena *a, struct str s, const struct values *values)
{
    struct buf b = {0};

    for (size_t at = 0; at < s.n; at++) {
        size_t close =
            str_starts(str_from(s, at), STR("%(")) ? str_chr(s, ')', at) : STR_NONE;
        size_t i = values->count;
        if (close != STR_NONE)
            for (i = 0; i < values->count; i++)
                if (str_eq(values->name[i], (struct str){s.p + at + 2, close - at - 2}))
                    break;
        if (i == values->count) {
            buf_char(&b, s.p[at]);
            at += s.p[at] == '%' && str_starts(str_from(s, at), STR("%%"));
            continue;
        }
        buf_add(&b, value_text(a, values->raw[i]));
        at = close;
        while (at + 1 < s.n && !is_type(s.p[at + 1]) && strchr("#0- +.", s.p[at + 1]))
            at++;
        at += at + 1 < s.n && is_type(s.p[at + 1]);
    }
    struct str text = arena_str(a, buf_str(&b));
    buf_done(&b);
    return text;
}

static struct str say(struct arena *a, struct str template, struct str arguments)
{
    size_t wanted = count_conversions(template);
    struct values values;

    if (wanted == 0)
        return template;
    if (read_values(arguments, '{', '}', &values))
        return fill_in_names(a, template, &values);
    if (!read_values(arguments, '(', ')', &values))
        return template;
    /* A tuple where its items were meant. */
    if (values.count == 1 && wanted > 1 && !read_values(values.raw[0], '(', ')', &values))
        return template;
    return values.count == wanted ? fill_in(a, template, &values) : template;
}

/* "*s", "*(name)s": what was '%' once. A '*' of the text's own is followed by other things; in a
 * text that has names, by no name. */
static bool was_conversion(struct str s, size_t at, bool named)
{
    size_t i = at + 1;

    if (named) {
        size_t close = i < s.n && s.p[i] == '(' ? str_chr(s, ')', i) : STR_NONE;
        if (close == STR_NONE)
            return false;
        i = close + 1;
    }
    while (i < s.n && (s.p[i] == '-' || s.p[i] == '.' || num_is_digit(s.p[i])))
        i++;
    if (i == s.n || !is_type(s.p[i]))
        return false;
    return i + 1 == s.n || (unsigned)(s.p[i + 1] | 0x20) - 'a' >= 26U;
}

/*
 * oslo.log tries a record that raised a TypeError once more, with a text about that one in which
 * each '%' became a '*' (ContextFormatter.format). It is that text which the block then holds.
 */
static void undo_second_try(struct arena *a, struct str *template)
{
    struct str before = STR("Error formatting log line msg="), text;
    size_t inside, end;

    if (!str_starts(*template, before))
        return;
    struct str rest = str_from(*template, before.n);
    end = literal_end(rest, &inside);
    if (end == 0 || !str_starts(str_from(rest, end), STR(" err=")) ||
        !read_literal(a, str_head(rest, end), &text))
        return;
    bool named = str_find(text, STR("*("), 0) != STR_NONE;
    char *to = arena_alloc(a, text.n);
    for (size_t i = 0; i < text.n; i++)
        to[i] = text.p[i] == '*' && was_conversion(text, i, named) ? '%' : text.p[i];
    *template = (struct str){to, text.n};
}

/* ---- the call ---- */

static enum level level_of_method(struct str name)
{
    return str_eq(name, STR("exception")) ? LEVEL_ERROR : level_of(name);
}

/* "LOG.error(…" */
static enum level level_of_call(struct str line)
{
    static const struct str before[] = {STR_INIT("LOG."), STR_INIT("log."),
                                        STR_INIT("logger."), STR_INIT("logging.")};
    size_t n = 0;

    line = str_trim(line);
    for (size_t i = 0; i < COUNT_OF(before); i++) {
        if (!str_starts(line, before[i]))
            continue;
        line = str_from(line, before[i].n);
        while (n < line.n && line.p[n] >= 'a' && line.p[n] <= 'z')
            n++;
        struct str word = str_head(line, n);
        return level_of_method(word);
    }
    return LEVEL_NONE;
}

/* Frames of the loggers themselves are not where the call was written. */
static bool is_of_logger(const struct frame *f)
{
    return pypath_holds(f->file, STR("oslo_log/")) ||
           pypath_holds(f->file, STR("logging/"));
}

static void read_call(struct record *r, struct str stack)
{
    struct frame frame;
    struct str line;
    bool ours = false;

    while (str_cut(&stack, '\n', &line)) {
        if (pyline_frame(line, &frame)) {
            ours = !is_of_logger(&frame);
            /* Up to Python 3.7 the line of a call is its last one. */
            if (!ours && r->level == LEVEL_NONE)
                r->level = level_of_method(frame.function);
            if (!ours)
                continue;
            r->origin_file = frame.file;
            r->origin_line = frame.line;
            r->origin_function = frame.function;
            r->level = LEVEL_NONE;
        } else if (ours && r->level == LEVEL_NONE) {
            r->level = level_of_call(line);
        }
    }
}

void logging_error_read(struct record *r, struct arena *a)
{
    struct str opens = STR("\nMessage: "), between = STR("\nArguments: "), template;
    size_t at = str_find(r->body, opens, 0);

    if (at == STR_NONE)
        return;
    read_call(r, str_head(r->body, at));
    struct str rest = str_from(r->body, at + opens.n), arguments = {0};
    size_t end = str_find(rest, between, 0);
    if (end != STR_NONE)
        arguments = str_trim(str_from(rest, end + between.n));
    if (!read_literal(a, end == STR_NONE ? rest : str_head(rest, end), &template) ||
        template.n == 0)
        return;
    undo_second_try(a, &template);
    r->msg = template;
    r->body = r->message = say(a, template, arguments);
}
