#include "flow/batch.h"

#include "suites.h"

static bool all_zero(const void *p, size_t n)
{
    const unsigned char *bytes = p;

    for (size_t i = 0; i < n; i++)
        if (bytes[i])
            return false;
    return true;
}

START_TEST(rows_are_new_and_zeroed)
{
    CLEANUP(batch_done) struct batch b;

    batch_init(&b);
    for (size_t i = 1; i <= 1000; i++) {
        struct line *l = batch_line(&b);
        ck_assert(all_zero(l, sizeof *l));
        l->position = i;
        struct match *m = batch_match(&b);
        ck_assert(all_zero(m, sizeof *m));
        m->confidence = 100;
        struct redaction *d = batch_redaction(&b);
        ck_assert(all_zero(d, sizeof *d));
        d->count = 1;
        struct record *r = batch_record(&b);
        ck_assert_int_eq(r->pid, -1);
        ck_assert_int_eq(r->thread_id, -1);
        ck_assert_uint_eq(r->line_count + r->body.n + r->exception_count, 0);
        ck_assert_int_eq(r->level, LEVEL_NONE);
        r->line_count = 7;
        ck_assert_uint_eq(b.line_count, i);
        ck_assert_uint_eq(b.record_count, i);
        ck_assert_uint_eq(b.match_count, i);
        ck_assert_uint_eq(b.redaction_count, i);
    }
    for (size_t i = 0; i < 1000; i++)
        ck_assert_uint_eq(b.lines[i].position, i + 1);
}
END_TEST

START_TEST(reset_empties_every_column_but_events)
{
    CLEANUP(batch_done) struct batch b;

    batch_init(&b);
    for (int round = 0; round < 3; round++) {
        ck_assert_uint_eq(
            b.line_count + b.record_count + b.match_count + b.redaction_count, 0);
        ck_assert_uint_eq(b.chosen_count, 0);
        ck_assert_uint_eq(b.parsed + b.text.n + b.event_count, 0);
        /* Events wait for whoever takes them. */
        ck_assert_uint_eq(b.events.n, (size_t)round * 3);
        batch_line(&b);
        batch_record(&b)->pid = 5;
        batch_match(&b)->basis = BASIS_COUNT;
        batch_redaction(&b)->kinds = 1;
        batch_choose(&b, 0);
        ck_assert_uint_eq(b.chosen_count, 1);
        ck_assert_int_eq(b.records[0].thread_id, -1);
        buf_add(&b.text, STR("line\n"));
        buf_add(&b.events, STR("{}\n"));
        b.parsed = b.event_count = 1;
        arena_str(&b.arena, STR("text"));
        batch_reset(&b, 1000 + round);
        ck_assert_int_eq(b.now, 1000 + round);
    }
}
END_TEST

START_TEST(chooses_in_order)
{
    CLEANUP(batch_done) struct batch b;

    batch_init(&b);
    for (uint32_t i = 0; i < 100; i++)
        batch_choose(&b, 3 * i);
    ck_assert_uint_eq(b.chosen_count, 100);
    for (uint32_t i = 0; i < 100; i++)
        ck_assert_uint_eq(b.chosen[i], 3 * i);
}
END_TEST

START_TEST(reset_keeps_the_memory)
{
    CLEANUP(batch_done) struct batch b;

    batch_init(&b);
    const struct line *line = batch_line(&b);
    const struct record *record = batch_record(&b);
    batch_reset(&b, 1);
    ck_assert_ptr_eq(batch_line(&b), line);
    ck_assert_ptr_eq(batch_record(&b), record);
}
END_TEST

START_TEST(ends_what_never_began)
{
    struct batch b = {0};

    batch_done(&b);
    batch_done(&b);
    batch_done(NULL);
}
END_TEST

Suite *batch_suite(void)
{
    Suite *s = suite_create("flow/batch");
    TCase *tc = tcase_create("batch");

    tcase_add_test(tc, rows_are_new_and_zeroed);
    tcase_add_test(tc, reset_empties_every_column_but_events);
    tcase_add_test(tc, chooses_in_order);
    tcase_add_test(tc, reset_keeps_the_memory);
    tcase_add_test(tc, ends_what_never_began);
    suite_add_tcase(s, tc);
    return s;
}
