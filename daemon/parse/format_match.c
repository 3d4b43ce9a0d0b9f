/* A line, step by step. A text ends at the first place from which the rest fits as well. */
#include "base/num.h"
#include "parse/bracket.h"
#include "parse/format.h"
#include "parse/level.h"
#include "parse/pyline.h"

enum { MOST_TRIES = 256, MOST_DIGITS = 18 };

struct walk {
    const struct format *f;
    struct reading *in;
    struct matched *out;
    unsigned tries; /* left: a line may not cost more than that */
};

static bool match_from(struct walk *w, size_t i, struct str s);

static struct str skip_blanks(struct str s)
{
    while (s.n && s.p[0] == ' ')
        s = str_from(s, 1);
    return s;
}

static bool only_blanks(struct str s)
{
    return skip_blanks(s).n == 0;
}

/* ---- values with an end of their own ---- */

/* Trailing blanks of a padded value, of which `used` bytes are read already. */
static struct str skip_padding(struct str s, const struct step *step, size_t used)
{
    for (; used < step->width && s.n && s.p[0] == ' '; used++)
        s = str_from(s, 1);
    return s;
}

static bool take_time(struct walk *w, const struct step *step, struct str *in)
{
    struct str s = *in;

    if (step->whole_seconds) {
        if (s.n < STAMP_BYTES)
            return false;
        struct str seconds = str_head(s, STAMP_BYTES);
        if (!stamp_take(&w->in->stamper, &seconds, &w->out->time))
            return false;
        s = str_from(s, STAMP_BYTES);
    } else if (!stamp_take(&w->in->stamper, &s, &w->out->time)) {
        return false;
    }
    w->out->timed = true;
    *in = s;
    return true;
}

/* A level of that many letters, or its head where the format cuts it. */
static enum level level_of_head(struct str word, size_t precision)
{
    static const struct str words[] = {
        STR_INIT("DEBUG"),    STR_INIT("INFO"),  STR_INIT("WARNING"), STR_INIT("ERROR"),
        STR_INIT("CRITICAL"), STR_INIT("TRACE"), STR_INIT("AUDIT"),
    };

    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (str_eq(word,
                   str_head(words[i], precision < words[i].n ? precision : words[i].n)))
            return level_of(words[i]);
    return LEVEL_NONE;
}

static bool take_level(struct walk *w, const struct step *step, struct str *in)
{
    size_t n = 0;

    while (n < in->n && in->p[n] >= 'A' && in->p[n] <= 'Z')
        n++;
    struct str word = str_head(*in, n);
    if (n == 1 && str_starts(*in, STR("Level "))) { /* "Level 21" */
        n = 6;
        while (n < in->n && num_is_digit(in->p[n]))
            n++;
        w->out->level = level_of_text(str_head(*in, n));
    } else {
        w->out->level =
            step->precision ? level_of_head(word, step->precision) : level_of(word);
    }
    *in = str_from(*in, n);
    return w->out->level != LEVEL_NONE;
}

/* "1796086231.107": digits, and perhaps more of them behind a point. */
static struct str number_at(struct str s)
{
    size_t n = 0;

    while (n < s.n && n < MOST_DIGITS && num_is_digit(s.p[n]))
        n++;
    if (n && n + 1 < s.n && s.p[n] == '.' && num_is_digit(s.p[n + 1]))
        for (n++; n < s.n && n < 2 * MOST_DIGITS && num_is_digit(s.p[n]);)
            n++;
    return str_head(s, n);
}

static bool take_created(struct walk *w, struct str number)
{
    uint64_t seconds, part = 0;
    size_t digits = 0;

    if (!num_take(&number, UINT32_MAX, &seconds))
        return false;
    for (; digits < 6 && digits + 1 < number.n; digits++)
        part = part * 10 + (uint64_t)(number.p[digits + 1] - '0');
    for (; digits < 6; digits++)
        part *= 10;
    w->out->time = (struct stamp){.time = (usec_t)seconds * USEC_PER_SEC + (usec_t)part};
    w->out->timed = true;
    return true;
}

static bool take_number(struct walk *w, const struct step *step, struct str *in)
{
    bool fixed = step->field == FIELD_MSECS && step->width == 3 && step->precision == 0;
    struct str text = fixed ? str_head(*in, in->n < 3 ? 0 : 3) : number_at(*in);
    struct str number = text;
    uint64_t n;

    *in = str_from(*in, text.n);
    if (step->field == FIELD_CREATED)
        return take_created(w, text);
    if (!num_take(&number, INT64_MAX, &n))
        return false;
    switch ((int)step->field) {
    case FIELD_MSECS: w->out->msecs = (usec_t)n * 1000; return n < 1000;
    case FIELD_PID: w->out->pid = (int64_t)n; return true;
    case FIELD_LINE: w->out->line = n <= UINT32_MAX ? (uint32_t)n : 0; return true;
    case FIELD_LEVEL_NUMBER:
        if (w->out->level == LEVEL_NONE && n < 1000)
            w->out->level = level_of_number(n);
        return true;
    default: return true;
    }
}

/* "[TYPE-UUID] ": other brackets belong to the message. */
static void take_resource(struct str *in)
{
    enum { UUID_BYTES = 36 };
    size_t close = in->n && in->p[0] == '[' ? str_chr(*in, ']', 0) : STR_NONE;

    if (close == STR_NONE || close < UUID_BYTES + 2 || close + 1 >= in->n ||
        in->p[close + 1] != ' ')
        return;
    struct str inside = {in->p + 1, close - 1};
    struct str id = str_from(inside, inside.n - UUID_BYTES);
    if (id.p[-1] == '-' && num_is_uuid(id) &&
        format_is_name(str_head(inside, inside.n - UUID_BYTES)))
        *in = str_from(*in, close + 2);
}

/* False: none stands there. */
static bool take_own(struct walk *w, const struct step *step, struct str *in)
{
    struct str s = step->left || !step->width ? *in : skip_blanks(*in);
    bool ok = true;

    switch (step->shape) {
    case SHAPE_TIME: ok = take_time(w, step, &s); break;
    case SHAPE_LEVEL: ok = take_level(w, step, &s); break;
    case SHAPE_NUMBER: ok = take_number(w, step, &s); break;
    case SHAPE_OPTIONAL:
        if (step->field == FIELD_INSTANCE)
            bracket_instance(&s, &w->out->value[FIELD_INSTANCE]);
        else
            take_resource(&s);
        break;
    case SHAPE_NOTHING:
    case SHAPE_TEXT:
    case SHAPE_WORD: break;
    }
    *in = skip_padding(s, step, in->n - s.n);
    return ok;
}

/* ---- values that end where a literal begins ---- */

static bool is_request(struct str s)
{
    return bracket_value(s).n == 0 || bracket_is_request_id(s);
}

static bool is_summary(struct str s)
{
    struct str type, text;

    return (s.n == 1 && s.p[0] == '-') || pyline_class(str_line(s), &type, &text);
}

static bool fits(const struct step *step, struct str value)
{
    if (step->shape == SHAPE_WORD && str_chr(value, ' ', 0) != STR_NONE)
        return false;
    switch ((int)step->field) {
    case FIELD_LOGGER: return value.n && format_is_name(value);
    case FIELD_GLOBAL_ID:
    case FIELD_REQUEST_ID: return is_request(value);
    case FIELD_SUMMARY: return is_summary(value);
    default: return true;
    }
}

static void keep_value(struct walk *w, const struct step *step, struct str value)
{
    if (step->unsure)
        return;
    w->out->names_unsure =
        w->out->names_unsure || (step->split && str_chr(value, ' ', 0) != STR_NONE);
    w->out->value[step->field] = value;
}

/* The last step of all: a word, and where a text is, everything. */
static bool match_last(struct walk *w, const struct step *step, struct str s)
{
    size_t end = step->shape == SHAPE_WORD ? str_chr(s, ' ', 0) : STR_NONE;
    struct str value = end == STR_NONE ? s : str_head(s, end);

    if (end != STR_NONE && value.n && value.p[value.n - 1] == ':')
        value.n--;
    if (!fits(step, value))
        return false;
    keep_value(w, step, value);
    w->out->behind = str_from(s, value.n);
    return true;
}

static bool match_free(struct walk *w, size_t i, struct str s)
{
    const struct step *step = &w->f->steps[i];

    if (i + 1 == w->f->count)
        return w->f->message < w->f->count && match_last(w, step, s);
    struct str literal = step[1].literal;
    for (size_t from = step->width; from <= s.n && w->tries; from++) {
        size_t at = str_find(s, literal, from);
        if (at == STR_NONE && only_blanks(literal))
            at = s.n; /* the blanks at the end of a line were lost */
        if (at == STR_NONE)
            return false;
        w->tries--;
        struct str value = step->width ? str_trim(str_head(s, at)) : str_head(s, at);
        if (fits(step, value) && match_from(w, i + 1, str_from(s, at))) {
            keep_value(w, step, value);
            return true;
        }
        from = at;
    }
    return false;
}

/* ---- the message and what stands behind it ---- */

/* What oslo.log itself adds to a format: an error's summary, the call site of a DEBUG line. */
static bool is_added(const struct walk *w, struct str s)
{
    return s.n == 0 || str_starts(s, STR(": ")) ||
           (w->out->level == LEVEL_DEBUG && s.p[0] == ' ');
}

/* The rest of the line holds the message and all that the format has behind it. Where it does not,
 * the message goes on in further lines. */
static bool match_message(struct walk *w, size_t i, struct str s)
{
    size_t at =
        i + 1 < w->f->count ? str_find(s, w->f->steps[i + 1].literal, 0) : STR_NONE;

    for (; at != STR_NONE && w->tries; w->tries--) {
        w->out->behind = (struct str){0};
        if (match_from(w, i + 1, str_from(s, at)) && is_added(w, w->out->behind)) {
            w->out->message = str_head(s, at);
            return true;
        }
        at = str_find(s, w->f->steps[i + 1].literal, at + 1);
    }
    w->out->message = s;
    w->out->behind = (struct str){0};
    w->out->unended = i + 1 < w->f->count;
    return true;
}

static bool match_literal(struct walk *w, size_t i, struct str s)
{
    struct str literal = w->f->steps[i].literal;

    if (str_starts(s, literal))
        return match_from(w, i + 1, str_from(s, literal.n));
    /* The blanks at the end of a line were lost. */
    bool last = i + 1 == w->f->count || i + 1 == w->f->message;
    return last && s.n < literal.n && str_starts(literal, s) &&
           only_blanks(str_from(literal, s.n)) && match_from(w, i + 1, str_from(s, s.n));
}

static bool match_from(struct walk *w, size_t i, struct str s)
{
    const struct step *step = &w->f->steps[i];

    if (i == w->f->count) {
        if (w->f->message == w->f->count)
            w->out->message = s;
        else if (i != w->f->message + 1)
            w->out->behind = s;
        return true;
    }
    if (step->field == FIELD_LITERAL)
        return match_literal(w, i, s);
    if (step->field == FIELD_MESSAGE)
        return match_message(w, i, s);
    if (step->shape == SHAPE_WORD || step->shape == SHAPE_TEXT)
        return match_free(w, i, s);
    return take_own(w, step, &s) && match_from(w, i + 1, s);
}

bool format_match(const struct format *f, struct reading *in, struct str line,
                  struct matched *out)
{
    struct walk w = {.f = f, .in = in, .out = out, .tries = MOST_TRIES};

    *out = (struct matched){.pid = -1};
    return match_from(&w, 0, line);
}

bool format_match_end(const struct format *f, struct reading *in, struct str lines,
                      struct matched *out)
{
    struct walk w = {.f = f, .in = in, .out = out, .tries = MOST_TRIES};

    *out = (struct matched){.pid = -1};
    return f->message + 1 < f->count && match_message(&w, f->message, lines) &&
           !out->unended;
}
