/* overlap.h: a common text is found exactly where there is one. */
#include <check.h>
#include <stdlib.h>

#include "classify/overlap.h"

Suite *overlap_suite(void);

static const struct {
    const char *a, *b;
    enum pattern_style style; /* of both */
    const char *witness;      /* NULL: there is none */
} rows[] = {
    {"a",                "a",              STYLE_PERCENT, "a"          },
    {"a",                "b",              STYLE_PERCENT, NULL         },
    {"a%s",              "ab",             STYLE_PERCENT, "ab"         },
    {"a%s",              "%sb",            STYLE_PERCENT, "ab"         },
    {"No %s x",          "No y %s",        STYLE_PERCENT, "No y x"     },
    {"a %sb",            "a%s c",          STYLE_PERCENT, NULL         },
    {"n=%d",             "n=%s",           STYLE_PERCENT, "n=1"        },
    {"n=%d.",            "n=x%s",          STYLE_PERCENT, NULL         },
    {"n=%x",             "n=%s",           STYLE_PERCENT, "n=1"        },
    {"n=%c",             "n=%d",           STYLE_PERCENT, "n=1"        },
    {"n=-%d",            "n=%d",           STYLE_PERCENT, "n=-1"       },
    {"a  b",             "a b",            STYLE_PERCENT, "a  b"       },
    {"100%% of %s",      "100%s of it",    STYLE_PERCENT, "100% of it" },
    {"%(x)s is %(y)s",   "%(z)s was %(y)s", STYLE_PERCENT, "x is  was "},
    {"cut \xe2\x80\xa6", "cut short",      STYLE_PERCENT, "cut short"  },
    {"a {} c",           "{} b c",         STYLE_BRACE,   "a  b c"     },
    {"{{a}}",            "{x}}}",          STYLE_BRACE,   "{a}"        },
};

static bool fits(struct arena *a, const char *template, enum pattern_style style, struct str text)
{
    struct pattern_scratch *s = pattern_scratch_new();
    struct str captures[PATTERN_GAPS];
    struct err e;
    struct pattern *p = pattern_new(a, str_of(template), style, (struct strs){0}, &e);
    bool yes = pattern_match(p, s, text, captures) == FIT_YES;
    pattern_done(p);
    pattern_scratch_free(s);
    return yes;
}

START_TEST(finds_a_witness_or_none)
{
    struct arena a;
    struct str witness = {0};

    arena_init(&a);
    bool found = overlap_find(&a, (struct overlap_side){str_of(rows[_i].a), rows[_i].style},
                              (struct overlap_side){str_of(rows[_i].b), rows[_i].style},
                              &witness);
    ck_assert_msg(found == (rows[_i].witness != NULL), "%s | %s", rows[_i].a, rows[_i].b);
    if (found)
        ck_assert_msg(fits(&a, rows[_i].a, rows[_i].style, witness) &&
                          fits(&a, rows[_i].b, rows[_i].style, witness) &&
                          witness.n <= strlen(rows[_i].witness),
                      "%s | %s: '%.*s'", rows[_i].a, rows[_i].b, STR_FMT(witness));
    arena_done(&a);
}
END_TEST

/* ---- against all short texts ---- */

enum { MOST_PIECES = 4, TEXT_BYTES = 6, PAIRS = 3000 };

static void random_template(struct buf *out)
{
    static const char *const pieces[] = {"%s", "a", "b", "ab", "%s", "%d", "%x"};
    size_t n = 1 + (size_t)rand() % MOST_PIECES;

    while (n-- > 0)
        buf_add(out, str_of(pieces[(size_t)rand() % COUNT_OF(pieces)]));
}

/* Every text of a, b and 1 up to TEXT_BYTES: is there one that both fit? */
static bool any_fits_both(const struct pattern *p, const struct pattern *q,
                          struct pattern_scratch *s)
{
    struct str captures[PATTERN_GAPS];
    char text[TEXT_BYTES + 1];

    for (size_t n = 0, count = 1; n <= TEXT_BYTES; n++, count *= 3)
        for (size_t number = 0; number < count; number++) {
            size_t rest = number;
            for (size_t i = 0; i < n; i++, rest /= 3)
                text[i] = "ab1"[rest % 3];
            struct str t = {text, n};
            if (pattern_match(p, s, t, captures) == FIT_YES &&
                pattern_match(q, s, t, captures) == FIT_YES)
                return true;
        }
    return false;
}

static void compare(struct arena *a, struct pattern_scratch *s)
{
    CLEANUP(buf_done) struct buf x = {0}, y = {0};
    struct str captures[PATTERN_GAPS], witness;
    struct err e;

    random_template(&x);
    random_template(&y);
    struct pattern *p = pattern_new(a, buf_str(&x), STYLE_PERCENT, (struct strs){0}, &e);
    struct pattern *q = pattern_new(a, buf_str(&y), STYLE_PERCENT, (struct strs){0}, &e);
    bool found = overlap_find(a, (struct overlap_side){buf_str(&x), STYLE_PERCENT},
                              (struct overlap_side){buf_str(&y), STYLE_PERCENT}, &witness);
    if (found)
        ck_assert_msg(pattern_match(p, s, witness, captures) == FIT_YES &&
                          pattern_match(q, s, witness, captures) == FIT_YES,
                      "%s | %s: '%.*s'", buf_z(&x), buf_z(&y), STR_FMT(witness));
    else
        ck_assert_msg(!any_fits_both(p, q, s), "%s | %s", buf_z(&x), buf_z(&y));
    pattern_done(p);
    pattern_done(q);
}

START_TEST(agrees_with_all_short_texts)
{
    struct arena a;
    struct pattern_scratch *s = pattern_scratch_new();

    srand(20261201);
    arena_init(&a);
    for (int i = 0; i < PAIRS; i++) {
        compare(&a, s);
        arena_reset(&a);
    }
    arena_done(&a);
    pattern_scratch_free(s);
}
END_TEST

Suite *overlap_suite(void)
{
    Suite *s = suite_create("classify/overlap");
    TCase *tc = tcase_create("overlap");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, finds_a_witness_or_none, 0, COUNT_OF(rows));
    tcase_add_test(tc, agrees_with_all_short_texts);
    suite_add_tcase(s, tc);
    return s;
}
