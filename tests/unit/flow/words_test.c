#include "flow/batch.h"

#include "suites.h"

static const struct {
    struct str word;
    enum level level;
    struct str name;
} level_cases[] = {
    {STR_INIT("TRACE"),    LEVEL_TRACE,    STR_INIT("trace")   },
    {STR_INIT("DEBUG"),    LEVEL_DEBUG,    STR_INIT("debug")   },
    {STR_INIT("INFO"),     LEVEL_INFO,     STR_INIT("info")    },
    {STR_INIT("AUDIT"),    LEVEL_AUDIT,    STR_INIT("audit")   },
    {STR_INIT("WARNING"),  LEVEL_WARNING,  STR_INIT("warning") },
    {STR_INIT("WARN"),     LEVEL_WARNING,  STR_INIT("warning") },
    {STR_INIT("ERROR"),    LEVEL_ERROR,    STR_INIT("error")   },
    {STR_INIT("CRITICAL"), LEVEL_CRITICAL, STR_INIT("critical")},
    {STR_INIT("FATAL"),    LEVEL_CRITICAL, STR_INIT("critical")},
    {STR_INIT("error"),    LEVEL_ERROR,    STR_INIT("error")   },
    {STR_INIT("Info"),     LEVEL_INFO,     STR_INIT("info")    },
    {STR_INIT("ERRO"),     LEVEL_NONE,     STR_INIT("")        },
    {STR_INIT("ERRORS"),   LEVEL_NONE,     STR_INIT("")        },
    {STR_INIT(""),         LEVEL_NONE,     STR_INIT("")        },
    {{NULL, 0},            LEVEL_NONE,     STR_INIT("")        },
};

START_TEST(reads_and_names_levels)
{
    ck_assert_int_eq(level_of(level_cases[_i].word), level_cases[_i].level);
    ck_assert(str_eq(level_name(level_cases[_i].level), level_cases[_i].name));
}
END_TEST

START_TEST(levels_are_in_the_order_of_trouble)
{
    ck_assert_int_lt(LEVEL_DEBUG, LEVEL_INFO);
    ck_assert_int_lt(LEVEL_AUDIT, LEVEL_WARNING);
    ck_assert_int_lt(LEVEL_WARNING, LEVEL_ERROR);
    ck_assert_int_lt(LEVEL_ERROR, LEVEL_CRITICAL);
}
END_TEST

static struct str envelope_at(unsigned i)
{
    return envelope_name((enum envelope)i);
}
static struct str relation_at(unsigned i)
{
    return relation_name((enum relation)i);
}
static struct str role_at(unsigned i)
{
    return role_name((enum role)i);
}
static struct str seen_at(unsigned i)
{
    return seen_name((enum seen)i);
}
static struct str evidence_at(unsigned i)
{
    return evidence_name((enum evidence)i);
}
static struct str logged_at(unsigned i)
{
    return logged_name((enum logged)i);
}
static struct str basis_at(unsigned i)
{
    return basis_name(i);
}
static struct str secret_at(unsigned i)
{
    return secret_name((enum secret_kind)i);
}

/* The words of an enum, in its order; what is out of it has the word of `beyond`. */
static const struct {
    const char *name;
    struct str (*at)(unsigned i);
    const char *words[32];
    const char *beyond;
} tables[] = {
    {"envelope",
     envelope_at,             {"none", "oslo_text", "oslo_json", "devstack", "traceback",
                               "logging_error", "cri", "docker", "pebble", "journal", "journalctl",
                               "syslog3164", "syslog5424", "apache", "uwsgi", "eventlet", "fluentd",
                               "prefix", "haproxy", "logclass_event", "python"},
     "none"                                                                                         },
    {"relation", relation_at, {"", "cause", "context", "remote", "group"},                        ""},
    {"role",     role_at,     {"trouble", "caller", "routine"},                                   ""},
    {"seen",     seen_at,     {"", "yes", "no", "unknown"},                                       ""},
    {"evidence", evidence_at, {"", "observed", "read", "inferred"},                               ""},
    {"logged",
     logged_at,               {"", "record", "summary", "traceback", "debug", "stderr", "never"},
     ""                                                                                             },
    {"basis",
     basis_at,                {"template", "msg", "class", "frame", "function", "logger", "level", "status",
      "args", "site", "service"},
     ""                                                                                             },
    {"secret",
     secret_at,               {"token", "password", "url_password", "url_signature", "private_key", "trust_id",
      "sql_parameters", "header", "user_data", "custom"},
     ""                                                                                             },
};

START_TEST(names_are_those_of_files_and_events)
{
    unsigned i = 0;

    for (; tables[_i].words[i]; i++)
        ck_assert_msg(str_eq(tables[_i].at(i), str_of(tables[_i].words[i])), "%s %u",
                      tables[_i].name, i);
    ck_assert_msg(str_eq(tables[_i].at(i), str_of(tables[_i].beyond)), "%s",
                  tables[_i].name);
    ck_assert_msg(str_eq(tables[_i].at(1000), str_of(tables[_i].beyond)), "%s",
                  tables[_i].name);
}
END_TEST

/* Who speaks for an event: the log side where it has a situation, or nothing was raised. */
START_TEST(the_lead_is_the_one_with_the_situation)
{
    struct entry with = {.situation = STR("s")}, without = {0},
                 raised = {.situation = STR("r")};
    struct match m = {0};

    ck_assert_ptr_null(match_lead(&m));
    m.log.entry = &without;
    ck_assert_ptr_eq(match_lead(&m), &without);
    m.raised.entry = &raised;
    ck_assert_ptr_eq(match_lead(&m), &raised);
    m.log.entry = &with;
    ck_assert_ptr_eq(match_lead(&m), &with);
    m.log.entry = NULL;
    ck_assert_ptr_eq(match_lead(&m), &raised);
}
END_TEST

Suite *words_suite(void)
{
    Suite *s = suite_create("flow/words");
    TCase *tc = tcase_create("words");

    tcase_add_loop_test(tc, reads_and_names_levels, 0, COUNT_OF(level_cases));
    tcase_add_test(tc, levels_are_in_the_order_of_trouble);
    tcase_add_loop_test(tc, names_are_those_of_files_and_events, 0, COUNT_OF(tables));
    tcase_add_test(tc, the_lead_is_the_one_with_the_situation);
    suite_add_tcase(s, tc);
    return s;
}
