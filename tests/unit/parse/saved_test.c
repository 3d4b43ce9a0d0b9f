/* saved.h: a parser goes on where another one stopped, after any line of any log. */
#include <glob.h>
#include <stdlib.h>

#include "base/file.h"
#include "parsed.h"
#include "suites.h"

static struct parser *new_parser(void)
{
    struct parse_settings s = {0};
    struct err e;

    ck_assert_int_eq(zone_init(&s.zone, "UTC", &e), 0);
    return parser_new(&s);
}

/* Another parser, with what p knew; p is gone. */
static struct parser *relieve(struct parser *p, const struct stream *s)
{
    CLEANUP(buf_done) struct buf saved = {0};

    parser_save(p, s, &saved);
    parser_free(p);
    struct parser *next = new_parser();
    ck_assert(saved.n == 0 || parser_restore(next, s, buf_str(&saved)));
    return next;
}

static void say_records(struct buf *out, const struct batch *b)
{
    for (size_t i = 0; i < b->record_count; i++) {
        const struct record *r = &b->records[i];
        buf_fmt(out, "%llu+%llu %lld %.*s %.*s ", (unsigned long long)r->position,
                (unsigned long long)r->bytes, (long long)r->time, STR_FMT(r->host),
                STR_FMT(r->request_id));
        say_record(out, r);
    }
}

/* The records of a text, line by line; with `relay` each line by another parser. */
static void parse_lines(struct str text, bool relay, struct buf *out)
{
    struct stream s = {.kind = STR("file"), .name = STR("-")};
    struct parser *p = new_parser();
    struct batch b;
    struct str rest = text, line;
    uint64_t position = 0;

    batch_init(&b);
    while (str_cut(&rest, '\n', &line)) {
        batch_reset(&b, PARSED_NOW);
        *batch_line(&b) = (struct line){
            .stream = &s, .text = line, .position = position, .bytes = line.n + 1};
        position += line.n + 1;
        parser_lines(p, &b);
        say_records(out, &b);
        if (relay)
            p = relieve(p, &s);
    }
    batch_reset(&b, PARSED_NOW);
    parser_end(p, &s, &b);
    say_records(out, &b);
    parser_free(p);
    batch_done(&b);
}

START_TEST(another_parser_goes_on_after_any_line)
{
    glob_t files;

    ck_assert_int_eq(glob(SOURCE_DIR "/tests/cases/*/*/input*", 0, NULL, &files), 0);
    ck_assert_uint_gt(files.gl_pathc, 30);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        CLEANUP(buf_done) struct buf text = {0};
        CLEANUP(buf_done) struct buf one = {0};
        CLEANUP(buf_done) struct buf many = {0};
        struct err e;
        ck_assert_msg(file_read(files.gl_pathv[i], 1 << 20, &text, &e) == 0, "%s", e.text);
        parse_lines(buf_str(&text), false, &one);
        parse_lines(buf_str(&text), true, &many);
        ck_assert_msg(str_eq(buf_str(&one), buf_str(&many)), "%s:\n%s\n%s",
                      files.gl_pathv[i], buf_z(&one), buf_z(&many));
    }
    globfree(&files);
}
END_TEST

/* A parser that has seen one line of a record, and what it saved. */
static void save_one(struct stream *s, struct buf *saved)
{
    struct parser *p = new_parser();
    struct batch b;

    batch_init(&b);
    *batch_line(&b) =
        (struct line){.stream = s,
                      .text = STR("2027-03-04 05:06:07.008 11 ERROR svc [-] a"),
                      .bytes = 43};
    parser_lines(p, &b);
    parser_save(p, s, saved);
    parser_free(p);
    batch_done(&b);
}

START_TEST(damaged_bytes_are_refused)
{
    struct stream s = {.kind = STR("file"), .name = STR("-")};
    CLEANUP(buf_done) struct buf saved = {0};
    struct parser *p = new_parser();

    save_one(&s, &saved);
    for (size_t n = 0; n < saved.n; n++)
        ck_assert(!parser_restore(p, &s, str_head(buf_str(&saved), n)));
    for (size_t i = 0; i < saved.n; i++) {
        saved.p[i] ^= 1;
        ck_assert(!parser_restore(p, &s, buf_str(&saved)));
        saved.p[i] ^= 1;
    }
    ck_assert_uint_eq(parser_open_lines(p), 0);
    ck_assert(parser_restore(p, &s, buf_str(&saved)));
    ck_assert_uint_eq(parser_open_lines(p), 1);
    parser_free(p);
}
END_TEST

START_TEST(a_stream_without_lines_saves_nothing)
{
    struct stream s = {.kind = STR("file"), .name = STR("-")};
    CLEANUP(buf_done) struct buf saved = {0};
    struct parser *p = new_parser();

    parser_save(p, &s, &saved);
    ck_assert_uint_eq(saved.n, 0);
    parser_free(p);
}
END_TEST

/* The next line comes after the clock has closed the record: it is a record of its own. */
START_TEST(a_pause_closes_what_is_open)
{
    struct stream s = {.kind = STR("file"), .name = STR("-")};
    CLEANUP(buf_done) struct buf saved = {0};
    CLEANUP(buf_done) struct buf said = {0};
    struct parser *p = new_parser();
    struct batch b;

    save_one(&s, &saved);
    ck_assert(!parser_is_open(p, &s));
    ck_assert(parser_restore(p, &s, buf_str(&saved)));
    ck_assert(parser_is_open(p, &s));
    batch_init(&b);
    parser_settle(p, &s, &b);
    ck_assert(!parser_is_open(p, &s));
    ck_assert_uint_eq(b.record_count, 1);
    ck_assert_uint_eq(b.records[0].flags, RECORD_PARTIAL);
    parser_settle(p, &s, &b);
    *batch_line(&b) = (struct line){.stream = &s, .text = STR("more of it"), .bytes = 11};
    parser_lines(p, &b);
    parser_end(p, &s, &b);
    for (size_t i = 0; i < b.record_count; i++)
        say_record(&said, &b.records[i]);
    ASSERT_STR(buf_str(&said), "error 1 |a|\nnone 1 |more of it|\n");
    parser_free(p);
    batch_done(&b);
}
END_TEST

Suite *saved_suite(void)
{
    Suite *s = suite_create("parse/saved");
    TCase *tc = tcase_create("saved");

    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, another_parser_goes_on_after_any_line);
    tcase_add_test(tc, damaged_bytes_are_refused);
    tcase_add_test(tc, a_stream_without_lines_saves_nothing);
    tcase_add_test(tc, a_pause_closes_what_is_open);
    suite_add_tcase(s, tc);
    return s;
}
