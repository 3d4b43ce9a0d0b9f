/*
 * fuzz_mask.c - secrets leave a text, whatever its bytes are.
 *
 * What always holds:
 * - every secret that the rules find lies inside the text, and the same text gives the same ones;
 * - a value found, of eight bytes or more and no plain word, is nowhere in the masked text: marks
 *   aside, it recurs nowhere;
 * - where rules_maybe() says no, rules_find() finds nothing;
 * - masked again and again, the text comes to rest;
 * - what stands around secrets stays, in its order: the masked text is the text with some of its
 *   stretches replaced by marks.
 */
#include <stdio.h>
#include <stdlib.h>

#include "mask/known.h"
#include "mask/mask.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

/* A sentence about what does not hold, and the end. */
static void check(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "fuzz_mask: %s\n", what);
    abort();
}

/* Bytes of the mark at the head of s; 0: there is none. */
static size_t mark_bytes(struct str s)
{
    for (unsigned k = 0; k < SECRET_COUNT; k++) {
        CLEANUP(buf_done) struct buf mark = {0};
        buf_fmt(&mark, "[redacted:%.*s]", STR_FMT(secret_name((enum secret_kind)k)));
        if (str_starts(s, buf_str(&mark)))
            return mark.n;
    }
    return 0;
}

/* The masked text without its marks is a subsequence of the text: nothing was added or moved. */
static void check_rest(struct str text, struct str masked)
{
    size_t at = 0;

    for (size_t i = 0; i < masked.n;) {
        size_t mark = mark_bytes(str_from(masked, i));
        if (mark > 0) {
            i += mark;
            continue;
        }
        at = str_chr(text, masked.p[i], at);
        check(at != STR_NONE, "the masked text has bytes that the text has not");
        at++;
        i++;
    }
}

static void check_found(struct str text, const struct secrets *found)
{
    for (size_t i = 0; i < found->n; i++) {
        const struct secret *x = &found->at[i];
        check(x->n > 0 && x->at < text.n && x->n <= text.n - x->at, "outside the text");
        check((unsigned)x->kind < SECRET_COUNT, "a kind that is none");
    }
}

static bool same(const struct secrets *a, const struct secrets *b)
{
    if (a->n != b->n)
        return false;
    for (size_t i = 0; i < a->n; i++)
        if (a->at[i].at != b->at[i].at || a->at[i].n != b->at[i].n ||
            a->at[i].kind != b->at[i].kind)
            return false;
    return true;
}

/* No value that is hidden even inside of words is there any more, but as a part of a mark; one with
 * a bracket may be made of a mark's end and what stands beside it. */
static void check_gone(struct str masked, const struct secrets *found, struct str text)
{
    CLEANUP(known_done) struct known known = {0};
    static const struct str marks =
        STR_INIT("[redacted:token][redacted:password][redacted:url_password][redacted:"
                 "url_signature]"
                 "[redacted:private_key][redacted:trust_id][redacted:sql_parameters]"
                 "[redacted:header][redacted:user_data]");

    for (size_t i = 0; i < found->n; i++)
        known_add(&known, (struct str){text.p + found->at[i].at, found->at[i].n},
                  found->at[i].kind);
    for (size_t i = 0; i < known.n; i++) {
        struct str v = known.at[i].value;
        bool bracket = str_chr(v, '[', 0) != STR_NONE || str_chr(v, ']', 0) != STR_NONE;
        check(bracket || !known.at[i].anywhere || str_find(masked, v, 0) == STR_NONE ||
                  str_find(marks, v, 0) != STR_NONE,
              "a secret was left");
    }
}

/* A quote that is hidden leaves its partner alone, so that the text may read otherwise the next
 * time; it comes to rest soon all the same. (What a service writes does at once: rules_test.) */
static void check_rest_is_reached(struct masker *m, struct buf *text)
{
    for (int round = 0; round < 8; round++) {
        CLEANUP(buf_done) struct buf next = {0};
        buf_add(&next, mask_text(m, buf_str(text)));
        if (str_eq(buf_str(&next), buf_str(text)))
            return;
        buf_clear(text);
        buf_add(text, buf_str(&next));
    }
    check(false, "the masked text is masked again and again");
}

/* What the rules say of the text, before anything is replaced. */
static void check_rules(const struct rules *rules, struct str text, struct secrets *found)
{
    struct secrets again = {0};

    rules_find(rules, text, found);
    rules_find(rules, text, &again);
    check(same(found, &again), "the same text gave other secrets");
    check(rules_maybe(rules, text) || found->n == 0,
          "rules_maybe() passed a secret over");
    check_found(text, found);
    free(again.at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static struct rules *rules;
    static struct masker *m;
    struct str text = {(const char *)data, n};
    struct secrets found = {0};
    CLEANUP(buf_done) struct buf masked = {0};

    if (!rules) {
        rules = rules_new();
        m = masker_new(&(struct mask_settings){0});
    }
    check_rules(rules, text, &found);
    buf_add(&masked, mask_text(m, text));
    /* A text that holds marks, or halves of them, was not written by a service. */
    if (str_find(text, STR("[redacted"), 0) == STR_NONE) {
        check_rest(text, buf_str(&masked));
        check_gone(buf_str(&masked), &found, text);
        check_rest_is_reached(m, &masked);
    }
    free(found.at);
    return 0;
}
