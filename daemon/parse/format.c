#include "parse/format.h"

#include "base/num.h"

/* Keys of logging.LogRecord, of oslo.log, and of oslo.context's get_logging_values. Others that a
 * context may have are read over, up to the literal behind them. */
static const struct key {
    struct str name;
    enum field field;
    enum shape shape;
} keys[] = {
    {STR_INIT("message"),           FIELD_MESSAGE,           SHAPE_TEXT    },
    {STR_INIT("asctime"),           FIELD_TIME,              SHAPE_TIME    },
    {STR_INIT("isotime"),           FIELD_TIME,              SHAPE_TIME    },
    {STR_INIT("msecs"),             FIELD_MSECS,             SHAPE_NUMBER  },
    {STR_INIT("created"),           FIELD_CREATED,           SHAPE_NUMBER  },
    {STR_INIT("levelname"),         FIELD_LEVEL,             SHAPE_LEVEL   },
    {STR_INIT("levelno"),           FIELD_LEVEL_NUMBER,      SHAPE_NUMBER  },
    {STR_INIT("process"),           FIELD_PID,               SHAPE_NUMBER  },
    {STR_INIT("thread"),            FIELD_NONE,              SHAPE_NUMBER  },
    {STR_INIT("relativeCreated"),   FIELD_NONE,              SHAPE_NUMBER  },
    {STR_INIT("name"),              FIELD_LOGGER,            SHAPE_WORD    },
    {STR_INIT("hostname"),          FIELD_HOST,              SHAPE_WORD    },
    {STR_INIT("program"),           FIELD_PROGRAM,           SHAPE_WORD    },
    {STR_INIT("processName"),       FIELD_PROCESS_NAME,      SHAPE_TEXT    },
    {STR_INIT("threadName"),        FIELD_THREAD_NAME,       SHAPE_TEXT    },
    {STR_INIT("pathname"),          FIELD_FILE,              SHAPE_WORD    },
    {STR_INIT("filename"),          FIELD_NONE,              SHAPE_WORD    },
    {STR_INIT("module"),            FIELD_NONE,              SHAPE_WORD    },
    {STR_INIT("lineno"),            FIELD_LINE,              SHAPE_NUMBER  },
    {STR_INIT("funcName"),          FIELD_FUNCTION,          SHAPE_WORD    },
    {STR_INIT("instance"),          FIELD_INSTANCE,          SHAPE_OPTIONAL},
    {STR_INIT("resource"),          FIELD_RESOURCE,          SHAPE_OPTIONAL},
    {STR_INIT("color"),             FIELD_NONE,              SHAPE_NOTHING },
    {STR_INIT("reset_color"),       FIELD_NONE,              SHAPE_NOTHING },
    {STR_INIT("error_summary"),     FIELD_SUMMARY,           SHAPE_TEXT    },
    {STR_INIT("global_request_id"), FIELD_GLOBAL_ID,         SHAPE_WORD    },
    {STR_INIT("request_id"),        FIELD_REQUEST_ID,        SHAPE_WORD    },
    {STR_INIT("user_identity"),     FIELD_IDENTITY,          SHAPE_TEXT    },
    {STR_INIT("user"),              FIELD_USER_ID,           SHAPE_WORD    },
    {STR_INIT("user_id"),           FIELD_USER_ID,           SHAPE_WORD    },
    {STR_INIT("project"),           FIELD_PROJECT_ID,        SHAPE_WORD    },
    {STR_INIT("project_id"),        FIELD_PROJECT_ID,        SHAPE_WORD    },
    {STR_INIT("tenant"),            FIELD_PROJECT_ID,        SHAPE_WORD    },
    {STR_INIT("domain"),            FIELD_DOMAIN_ID,         SHAPE_WORD    },
    {STR_INIT("system_scope"),      FIELD_SYSTEM_SCOPE,      SHAPE_WORD    },
    {STR_INIT("user_domain"),       FIELD_USER_DOMAIN_ID,    SHAPE_WORD    },
    {STR_INIT("project_domain"),    FIELD_PROJECT_DOMAIN_ID, SHAPE_WORD    },
    {STR_INIT("user_name"),         FIELD_USER_NAME,         SHAPE_TEXT    },
    {STR_INIT("project_name"),      FIELD_PROJECT_NAME,      SHAPE_TEXT    },
};

static int at_byte(struct err *e, struct str text, struct str rest, const char *what)
{
    return err_set(e, "byte %zu, '%.*s': %s", text.n - rest.n + 1,
                   (int)(rest.n < 24 ? rest.n : 24), rest.p, what);
}

/* ---- one field ---- */

static struct step step_of(struct str name)
{
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        if (str_eq(name, keys[i].name))
            return (struct step){.field = keys[i].field, .shape = keys[i].shape};
    return (struct step){.field = FIELD_NONE, .shape = SHAPE_TEXT};
}

static size_t take_size(struct str *in)
{
    enum { MOST = 1000 };
    uint64_t n = 0;

    return num_take(in, MOST, &n) ? (size_t)n : 0;
}

/* What stands behind "%(name)": flags, width, precision, type (Python's printf-style). */
static bool take_conversion(struct str *in, struct step *s)
{
    bool zeros = false;

    for (; in->n && in->p[0] && strchr("-+ #0", in->p[0]); *in = str_from(*in, 1)) {
        s->left = s->left || in->p[0] == '-';
        zeros = zeros || in->p[0] == '0';
    }
    s->width = take_size(in);
    if (in->n && in->p[0] == '.') {
        *in = str_from(*in, 1);
        s->precision = take_size(in);
    }
    if (in->n == 0 || !in->p[0] || !strchr("sradiuxXfFeEgG", in->p[0]))
        return false;
    bool text = strchr("sra", in->p[0]) != NULL;
    if (!text)
        s->precision = 0; /* of digits behind a point */
    if (zeros && !s->left && !text && s->field != FIELD_MSECS)
        s->width = 0;
    *in = str_from(*in, 1);
    return true;
}

/* "%(name)s" at the head of *in. */
static int take_field(struct str text, struct str *in, struct step *out, struct err *e)
{
    struct str at = *in;
    size_t close = str_chr(at, ')', 0);

    if (at.n < 2 || at.p[1] != '(' || close == STR_NONE)
        return at_byte(e, text, at, "a field is written %(name)s, a percent sign %%");
    struct str name = {at.p + 2, close - 2};
    *out = step_of(name);
    *in = str_from(at, close + 1);
    if (name.n == 0 || !take_conversion(in, out))
        return at_byte(e, text, at,
                       "a field is written %(name)s, with a letter at its end");
    return 0;
}

/* ---- all of them ---- */

static int add_step(struct format *f, struct step s, struct err *e)
{
    if (s.shape == SHAPE_NOTHING)
        return 0;
    if (f->count == LIMIT_FORMAT_STEPS)
        return err_set(e, "it has more than %d fields and texts between them",
                       LIMIT_FORMAT_STEPS);
    f->steps[f->count++] = s;
    return 0;
}

/* Literals stand in f->text one behind the other, so that two with a colour between are one. */
static int add_literal(struct format *f, struct str s, struct err *e)
{
    char *to = f->text.p + f->text.n;

    buf_add(&f->text, s);
    if (f->count && f->steps[f->count - 1].field == FIELD_LITERAL) {
        f->steps[f->count - 1].literal.n += s.n;
        return 0;
    }
    return add_step(f,
                    (struct step){
                        .field = FIELD_LITERAL, .literal = {to, s.n}
    },
                    e);
}

/* "ESC[…m": the bytes of it; 0: there is none. */
static size_t colour_bytes(struct str s)
{
    size_t n = 2;

    if (!str_starts(s, STR("\x1b[")))
        return 0;
    while (n < s.n && (num_is_digit(s.p[n]) || s.p[n] == ';'))
        n++;
    return n < s.n && s.p[n] == 'm' ? n + 1 : 0;
}

static int take_part(struct format *f, struct str text, struct str *in, struct err *e)
{
    size_t n = colour_bytes(*in);
    struct step s = {0};

    if (n) {
        *in = str_from(*in, n);
        return 0;
    }
    if (in->p[0] != '%' || str_starts(*in, STR("%%"))) {
        struct str one = str_head(*in, 1);
        *in = str_from(*in, in->p[0] == '%' ? 2 : 1);
        return add_literal(f, one, e);
    }
    return take_field(text, in, &s, e) < 0 ? -1 : add_step(f, s, e);
}

/* ---- is it certain where each field ends? ---- */

/* A field that may have any length and any bytes needs a literal behind it. */
static bool ends_by_itself(const struct step *s, const struct step *next)
{
    bool optional = next->shape == SHAPE_OPTIONAL && next->field != FIELD_LITERAL;

    switch (s->shape) {
    case SHAPE_TIME:
    case SHAPE_OPTIONAL:
    case SHAPE_NOTHING: return true;
    case SHAPE_NUMBER: return optional || (s->field == FIELD_MSECS && s->width == 3);
    case SHAPE_LEVEL: return optional;
    case SHAPE_TEXT:
    case SHAPE_WORD: break;
    }
    return false;
}

bool format_is_name(struct str s)
{
    for (size_t i = 0; i < s.n; i++) {
        unsigned c = (unsigned char)s.p[i];
        if (!num_is_digit(s.p[i]) && (c | 0x20) - 'a' >= 26U && c != '_' && c != '-' &&
            c != '.' && c < 0x80)
            return false;
    }
    return true;
}

static bool is_free(const struct step *s)
{
    return s->field != FIELD_LITERAL && (s->shape == SHAPE_WORD || s->shape == SHAPE_TEXT);
}

/* Marks the fields on both sides of a literal that may as well stand inside of them. */
static void doubt(struct step *before, const struct step *literal, struct step *behind)
{
    if (!is_free(before) || !is_free(behind) || behind->field == FIELD_MESSAGE)
        return;
    if (format_is_name(literal->literal))
        before->unsure = behind->unsure = true;
    else if (str_eq(literal->literal, STR(" ")) && before->shape == SHAPE_TEXT)
        before->split = behind->split = true;
}

static int check_neighbours(struct format *f, struct err *e)
{
    for (size_t i = 0; i + 1 < f->count; i++) {
        struct step *s = &f->steps[i], *next = s + 1;
        if (s->field == FIELD_LITERAL)
            continue;
        if (next->field != FIELD_LITERAL && !ends_by_itself(s, next))
            return err_set(e, "two fields with nothing between them: nobody can tell "
                              "where the first ends");
        if (next->field != FIELD_LITERAL || i + 2 == f->count)
            continue;
        doubt(s, next, s + 2);
        s->whole_seconds = s->field == FIELD_TIME && s[2].field == FIELD_MSECS;
    }
    return 0;
}

static bool has_words(struct str s)
{
    return str_trim(s).n > 0;
}

static int check_whole(const struct format *f, struct err *e)
{
    bool anchor = false, words = false;
    size_t messages = 0;

    for (size_t i = 0; i < f->count; i++) {
        const struct step *s = &f->steps[i];
        messages += s->field == FIELD_MESSAGE;
        anchor = anchor || s->field == FIELD_TIME || s->field == FIELD_CREATED ||
                 s->field == FIELD_LEVEL;
        words = words || (s->field == FIELD_LITERAL && has_words(s->literal));
    }
    if (messages > 1)
        return err_set(e, "it has %%(message)s twice");
    if (!anchor && (messages || !words))
        return err_set(e, "it has neither a time nor %%(levelname)s: any line would fit");
    return 0;
}

int format_compile(struct format *f, struct str text, struct err *e)
{
    struct str rest = text;

    if (text.n == 0)
        return err_set(e, "it is empty");
    if (text.n > LIMIT_FORMAT_BYTES)
        return err_set(e, "it is longer than %d bytes", LIMIT_FORMAT_BYTES);
    if (str_chr(text, '\n', 0) != STR_NONE)
        return err_set(e, "it has a line end: a record's format is one line");
    if (str_chr(text, '%', 0) == STR_NONE &&
        (str_chr(text, '{', 0) != STR_NONE || str_chr(text, '$', 0) != STR_NONE))
        return err_set(e, "it has no field as %%(message)s is one");
    buf_reserve(&f->text, text.n); /* so that no literal moves */
    while (rest.n)
        if (take_part(f, text, &rest, e) < 0)
            return -1;
    if (check_neighbours(f, e) < 0 || check_whole(f, e) < 0)
        return -1;
    f->message = 0;
    while (f->message < f->count && f->steps[f->message].field != FIELD_MESSAGE)
        f->message++;
    return 0;
}
