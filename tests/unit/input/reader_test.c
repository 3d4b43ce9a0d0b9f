#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "flow/limits.h"
#include "input/input.h"
#include "suites.h"

static char path[] = "/tmp/logclass-reader-XXXXXX";

static void setup(void)
{
    strcpy(path + sizeof path - 7, "XXXXXX");
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    close(fd);
}

static void teardown(void)
{
    unlink(path);
}

static void write_file(struct str s)
{
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    ck_assert_uint_eq(fwrite(s.p, 1, s.n, f), s.n);
    fclose(f);
}

/* Every line as "POSITION+BYTES FLAGS TEXT\n", texts over 20 bytes by their length. */
static void read_all(struct buf *out)
{
    struct err e;
    struct input *in = input_open(str_of(path), 0, &e);
    struct batch b;
    enum got got;

    ck_assert_ptr_nonnull(in);
    batch_init(&b);
    do {
        batch_reset(&b, 0);
        got = input_read(in, &b, &e);
        ck_assert_int_ne(got, GOT_ERROR);
        for (size_t i = 0; i < b.line_count; i++) {
            const struct line *l = &b.lines[i];
            buf_fmt(out, "%llu+%llu %u ", (unsigned long long)l->position,
                    (unsigned long long)l->bytes, l->flags);
            if (l->text.n > 20)
                buf_fmt(out, "(%zu)\n", l->text.n);
            else
                buf_fmt(out, "%.*s\n", STR_FMT(l->text));
        }
    } while (got == GOT_LINES);
    batch_done(&b);
    input_close(in);
}

static const struct {
    const char *name;
    struct str file;
    const char *expect;
} cases[] = {
    {"empty", STR_INIT(""), ""},
    {"one line", STR_INIT("a\n"), "0+2 0 a\n"},
    {"an empty line is a line", STR_INIT("\n\nx\n"), "0+1 0 \n1+1 0 \n2+2 0 x\n"},
    {"half a line at the end", STR_INIT("a\nbc"), "0+2 0 a\n2+2 2 bc\n"},
    {"the CR stays", STR_INIT("a\r\nb\r\n"), "0+3 0 a\r\n3+3 0 b\r\n"},
};

START_TEST(reads_lines_with_their_places)
{
    CLEANUP(buf_done) struct buf got = {0};

    write_file(cases[_i].file);
    read_all(&got);
    ck_assert_msg(strcmp(buf_z(&got), cases[_i].expect) == 0, "%s: %s", cases[_i].name,
                  buf_z(&got));
}
END_TEST

/* Lengths around the limit, alone, before and behind other lines. */
START_TEST(cuts_lines_that_are_too_long)
{
    static const size_t lengths[] = {LIMIT_LINE_BYTES - 1, LIMIT_LINE_BYTES, LIMIT_LINE_BYTES + 1,
                                     3 * LIMIT_LINE_BYTES};
    CLEANUP(buf_done) struct buf file = {0};
    CLEANUP(buf_done) struct buf got = {0};
    CLEANUP(buf_done) struct buf expect = {0};
    size_t n = lengths[_i / 2];
    bool ended = _i % 2;

    buf_add(&file, STR("head\n"));
    for (size_t i = 0; i < n; i++)
        buf_char(&file, 'x');
    if (ended)
        buf_add(&file, STR("\ntail\n"));
    write_file(buf_str(&file));
    read_all(&got);
    unsigned flags = (n > LIMIT_LINE_BYTES ? LINE_CUT : 0) | (ended ? 0 : LINE_UNENDED);
    buf_fmt(&expect, "0+5 0 head\n5+%zu %u (%zu)\n", n + ended, flags,
            n < LIMIT_LINE_BYTES ? n : (size_t)LIMIT_LINE_BYTES);
    if (ended)
        buf_fmt(&expect, "%zu+5 0 tail\n", n + 6);
    ck_assert_str_eq(buf_z(&got), buf_z(&expect));
}
END_TEST

START_TEST(says_what_it_cannot_open)
{
    struct err e;

    ck_assert_ptr_null(input_open(STR("/no/such/file"), 0, &e));
    ck_assert_ptr_nonnull(strstr(e.text, "/no/such/file"));
    ck_assert_ptr_null(input_open(STR("/tmp"), 0, &e));
    ck_assert_ptr_nonnull(strstr(e.text, "folder"));
}
END_TEST

START_TEST(every_kind_says_what_it_is)
{
    for (size_t i = 0; input_kinds[i]; i++) {
        ck_assert_uint_gt(strlen(input_kinds[i]->name), 0);
        ck_assert_uint_gt(strlen(input_kinds[i]->help), 0);
        ck_assert(input_kinds[i]->open != NULL);
    }
}
END_TEST

Suite *reader_suite(void)
{
    Suite *s = suite_create("input/reader");
    TCase *tc = tcase_create("reader");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, reads_lines_with_their_places, 0, (int)COUNT_OF(cases));
    tcase_add_loop_test(tc, cuts_lines_that_are_too_long, 0, 8);
    tcase_add_test(tc, says_what_it_cannot_open);
    tcase_add_test(tc, every_kind_says_what_it_is);
    suite_add_tcase(s, tc);
    return s;
}
