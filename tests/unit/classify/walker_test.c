/* The walker gives the answer and the captures of PCRE2, on templates and messages made up. */
#include <check.h>

#include "classify/pattern.h"

Suite *walker_suite(void);

enum { TEMPLATES = 20 * 1000, MESSAGES = 10 };

static uint64_t next(uint64_t *state) /* xorshift64* */
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

static size_t below(uint64_t *state, size_t n)
{
    return (size_t)((next(state) >> 33) % n);
}

/* Few different characters, so that literals are found inside values and inside each other. */
static void add_text(struct buf *out, uint64_t *state, size_t most)
{
    static const char alphabet[] = " \t\na:b'%[ab a";

    for (size_t n = below(state, most + 1); n > 0; n--)
        buf_char(out, alphabet[below(state, sizeof alphabet - 1)]);
}

/* The text as a literal of a template. */
static void add_literal(struct buf *out, struct str text)
{
    for (size_t i = 0; i < text.n; i++) {
        buf_char(out, text.p[i]);
        if (text.p[i] == '%')
            buf_char(out, '%');
    }
}

/* Literals and gaps in turn; message_of puts values in the gaps. */
struct made {
    struct buf literals[6];
    size_t gaps; /* 0..5 */
    struct buf template;
};

static void made_done(struct made *m)
{
    for (size_t i = 0; i < COUNT_OF(m->literals); i++)
        buf_done(&m->literals[i]);
    buf_done(&m->template);
}

static void make(struct made *m, uint64_t *state)
{
    static const struct str gaps[] = {
        STR_INIT("%s"),    STR_INIT("%r"), STR_INIT("%(x)s"),
        STR_INIT("%(y)s"), STR_INIT("…"),  STR_INIT("%-4s"),
    };

    m->gaps = below(state, COUNT_OF(m->literals));
    for (size_t i = 0; i <= m->gaps; i++) {
        add_text(&m->literals[i], state, 5);
        add_literal(&m->template, buf_str(&m->literals[i]));
        if (i < m->gaps)
            buf_add(&m->template, gaps[below(state, COUNT_OF(gaps))]);
    }
}

static void message_of(const struct made *m, uint64_t *state, struct buf *out)
{
    buf_clear(out);
    for (size_t i = 0; i <= m->gaps; i++) {
        struct str literal = buf_str(&m->literals[i]);
        for (size_t k = 0; k < literal.n; k++) {
            buf_char(out, literal.p[k]);
            if (literal.p[k] == ' ' && below(state, 4) == 0)
                add_text(out, state, 1);
        }
        if (i < m->gaps)
            add_text(out, state, 6);
    }
    if (out->n > 0 && below(state, 4) == 0)
        out->p[below(state, out->n)] = ' ';
    if (below(state, 16) == 0)
        add_text(out, state, 20);
}

static void compare(const struct pattern *p, struct pattern_scratch *s,
                    struct str template, struct str text, size_t *fits)
{
    struct str walked[PATTERN_GAPS], matched[PATTERN_GAPS];
    enum fit reference = pattern_match_pcre2(p, s, text, matched);
    enum fit got = pattern_match(p, s, text, walked);

    if (reference == FIT_LIMIT)
        return;
    if (got != reference) /* Check's own test is slow */
        ck_abort_msg("template '%.*s', text '%.*s': %d, by PCRE2 %d", STR_FMT(template),
                     STR_FMT(text), (int)got, (int)reference);
    *fits += got == FIT_YES;
    for (size_t i = 0; got == FIT_YES && i < pattern_params(p).n; i++)
        if (walked[i].p != matched[i].p || walked[i].n != matched[i].n)
            ck_abort_msg(
                "template '%.*s', text '%.*s': capture %zu is '%.*s', by PCRE2 '%.*s'",
                STR_FMT(template), STR_FMT(text), i, STR_FMT(walked[i]),
                STR_FMT(matched[i]));
}

START_TEST(walks_as_pcre2_matches)
{
    struct pattern_scratch *s = pattern_scratch_new();
    uint64_t state = UINT64_C(0x9E3779B97F4A7C15) + (uint64_t)_i;
    size_t fits = 0, cases = 0;
    CLEANUP(arena_done) struct arena arena = {0};

    for (size_t i = 0; i < TEMPLATES / 4; i++) {
        CLEANUP(made_done) struct made m = {0};
        CLEANUP(buf_done) struct buf text = {0};
        struct err e;
        arena_reset(&arena);
        make(&m, &state);
        struct str template = buf_str(&m.template);
        struct pattern *p =
            pattern_new(&arena, template, STYLE_PERCENT, (struct strs){0}, &e);
        if (!p) {
            ck_assert_msg(template.n == 0, "'%.*s': %s", STR_FMT(template), e.text);
            continue;
        }
        ck_assert(pattern_is_plain(p));
        for (size_t k = 0; k < MESSAGES; k++, cases++) {
            message_of(&m, &state, &text);
            compare(p, s, template, buf_str(&text), &fits);
        }
        pattern_done(p);
    }
    pattern_scratch_free(s);
    /* The generator is worth something only if both answers are common. */
    ck_assert_uint_gt(fits, cases / 4);
    ck_assert_uint_lt(fits, cases - cases / 8);
}
END_TEST

START_TEST(writes_captures_only_when_it_fits)
{
    struct arena arena = {0};
    struct pattern_scratch *s = pattern_scratch_new();
    struct err e;
    struct pattern *p =
        pattern_new(&arena, STR("a %s b %s c"), STYLE_PERCENT, (struct strs){0}, &e);
    struct str captures[PATTERN_GAPS] = {STR_INIT("before")};

    ck_assert_int_eq(pattern_match(p, s, STR("a x b y"), captures), FIT_NO);
    ck_assert_int_eq(pattern_match(p, s, STR("a x y c"), captures), FIT_NO);
    ck_assert(str_eq(captures[0], STR("before")));
    pattern_scratch_free(s);
    arena_done(&arena);
}
END_TEST

Suite *walker_suite(void)
{
    Suite *s = suite_create("classify/walker");
    TCase *tc = tcase_create("walker");

    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, walks_as_pcre2_matches, 0, 4);
    tcase_add_test(tc, writes_captures_only_when_it_fits);
    suite_add_tcase(s, tc);
    return s;
}
