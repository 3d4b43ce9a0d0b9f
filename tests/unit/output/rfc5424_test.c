/* output/rfc5424.h and output/event.h: an event as a message of syslog. */
#include "output/rfc5424.h"

#include "base/utf8.h"
#include "suites.h"

static const struct rfc5424 form = {.facility = 16, .enterprise = 32473};

static const char whole[] =
    "{\"@timestamp\":\"2027-01-31T10:11:12.345Z\",\"message\":\"it "
    "[broke]\",\"tags\":[\"a\",{}],"
    "\"event\":{\"id\":\"00ff\",\"code\":\"heat.x\",\"reason\":\"a \\\"quoted\\\" \\\\ "
    "[thing]\","
    "\"severity\":4},\"log\":{\"level\":\"error\",\"logger\":\"heat.engine\",\"syslog\":{"
    "\"severity\":{\"code\":5}}},\"error\":{\"type\":\"heat.Broken\",\"message\":\"no\"},"
    "\"service\":{\"name\":\"heat-engine\"},\"host\":{\"name\":\"ctl1\"},"
    "\"process\":{\"pid\":31},\"cloud\":{\"project\":{\"id\":\"p1\",\"name\":\"n\"}},"
    "\"openstack\":{\"request_id\":\"req-1\"},\"logclass\":{\"status\":\"classified\","
    "\"params\":{\"event.id\":\"not this\"},\"confidence\":95}}";

static struct arena arena;
static struct buf out;

static void start(void)
{
    arena_init(&arena);
    buf_clear(&out);
}

static void end(void)
{
    buf_done(&out);
    out = (struct buf){0};
    arena_done(&arena);
}

static const char *message(const char *json, size_t limit)
{
    struct event event;

    event_read(&arena, str_of(json), &event);
    buf_clear(&out);
    rfc5424_event(&out, &form, &event, limit);
    return buf_z(&out);
}

START_TEST(a_whole_event)
{
    ck_assert_str_eq(
        message(whole, 2048),
        "<131>1 2027-01-31T10:11:12.345Z ctl1 heat-engine 31 CLASSIFIED [logclass@32473 "
        "id=\"00ff\" code=\"heat.x\" sev=\"4\" conf=\"95\" req=\"req-1\" project=\"p1\" "
        "type=\"heat.Broken\" situation=\"a \\\"quoted\\\" \\\\ [thing\\]\"] it [broke]");
}
END_TEST

static const struct {
    const char *name, *json, *said;
} rows[] = {
    {"nothing at all",                          "{}",                                     "<133>1 - - - - - -"                                               },
    {"no JSON",                                 "broken",                                 "<133>1 - - - - - -"                                               },
    {"JSON that ends too early",                "{\"host\":{\"name\":\"a\"},\"mess",      "<133>1 - a - - - -"                                               },
    {"a number where a text is meant",          "{\"message\":7}",                        "<133>1 - - - - - - 7"                                             },
    {"an object where a text is meant",         "{\"message\":{\"id\":\"x\"}}",
     "<133>1 - - - - - -"                                                                                                                                    },
    {"a key that holds a dot",                  "{\"event.id\":\"x\",\"message\":\"m\"}",
     "<133>1 - - - - - [logclass@32473 id=\"x\"] m"                                                                                                          },
    {"the level is before the code",
     "{\"log\":{\"level\":\"critical\",\"syslog\":{\"severity\":{"
     "\"code\":7}}}}",                                                                    "<130>1 - - - - - -"                                               },
    {"the code is before the event's severity",
     "{\"event\":{\"severity\":1},\"log\":{\"syslog\":{\"severity\":{\"code\":0}}}}",     "<128>1 - - - - - [logclass@32473 sev=\"1\"]"                      },
    {"the event's severity",                    "{\"event\":{\"severity\":6}}",
     "<129>1 - - - - - [logclass@32473 sev=\"6\"]"                                                                                                           },
    {"blanks and other letters in names",
     "{\"host\":{\"name\":\"a "
     "b\xc3\xa9\"},\"service\":{\"name\":\"x\\ty\"},\"message\":\"m\"}",                  "<133>1 - a_b__ x_y - - - m"                                       },
    {"a text that is not ASCII",                "{\"message\":\"na\xc3\xafve\"}",
     "<133>1 - - - - - - \xef\xbb\xbfna\xc3\xafve"                                                                                                           },
    {"a long name is cut",
     "{\"service\":{\"name\":\"123456789-123456789-123456789-123456789-123456789-\"}}",   "<133>1 - - 123456789-123456789-123456789-123456789-12345678 - - -"},
};

START_TEST(an_event_of_which_little_is_known)
{
    ck_assert_msg(strcmp(message(rows[_i].json, 2048), rows[_i].said) == 0, "%s: %s",
                  rows[_i].name, out.p);
}
END_TEST

static bool is_utf8(struct str s)
{
    size_t at = 0, n;

    while ((n = utf8_len(s, at)) > 0)
        at += n;
    return at == s.n;
}

/* At every limit: never over it, never half a character, and what tells events apart stays. */
START_TEST(fits_its_limit)
{
    CLEANUP(buf_done) struct buf json = {0};

    buf_add(&json, STR("{\"event\":{\"id\":\"00ff\",\"reason\":\""));
    for (int i = 0; i < 30; i++)
        buf_add(&json, STR("situation "));
    buf_add(&json, STR("\"},\"message\":\""));
    for (int i = 0; i < 300; i++)
        buf_add(&json, STR("\xe6\xbc\xa2\xf0\x9f\x98\x80"));
    buf_add(&json, STR("\"}"));
    for (size_t limit = RFC5424_LEAST_BYTES; limit < 2000; limit += 7) {
        const char *said = message(buf_z(&json), limit);
        ck_assert_msg(out.n <= limit && out.n + 16 > limit, "%zu: %zu", limit, out.n);
        ck_assert_ptr_nonnull(strstr(said, "id=\"00ff\""));
        if (limit < 500 || limit > 700)
            ck_assert_msg((strstr(said, "situation=") != NULL) == (limit > 700), "%zu",
                          limit);
        ck_assert(str_ends(buf_str(&out), STR("\xe2\x80\xa6")));
        ck_assert_msg(is_utf8(buf_str(&out)), "%zu: torn", limit);
    }
    ck_assert(
        str_ends((message(buf_z(&json), 2600), buf_str(&out)), STR("\xf0\x9f\x98\x80")));
}
END_TEST

START_TEST(a_document_stands_as_it_is)
{
    struct rfc5424 cee = form;
    struct event event;

    cee.cee = true;
    event_read(&arena, STR("{\"host\":{\"name\":\"a\"},\"event\":{\"id\":\"7\"}}"),
               &event);
    rfc5424_document(&out, &form, &event, STR("{\"m\":\"\xc3\xa9\"}"));
    ck_assert_str_eq(buf_z(&out), "<133>1 - a - - - - {\"m\":\"\xc3\xa9\"}");
    buf_clear(&out);
    rfc5424_document(&out, &cee, &event, STR("{\"m\":1}"));
    ck_assert_str_eq(buf_z(&out), "<133>1 - a - - - - @cee: {\"m\":1}");
    buf_clear(&out);
    rfc5424_document(&out, &cee, &event, STR("CEF:0|x"));
    ck_assert_str_eq(buf_z(&out), "<133>1 - a - - - - CEF:0|x");
}
END_TEST

START_TEST(frames)
{
    rfc5424_add_counted(&out, STR("a\nb"));
    rfc5424_add_counted(&out, STR("\xc3\xa9"));
    rfc5424_add_line(&out, STR("a\nb"));
    ck_assert_str_eq(buf_z(&out), "3 a\nb2 \xc3\xa9"
                                  "a b\n");
}
END_TEST

Suite *rfc5424_suite(void)
{
    Suite *s = suite_create("output/rfc5424");
    TCase *tc = tcase_create("rfc5424");

    tcase_add_checked_fixture(tc, start, end);
    tcase_add_test(tc, a_whole_event);
    tcase_add_loop_test(tc, an_event_of_which_little_is_known, 0, COUNT_OF(rows));
    tcase_add_test(tc, fits_its_limit);
    tcase_add_test(tc, a_document_stands_as_it_is);
    tcase_add_test(tc, frames);
    suite_add_tcase(s, tc);
    return s;
}
