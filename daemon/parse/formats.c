#include "parse/formats.h"

#include <stdlib.h>

#include "base/num.h"
#include "parse/bracket.h"
#include "parse/format.h"
#include "parse/pyline.h"

static const struct envelope_kind envelope_format;

/* What oslo.log has before each line of a traceback unless it is told otherwise. */
static const char usual_prefix[] =
    "%(asctime)s.%(msecs)03d %(process)d ERROR %(name)s %(instance)s";

struct formats *formats_new(void)
{
    struct formats *f = mem_new(sizeof *f);
    struct err e;

    if (formats_add(f, str_of(usual_prefix), &e) < 0)
        abort(); /* it is a good one: formats_test.c */
    f->prefix_is_usual = true;
    return f;
}

void formats_free(struct formats *f)
{
    if (!f)
        return;
    for (size_t i = 0; i < LIMIT_FORMATS; i++) {
        buf_done(&f->heads[i].text);
        buf_done(&f->prefixes[i].text);
    }
    free(f);
}

int formats_add(struct formats *f, struct str text, struct err *e)
{
    bool head = str_find(text, STR("%(message)"), 0) != STR_NONE;

    if (!head && f->prefix_is_usual) {
        buf_done(&f->prefixes[0].text);
        f->prefixes[0] = (struct format){0};
        f->prefix_count = 0;
        f->prefix_is_usual = false;
    }
    size_t *count = head ? &f->head_count : &f->prefix_count;

    if (*count == LIMIT_FORMATS)
        return err_set(e, "there are more than %d formats", LIMIT_FORMATS);
    struct format *to = head ? &f->heads[*count] : &f->prefixes[*count];
    if (format_compile(to, text, e) < 0) {
        buf_done(&to->text);
        *to = (struct format){0};
        return -1;
    }
    ++*count;
    return 0;
}

int formats_check(const struct formats *f, struct err *e)
{
    if (f->head_count == 0)
        return err_set(e, "no format has %%(message)s; one without it says what stands "
                          "before each line of a traceback, and needs one with it");
    return 0;
}

/* ---- what a line says, as a head ---- */

/* Behind the message: an error's summary, the call site of a DEBUG line. */
static struct str with_what_follows(struct arena *a, const struct matched *m)
{
    struct str summary = bracket_value(m->value[FIELD_SUMMARY]);
    size_t n = m->message.n + summary.n + m->behind.n + 2;

    if (summary.n == 0 && m->behind.n == 0)
        return m->message;
    char *to = arena_alloc(a, n);
    struct buf b = {.p = to, .cap = n}; /* never grows: n is all of it */
    buf_add(&b, m->message);
    if (summary.n)
        buf_add(&b, STR(": "));
    buf_add(&b, summary);
    buf_add(&b, m->behind);
    return buf_str(&b);
}

static size_t count_words(struct str s)
{
    size_t count = s.n > 0;

    for (size_t at = str_chr(s, ' ', 0); at != STR_NONE; at = str_chr(s, ' ', at + 1))
        count++;
    return count;
}

static struct str word_or_dash(struct str s)
{
    return s.n == 0 || str_chr(s, ' ', 0) != STR_NONE ? STR("-") : s;
}

/* "%(project)s" is the name of the product where there is no context. */
static struct str project_id(struct str s)
{
    enum { HEX_BYTES = 32 };
    size_t n = 0;

    while (n < s.n && num_is_hex(s.p[n]))
        n++;
    return num_is_uuid(s) || (n == s.n && n == HEX_BYTES) ? s : STR("-");
}

/* The ids as bracket.h reads them: "GLOBAL REQUEST USER PROJECT DOMAIN SCOPE UDOMAIN PDOMAIN". */
static struct str context_of(struct arena *a, const struct matched *m)
{
    struct str identity = m->value[FIELD_IDENTITY];
    size_t words = count_words(identity);
    struct buf b = {0};

    if (bracket_value(m->value[FIELD_GLOBAL_ID]).n) {
        buf_add(&b, m->value[FIELD_GLOBAL_ID]);
        buf_char(&b, ' ');
    }
    buf_add(&b, word_or_dash(m->value[FIELD_REQUEST_ID]));
    if (words == 5 || words == 6) {
        buf_char(&b, ' ');
        buf_add(&b, identity);
    } else {
        for (int i = FIELD_USER_ID; i <= FIELD_PROJECT_DOMAIN_ID; i++) {
            buf_char(&b, ' ');
            buf_add(&b, i == FIELD_PROJECT_ID ? project_id(m->value[i])
                                              : word_or_dash(m->value[i]));
        }
    }
    struct str kept = arena_str(a, buf_str(&b));
    buf_done(&b);
    return kept;
}

/* Fields that only envelopes around a record tell otherwise. */
static void tell_outer(struct head *h, const struct matched *m)
{
    static const struct {
        enum field field;
        enum outer_text text;
    } rows[] = {
        {FIELD_HOST,         OUTER_HOST         },
        {FIELD_PROGRAM,      OUTER_IDENTIFIER   },
        {FIELD_PROCESS_NAME, OUTER_PROCESS_NAME },
        {FIELD_THREAD_NAME,  OUTER_THREAD_NAME  },
        {FIELD_FILE,         OUTER_CODE_FILE    },
        {FIELD_FUNCTION,     OUTER_CODE_FUNCTION},
        {FIELD_USER_NAME,    OUTER_USER_NAME    },
        {FIELD_PROJECT_NAME, OUTER_PROJECT_NAME },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct str value = bracket_value(m->value[rows[i].field]);
        bool name =
            rows[i].field == FIELD_USER_NAME || rows[i].field == FIELD_PROJECT_NAME;
        if (value.n && !(name && m->names_unsure))
            head_outer(h)->text[rows[i].text] = value;
    }
    if (m->value[FIELD_FILE].n)
        head_outer(h)->code_line = m->line;
}

static void fill_common(struct head *h, const struct matched *m)
{
    struct stamp t = m->time;

    if (m->timed) {
        t.time += m->msecs;
        head_own_time(h, &t);
    }
    h->kind = &envelope_format;
    h->loose = true;
    h->level = m->level;
    h->pid = m->pid;
    h->logger = m->value[FIELD_LOGGER];
    h->instance_id = m->value[FIELD_INSTANCE];
}

static void fill_head(struct reading *in, struct head *h, const struct matched *m)
{
    h->form = FORM_HEAD;
    fill_common(h, m);
    h->context = context_of(in->arena, m);
    h->text = with_what_follows(in->arena, m);
    h->unended = m->unended;
    tell_outer(h, m);
}

static void fill_trace(struct head *h, const struct matched *m)
{
    h->form = FORM_TRACE;
    fill_common(h, m);
    h->text = m->message;
}

static bool match_any(const struct format *formats, size_t count, struct reading *in,
                      struct str line, struct matched *out)
{
    for (size_t i = 0; i < count; i++)
        if (format_match(&formats[i], in, line, out))
            return true;
    return false;
}

/* A prefix often says what the head of a record says as well: what tells them apart is then the
 * record before it (records.c). */
bool formats_read(struct reading *in, struct head *h)
{
    const struct formats *f = in->formats;
    struct matched head, prefix;
    bool traced = match_any(f->prefixes, f->prefix_count, in, h->text, &prefix);
    bool headed = match_any(f->heads, f->head_count, in, h->text, &head);

    /* A head of oslo.log's own form fits its prefix: parse_oslo_text.c knows both. */
    traced = traced && (headed || !f->prefix_is_usual);
    if (headed)
        fill_head(in, h, &head);
    else if (traced)
        fill_trace(h, &prefix);
    h->either = traced && headed;
    if (h->either)
        h->trace = prefix.message;
    return traced || headed;
}

static void fill_record(struct reading *in, const struct head *h, struct record *r)
{
    (void)in;
    bracket_fill(h->context, BRACKET_PROJECT_USER, r);
    r->instance_id = h->instance_id;
}

static void end_message(struct reading *in, struct record *r)
{
    const struct formats *f = in->formats;
    struct matched m;

    for (size_t i = 0; i < f->head_count; i++) {
        if (!format_match_end(&f->heads[i], in, r->body, &m))
            continue;
        r->body = r->message = with_what_follows(in->arena, &m);
        if (r->origin_file.n)
            return;
        r->origin_file = m.value[FIELD_FILE];
        r->origin_function = m.value[FIELD_FUNCTION];
        r->origin_line = m.line;
        return;
    }
}

static const struct envelope_kind envelope_format = {
    .name = "format",
    .help = "a format that was named",
    .id = ENVELOPE_OSLO_TEXT,
    .fill = fill_record,
    .end = end_message,
};
