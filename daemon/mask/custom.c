#include "mask/custom.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>

enum {
    MATCH_LIMIT = 10 * 1000,
    MATCH_LIMIT_PER_BYTE = 16,
    HEAP_LIMIT_KIB = 4 * 1024,
    GROUPS = 2, /* the whole match, and the secret */
};

struct regex {
    pcre2_code *code;
    enum secret_kind kind;
};

struct custom {
    struct regex *regexes;
    size_t n;
    pcre2_match_data *data;
    pcre2_match_context *context;
};

struct custom *custom_new(const struct secret_rule *rules, size_t n)
{
    if (n == 0)
        return NULL;
    struct custom *c = mem_new(sizeof *c);
    c->regexes = mem_new(n * sizeof *c->regexes);
    c->data = pcre2_match_data_create(GROUPS, NULL);
    c->context = pcre2_match_context_create(NULL);
    if (!c->data || !c->context)
        mem_out();
    pcre2_set_heap_limit(c->context, HEAP_LIMIT_KIB);
    for (size_t i = 0; i < n; i++) {
        int error;
        PCRE2_SIZE at;
        pcre2_code *code = pcre2_compile((PCRE2_SPTR)rules[i].regex.p, rules[i].regex.n,
                                         PCRE2_NEVER_UTF, &error, &at, NULL);
        if (!code)
            continue;
        (void)pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
        c->regexes[c->n++] = (struct regex){code, rules[i].kind};
    }
    return c;
}

void custom_free(struct custom *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < c->n; i++)
        pcre2_code_free(c->regexes[i].code);
    pcre2_match_data_free(c->data);
    pcre2_match_context_free(c->context);
    free(c->regexes);
    free(c);
}

/* The next place of the regex at or behind `from`; STR_NONE in *end: it ran into a limit. False:
 * nothing, any more. */
static bool next_match(struct custom *c, const struct regex *x, struct str s, size_t from,
                       size_t *begin, size_t *end, size_t *behind)
{
    size_t limit = MATCH_LIMIT + MATCH_LIMIT_PER_BYTE * s.n;
    uint32_t capped = limit > UINT32_MAX ? UINT32_MAX : (uint32_t)limit;

    pcre2_set_match_limit(c->context, capped);
    pcre2_set_depth_limit(c->context, capped);
    int groups = pcre2_match(x->code, (PCRE2_SPTR)s.p, s.n, from, 0, c->data, c->context);
    if (groups == PCRE2_ERROR_NOMATCH)
        return false;
    const PCRE2_SIZE *at = pcre2_get_ovector_pointer(c->data);
    if (groups < 0) {
        *end = STR_NONE;
        return true;
    }
    /* 0: more groups than are looked at. One that took no part stands for nothing. */
    size_t g = groups != 1 && at[2] != PCRE2_UNSET ? 1 : 0;
    *begin = at[2 * g];
    *end = at[2 * g + 1];
    *behind = at[1] > from ? at[1] : from + 1;
    return true;
}

static void find_one(struct custom *c, const struct regex *x, struct str s,
                     struct secrets *out)
{
    struct str mark = STR("[redacted:");
    size_t from = 0, begin, end, behind;

    while (from <= s.n && next_match(c, x, s, from, &begin, &end, &behind)) {
        if (end == STR_NONE) {
            secrets_add(out, from, s.n - from, x->kind);
            return;
        }
        if (end > begin && !str_starts((struct str){s.p + begin, end - begin}, mark))
            secrets_add(out, begin, end - begin, x->kind);
        from = behind;
    }
}

void custom_find(struct custom *c, struct str s, struct secrets *out)
{
    for (size_t i = 0; c && s.n > 0 && i < c->n; i++)
        find_one(c, &c->regexes[i], s, out);
}
