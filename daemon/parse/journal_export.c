#include "parse/journal_export.h"

#include <stdlib.h>

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
    return x->step == EXPORT_FIELD ? take_field(x, l) : take_binary(x, l);
}

void export_entry(struct export *x, const struct stream *s, struct arena *a,
                  struct journal_entry *e, struct physical *out)
{
    struct str values = arena_str(a, buf_str(&x->values));

    *e = (struct journal_entry){.cut = x->broken || x->step != EXPORT_FIELD};
    for (size_t i = 0; i < JOURNAL_NAMES; i++)
        if (x->known[i])
            e->value[i] = (struct str){values.p + x->from[i], x->n[i]};
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
