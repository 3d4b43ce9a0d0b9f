/* parse.c: the limits, and records that outlive their batch. */
#include <stdlib.h>
#include <sys/resource.h>

#include "flow/limits.h"
#include "parsed.h"
#include "suites.h"

struct feed {
    struct parser *parser;
    struct stream stream;
    struct batch b;
    uint64_t position;
};

static void feed_init(struct feed *f)
{
    struct parse_settings s = {0};
    struct err e;

    ck_assert_int_eq(zone_init(&s.zone, "UTC", &e), 0);
    *f = (struct feed){.parser = parser_new(&s)};
    batch_init(&f->b);
}

static void feed_done(struct feed *f)
{
    parser_free(f->parser);
    batch_done(&f->b);
}

static void feed_line(struct feed *f, struct str text, unsigned flags)
{
    *batch_line(&f->b) = (struct line){.stream = &f->stream,
                                       .text = text,
                                       .position = f->position,
                                       .bytes = text.n + 1,
                                       .flags = flags};
    f->position += text.n + 1;
    parser_lines(f->parser, &f->b);
}

START_TEST(a_long_record_is_cut_in_pieces)
{
    struct feed f;

    feed_init(&f);
    feed_line(&f, STR("2027-03-04 05:06:07.008 11 ERROR svc [-] a"), 0);
    for (int i = 1; i < 10 * LIMIT_RECORD_LINES; i++)
        feed_line(&f, STR("x"), 0);
    parser_end(f.parser, &f.stream, &f.b);
    ck_assert_uint_eq(f.b.record_count, 10);
    for (size_t i = 0; i < 10; i++) {
        ck_assert_uint_eq(f.b.records[i].line_count, LIMIT_RECORD_LINES);
        ck_assert_uint_eq(f.b.records[i].flags, i < 9 ? RECORD_TOO_LONG : 0);
    }
    feed_done(&f);
}
END_TEST

START_TEST(a_large_record_is_cut_in_pieces)
{
    struct feed f;
    CLEANUP(buf_done) struct buf line = {0};

    feed_init(&f);
    for (int i = 0; i < LIMIT_LINE_BYTES - 1; i++)
        buf_char(&line, 'x');
    feed_line(&f, STR("2027-03-04 05:06:07.008 11 ERROR svc [-] a"), 0);
    for (int i = 0; i < 4; i++)
        feed_line(&f, buf_str(&line), i == 3 ? LINE_CUT : 0);
    parser_end(f.parser, &f.stream, &f.b);
    ck_assert_uint_eq(f.b.record_count, 2);
    ck_assert_uint_eq(f.b.records[0].flags, RECORD_TOO_LONG);
    ck_assert_uint_eq(f.b.records[0].line_count, 4);
    ck_assert_uint_eq(f.b.records[1].flags, RECORD_LINE_CUT);
    feed_done(&f);
}
END_TEST

static void feed_head(struct feed *f, int pid)
{
    struct buf line = {0};

    buf_fmt(&line, "2027-03-04 05:06:07.008 %d INFO svc [-] x", pid);
    feed_line(f, arena_str(&f->b.arena, buf_str(&line)), 0);
    buf_done(&line);
}

START_TEST(the_oldest_closes_when_too_many_are_open)
{
    struct feed f;

    feed_init(&f);
    for (int pid = 1; pid <= LIMIT_OPEN_RECORDS; pid++)
        feed_head(&f, pid);
    ck_assert_uint_eq(f.b.record_count, 0);
    ck_assert_uint_eq(parser_open_lines(f.parser), LIMIT_OPEN_RECORDS);
    feed_head(&f, 1000);
    ck_assert_uint_eq(f.b.record_count, 1);
    ck_assert_int_eq(f.b.records[0].pid, 1);
    feed_done(&f);
}
END_TEST

/* What came before must not matter: a JSON record is never open, so nothing was. */
static const struct {
    const char *name, *line;
} befores[] = {
    {"nothing",         NULL                                           },
    {"a whole record",  "{\"message\": \"m\", \"levelname\": \"INFO\"}"},
    {"an older record", "2027-03-04 05:06:07.008 9 INFO svc [-] x"     },
};

static size_t feed_before(struct feed *f, int i)
{
    if (befores[i].line)
        feed_line(f, str_of(befores[i].line), 0);
    return befores[i].line != NULL;
}

START_TEST(a_record_closes_when_others_passed_it_by)
{
    struct feed f;

    feed_init(&f);
    size_t before = feed_before(&f, _i);
    feed_head(&f, 1);
    for (int i = 0; i < LIMIT_OPEN_LINES - 1; i++)
        feed_head(&f, 2);
    ck_assert_msg(f.b.record_count == before + LIMIT_OPEN_LINES - 2, "%s",
                  befores[_i].name);
    feed_head(&f, 2);
    ck_assert_msg(f.b.record_count == before + LIMIT_OPEN_LINES, "%s", befores[_i].name);
    ck_assert_int_eq(f.b.records[f.b.record_count - 1].pid, 1);
    feed_done(&f);
}
END_TEST

START_TEST(its_own_lines_keep_a_record_open)
{
    struct feed f;

    feed_init(&f);
    feed_line(&f, STR("2027-03-04 05:06:07.008 1 ERROR svc [-] x"), 0);
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < LIMIT_OPEN_LINES - 1; i++)
            feed_head(&f, 2);
        feed_line(&f, STR("2027-03-04 05:06:07.008 1 ERROR svc   more"), 0);
    }
    parser_end(f.parser, &f.stream, &f.b);
    const struct record *r = &f.b.records[f.b.record_count - 2];
    ck_assert_int_eq(r->pid, 1);
    ck_assert_uint_eq(r->line_count, 6);
    feed_done(&f);
}
END_TEST

START_TEST(many_bytes_pass_a_record_by)
{
    struct feed f;
    CLEANUP(buf_done) struct buf line = {0};

    feed_init(&f);
    size_t before = feed_before(&f, _i);
    feed_head(&f, 1);
    buf_add(&line, STR("2027-03-04 05:06:07.008 2 INFO svc [-] "));
    for (int i = 0; i < LIMIT_OPEN_BYTES; i++)
        buf_char(&line, 'x');
    feed_line(&f, buf_str(&line), 0);
    ck_assert_msg(f.b.record_count == before + 1, "%s", befores[_i].name);
    ck_assert_int_eq(f.b.records[before].pid, 1);
    feed_done(&f);
}
END_TEST

START_TEST(an_open_record_outlives_its_batch)
{
    struct feed f;
    char *lines[] = {
        strdup("2027-03-04 05:06:07.008 1 ERROR svc.api "
               "[req-0a1b2c3d-1111-4222-8333-444455556666 "
               "u p - x y] a: KeyError: 1"),
        strdup(
            "2027-03-04 05:06:07.008 1 ERROR svc.api [instance: "
            "0a1b2c3d-1111-4222-8333-444455556666] Traceback (most recent call last):"),
        strdup("2027-03-04 05:06:07.008 1 ERROR svc.api KeyError: 1"),
    };

    feed_init(&f);
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        feed_line(&f, str_of(lines[i]), 0);
        ck_assert_uint_eq(f.b.record_count, 0);
        memset(lines[i], '#', strlen(lines[i]));
        free(lines[i]);
        batch_reset(&f.b, 0);
    }
    parser_end(f.parser, &f.stream, &f.b);
    const struct record *r = f.b.records;
    ASSERT_STR(r->logger, "svc.api");
    ASSERT_STR(r->user_id, "u");
    ASSERT_STR(r->instance_id, "0a1b2c3d-1111-4222-8333-444455556666");
    ASSERT_STR(r->message, "a");
    ASSERT_STR(r->trace, "Traceback (most recent call last):\nKeyError: 1");
    ASSERT_STR(r->exceptions[0].type, "KeyError");
    feed_done(&f);
}
END_TEST

/* Each stays below its own limits, and none is left behind. */
START_TEST(what_is_open_is_bounded_together)
{
    enum { PIDS = 32, LINE_BYTES = 8000 };
    struct feed f;
    CLEANUP(buf_done) struct buf line = {0};

    feed_init(&f);
    for (int i = 0; f.b.record_count == 0 && f.position < 2 * LIMIT_HELD_BYTES; i++) {
        batch_reset(&f.b, 0);
        buf_clear(&line);
        buf_fmt(&line, "2027-03-04 05:06:07.008 %d ERROR svc %s", i % PIDS,
                i < PIDS ? "[-] a" : "  ");
        while (line.n < LINE_BYTES)
            buf_char(&line, 'x');
        feed_line(&f, buf_str(&line), 0);
    }
    ck_assert_uint_eq(f.b.record_count, 1);
    ck_assert_uint_eq(f.b.records[0].flags, RECORD_TOO_LONG);
    ck_assert_uint_gt(f.position, LIMIT_HELD_BYTES);
    ck_assert_uint_lt(f.position, LIMIT_HELD_BYTES + LIMIT_OPEN_BYTES + 2 * LINE_BYTES);
    feed_done(&f);
}
END_TEST

/* A line that journalctl may have printed as one of the record before it is that record's, whatever
 * comes next. */
static const char *const behind_doubts[] = {
    "2027-03-04T05:06:08Z stderr F x",
    "__CURSOR=s\nMESSAGE=x\nSYSLOG_IDENTIFIER=sshd\n_PID=3\n",
    "{\n\t\"MESSAGE\" : \"x\",\n\t\"_PID\" : \"3\"\n}",
};

START_TEST(a_line_in_doubt_is_never_lost)
{
    struct feed f;
    struct str rest = str_of(behind_doubts[_i]), line;
    size_t lines = 2, in_records = 0;
    bool joined = false;

    feed_init(&f);
    feed_line(&f, STR("Mar 04 05:06:07.100000 c1 svc[11]: 2027-03-04 05:06:07.008 11 ERROR svc [-] a"), 0);
    feed_line(&f, STR("Mar 04 05:06:07.100000 c1 svc[11]: more"), 0);
    for (; str_cut(&rest, '\n', &line); lines++)
        feed_line(&f, line, 0);
    feed_line(&f, STR(""), 0);
    parser_end(f.parser, &f.stream, &f.b);
    for (size_t i = 0; i < f.b.record_count; i++) {
        in_records += f.b.records[i].line_count;
        joined = joined || str_eq(f.b.records[i].body, STR("a\nmore"));
    }
    ck_assert_uint_eq(in_records, lines + 1);
    ck_assert(joined);
    feed_done(&f);
}
END_TEST

START_TEST(streams_do_not_mix)
{
    struct feed f;
    struct stream other = {.number = 1};

    feed_init(&f);
    feed_head(&f, 1);
    *batch_line(&f.b) = (struct line){.stream = &other, .text = STR("x"), .bytes = 2};
    feed_line(&f, STR("y"), 0);
    ck_assert_uint_eq(parser_open_lines(f.parser), 3);
    parser_end(f.parser, &other, &f.b);
    parser_end(f.parser, &f.stream, &f.b);
    ck_assert_uint_eq(f.b.record_count, 2);
    ASSERT_STR(f.b.records[0].body, "x");
    ASSERT_STR(f.b.records[1].body, "x\ny");
    feed_done(&f);
}
END_TEST

/* What would take minutes if any step went over all of the text again. */
START_TEST(hostile_lines_take_no_time)
{
    static const char *const units[] = {
        ": ",       ": a.B", ": KeyError: ", "[",
        "{\"a\":",  "\\u",   "\x1b[",        "Traceback (most recent call last):",
        "  File \""};
    struct feed f;
    CLEANUP(buf_done) struct buf line = {0};

    feed_init(&f);
    for (int head = 0; head < 2; head++) {
        buf_clear(&line);
        buf_add(&line, head ? STR("2027-03-04 05:06:07.008 2 ERROR svc [-] ") : STR(""));
        while (line.n < LIMIT_LINE_BYTES - 64)
            buf_add(&line, str_of(units[_i]));
        feed_line(&f, arena_str(&f.b.arena, buf_str(&line)), 0);
    }
    parser_end(f.parser, &f.stream, &f.b);
    ck_assert_uint_eq(f.b.record_count, 2);
    feed_done(&f);
}
END_TEST

START_TEST(hostile_tracebacks_take_no_time)
{
    static const char *const units[] = {
        "Traceback (most recent call last):",
        "  File \"/x.py\", line 1, in f",
        "a.B: c",
        "During handling of the above exception, another exception occurred:",
        "  + Exception Group Traceback (most recent call last):",
        "  +-+---------------- 1 ----------------",
        "a_Remote.B_Remote: c",
        ""};
    struct feed f;

    feed_init(&f);
    for (size_t i = 0; i < LIMIT_RECORD_LINES; i++) {
        struct buf line = {0};
        size_t unit = i * 2654435761u % 97 % COUNT_OF(units);
        buf_fmt(&line, "2027-03-04 05:06:07.008 2 ERROR svc %s", units[unit]);
        feed_line(&f, arena_str(&f.b.arena, buf_str(&line)), 0);
        buf_done(&line);
    }
    parser_end(f.parser, &f.stream, &f.b);
    ck_assert_uint_eq(f.b.record_count, 1);
    ck_assert(f.b.records[0].exception_count <= LIMIT_EXCEPTIONS);
    feed_done(&f);
}
END_TEST

static int64_t most_kilobytes(void) /* that the process ever had */
{
    struct rusage usage;

    ck_assert_int_eq(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss;
}

/* Remote errors without their lists, chained, below a message with megabytes behind one: only the
 * logged one may go through it. The arena would hold all of the message for each of them. */
START_TEST(chained_remote_errors_take_no_memory)
{
    static const char *const unit[] = {
        "Traceback (most recent call last):", "  File \"/x.py\", line 1, in f",
        "x.RemoteError: Remote error: A b",
        "During handling of the above exception, another exception occurred:"};
    const size_t count = LIMIT_RECORD_LINES / 2 / COUNT_OF(unit) * COUNT_OF(unit);
    struct feed f;
    CLEANUP(buf_done) struct buf large = {0};

    feed_init(&f);
    while (large.n < LIMIT_LINE_BYTES - 64)
        buf_char(&large, 'a');
    feed_line(&f, STR("2027-03-04 05:06:07.008 2 ERROR svc [-] x"), 0);
    feed_line(&f, STR("['Traceback (most recent call last):\\n', '"), 0);
    feed_line(&f, buf_str(&large), 0);
    feed_line(&f, buf_str(&large), 0);
    for (size_t i = 0; i < count - 1; i++) {
        struct buf line = {0};
        buf_fmt(&line, "2027-03-04 05:06:07.008 2 ERROR svc %s", unit[i % COUNT_OF(unit)]);
        feed_line(&f, arena_str(&f.b.arena, buf_str(&line)), 0);
        buf_done(&line);
    }
    int64_t before = most_kilobytes();
    parser_end(f.parser, &f.stream, &f.b);
    ck_assert_int_lt(most_kilobytes() - before, 64 * 1024);
    ck_assert_uint_eq(f.b.record_count, 1);
    ASSERT_STR(f.b.records[0].exceptions[0].type, "x.RemoteError");
    feed_done(&f);
}
END_TEST

Suite *bounds_suite(void)
{
    Suite *s = suite_create("parse/bounds");
    TCase *tc = tcase_create("bounds");

    tcase_set_timeout(tc, 30);
    tcase_add_test(tc, a_long_record_is_cut_in_pieces);
    tcase_add_test(tc, a_large_record_is_cut_in_pieces);
    tcase_add_test(tc, the_oldest_closes_when_too_many_are_open);
    tcase_add_loop_test(tc, a_record_closes_when_others_passed_it_by, 0,
                        (int)COUNT_OF(befores));
    tcase_add_test(tc, its_own_lines_keep_a_record_open);
    tcase_add_loop_test(tc, many_bytes_pass_a_record_by, 0, (int)COUNT_OF(befores));
    tcase_add_test(tc, an_open_record_outlives_its_batch);
    tcase_add_test(tc, what_is_open_is_bounded_together);
    tcase_add_loop_test(tc, a_line_in_doubt_is_never_lost, 0, (int)COUNT_OF(behind_doubts));
    tcase_add_test(tc, streams_do_not_mix);
    tcase_add_loop_test(tc, hostile_lines_take_no_time, 0, 9);
    tcase_add_test(tc, hostile_tracebacks_take_no_time);
    tcase_add_test(tc, chained_remote_errors_take_no_memory);
    suite_add_tcase(s, tc);
    return s;
}
