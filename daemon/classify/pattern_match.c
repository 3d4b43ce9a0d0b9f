/* PCRE2 behind patterns: compiling at the first use, matching within limits. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "classify/pattern_parts.h"

enum {
    GROUPS = 64, /* groups of one expression, the whole match among them */
    MATCH_LIMIT = 10 * 1000,
    MATCH_LIMIT_PER_BYTE = 4,
    HEAP_LIMIT_KIB = 4 * 1024,
    JIT_STACK_START = 32 * 1024,
    JIT_STACK_LIMIT = 512 * 1024,
};

static const uint32_t compile_options = PCRE2_ANCHORED | PCRE2_ENDANCHORED | PCRE2_DOTALL |
                                        PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_UTF;

struct compiled {
    _Atomic(pcre2_code *) code; /* NULL until the first use */
};

struct pattern_scratch {
    pcre2_match_data *data;
    pcre2_match_context *context;
    pcre2_jit_stack *stack;
};

struct compiled *pattern_compiled_new(struct arena *a)
{
    struct compiled *c = ARENA_NEW(a, struct compiled);

    atomic_init(&c->code, NULL);
    return c;
}

void pattern_done(struct pattern *p)
{
    if (p && p->compiled)
        pcre2_code_free(atomic_exchange(&p->compiled->code, NULL));
}

struct pattern_scratch *pattern_scratch_new(void)
{
    struct pattern_scratch *s = mem_new(sizeof *s);

    s->data = pcre2_match_data_create(GROUPS, NULL);
    s->context = pcre2_match_context_create(NULL);
    s->stack = pcre2_jit_stack_create(JIT_STACK_START, JIT_STACK_LIMIT, NULL);
    if (!s->data || !s->context)
        mem_out();
    pcre2_set_heap_limit(s->context, HEAP_LIMIT_KIB);
    if (s->stack) /* NULL: this PCRE2 has no JIT */
        pcre2_jit_stack_assign(s->context, NULL, s->stack);
    return s;
}

void pattern_scratch_free(struct pattern_scratch *s)
{
    if (!s)
        return;
    pcre2_jit_stack_free(s->stack);
    pcre2_match_context_free(s->context);
    pcre2_match_data_free(s->data);
    free(s);
}

static pcre2_code *compile(struct str regex, struct err *e)
{
    int error;
    PCRE2_SIZE at;
    pcre2_code *code =
        pcre2_compile((PCRE2_SPTR)regex.p, regex.n, compile_options, &error, &at, NULL);
    PCRE2_UCHAR text[160] = "";

    if (code) {
        /* Refused JIT (no memory may be made executable) leaves the interpreter. */
        (void)pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
        return code;
    }
    pcre2_get_error_message(error, text, sizeof text);
    err_set(e, "%s at byte %zu of the regex", (const char *)text, at + 1);
    return NULL;
}

/*
 * The code of a pattern. Two workers that use it first at the same moment may both compile it;
 * one of them publishes, the other throws its own away, and nobody waits.
 */
static pcre2_code *code_of(const struct pattern *p)
{
    pcre2_code *code = atomic_load_explicit(&p->compiled->code, memory_order_acquire);
    pcre2_code *expected = NULL;
    struct err ignored;

    if (code)
        return code;
    code = compile(p->regex, &ignored);
    if (!code)
        return NULL;
    if (atomic_compare_exchange_strong(&p->compiled->code, &expected, code))
        return code;
    pcre2_code_free(code);
    return expected;
}

static enum fit run(pcre2_code *code, struct pattern_scratch *s, struct str text)
{
    size_t limit = MATCH_LIMIT + MATCH_LIMIT_PER_BYTE * text.n;
    uint32_t capped = limit > UINT32_MAX ? UINT32_MAX : (uint32_t)limit;

    pcre2_set_match_limit(s->context, capped);
    pcre2_set_depth_limit(s->context, capped);
    int result = pcre2_match(code, (PCRE2_SPTR)(text.p ? text.p : ""), text.n, 0, 0,
                             s->data, s->context);
    if (result == PCRE2_ERROR_NOMATCH)
        return FIT_NO;
    return result < 0 ? FIT_LIMIT : FIT_YES;
}

/* An absent text is matched as an empty one, whose captures lie somewhere. */
static struct str present(struct str text)
{
    static const char empty[1] = "";

    return text.p ? text : (struct str){empty, 0};
}

static struct str trim(struct str s, unsigned sides)
{
    while ((sides & TRIM_LEFT) && s.n > 0 && walk_is_blank(s.p[0]))
        s = str_from(s, 1);
    while ((sides & TRIM_RIGHT) && s.n > 0 && walk_is_blank(s.p[s.n - 1]))
        s.n--;
    return s;
}

static void trim_all(const struct pattern *p, struct str *captures)
{
    for (size_t i = 0; i < p->params.n; i++)
        if (p->trims[i])
            captures[i] = trim(captures[i], p->trims[i]);
}

enum fit pattern_match_pcre2(const struct pattern *p, struct pattern_scratch *s,
                             struct str text, struct str captures[PATTERN_GAPS])
{
    pcre2_code *code = code_of(p);

    text = present(text);
    enum fit fit = code ? run(code, s, text) : FIT_LIMIT;
    if (fit != FIT_YES)
        return fit;
    const PCRE2_SIZE *at = pcre2_get_ovector_pointer(s->data);
    size_t groups = pcre2_get_ovector_count(s->data);
    for (size_t i = 0; i < p->params.n; i++) {
        size_t g = p->groups[i];
        captures[i] = g >= groups || at[2 * g] == PCRE2_UNSET
                          ? (struct str){0}
                          : (struct str){text.p + at[2 * g], at[2 * g + 1] - at[2 * g]};
    }
    trim_all(p, captures);
    return FIT_YES;
}

enum fit pattern_match(const struct pattern *p, struct pattern_scratch *s,
                       struct str text, struct str captures[PATTERN_GAPS])
{
    if (!p->plain)
        return pattern_match_pcre2(p, s, text, captures);
    if (!walk(&p->walk, present(text), captures))
        return FIT_NO;
    trim_all(p, captures);
    return FIT_YES;
}

static int find_param(const struct str *names, size_t n, struct str name)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(names[i], name))
            return (int)i;
    return -1;
}

/* The named groups, in the order of their numbers. */
static int note_groups(struct pattern *p, const pcre2_code *code, struct arena *a,
                       struct err *e)
{
    uint32_t count = 0, size = 0, groups = 0;
    PCRE2_SPTR table = NULL;

    pcre2_pattern_info(code, PCRE2_INFO_NAMECOUNT, &count);
    pcre2_pattern_info(code, PCRE2_INFO_NAMEENTRYSIZE, &size);
    pcre2_pattern_info(code, PCRE2_INFO_NAMETABLE, &table);
    pcre2_pattern_info(code, PCRE2_INFO_CAPTURECOUNT, &groups);
    if (count > PATTERN_GAPS || groups >= GROUPS)
        return err_set(e, "more than %d named groups, or than %d groups",
                       (int)PATTERN_GAPS, (int)GROUPS - 1);
    struct str *names = ARENA_ARRAY(a, struct str, count);
    unsigned char *numbers = ARENA_ARRAY(a, unsigned char, count);
    size_t n = 0;
    for (unsigned g = 1; g <= groups; g++)
        for (uint32_t i = 0; i < count; i++) {
            PCRE2_SPTR row = table + (size_t)i * size;
            if (((unsigned)row[0] << 8 | row[1]) != g)
                continue;
            names[n] = pattern_param_name(a, str_of((const char *)row + 2));
            if (names[n].n == 0 || find_param(names, n, names[n]) >= 0)
                return err_set(e, "the group name '%s' stands twice, or says nothing",
                               (const char *)row + 2);
            numbers[n++] = (unsigned char)g;
        }
    p->params = (struct strs){names, n};
    p->groups = numbers;
    p->trims = ARENA_ARRAY(a, unsigned char, count);
    return 0;
}

int pattern_compile_regex(struct pattern *p, struct arena *a, struct err *e)
{
    pcre2_code *code = compile(p->regex, e);

    if (!code)
        return -1;
    p->compiled = pattern_compiled_new(a);
    atomic_store(&p->compiled->code, code);
    struct pattern_scratch *s = pattern_scratch_new();
    bool empty = run(code, s, STR("")) != FIT_NO;
    pattern_scratch_free(s);
    if (empty)
        err_set(e,
                "the regex matches the empty text: it must ask for some text of its own");
    if (empty || note_groups(p, code, a, e) < 0) {
        pattern_done(p);
        return -1;
    }
    return 0;
}
