#include "base/arena.h"

#include "suites.h"

static bool aligned(const void *p)
{
    return (uintptr_t)p % 16 == 0;
}

START_TEST(pieces_are_aligned_and_apart)
{
    CLEANUP(arena_done) struct arena a;
    unsigned char *pieces[2000];

    arena_init(&a);
    for (size_t i = 0; i < COUNT_OF(pieces); i++) {
        size_t n = i % 100 + 1;
        pieces[i] = arena_alloc(&a, n);
        ck_assert(aligned(pieces[i]));
        memset(pieces[i], (int)(i % 251), n);
    }
    for (size_t i = 0; i < COUNT_OF(pieces); i++)
        for (size_t k = 0; k <= i % 100; k++)
            if (pieces[i][k] != i % 251)
                ck_abort_msg("byte %zu of piece %zu", k, i);
}
END_TEST

/* An empty list is asked for before anything else was. */
START_TEST(a_piece_of_no_bytes)
{
    CLEANUP(arena_done) struct arena a;

    arena_init(&a);
    ARENA_ARRAY(&a, uint64_t, 0);
    arena_alloc(&a, 0);
    ck_assert(str_eq(arena_str(&a, STR("text")), STR("text")));
    ARENA_ARRAY(&a, uint64_t, 0);
}
END_TEST

static const size_t big[] = {
    ARENA_BLOCK_BYTES - 16, ARENA_BLOCK_BYTES - 1, ARENA_BLOCK_BYTES,
    ARENA_BLOCK_BYTES + 1,  3 * ARENA_BLOCK_BYTES, 2 * ARENA_KEEP_BYTES,
};

START_TEST(big_pieces_are_whole)
{
    CLEANUP(arena_done) struct arena a;

    arena_init(&a);
    char *before = arena_alloc(&a, 1);
    *before = 'b';
    unsigned char *p = arena_alloc(&a, big[_i]);
    ck_assert(aligned(p));
    memset(p, 0xA5, big[_i]);
    char *behind = arena_alloc(&a, 1);
    *behind = 'c';
    ck_assert_int_eq(*before, 'b');
    ck_assert_uint_eq(p[big[_i] - 1], 0xA5);
}
END_TEST

START_TEST(zeroes_what_was_used_before)
{
    CLEANUP(arena_done) struct arena a;

    arena_init(&a);
    memset(arena_alloc(&a, 4096), 0xFF, 4096);
    arena_reset(&a);
    const unsigned char *p = arena_zero(&a, 4096);
    for (size_t i = 0; i < 4096; i++)
        ck_assert_uint_eq(p[i], 0);
    const uint64_t *numbers = ARENA_ARRAY(&a, uint64_t, 10);
    for (size_t i = 0; i < 10; i++)
        ck_assert_uint_eq(numbers[i], 0);
}
END_TEST

/* A second round of the same pieces gets the same places: no block was let go, none was made. */
START_TEST(reset_keeps_the_blocks)
{
    CLEANUP(arena_done) struct arena a;
    void *first[300];

    arena_init(&a);
    for (size_t i = 0; i < COUNT_OF(first); i++)
        first[i] = arena_alloc(&a, 10000);
    arena_reset(&a);
    for (size_t i = 0; i < COUNT_OF(first); i++)
        ck_assert_ptr_eq(arena_alloc(&a, 10000), first[i]);
}
END_TEST

/* Blocks kept from a round of small pieces are passed over by a big one, and the rest goes on. */
START_TEST(reset_then_pieces_of_other_sizes)
{
    CLEANUP(arena_done) struct arena a;

    arena_init(&a);
    for (size_t round = 0; round < 20; round++) {
        for (size_t i = 0; i < 40; i++) {
            size_t n = (i * 7919 + round * 104729) % (2 * (size_t)ARENA_BLOCK_BYTES) + 1;
            unsigned char *p = arena_alloc(&a, n);
            ck_assert(aligned(p));
            memset(p, (int)i, n);
        }
        arena_reset(&a);
    }
}
END_TEST

START_TEST(copies_texts)
{
    CLEANUP(arena_done) struct arena a;
    char text[] = "a\0b";

    arena_init(&a);
    struct str copy = arena_str(&a, (struct str){text, 3});
    text[0] = 'z';
    ck_assert(str_eq(copy, STR("a\0b")));
    ck_assert_ptr_null(arena_str(&a, (struct str){NULL, 0}).p);
    ck_assert_uint_eq(arena_str(&a, STR("")).n, 0);
    ck_assert_ptr_nonnull(arena_str(&a, STR("")).p);
}
END_TEST

START_TEST(ends_what_never_began)
{
    struct arena a = {0};

    arena_reset(&a);
    arena_done(&a);
    arena_done(NULL);
}
END_TEST

Suite *arena_suite(void)
{
    Suite *s = suite_create("base/arena");
    TCase *tc = tcase_create("arena");

    tcase_add_test(tc, pieces_are_aligned_and_apart);
    tcase_add_test(tc, a_piece_of_no_bytes);
    tcase_add_loop_test(tc, big_pieces_are_whole, 0, COUNT_OF(big));
    tcase_add_test(tc, zeroes_what_was_used_before);
    tcase_add_test(tc, reset_keeps_the_blocks);
    tcase_add_test(tc, reset_then_pieces_of_other_sizes);
    tcase_add_test(tc, copies_texts);
    tcase_add_test(tc, ends_what_never_began);
    suite_add_tcase(s, tc);
    return s;
}
