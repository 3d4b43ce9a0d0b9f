#include "mask/mask.h"
#include "suites.h"

static void mask_one(struct batch *b)
{
    struct masker *m = masker_new(&(struct mask_settings){0});

    batch_choose(b, 0);
    mask_batch(m, b);
    masker_free(m);
}

START_TEST(a_secret_goes_from_every_field)
{
    static const struct exception raised = {.message = STR_INIT("at Zq8pl again")};
    static const struct param params[] = {{STR_INIT("url"), STR_INIT("x://u:Zq8pl@h")}};
    struct batch b;

    batch_init(&b);
    struct record *r = batch_record(&b);
    struct match *m = batch_match(&b);
    r->raw = r->body = r->message = STR("no x://u:Zq8pl@h, Zq8pl");
    r->exceptions = &raised;
    r->exception_count = 1;
    m->params = params;
    m->param_count = 1;
    mask_one(&b);
    static const struct str shown =
        STR_INIT("no x://u:[redacted:url_password]@h, [redacted:url_password]");
    ck_assert(str_eq(r->message, shown));
    ck_assert(str_eq(r->raw, shown));
    ck_assert(str_eq(r->exceptions[0].message, STR("at [redacted:url_password] again")));
    ck_assert(str_eq(m->params[0].value, STR("x://u:[redacted:url_password]@h")));
    ck_assert_uint_eq(b.redactions[0].kinds, 1u << SECRET_URL_PASSWORD);
    ck_assert_uint_eq(b.redactions[0].count, 2);
    batch_done(&b);
}
END_TEST

START_TEST(an_entry_names_what_looks_harmless)
{
    static const struct str secret[] = {STR_INIT("text")};
    static const struct entry e = {.secret = {secret, 1}};
    struct batch b;

    batch_init(&b);
    struct record *r = batch_record(&b);
    struct match *m = batch_match(&b);
    m->log.entry = &e;
    r->raw = STR("2026 ERROR zun 4f1c2d3e-aaaa");
    r->message = r->body = STR("4f1c2d3e-aaaa");
    mask_one(&b);
    ck_assert(str_eq(r->message, STR("[redacted:token]")));
    ck_assert(str_eq(r->raw, STR("2026 ERROR zun [redacted:token]")));
    batch_done(&b);
}
END_TEST

/* A row of the class calls its text a secret: it goes wherever the text stands, in the carrier of
 * a remote one and among the causes too, and the message around it stays. */
START_TEST(the_text_of_an_exception_goes_with_its_carrier)
{
    static const struct str secret[] = {STR_INIT("text")};
    static struct class_entry c = {.class_ = STR_INIT("zun.exception.BadToken")};
    static const struct entry row = {.secret = {secret, 1}, .class_ = &c}, other = {.class_ = &c};
    static const struct entry *const rows[] = {&other, &row};
    static const struct exception raised[] = {
        {.type = STR_INIT("oslo.RemoteError"), .message = STR_INIT("Remote error: BadToken 4f1c2d3e")},
        {.type = STR_INIT("zun.exception.BadToken"), .message = STR_INIT("4f1c2d3e")}};
    struct cause causes[] = {{.message = STR_INIT("4f1c2d3e"), .class_ = &c},
                             {.message = STR_INIT("77aa88bb"), .entry = &row}};
    struct entry carrier = {.id = STR("common.rpc")};
    struct batch b;

    c.situations = rows;
    c.situation_count = 2;
    batch_init(&b);
    struct record *r = batch_record(&b);
    struct match *m = batch_match(&b);
    m->log.entry = &carrier;
    m->class_ = &c;
    m->raised.entry = &other;
    m->causes = causes;
    m->cause_count = m->causes_kept = 2;
    r->raw = r->body = STR("call failed: oslo.RemoteError: Remote error: BadToken 4f1c2d3e 77aa88bb");
    r->message = STR("call failed");
    r->exceptions = raised;
    r->exception_count = 2;
    mask_one(&b);
    ck_assert(str_eq(r->message, STR("call failed")));
    ck_assert(str_eq(r->raw, STR("call failed: oslo.RemoteError: Remote error: BadToken "
                                 "[redacted:token] [redacted:token]")));
    ck_assert(str_eq(r->exceptions[0].message, STR("Remote error: BadToken [redacted:token]")));
    ck_assert(str_eq(r->exceptions[1].message, STR("[redacted:token]")));
    ck_assert(str_eq(m->causes[0].message, STR("[redacted:token]")));
    ck_assert(str_eq(m->causes[1].message, STR("[redacted:token]")));
    batch_done(&b);
}
END_TEST

START_TEST(a_short_value_that_the_entry_names_goes_too)
{
    static const struct str secret[] = {STR_INIT("pin")};
    static const struct entry e = {.secret = {secret, 1}};
    static const char text[] = "at 123 the pin is 123.";
    struct param params[] = {{STR_INIT("pin"), {text + 18, 3}}};
    struct batch b;

    batch_init(&b);
    struct record *r = batch_record(&b);
    struct match *m = batch_match(&b);
    m->log.entry = &e;
    m->params = params;
    m->param_count = 1;
    r->raw = r->message = r->body = str_of(text);
    mask_one(&b);
    ck_assert(str_eq(r->message, STR("at 123 the pin is [redacted:token].")));
    ck_assert(str_eq(m->params[0].value, STR("[redacted:token]")));
    ck_assert_uint_eq(b.redactions[0].count, 1);
    batch_done(&b);
}
END_TEST

START_TEST(escapes_of_JSON_hide_nothing)
{
    struct batch b;

    batch_init(&b);
    struct record *r = batch_record(&b);
    batch_match(&b);
    r->envelopes[0] = ENVELOPE_OSLO_JSON;
    r->envelope_count = 1;
    r->raw = STR("{\"message\":\"x:\\/\\/u:Zq8pl@h\"}");
    r->message = r->body = STR("x://u:Zq8pl@h");
    mask_one(&b);
    ck_assert(str_eq(r->message, STR("x://u:[redacted:url_password]@h")));
    ck_assert_uint_eq(str_find(r->raw, STR("Zq8pl"), 0), STR_NONE);
    ck_assert_uint_eq(b.redactions[0].count, 1);
    batch_done(&b);
}
END_TEST

/* Every text of a record that an event shows: what recurs in one of them is hidden there. */
START_TEST(a_secret_goes_from_the_fields_of_the_envelope)
{
    struct batch b;

    batch_init(&b);
    struct record *r = batch_record(&b);
    batch_match(&b);
    struct str *const texts[] = {
        &r->logger,          &r->process_name, &r->thread_name,    &r->host,
        &r->request_id,      &r->user_name,    &r->project_name,   &r->domain_id,
        &r->system_scope,    &r->instance_id,  &r->origin_file,    &r->origin_function,
        &r->msg,             &r->trace,        &r->user_domain_id, &r->project_domain_id,
        &r->global_request_id, &r->user_id,    &r->project_id,
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        *texts[i] = STR("on Zq8pl");
    r->raw = r->body = r->message = STR("password=Zq8pl");
    mask_one(&b);
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        ck_assert_msg(str_eq(*texts[i], STR("on [redacted:password]")), "%zu: %.*s", i,
                      STR_FMT(*texts[i]));
    batch_done(&b);
}
END_TEST

static const struct {
    const char *name, *text, *expect;
} recurrences[] = {
    {"a word that services share", "password=nova at nova.compute: nova failed, nova-api too",
     "password=[redacted:password] at nova.compute: [redacted:password] failed, nova-api too"},
    {"a long one inside a word", "password=Zq8plW7a9 in xZq8plW7a9x",
     "password=[redacted:password] in x[redacted:password]x"},
    {"the name of one", "password=password for password in {'password': 'password'}",
     "password=[redacted:password] for [redacted:password] in {'password': '[redacted:password]'}"},
    {"three bytes", "password=abc and abc", "password=[redacted:password] and abc"},
    {"at the end of a sentence", "password=Zq8pl. It is Zq8pl.",
     "password=[redacted:password]. It is [redacted:password]."},
    {"found behind where it recurs", "Zq8pl fails: password=Zq8pl",
     "[redacted:password] fails: password=[redacted:password]"},
};

START_TEST(a_value_goes_where_it_recurs)
{
    struct batch b;

    batch_init(&b);
    struct record *r = batch_record(&b);
    batch_match(&b);
    r->raw = r->body = r->message = str_of(recurrences[_i].text);
    mask_one(&b);
    ck_assert_msg(str_eq(r->message, str_of(recurrences[_i].expect)), "%s: %.*s",
                  recurrences[_i].name, STR_FMT(r->message));
    batch_done(&b);
}
END_TEST

/* The line still holds the value with JSON's escapes, so nothing may be made of it. */
START_TEST(a_line_that_holds_an_escaped_secret_is_given_up)
{
    struct batch b;

    batch_init(&b);
    struct record *r = batch_record(&b);
    batch_match(&b);
    r->envelopes[0] = ENVELOPE_OSLO_JSON;
    r->envelope_count = 1;
    r->raw = STR("{\"message\": \"password='Z\\u00fcq8' token=Zq9pl\", \"args\": [\"Z\\u00fcq8\"]}");
    r->message = r->body = STR("password='Z\xc3\xbcq8' token=Zq9pl");
    mask_one(&b);
    ck_assert(str_eq(r->message, STR("password='[redacted:password]' token=[redacted:token]")));
    ck_assert_uint_eq(str_find(r->raw, STR("u00fc"), 0), STR_NONE);
    batch_done(&b);
}
END_TEST

START_TEST(another_text_of_the_record_is_masked_again)
{
    struct batch b;
    struct masker *m = masker_new(&(struct mask_settings){0});

    batch_init(&b);
    struct record *r = batch_record(&b);
    batch_match(&b);
    r->raw = r->body = r->message = STR("password=Zq8pl");
    batch_choose(&b, 0);
    mask_batch(m, &b);
    ck_assert(str_eq(mask_again(m, STR("tried 'Zq8pl'")), STR("tried '[redacted:password]'")));
    masker_free(m);
    batch_done(&b);
}
END_TEST

START_TEST(off_hides_nothing)
{
    struct batch b;
    struct masker *m = masker_new(&(struct mask_settings){.off = true});

    batch_init(&b);
    struct record *r = batch_record(&b);
    batch_match(&b);
    r->raw = r->body = r->message = STR("password=Zq8pl");
    batch_choose(&b, 0);
    mask_batch(m, &b);
    ck_assert(str_eq(r->message, STR("password=Zq8pl")));
    ck_assert_uint_eq(b.redaction_count, 1);
    ck_assert_uint_eq(b.redactions[0].count, 0);
    ck_assert(str_eq(mask_text(m, STR("password=Zq8pl")), STR("password=Zq8pl")));
    masker_free(m);
    batch_done(&b);
}
END_TEST

/* Thousands of secrets in one line, with as many values to look for again as are remembered. */
START_TEST(many_secrets_cost_no_more_than_their_bytes)
{
    CLEANUP(buf_done) struct buf text = {0};
    struct batch b;

    for (int i = 0; i < 5000; i++)
        buf_fmt(&text, "x://a:bcd%d@h,x@ ", i % 50);
    batch_init(&b);
    struct record *r = batch_record(&b);
    batch_match(&b);
    r->raw = r->message = r->body = buf_str(&text);
    usec_t started = clock_now();
    mask_one(&b);
    ck_assert_int_lt(clock_now() - started, 5 * USEC_PER_SEC);
    ck_assert_uint_gt(b.redactions[0].count, 4000);
    batch_done(&b);
}
END_TEST

START_TEST(a_record_without_secrets_keeps_its_bytes)
{
    static const char text[] = "nothing to hide";
    struct batch b;

    batch_init(&b);
    struct record *r = batch_record(&b);
    batch_match(&b);
    r->raw = r->body = r->message = str_of(text);
    mask_one(&b);
    ck_assert_ptr_eq(r->message.p, text);
    ck_assert_uint_eq(b.redaction_count, 1);
    ck_assert_uint_eq(b.redactions[0].count, 0);
    batch_done(&b);
}
END_TEST

Suite *mask_suite(void)
{
    Suite *s = suite_create("mask/mask");
    TCase *tc = tcase_create("mask");

    tcase_add_test(tc, a_secret_goes_from_every_field);
    tcase_add_test(tc, the_text_of_an_exception_goes_with_its_carrier);
    tcase_add_test(tc, an_entry_names_what_looks_harmless);
    tcase_add_test(tc, a_short_value_that_the_entry_names_goes_too);
    tcase_add_test(tc, escapes_of_JSON_hide_nothing);
    tcase_add_test(tc, a_secret_goes_from_the_fields_of_the_envelope);
    tcase_add_loop_test(tc, a_value_goes_where_it_recurs, 0, (int)COUNT_OF(recurrences));
    tcase_add_test(tc, a_line_that_holds_an_escaped_secret_is_given_up);
    tcase_add_test(tc, another_text_of_the_record_is_masked_again);
    tcase_add_test(tc, off_hides_nothing);
    tcase_add_test(tc, many_secrets_cost_no_more_than_their_bytes);
    tcase_add_test(tc, a_record_without_secrets_keeps_its_bytes);
    suite_add_tcase(s, tc);
    return s;
}
