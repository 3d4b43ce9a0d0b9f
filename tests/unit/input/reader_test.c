#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
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

struct heard {
    unsigned unread;
    struct buf text;
};

static bool is_log(void *context, struct str head)
{
    (void)context;
    return str_starts(head, STR("log"));
}

static void hear(void *context, enum input_word word, const char *text)
{
    struct heard *h = context;

    h->unread += word == INPUT_UNREAD;
    buf_fmt(&h->text, "%s\n", text);
}

/* Every line as "POSITION+BYTES FLAGS TEXT\n", texts over 20 bytes by their length; "--\n" at
 * the end of a stream. */
static void read_names(char *const *names, size_t n, struct heard *heard, struct buf *out)
{
    struct input_settings s = {.is_log = is_log, .say = hear, .context = heard};
    struct input *in = input_open(names, n, &s);
    struct batch b;
    enum got got;

    batch_init(&b);
    do {
        batch_reset(&b, 0);
        got = input_read(in, &b);
        for (size_t i = 0; i < b.line_count; i++) {
            const struct line *l = &b.lines[i];
            ck_assert_ptr_eq(l->stream, input_stream(in));
            buf_fmt(out, "%llu+%llu %u ", (unsigned long long)l->position,
                    (unsigned long long)l->bytes, l->flags);
            if (l->text.n > 20)
                buf_fmt(out, "(%zu)\n", l->text.n);
            else
                buf_fmt(out, "%.*s\n", STR_FMT(l->text));
        }
        if (got == GOT_STREAM_END)
            buf_add(out, STR("--\n"));
    } while (got != GOT_END);
    batch_done(&b);
    input_close(in);
}

static void read_all(struct buf *out)
{
    struct heard heard = {0};
    char *names[] = {path};

    read_names(names, 1, &heard, out);
    ck_assert_uint_eq(heard.text.n, 0);
}

static const struct {
    const char *name;
    struct str file;
    const char *expect;
} cases[] = {
    {"empty", STR_INIT(""), "--\n"},
    {"one line", STR_INIT("a\n"), "0+2 0 a\n--\n"},
    {"an empty line is a line", STR_INIT("\n\nx\n"), "0+1 0 \n1+1 0 \n2+2 0 x\n--\n"},
    {"half a line at the end", STR_INIT("a\nbc"), "0+2 0 a\n2+2 2 bc\n--\n"},
    {"the CR stays", STR_INIT("a\r\nb\r\n"), "0+3 0 a\r\n3+3 0 b\r\n--\n"},
    {"a CR ends no line", STR_INIT("a\rb\n"), "0+4 0 a\rb\n--\n"},
    {"NULs at the head of a line", STR_INIT("a\n\0\0\0b\nc\n"), "0+2 0 a\n2+5 0 b\n7+2 0 c\n--\n"},
    {"NULs at the head of the stream", STR_INIT("\0\0a\n"), "0+4 0 a\n--\n"},
    {"NULs and nothing else", STR_INIT("\0\0\0"), "0+3 2 \n--\n"},
    {"NULs and a newline", STR_INIT("\0\0\n\0"), "0+3 0 \n3+1 2 \n--\n"},
    {"a mark of UTF-8", STR_INIT("\xEF\xBB\xBF" "a\nb\n"), "0+5 0 a\n5+2 0 b\n--\n"},
    {"a mark of a file put behind another", STR_INIT("a\n\xEF\xBB\xBF" "b\n"), "0+2 0 a\n2+5 0 b\n--\n"},
    {"a mark behind a hole", STR_INIT("a\n\0\0\xEF\xBB\xBF" "b\n"), "0+2 0 a\n2+7 0 b\n--\n"},
    {"a mark within a line is text", STR_INIT("a\xEF\xBB\xBF\n"), "0+5 0 a\xEF\xBB\xBF\n--\n"},
    {"half a mark is text", STR_INIT("\xEF\xBB\n"), "0+3 0 \xEF\xBB\n--\n"},
    {"Latin-1", STR_INIT("caf\xe9\n"), "0+5 0 caf\xe9\n--\n"},
    {"UTF-16, little end first", STR_INIT("\xff\xfe" "a\0\xe9\0\n\0"), "0+4 0 a\xc3\xa9\n--\n"},
    {"UTF-16, big end first", STR_INIT("\xfe\xff" "\0a\0\n\x20\xac\0\n"),
     "0+2 0 a\n2+4 0 \xe2\x82\xac\n--\n"},
    {"UTF-16, a pair", STR_INIT("\xff\xfe\x3d\xd8\0\xde\n\0"), "0+5 0 \xf0\x9f\x98\x80\n--\n"},
    {"UTF-16, surrogates alone", STR_INIT("\xff\xfe\x3d\xd8" "a\0\0\xde\n\0"),
     "0+8 0 \xef\xbf\xbd" "a\xef\xbf\xbd\n--\n"},
    {"UTF-16, half a unit at the end", STR_INIT("\xff\xfe" "a\0b"), "0+4 2 a\xef\xbf\xbd\n--\n"},
    {"UTF-16, half a pair at the end", STR_INIT("\xff\xfe" "\x3d\xd8"), "0+3 2 \xef\xbf\xbd\n--\n"},
    {"UTF-16, the mark alone", STR_INIT("\xff\xfe"), "--\n"},
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
    buf_add(&expect, STR("--\n"));
    ck_assert_str_eq(buf_z(&got), buf_z(&expect));
}
END_TEST

/* A hole longer than any line: the line behind it is whole, and in its place. */
START_TEST(drops_a_hole)
{
    CLEANUP(buf_done) struct buf file = {0};
    CLEANUP(buf_done) struct buf got = {0};
    CLEANUP(buf_done) struct buf expect = {0};
    size_t n = 3 * LIMIT_LINE_BYTES;

    buf_add(&file, STR("head\n"));
    buf_reserve(&file, n);
    memset(file.p + file.n, 0, n);
    file.n += n;
    buf_add(&file, STR("a\nb\n"));
    write_file(buf_str(&file));
    read_all(&got);
    buf_fmt(&expect, "0+5 0 head\n5+%zu 0 a\n%zu+2 0 b\n--\n", n + 2, n + 7);
    ck_assert_str_eq(buf_z(&got), buf_z(&expect));
}
END_TEST

START_TEST(says_what_it_cannot_open_and_goes_on)
{
    CLEANUP(buf_done) struct buf got = {0};
    struct heard heard = {0};
    char missing[] = "/no/such/file";
    char *names[] = {missing, path};

    write_file(STR("a\n"));
    read_names(names, 2, &heard, &got);
    ck_assert_uint_eq(heard.unread, 1);
    ck_assert_ptr_nonnull(strstr(buf_z(&heard.text), missing));
    ck_assert_str_eq(buf_z(&got), "0+2 0 a\n--\n");
    buf_done(&heard.text);
}
END_TEST

static void put_file(const char *folder, const char *name, const char *content)
{
    CLEANUP(buf_done) struct buf at = {0};

    buf_fmt(&at, "%s/%s", folder, name);
    FILE *f = fopen(buf_z(&at), "w");
    ck_assert_ptr_nonnull(f);
    fputs(content, f);
    fclose(f);
}

static void drop(const char *folder, const char *name)
{
    CLEANUP(buf_done) struct buf at = {0};

    buf_fmt(&at, "%s/%s", folder, name);
    remove(buf_z(&at));
}

/* In a folder a file is read if it is a log. */
START_TEST(reads_logs_of_a_folder)
{
    CLEANUP(buf_done) struct buf got = {0};
    struct heard heard = {0};
    char folder[] = "/tmp/logclass-folder-XXXXXX";
    char *names[] = {folder};

    ck_assert_ptr_nonnull(mkdtemp(folder));
    put_file(folder, "a", "log 1\n");
    put_file(folder, "b", "no\n");
    put_file(folder, "c", "log 2\n");
    read_names(names, 1, &heard, &got);
    ck_assert_str_eq(buf_z(&got), "0+6 0 log 1\n--\n0+6 0 log 2\n--\n");
    ck_assert_uint_eq(heard.unread, 0);
    drop(folder, "a");
    drop(folder, "b");
    drop(folder, "c");
    rmdir(folder);
    buf_done(&heard.text);
}
END_TEST

/* What a folder says of its machine, its logs' streams know. */
START_TEST(streams_know_their_machine)
{
    char folder[] = "/tmp/logclass-folder-XXXXXX";
    char *names[] = {folder};
    struct heard heard = {0};
    struct input_settings s = {.is_log = is_log, .say = hear, .context = &heard};
    CLEANUP(buf_done) struct buf etc = {0};
    struct batch b;

    ck_assert_ptr_nonnull(mkdtemp(folder));
    buf_fmt(&etc, "%s/etc", folder);
    ck_assert_int_eq(mkdir(buf_z(&etc), 0700), 0);
    put_file(folder, "etc/hostname", "c1\n");
    put_file(folder, "etc/timezone", "Europe/Oslo\n");
    put_file(folder, "x.log", "log\n");
    struct input *in = input_open(names, 1, &s);
    batch_init(&b);
    ck_assert_int_eq(input_read(in, &b), GOT_STREAM_END);
    const struct stream *stream = input_stream(in);
    ck_assert_uint_eq(b.line_count, 1);
    ck_assert(str_eq(stream->host, STR("c1")));
    ck_assert_ptr_nonnull(stream->zone);
    ck_assert_str_eq(stream->zone->name, "Europe/Oslo");
    ck_assert_int_gt(stream->written, 0);
    ck_assert(str_eq(stream->name, str_of(folder)));
    ck_assert_uint_eq(stream->path.n, strlen(folder) + 6);
    batch_reset(&b, 0);
    ck_assert_int_eq(input_read(in, &b), GOT_END);
    ck_assert_ptr_null(input_stream(in));
    ck_assert_uint_eq(input_skipped(in), 2);
    batch_done(&b);
    input_close(in);
    drop(folder, "x.log");
    drop(folder, "etc/hostname");
    drop(folder, "etc/timezone");
    drop(folder, "etc");
    rmdir(folder);
    buf_done(&heard.text);
}
END_TEST

START_TEST(every_kind_says_what_it_is)
{
    for (size_t i = 0; input_kinds[i]; i++) {
        ck_assert_uint_gt(strlen(input_kinds[i]->name), 0);
        ck_assert_uint_gt(strlen(input_kinds[i]->help), 0);
        ck_assert(input_kinds[i]->open != NULL);
        if (!input_kinds[i]->knows)
            continue;
        ck_assert(!input_kinds[i]->knows(STR("")));
        ck_assert(!input_kinds[i]->knows(STR("2026-11-30 23:59:21.006 31 INFO a [-] b\n")));
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
    tcase_add_test(tc, drops_a_hole);
    tcase_add_test(tc, says_what_it_cannot_open_and_goes_on);
    tcase_add_test(tc, reads_logs_of_a_folder);
    tcase_add_test(tc, streams_know_their_machine);
    tcase_add_test(tc, every_kind_says_what_it_is);
    suite_add_tcase(s, tc);
    return s;
}
