#include "render/stack.h"
#include "suites.h"

static void add_block(struct buf *b, int frames, const char *last)
{
    buf_fmt(b, "Traceback (most recent call last):\n");
    for (int i = 1; i <= frames; i++)
        buf_fmt(b, "  File \"/usr/lib/python3/dist-packages/zun/x.py\", line %d, in f%d\n"
                   "    call(%d)\n    ~~~~^^^\n", i, i, i);
    buf_fmt(b, "%s\n", last);
}

START_TEST(ten_frames_all_stay_without_folders_and_markers)
{
    CLEANUP(buf_done) struct buf trace = {0};
    CLEANUP(buf_done) struct buf out = {0};
    struct stack_size size;

    add_block(&trace, 10, "zun.X: y");
    ck_assert(stack_trim(&out, buf_str(&trace), 16384, &size));
    ck_assert_uint_eq(size.frames, 10);
    ck_assert_uint_eq(size.kept, 10);
    ck_assert_ptr_null(strstr(buf_z(&out), "dist-packages"));
    ck_assert_ptr_null(strchr(buf_z(&out), '^'));
    ck_assert_ptr_nonnull(strstr(buf_z(&out), "  File \"zun/x.py\", line 10, in f10\n    call(10)"));
    ck_assert(str_ends(buf_str(&out), STR("zun.X: y")));
}
END_TEST

START_TEST(of_more_the_first_two_and_the_last_eight)
{
    CLEANUP(buf_done) struct buf trace = {0};
    CLEANUP(buf_done) struct buf out = {0};
    struct stack_size size;

    add_block(&trace, 40, "zun.X: y");
    ck_assert(stack_trim(&out, buf_str(&trace), 16384, &size));
    ck_assert_uint_eq(size.frames, 40);
    ck_assert_uint_eq(size.kept, 10);
    ck_assert_ptr_nonnull(strstr(buf_z(&out), "line 2, in f2\n    call(2)\n"
                                              "  ... 30 frames left out ...\n"
                                              "  File \"zun/x.py\", line 33, in f33\n"));
    ck_assert_ptr_null(strstr(buf_z(&out), "in f3\n"));
    ck_assert_ptr_null(strstr(buf_z(&out), "call(32)"));
}
END_TEST

START_TEST(a_long_chain_keeps_its_ends)
{
    CLEANUP(buf_done) struct buf trace = {0};
    CLEANUP(buf_done) struct buf out = {0};
    struct stack_size size;

    for (int i = 0; i < 60; i++) {
        CLEANUP(buf_done) struct buf last = {0};
        buf_fmt(&last, "zun.E%d: text", i);
        add_block(&trace, 10, buf_z(&last));
        buf_fmt(&trace, "\nDuring handling of the above exception, another exception occurred:\n\n");
    }
    ck_assert(stack_trim(&out, buf_str(&trace), 4096, &size));
    ck_assert_uint_le(out.n, 4096);
    ck_assert_uint_eq(size.frames, 600);
    ck_assert_ptr_nonnull(strstr(buf_z(&out), "zun.E0: text"));
    ck_assert_ptr_nonnull(strstr(buf_z(&out), "zun.E59: text"));
    ck_assert_ptr_nonnull(strstr(buf_z(&out), " exceptions left out ...\n"));
}
END_TEST

START_TEST(one_block_that_is_too_long_is_cut)
{
    CLEANUP(buf_done) struct buf trace = {0};
    CLEANUP(buf_done) struct buf out = {0};
    struct stack_size size;

    buf_fmt(&trace, "Traceback (most recent call last):\nzun.X: ");
    for (int i = 0; i < 5000; i++)
        buf_fmt(&trace, "\xC3\xA9");
    ck_assert(!stack_trim(&out, buf_str(&trace), 1000, &size));
    ck_assert_uint_le(out.n, 1000);
    ck_assert(str_ends(buf_str(&out), STR("\xE2\x80\xA6")));
}
END_TEST

START_TEST(members_of_a_group_are_trimmed_too)
{
    CLEANUP(buf_done) struct buf out = {0};
    struct stack_size size;

    ck_assert(stack_trim(&out, STR("  + Exception Group Traceback (most recent call last):\n"
                                   "  |   File \"/x/site-packages/zun/a.py\", line 3, in f\n"
                                   "  |     go()\n"
                                   "  |     ^^^^\n"
                                   "  | ExceptionGroup: two (2 sub-exceptions)\n"),
                         16384, &size));
    ck_assert_uint_eq(size.frames, 1);
    ck_assert_str_eq(buf_z(&out), "  + Exception Group Traceback (most recent call last):\n"
                                  "  |   File \"zun/a.py\", line 3, in f\n"
                                  "  |     go()\n"
                                  "  | ExceptionGroup: two (2 sub-exceptions)");
}
END_TEST

Suite *stack_suite(void)
{
    Suite *s = suite_create("render/stack");
    TCase *tc = tcase_create("stack");

    tcase_add_test(tc, ten_frames_all_stay_without_folders_and_markers);
    tcase_add_test(tc, of_more_the_first_two_and_the_last_eight);
    tcase_add_test(tc, a_long_chain_keeps_its_ends);
    tcase_add_test(tc, one_block_that_is_too_long_is_cut);
    tcase_add_test(tc, members_of_a_group_are_trimmed_too);
    suite_add_tcase(s, tc);
    return s;
}
