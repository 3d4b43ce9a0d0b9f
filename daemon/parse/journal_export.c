#include "parse/journal_export.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/num.h"

struct export *export_new(void)
{
    return mem_new(sizeof(struct export));
}

void export_free(struct export *x)
{
    if (!x)
        return;
    gather_done(&x->raw);
    buf_done(&x->values);
    free(x);
}

static void add_line(struct export *x, const struct line *l)
{
    if (x->lines++ == 0)
        x->position = l->position;
    x->bytes += l->bytes;
    x->flags |= l->flags;
    gather_add(&x->raw, l->text);
    gather_keep(&x->raw);
}

/* ---- values ---- */

/* Of a name that came before the first value holds. */
static void begin_value(struct export *x, struct str name)
{
    x->name = journal_name(name);
    if (x->name == JOURNAL_NAMES)
        return;
    if (x->known[x->name]) {
        x->name = JOURNAL_NAMES;
        return;
    }
    x->known[x->name] = true;
    x->from[x->name] = x->values.n;
    x->n[x->name] = 0;
}

static void add_value(struct export *x, struct str s)
{
    if (x->name == JOURNAL_NAMES)
        return;
    size_t room = LIMIT_LINE_BYTES - x->n[x->name];
    if (s.n > room) {
        x->flags |= LINE_CUT;
        s = str_head(s, room);
    }
    buf_add(&x->values, s);
    x->n[x->name] += s.n;
}

/* ---- lines ---- */

static bool is_name(struct str s)
{
    enum { LONGEST = 64 }; /* journald drops longer ones (journal_field_valid) */

    if (s.n == 0 || s.n > LONGEST || (s.p[0] >= '0' && s.p[0] <= '9'))
        return false;
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] != '_' && (s.p[i] < 'A' || s.p[i] > 'Z') &&
            (s.p[i] < '0' || s.p[i] > '9'))
            return false;
    return true;
}

/* ---- verbose ---- */

enum { FIELD_BLANKS = 4 };

/* What the cursor says behind ";t=": when journald took the entry, in hexadecimal digits. */
static bool verbose_time(struct str line, uint64_t *usec)
{
    size_t at = line.n && line.p[line.n - 1] == ']' ? str_find(line, STR(" [s="), 0) : STR_NONE;

    *usec = 0;
    at = at == STR_NONE ? at : str_find(line, STR(";t="), at);
    if (at == STR_NONE)
        return false;
    for (at += 3; at < line.n && num_is_hex(line.p[at]) && *usec >> 56 == 0; at++) {
        char c = line.p[at];
        *usec = *usec * 16 + (uint64_t)(num_is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return at < line.n && (line.p[at] == ';' || line.p[at] == ']');
}

static bool opens_verbose(struct str line)
{
    static const char days[] = "MonTueWedThuFriSatSun";
    uint64_t usec;

    if (line.n < 64 || line.p[3] != ' ' || !num_is_digit(line.p[4]))
        return false;
    for (size_t i = 0; i < 7; i++)
        if (memcmp(line.p, days + 3 * i, 3) == 0)
            return verbose_time(line, &usec);
    return false;
}

static bool opens_export(struct str line)
{
    return str_starts(line, STR("__CURSOR="));
}

bool export_opens(struct str raw)
{
    return opens_export(raw) || opens_verbose(raw) || str_eq(raw, STR("{"));
}

static void add_number(struct export *x, uint64_t v)
{
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%" PRIu64, v);

    add_value(x, (struct str){digits, (size_t)n});
}

static size_t blanks_of(struct str s)
{
    size_t n = 0;

    while (n < s.n && s.p[n] == ' ')
        n++;
    return n;
}

static enum export_take take_verbose(struct export *x, const struct line *l)
{
    struct str text = l->text;
    uint64_t usec;

    if (x->lines == 0) {
        (void)verbose_time(text, &usec);
        add_line(x, l);
        x->step = EXPORT_VERBOSE;
        x->margin = 0;
        begin_value(x, STR("__REALTIME_TIMESTAMP"));
        add_number(x, usec);
        return EXPORT_MORE;
    }
    size_t blanks = blanks_of(text), equals = str_chr(text, '=', 0);
    struct str name = equals == STR_NONE || blanks != FIELD_BLANKS
                          ? (struct str){0}
                          : (struct str){text.p + blanks, equals - blanks};
    if (is_name(name)) {
        add_line(x, l);
        x->margin = equals + 1;
        begin_value(x, name);
        add_value(x, str_from(text, equals + 1));
        return EXPORT_MORE;
    }
    if (x->margin == 0 || blanks < x->margin)
        return EXPORT_NOT;
    add_line(x, l);
    add_value(x, STR("\n"));
    add_value(x, str_from(text, x->margin));
    return EXPORT_MORE;
}

/* ---- json-pretty ---- */

/* <TAB>"NAME" : */
static bool is_pretty(struct str text)
{
    size_t end = str_starts(text, STR("\t\"")) ? str_chr(text, '"', 2) : STR_NONE;

    return end != STR_NONE && is_name((struct str){text.p + 2, end - 2}) &&
           str_starts(str_from(text, end), STR("\" : "));
}

static enum export_take take_pretty(struct export *x, const struct line *l)
{
    bool last = str_eq(l->text, STR("}"));

    if (x->lines == 1 ? !is_pretty(l->text) : x->lines && !last && !str_starts(l->text, STR("\t")))
        return EXPORT_NOT;
    x->step = EXPORT_PRETTY;
    add_line(x, l);
    return last ? EXPORT_WHOLE : EXPORT_MORE;
}

/* ---- export ---- */

static enum export_take take_field(struct export *x, const struct line *l)
{
    struct str text = l->text;
    size_t equals = str_chr(text, '=', 0);
    struct str name = equals == STR_NONE ? text : str_head(text, equals);

    if (text.n == 0 || (text.n == 1 && text.p[0] == '\r')) {
        add_line(x, l);
        return EXPORT_WHOLE;
    }
    if (!is_name(name) || (x->lines && export_opens(text)))
        return EXPORT_NOT;
    add_line(x, l);
    begin_value(x, name);
    if (equals == STR_NONE) {
        x->step = EXPORT_LENGTH;
        x->length = 0;
        x->length_n = 0;
    } else {
        add_value(x, str_from(text, equals + 1));
    }
    return EXPORT_MORE;
}

/* Takes from *rest, which lacks the line's end: that is the byte behind it where `ended`. */
static void take_length(struct export *x, struct str *rest, bool *ended)
{
    while (x->length_n < EXPORT_LENGTH_BYTES && (rest->n || *ended)) {
        unsigned char c = rest->n ? (unsigned char)rest->p[0] : '\n';
        x->length |= (uint64_t)c << (8 * x->length_n++);
        if (rest->n)
            *rest = str_from(*rest, 1);
        else
            *ended = false;
    }
    if (x->length_n < EXPORT_LENGTH_BYTES)
        return;
    x->step = EXPORT_VALUE;
    x->broken = x->length > LIMIT_RECORD_BYTES;
    x->left = x->length + 1;
}

/* `dropped` bytes, of a line that was too long, stood between rest and the line's end. */
static void take_value(struct export *x, struct str rest, uint64_t dropped, bool ended)
{
    uint64_t here = rest.n + dropped + ended;

    if (here == 0)
        return; /* the line's end was the last byte of the length */
    if (x->left < here || (x->left == here && !ended)) {
        x->broken = true;
        return;
    }
    add_value(x, rest);
    x->left -= here;
    if (x->left == 0)
        x->step = EXPORT_FIELD;
    else if (ended)
        add_value(x, STR("\n"));
}

/* The input takes NULs off the head of a line (those that copytruncate leaves); of a length such as
 * 1024 they are its lowest bytes. */
static void take_nuls(struct export *x, uint64_t *dropped)
{
    for (; *dropped && x->length_n < EXPORT_LENGTH_BYTES; --*dropped)
        x->length_n++;
}

static enum export_take take_binary(struct export *x, const struct line *l)
{
    struct str rest = l->text;
    bool ended = !(l->flags & LINE_UNENDED) && l->bytes > l->text.n;
    uint64_t dropped = l->bytes - l->text.n - ended;

    add_line(x, l);
    if (x->step == EXPORT_LENGTH && !(l->flags & LINE_CUT))
        take_nuls(x, &dropped);
    if (x->step == EXPORT_LENGTH)
        take_length(x, &rest, &ended);
    if (x->step == EXPORT_VALUE && !x->broken)
        take_value(x, rest, dropped, ended);
    return x->broken ? EXPORT_WHOLE : EXPORT_MORE;
}

enum export_take export_line(struct export *x, const struct line *l)
{
    if (x->lines &&
        (x->lines == LIMIT_RECORD_LINES || x->bytes + l->bytes > LIMIT_RECORD_BYTES)) {
        x->broken = true;
        return EXPORT_NOT;
    }
    if (x->step == EXPORT_PRETTY || (x->lines == 0 && str_eq(l->text, STR("{"))))
        return take_pretty(x, l);
    if (x->step == EXPORT_VERBOSE || (x->lines == 0 && !opens_export(l->text)))
        return take_verbose(x, l);
    return x->step == EXPORT_FIELD ? take_field(x, l) : take_binary(x, l);
}

void export_entry(struct export *x, const struct stream *s, struct arena *a,
                  struct journal_entry *e, struct physical *out)
{
    struct str values = arena_str(a, buf_str(&x->values));

    *e = (struct journal_entry){
        .cut = x->broken || (x->step != EXPORT_FIELD && x->step != EXPORT_VERBOSE)};
    for (size_t i = 0; i < JOURNAL_NAMES; i++)
        if (x->known[i])
            e->value[i] = str_head(str_from(values, x->from[i]), x->n[i]);
    *out = (struct physical){
        .stream = s,
        .raw = gather_take(&x->raw, a),
        .position = x->position,
        .bytes = x->bytes,
        .lines = x->lines,
        .flags = x->flags,
    };
    gather_clear(&x->raw);
    buf_clear(&x->values);
    memset(x->known, 0, sizeof x->known);
    x->bytes = 0;
    x->lines = x->flags = 0;
    x->step = EXPORT_FIELD;
    x->broken = false;
}
