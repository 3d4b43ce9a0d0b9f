/* classify/trie.h: the tree finds what a loop over all keys finds. */
#include <check.h>
#include <stdlib.h>

#include "base/buf.h"
#include "classify/trie.h"

Suite *trie_suite(void);

struct found {
    uint32_t values[512];
    size_t n;
};

static void note(void *context, uint32_t value)
{
    struct found *f = context;
    if (f->n == COUNT_OF(f->values))
        ck_abort_msg("more values than were added");
    f->values[f->n++] = value;
}

static struct found search(const struct trie *t, struct str text)
{
    struct found f = {.n = 0};
    trie_search(t, text, note, &f);
    return f;
}

START_TEST(finds_all_heads_shortest_first)
{
    static const struct str keys[] = {
        STR_INIT("Failed to "), STR_INIT("Failed"),
        STR_INIT(""),           STR_INIT("Failed to attach"),
        STR_INIT("Failing"),    STR_INIT("Failed to "),
        STR_INIT("Z"),
    };
    static const struct {
        struct str text;
        size_t n;
        uint32_t values[6];
    } rows[] = {
        {STR_INIT("Failed to attach x"),    5, {2, 1, 0, 5, 3}},
        {STR_INIT("Failed  \tto\t attach"), 5, {2, 1, 0, 5, 3}},
        {STR_INIT("Failed to"),             2, {2, 1}         },
        {STR_INIT("Failed tot"),            2, {2, 1}         },
        {STR_INIT("Failing"),               2, {2, 4}         },
        {STR_INIT(""),                      1, {2}            },
        {STR_INIT("z"),                     1, {2}            },
        {STR_INIT("Z"),                     2, {2, 6}         },
    };
    struct trie *t = trie_new();

    for (size_t i = 0; i < COUNT_OF(keys); i++)
        trie_add(t, keys[i], (uint32_t)i);
    trie_seal(t);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct found f = search(t, rows[i].text);
        ck_assert_uint_eq(f.n, rows[i].n);
        for (size_t k = 0; k < f.n; k++)
            ck_assert_uint_eq(f.values[k], rows[i].values[k]);
    }
    trie_free(t);
}
END_TEST

START_TEST(an_empty_tree_finds_nothing)
{
    struct trie *t = trie_new();

    trie_seal(t);
    ck_assert_uint_eq(search(t, STR("a")).n, 0);
    trie_free(t);
    trie_free(NULL);
}
END_TEST

static uint64_t next(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

/* A key has runs of blanks as one space; a text has any. */
static struct str word(struct buf *b, uint64_t *state, bool key)
{
    static const char alphabet[] = "ab  \t\n\xFF";
    size_t n = next(state) >> 60;

    buf_clear(b);
    while (b->n < n) {
        char c = alphabet[(next(state) >> 33) % (sizeof alphabet - 1)];
        bool blank = c == ' ' || c == '\t';
        if (key && blank && b->n > 0 && b->p[b->n - 1] == ' ')
            n--;
        else
            buf_char(b, key && blank ? ' ' : c);
    }
    return buf_str(b);
}

static bool begins(struct str text, struct str key)
{
    size_t at = 0;

    for (size_t i = 0; i < key.n; i++) {
        size_t from = at;
        if (key.p[i] == ' ') {
            while (at < text.n && (text.p[at] == ' ' || text.p[at] == '\t'))
                at++;
        } else if (at < text.n && text.p[at] == key.p[i]) {
            at++;
        }
        if (at == from)
            return false;
    }
    return true;
}

enum { KEYS = 200 };

START_TEST(finds_what_a_loop_finds)
{
    uint64_t state = 88172645463325252u + (uint64_t)_i;
    struct buf keys[KEYS] = {{0}};
    CLEANUP(buf_done) struct buf text = {0};
    struct trie *t = trie_new();
    size_t hits = 0;

    for (size_t i = 0; i < KEYS; i++)
        trie_add(t, word(&keys[i], &state, true), (uint32_t)i);
    trie_seal(t);
    for (size_t round = 0; round < 2000; round++) {
        struct str s = word(&text, &state, false);
        struct found f = search(t, s);
        bool seen[KEYS] = {false};
        for (size_t k = 0; k < f.n; k++)
            seen[f.values[k]] = true;
        for (size_t i = 0; i < KEYS; i++)
            if (seen[i] != begins(s, buf_str(&keys[i]))) /* Check's own test is slow */
                ck_abort_msg("key '%.*s', text '%.*s'", STR_FMT(buf_str(&keys[i])),
                             STR_FMT(s));
        for (size_t k = 1; k < f.n; k++)
            if (keys[f.values[k - 1]].n > keys[f.values[k]].n)
                ck_abort_msg("a longer key came first for '%.*s'", STR_FMT(s));
        hits += f.n;
    }
    ck_assert_uint_gt(hits, 2000);
    trie_free(t);
    for (size_t i = 0; i < KEYS; i++)
        buf_done(&keys[i]);
}
END_TEST

Suite *trie_suite(void)
{
    Suite *s = suite_create("classify/trie");
    TCase *tc = tcase_create("trie");

    tcase_add_test(tc, finds_all_heads_shortest_first);
    tcase_add_test(tc, an_empty_tree_finds_nothing);
    tcase_add_loop_test(tc, finds_what_a_loop_finds, 0, 10);
    suite_add_tcase(s, tc);
    return s;
}
