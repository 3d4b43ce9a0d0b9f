#include "classify/cause.h"

#include "choose_fixture.h"

Suite *cause_suite(void);

/* A value of `Caught error: %s`, and what is found inside. */
static const struct {
    const char *name, *value;
    size_t count;
    const char *type, *message, *id, *class_; /* of the first */
} cases[] = {
    {"words", "connection refused", 0, "", "", "", ""},
    {"empty", "", 0, "", "", "", ""},
    {"a class and its text", "masakari.exception.HostNotFound: No host with id 4.", 1,
     "masakari.exception.HostNotFound", "No host with id 4.", "masakari.HostNotFound", ""},
    {"a bare class of the own service", "HostNotFound: No host with id 4.", 1, "HostNotFound",
     "No host with id 4.", "masakari.HostNotFound", ""},
    {"a bare class of another service", "ComputeHostNotFound: x", 0, "", "", "", ""},
    {"a remote class", "masakari.exception_Remote.HostNotFound_Remote: x", 1,
     "masakari.exception.HostNotFound", "x", "masakari.HostNotFound", ""},
    {"a folder that is called so is not remote", "a_Remote.b.Bad_Remote: x", 1, "a_Remote.b.Bad", "x",
     "", ""},
    {"no name but the mark", "a._Remote: x", 0, "", "", "", ""},
    {"a class of a function", "a.f.<locals>.Bad: x", 1, "a.f.<locals>.Bad", "x", "", ""},
    {"a class whose situation stays open", "masakari.exception.MasakariException: x", 1,
     "masakari.exception.MasakariException", "x", "", "masakari.MasakariException"},
    {"a class whose text tells",
     "masakari.exception.MasakariException: Failed to execute host failure flow for notification 'u'.",
     1, "masakari.exception.MasakariException",
     "Failed to execute host failure flow for notification 'u'.",
     "masakari.MasakariException.host-flow", ""},
    {"a class that nobody knows", "pymysql.err.OperationalError: (2013, 'x')", 1,
     "pymysql.err.OperationalError", "(2013, 'x')", "", ""},
    {"a dotted word that is no class", "ctl1.example.com: refused", 0, "", "", "", ""},
    {"a word that is no class", "Reason: refused", 0, "", "", "", ""},
    {"a class in the middle", "see masakari.exception.HostNotFound: x", 0, "", "", "", ""},
    {"a remote error", "Remote error: HostNotFound No host with id 4.\n['Traceback']", 1,
     "HostNotFound", "No host with id 4.\n['Traceback']", "masakari.HostNotFound", ""},
    {"a remote error in its carrier",
     "oslo_messaging.rpc.client.RemoteError: Remote error: HostNotFound x", 2,
     "oslo_messaging.rpc.client.RemoteError", "Remote error: HostNotFound x", "", ""},
    {"a log message of the service", "Host a is gone", 1, "", "Host a is gone", "masakari.deleted",
     ""},
    {"its first line", "Host a is gone\nwith a second line behind it that ends otherwise", 1, "",
     "Host a is gone\nwith a second line behind it that ends otherwise", "masakari.deleted", ""},
    {"a log message of another service", "Failed to attach volume v", 0, "", "", "", ""},
    {"a status", "Host a went away", 1, "", "Host a went away", "masakari.gone", ""},
    {"another service's response", "Container c is busy", 0, "", "", "", ""},
    {"a message inside a message", "Caught error: Host a is gone", 2, "",
     "Caught error: Host a is gone", "masakari.caught", ""},
    {"as deep as is looked",
     "Caught error: Caught error: Caught error: Caught error: Caught error: Host a is gone", 4, "",
     "Caught error: Caught error: Caught error: Caught error: Caught error: Host a is gone",
     "masakari.caught", ""},
};

START_TEST(looks_inside_values)
{
    struct stage s;
    char text[400];
    snprintf(text, sizeof text, "Caught error: %s", cases[_i].value);
    stage_open(&s, NULL, "");
    stage_record(&s, "", "masakari.api.openstack", LEVEL_ERROR, text);
    const struct match *m = stage_match(&s);
    const char *name = cases[_i].name;
    CHECK_ID(m->log.entry, "masakari.caught", name);
    ck_assert_msg(m->cause_count == cases[_i].count, "%s: %zu", name, m->cause_count);
    ck_assert_uint_eq(m->causes_kept, m->cause_count);
    if (m->cause_count) {
        const struct cause *c = &m->causes[0];
        ck_assert_msg(str_eq(c->type, str_of(cases[_i].type)), "%s: %.*s", name, STR_FMT(c->type));
        ck_assert_msg(str_eq(c->message, str_of(cases[_i].message)), "%s: %.*s", name,
                      STR_FMT(c->message));
        CHECK_ID(c->entry, cases[_i].id, name);
        ck_assert_msg(str_eq(c->class_ ? c->class_->id : STR(""), str_of(cases[_i].class_)), "%s", name);
        ck_assert_int_eq(c->relation, RELATION_CAUSE);
    }
    /* What it holds does not change what was logged. */
    ck_assert_int_eq(m->status, MATCH_CLASSIFIED);
    ck_assert_uint_eq(m->param_count, 1);
    stage_close(&s);
}
END_TEST

static const struct {
    const char *name, *message, *type, *text;
    size_t count;
} repeat_cases[] = {
    {"the value is the exception's text", "Caught error: No host with id 4.",
     "masakari.exception.HostNotFound", "No host with id 4.", 0},
    {"the value is class and text", "Caught error: masakari.exception.HostNotFound: No host with id 4.",
     "masakari.exception.HostNotFound", "No host with id 4.", 0},
    {"class and text of one that nobody knows", "Caught error: a.B: c", "a.B", "c", 0},
    {"the value has more lines than the summary", "Caught error: one\ntwo", "a.B", "one", 0},
    {"the exception has more lines than the value", "Caught error: one", "a.B", "one\ntwo", 0},
    {"another exception", "Caught error: masakari.exception.HostNotFound: x", "a.B", "y", 1},
    {"a message of the service that is the exception's text", "Caught error: Host a is gone", "a.B",
     "Host a is gone", 0},
    {"its first line is what was logged", "Caught error: Host a is gone\ntwo", "a.B",
     "Host a is gone", 0},
    {"it is the first line of what was logged", "Caught error: Host a is gone", "a.B",
     "Host a is gone\nmore", 0},
    {"the exception's text is a status", "Caught error: x",
     "masakari.exception.MasakariException", "Host a went away", 1},
};

START_TEST(does_not_repeat_the_logged_one)
{
    struct stage s;
    stage_open(&s, NULL, "");
    struct exception x = {.type = str_of(repeat_cases[_i].type),
                          .message = str_of(repeat_cases[_i].text)};
    struct record *r = stage_record(&s, "", "masakari.api.openstack", LEVEL_ERROR,
                                    repeat_cases[_i].message);
    r->exceptions = &x;
    r->exception_count = 1;
    const struct match *m = stage_match(&s);
    ck_assert_msg(m->cause_count == repeat_cases[_i].count, "%s: %zu", repeat_cases[_i].name,
                  m->cause_count);
    stage_close(&s);
}
END_TEST

static const char values_file[] = HEAD("other", "other", "other-api")
    "log:\n"
    "  - {id: caught, row: '1.1', loggers: [other.a], template: 'Caught error: %s', params: [error],\n"
    "     cause: [error]}\n"
    "  - {id: gone, row: '1.2', loggers: [other.a], template: 'It is gone'}\n"
    "exceptions:\n"
    "  - {class: other.exception.DriverError, row: '2.1', cause: [said],\n"
    "     template: 'Provider %(name)s says: %(said)s'}\n"
    "  - {class: other.exception.Failure, row: '2.2', template: '%(a)s%(b)s', cause: [text]}\n"
    "  - {class: other.exception.NotFound, row: '2.3', template: 'Nothing at %s'}\n"
    "  - {class: a.client.NotFound, row: '2.4', raised: ['other/x.py:1']}\n"
    "  - {class: other.exception.Parent, row: '2.5', template: 'Nothing of %s', logged: never}\n"
    "  - {class: other.exception.Busy, row: '3.4', template: 'No %s left'}\n"
    "statuses:\n"
    "  - {id: gone-status, row: '3.1', template: 'It is gone'}\n"
    "responses:\n"
    "  - {id: one, row: '3.2', template: 'Both %s and %s x'}\n"
    "  - {id: two, row: '3.3', template: 'Both %s and x %s'}\n"
    "  - {id: busy, row: '3.4', template: 'No %s left'}\n"
    "  - {id: left, row: '3.5', template: 'None is left'}\n";

static const struct {
    const char *name, *message, *type, *text;
    size_t count;
    const char *id;
} value_cases[] = {
    {"a value goes before a log message", "Caught error: It is gone", NULL, NULL, 1,
     "other.gone-status"},
    {"two rows as good as each other: none is named", "Caught error: Both a and x b x", NULL, NULL, 0, ""},
    {"a value of the exception's text", "x", "other.exception.DriverError",
     "Provider a says: None is left", 1, "other.left"},
    {"a class in the exception's text", "x", "other.exception.DriverError",
     "Provider a says: other.exception.Busy: No port left", 1, "other.Busy"},
    {"all of the exception's text is another one", "x", "other.exception.Failure",
     "Busy: resources.a: no", 1, "other.Busy"},
    {"a word that a client has too", "Caught error: NotFound: Port p", NULL, NULL, 0, ""},
    {"the same, in the service's words", "Caught error: NotFound: Nothing at p", NULL, NULL, 1,
     "other.NotFound"},
    {"a word that nothing raises", "Caught error: Parent: x", NULL, NULL, 0, ""},
    {"the exception's text is its own row's response", "x", "other.exception.Busy", "No port left", 0, ""},
};

START_TEST(names_what_a_value_says)
{
    struct stage s;
    stage_open(&s, values_file, "");
    struct exception x = {.type = str_of(value_cases[_i].type),
                          .message = str_of(value_cases[_i].text)};
    struct record *r = stage_record(&s, "", "other.a", LEVEL_NONE, value_cases[_i].message);
    if (value_cases[_i].type) {
        r->exceptions = &x;
        r->exception_count = 1;
    }
    const struct match *m = stage_match(&s);
    ck_assert_msg(m->cause_count == value_cases[_i].count, "%s: %zu", value_cases[_i].name,
                  m->cause_count);
    if (m->cause_count)
        CHECK_ID(m->causes[0].entry, value_cases[_i].id, value_cases[_i].name);
    stage_close(&s);
}
END_TEST

START_TEST(names_the_chain)
{
    struct stage s;
    stage_open(&s, NULL, "");
    struct exception x[] = {
        {.type = STR("RuntimeError"), .message = STR("no")},
        {.type = STR("masakari.exception.HostNotFound"), .message = STR("x"),
         .relation = RELATION_CAUSE},
        {.type = STR("zun.common.exception.Conflict"), .message = STR("x"),
         .relation = RELATION_CONTEXT},
        {.type = STR("KeyError"), .message = STR("'vmoves'"), .relation = RELATION_GROUP},
    };
    struct record *r = stage_record(&s, "", "masakari.ha.api", LEVEL_ERROR, "what nobody knows");
    r->exceptions = x;
    r->exception_count = 4;
    const struct match *m = stage_match(&s);
    /* The logged one is the answer: what stands below it does not classify the record. */
    ck_assert_int_eq(m->status, MATCH_UNCLASSIFIED);
    ck_assert_ptr_null(m->class_);
    ck_assert_uint_eq(m->cause_count, 3);
    CHECK_ID(m->causes[0].entry, "masakari.HostNotFound", "cause");
    ck_assert_int_eq(m->causes[0].relation, RELATION_CAUSE);
    ck_assert_ptr_null(m->causes[1].entry);
    ck_assert(str_eq(m->causes[1].class_->id, STR("zun.Conflict")));
    ck_assert_int_eq(m->causes[1].relation, RELATION_CONTEXT);
    ck_assert_ptr_null(m->causes[2].entry);
    ck_assert(str_eq(m->causes[2].message, STR("'vmoves'")));
    ck_assert_int_eq(m->causes[2].relation, RELATION_GROUP);
    stage_close(&s);
}
END_TEST

START_TEST(counts_beyond_what_it_keeps)
{
    struct stage s;
    stage_open(&s, NULL, "");
    struct exception x[20];
    for (size_t i = 0; i < 20; i++)
        x[i] = (struct exception){.type = STR("KeyError"), .message = STR("'x'"),
                                  .relation = i ? RELATION_CAUSE : RELATION_NONE};
    struct record *r = stage_record(&s, "", "masakari.api.openstack", LEVEL_ERROR,
                                    "Caught error: Host a is gone");
    r->exceptions = x;
    r->exception_count = 20;
    const struct match *m = stage_match(&s);
    ck_assert_uint_eq(m->cause_count, 20);
    ck_assert_uint_eq(m->causes_kept, LIMIT_CAUSES);
    CHECK_ID(m->causes[0].entry, "masakari.deleted", "the value comes first");
    stage_close(&s);
}
END_TEST

Suite *cause_suite(void)
{
    Suite *s = suite_create("classify/cause");
    TCase *tc = tcase_create("cause");
    tcase_add_loop_test(tc, looks_inside_values, 0, COUNT_OF(cases));
    tcase_add_loop_test(tc, does_not_repeat_the_logged_one, 0, COUNT_OF(repeat_cases));
    tcase_add_loop_test(tc, names_what_a_value_says, 0, COUNT_OF(value_cases));
    tcase_add_test(tc, names_the_chain);
    tcase_add_test(tc, counts_beyond_what_it_keeps);
    suite_add_tcase(s, tc);
    return s;
}
