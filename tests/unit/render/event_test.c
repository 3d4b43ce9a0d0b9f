/* Whole events: what must hold whatever is in the record. Fields are tested by tests/cases. */
#include "flow/limits.h"
#include "render/format_json.h"
#include "suites.h"

static struct stream stream = {.kind = STR_INIT("file"), .name = STR_INIT("x.log")};

static void render_one(struct batch *b)
{
    struct render_settings s = {.format = STR("json"), .zone_name = STR("UTC")};
    struct err e;
    struct renderer *r = renderer_new(&s, &e);

    ck_assert_ptr_nonnull(r);
    batch_choose(b, 0);
    batch_redaction(b);
    render_origin(r, &stream, STR("first line"));
    ck_assert(render_batch(r, b, SIZE_MAX));
    renderer_free(r);
}

static struct str repeat(struct arena *a, const char *piece, size_t times)
{
    size_t n = strlen(piece);
    char *p = arena_alloc(a, n * times);

    for (size_t i = 0; i < times; i++)
        memcpy(p + i * n, piece, n);
    return (struct str){p, n * times};
}

START_TEST(an_event_never_passes_its_budget)
{
    static const char *const pieces[] = {"a", "\"", "\n", "\xFF", "\xE2\x82\xAC", "\\"};
    struct batch b;

    batch_init(&b);
    struct record *r = batch_record(&b);
    struct match *m = batch_match(&b);
    struct str text = repeat(&b.arena, pieces[_i], 200000);
    struct exception *e = ARENA_NEW(&b.arena, struct exception);
    struct param *params = ARENA_ARRAY(&b.arena, struct param, LIMIT_PARAMS);
    for (size_t i = 0; i < LIMIT_PARAMS; i++) {
        char *name = arena_alloc(&b.arena, 1);
        *name = (char)('a' + i);
        params[i] = (struct param){{name, 1}, text};
    }
    e->type = text;
    e->message = text;
    r->stream = &stream;
    r->message = r->body = r->raw = text;
    r->trace = text;
    r->logger = r->host = r->process_name = text;
    r->exceptions = e;
    r->exception_count = 1;
    m->params = params;
    m->param_count = LIMIT_PARAMS;
    render_one(&b);
    ck_assert_uint_le(b.events.n, JSON_BUDGET_BYTES + 1);
    ck_assert_int_eq(b.events.p[b.events.n - 1], '\n');
    ck_assert_ptr_nonnull(strstr(buf_z(&b.events), "\"truncated\":["));
    batch_done(&b);
}
END_TEST

START_TEST(the_same_lines_at_another_place_have_another_id)
{
    struct batch b;
    char id[2][DIGEST_HEX];

    for (int i = 0; i < 2; i++) {
        batch_init(&b);
        struct record *r = batch_record(&b);
        batch_match(&b);
        r->stream = &stream;
        r->message = r->body = r->raw = STR("x");
        r->position = (uint64_t)i;
        render_one(&b);
        const char *at = strstr(buf_z(&b.events), "\"id\":\"");
        ck_assert_ptr_nonnull(at);
        memcpy(id[i], at + 6, DIGEST_HEX);
        batch_done(&b);
    }
    ck_assert_int_ne(memcmp(id[0], id[1], DIGEST_HEX), 0);
}
END_TEST

START_TEST(an_unknown_format_is_a_sentence_with_the_known_ones)
{
    struct render_settings s = {.format = STR("xml")};
    struct err e;

    ck_assert_ptr_null(renderer_new(&s, &e));
    ck_assert_ptr_nonnull(strstr(e.text, "xml"));
    ck_assert_ptr_nonnull(strstr(e.text, "json"));
}
END_TEST

Suite *event_suite(void)
{
    Suite *s = suite_create("render/event");
    TCase *tc = tcase_create("event");

    tcase_add_loop_test(tc, an_event_never_passes_its_budget, 0, 6);
    tcase_add_test(tc, the_same_lines_at_another_place_have_another_id);
    tcase_add_test(tc, an_unknown_format_is_a_sentence_with_the_known_ones);
    suite_add_tcase(s, tc);
    return s;
}
