/* object.c, parse_docker.c, parse_fluentd.c, shipped.c, parse_logclass_event.c: JSON objects. */
#include "parse/object.h"
#include "parsed.h"
#include "suites.h"

#define OSLO "2027-03-04 05:06:07.008 11 "
#define UUID "6f0c2b1e-7d2a-4f9b-9d3e-1a2b3c4d5e6f"
#define HEAD                                                                             \
    "\"Timestamp\":\"2027-03-04 05:06:07.008\",\"Pid\":\"11\",\"log_level\":\"ERROR\","  \
    "\"python_module\":\"s.m\","

static const struct {
    struct str text;
    enum object object;
} objects[] = {
    {STR_INIT("{\"name\": \"n\", \"message\": \"m\", \"levelname\": \"INFO\"}"), OBJECT_OSLO},
    {STR_INIT("{\"_PID\":\"1\",\"__CURSOR\":\"c\"}"), OBJECT_JOURNAL},
    {STR_INIT("{\"pid\":\"1\",\"syslog_identifier\":\"c\"}"), OBJECT_JOURNAL},
    {STR_INIT("{\"cursor\":\"1\",\"message\":\"c\"}"), OBJECT_NONE},
    {STR_INIT("{\"log\":\"a\\n\",\"stream\":\"stdout\",\"time\":\"t\"}"), OBJECT_DOCKER},
    {STR_INIT("{\"time\":\"t\",\"log\":\"a\\n\"}"), OBJECT_DOCKER},
    {STR_INIT("{\"log\":\"a\\n\"}"), OBJECT_NONE},
    {STR_INIT("{\"log\":\"a\",\"time\":\"t\",\"kubernetes\":{}}"), OBJECT_SHIPPED},
    {STR_INIT("{\"@timestamp\":\"t\",\"message\":\"m\",\"log\":{\"offset\":1}}"), OBJECT_SHIPPED},
    {STR_INIT("{\"@timestamp\":\"t\",\"log\":{\"offset\":1}}"), OBJECT_NONE},
    {STR_INIT("{\"Payload\":\"m\"}"), OBJECT_KOLLA},
    {STR_INIT("{\"@timestamp\":\"t\",\"programname\":\"m\"}"), OBJECT_KOLLA},
    {STR_INIT("{\"_index\":\"i\",\"_source\":{}}"), OBJECT_SOURCE},
    {STR_INIT("{\"message\":\"m\",\"name\":\"n\",\"level\":\"INFO\",\"funcname\":\"f\"}"),
     OBJECT_FLUENT},
    {STR_INIT("{\"message\":\"m\",\"ecs\":{},\"event\":{},\"logclass\":{}}"), OBJECT_EVENT},
    {STR_INIT("{\"message\":\"m\",\"logclass\":{}}"), OBJECT_NONE},
    {STR_INIT("{\"message\":\"m\"}"), OBJECT_NONE},
    {STR_INIT("{\"labels\":{},\"line\":\"a\",\"timestamp\":\"t\"}"), OBJECT_SHIPPED},
    {STR_INIT("{\"line\":\"a\",\"timestamp\":\"t\"}"), OBJECT_NONE},
    {STR_INIT("{\"container_name\":\"/c\",\"source\":\"stdout\",\"log\":\"a\"}"), OBJECT_SHIPPED},
    {STR_INIT("{\"version\":\"1.1\",\"short_message\":\"a\"}"), OBJECT_SHIPPED},
    {STR_INIT("{\"msg\":\" a\",\"syslogtag\":\"c:\",\"programname\":\"c\"}"), OBJECT_SHIPPED},
    {STR_INIT("{\"date\":1804136767.5,\"log\":\"a\",\"stream\":\"stdout\"}"), OBJECT_SHIPPED},
    {STR_INIT("{}"), OBJECT_NONE},
    {STR_INIT("{\"log"), OBJECT_NONE},
    {STR_INIT("[]"), OBJECT_NONE},
    {STR_INIT(""), OBJECT_NONE},
};

START_TEST(tells_whose_it_is)
{
    struct arena a;
    struct reading in = {.arena = &a};

    arena_init(&a);
    ck_assert_msg(object_of(&in, objects[_i].text) == objects[_i].object, "%.*s",
                  STR_FMT(objects[_i].text));
    arena_done(&a);
}
END_TEST

static const struct {
    const char *name;
    struct str text;
    const char *said;
} cases[] = {
    {"docker's parts, of two outputs",
     STR_INIT("{\"log\":\"" OSLO "INFO s.m [-] a\",\"stream\":\"stdout\",\"time\":\"2027-03-04T05:"
              "06:07.1Z\"}\n"
              "{\"log\":\"x\\n\",\"stream\":\"stderr\",\"time\":\"2027-03-04T05:06:07.1Z\"}\n"
              "{\"log\":\"b\\n\",\"stream\":\"stdout\",\"time\":\"2027-03-04T05:06:07.1Z\"}\n"),
     "info 2 |ab|\nnone 1 |x|\n"},
    {"a traceback in docker's lines",
     STR_INIT("{\"log\":\"" OSLO "ERROR s.m [-] a: KeyError: 1\\n\",\"stream\":\"stderr\"}\n"
              "{\"log\":\"" OSLO "ERROR s.m Traceback (most recent call last):\\n\",\"stream\":"
              "\"stderr\"}\n"
              "{\"log\":\"" OSLO "ERROR s.m KeyError: 1\\n\",\"stream\":\"stderr\"}\n"),
     "error 3 |a| KeyError(0)\n"},
    {"the parts of a CRI line",
     STR_INIT("{\"stream\":\"stdout\",\"logtag\":\"P\",\"log\":\"a\"}\n"
              "{\"stream\":\"stdout\",\"logtag\":\"F\",\"log\":\"b\"}\n"),
     "none 2 |ab|\n"},
    {"kolla's record with its traceback",
     STR_INIT("{" HEAD "\"request_id\":\"" UUID "\",\"user_id\":\"u\",\"tenant_id\":\"p\","
              "\"domain_id\":\"-\",\"system_scope\":\"-\",\"user_domain\":\"ud\","
              "\"project_domain\":\"pd\",\"Payload\":\" a: KeyError: 1\\n" OSLO
              "ERROR s.m Traceback (most recent call last):\\n" OSLO "ERROR s.m   File \\\"/a.py\\\","
              " line 1, in f\\n" OSLO "ERROR s.m KeyError: 1\\n" OSLO "ERROR s.m \"}\n"),
     "error 1 |a| KeyError(1)\n"},
    {"without a request, and without a bracket",
     STR_INIT("{" HEAD "\"Payload\":\"[-] a\"}\n{" HEAD "\"Payload\":\"b\"}\n"),
     "error 1 |a|\nerror 1 |b|\n"},
    {"a Payload alone", STR_INIT("{\"Payload\":\"a\",\"programname\":\"x\"}\n"), "none 1 |a|\n"},
    {"a hit of a search around it",
     STR_INIT("{\"_index\":\"i\",\"_source\": {" HEAD "\"Payload\":\"[-] a\"},\"sort\":[1]}\n"),
     "error 1 |a|\n"},
    {"Filebeat's document",
     STR_INIT("{\"@timestamp\":\"2027-03-04T05:06:07.1Z\",\"message\":\"" OSLO
              "INFO s.m [-] a\"}\n"),
     "info 1 |a|\n"},
    {"Loki's",
     STR_INIT("{\"labels\":{\"pod\":\"p-1\"},\"line\":\"" OSLO "INFO s.m [-] a\",\"timestamp\":"
              "\"2027-03-04T05:06:07.1Z\"}\n"
              "{\"labels\":{\"pod\":\"p-2\"},\"line\":\"b\",\"timestamp\":\"1804136767100000000\"}\n"
              "{\"labels\":{\"pod\":\"p-1\"},\"line\":\"c\",\"timestamp\":\"1804136767100000000\"}\n"),
     "info 2 |a/c|\nnone 1 |b|\n"},
    {"GELF",
     STR_INIT("{\"short_message\":\"" OSLO "\",\"full_message\":\"" OSLO "ERROR s.m [-] a\\nb\","
              "\"timestamp\":1804136767.1,\"level\":3}\n"),
     "error 1 |a/b|\n"},
    {"rsyslog's own",
     STR_INIT("{\"msg\":\" " OSLO "ERROR s.m [-] a\",\"timereported\":\"2027-03-04T05:06:07Z\","
              "\"syslogtag\":\"svc[42]:\"}\n"
              "{\"msg\":\"   b\",\"timereported\":\"2027-03-04T05:06:07Z\","
              "\"syslogtag\":\"svc[42]:\"}\n"),
     "error 2 |a/  b|\n"},
    {"a level that the text does not say",
     STR_INIT("{\"@timestamp\":\"2027-03-04T05:06:07.1Z\",\"log.level\":\"error\",\"message\":"
              "\"a\"}\n"),
     "error 1 |a|\n"},
    {"FluentFormatter",
     STR_INIT("{\"message\": \"a\", \"time\": \"2027-03-04 05:06:07\", \"name\": \"s.m\", \"level\": "
              "\"ERROR\", \"funcname\": \"f\", \"traceback\": [\"Traceback (most recent call last):\", "
              "\"KeyError: 1\"]}\n"),
     "error 1 |a| KeyError(0)\n"},
    {"an event of ours",
     STR_INIT("{\"@timestamp\":\"2027-03-04T05:06:07.1Z\",\"message\":\"a\\nb\",\"ecs\":{},\"event\":"
              "{},\"log\":{\"level\":\"error\"},\"logclass\":{}}\n"),
     "none 1 |a/b|\n"},
    {"brackets that do not pair up",
     STR_INIT("{\"@timestamp\":\"t\",\"message\":\"a\"}}\n{\"Payload\":\"a\",\"x\":{\"y\":{]}\n"),
     "none 1 |{\"@timestamp\":\"t\",\"message\":\"a\"}}|\n"
     "none 1 |{\"Payload\":\"a\",\"x\":{\"y\":{]}|\n"},
};

START_TEST(reads_lines)
{
    CLEANUP(buf_done) struct buf said = {0};
    struct parsed p;

    parsed_init(&p, cases[_i].text);
    for (size_t i = 0; i < p.b.record_count; i++)
        say_record(&said, &p.b.records[i]);
    ck_assert_msg(str_eq(buf_str(&said), str_of(cases[_i].said)), "%s:\n%s", cases[_i].name,
                  buf_z(&said));
    parsed_done(&p);
}
END_TEST

START_TEST(the_ids_of_kolla_are_whole_again)
{
    struct parsed p;

    parsed_init(&p, STR("{" HEAD "\"global_request_id\":\"" UUID "\",\"request_id\":\"" UUID
                        "\",\"user_id\":\"u\",\"tenant_id\":\"p\",\"domain_id\":\"d\","
                        "\"system_scope\":\"all\",\"user_domain\":\"ud\",\"project_domain\":\"pd\","
                        "\"Payload\":\" [instance: " UUID "] a\",\"Hostname\":\"ctl1\","
                        "\"programname\":\"heat-engine\",\"@timestamp\":\"2027-03-04T04:06:07Z\"}\n"
                        "{" HEAD "\"request_id\":\"" UUID "\",\"user_id\":\"u\",\"tenant_id\":\"p\","
                        "\"domain_id\":\"d\",\"user_domain\":\"ud\",\"project_domain\":\"pd\","
                        "\"Payload\":\" b\"}\n"));
    ck_assert_uint_eq(p.b.record_count, 2);
    const struct record *r = p.b.records;
    ck_assert_int_eq(r->envelopes[0], ENVELOPE_FLUENTD);
    ck_assert_int_eq(r->envelopes[1], ENVELOPE_OSLO_TEXT);
    ck_assert_int_eq(r->time_source, TIME_RECORD);
    ck_assert_int_eq(r->pid, 11);
    ASSERT_STR(r->global_request_id, "req-" UUID);
    ASSERT_STR(r->request_id, "req-" UUID);
    ASSERT_STR(r->user_id, "u");
    ASSERT_STR(r->project_id, "p");
    ASSERT_STR(r->domain_id, "d");
    ASSERT_STR(r->system_scope, "all");
    ASSERT_STR(r->user_domain_id, "ud");
    ASSERT_STR(r->project_domain_id, "pd");
    ASSERT_STR(r->instance_id, UUID);
    ASSERT_STR(r->host, "ctl1");
    ASSERT_STR(r->sender->identifier, "heat-engine");
    ASSERT_STR(r[1].request_id, "req-" UUID);
    ASSERT_STR(r[1].project_domain_id, "pd");
    ASSERT_STR(r[1].message, "b");
    parsed_done(&p);
}
END_TEST

START_TEST(the_uwsgi_line_of_kolla_is_whole_again)
{
    struct parsed p;

    parsed_init(&p, STR("{\"Pid\":\"52\",\"App\":\"0\",\"Req\":\"1/1\",\"Address\":\"10.0.0.5\","
                        "\"User\":\"\",\"Vars\":\"24\",\"Bytes\":\"293\",\"Timestamp\":"
                        "\"Tue Dec  1 00:52:16 2026\",\"Payload\":\"GET /v1 => generated 5 bytes\","
                        "\"programname\":\"heat-api-uwsgi\"}\n"));
    ck_assert_uint_eq(p.b.record_count, 1);
    ASSERT_STR(p.b.records[0].raw, "{\"Pid\":\"52\",\"App\":\"0\",\"Req\":\"1/1\",\"Address\":"
                                   "\"10.0.0.5\",\"User\":\"\",\"Vars\":\"24\",\"Bytes\":\"293\","
                                   "\"Timestamp\":\"Tue Dec  1 00:52:16 2026\",\"Payload\":"
                                   "\"GET /v1 => generated 5 bytes\",\"programname\":"
                                   "\"heat-api-uwsgi\"}");
    ck_assert(str_ends(p.b.records[0].body, STR("generated 5 bytes")) ||
              p.b.records[0].access != NULL);
    parsed_done(&p);
}
END_TEST

START_TEST(shippers_tell_of_the_container)
{
    static const struct str documents[] = {
        STR_INIT("{\"time\":\"2027-03-04T05:06:07.1Z\",\"stream\":\"stderr\",\"log\":\"a\","
                 "\"kubernetes\":{\"pod_name\":\"p\",\"namespace_name\":\"n\",\"host\":\"node\","
                 "\"container_name\":\"c\",\"docker_id\":\"d\",\"container_image\":\"i\","
                 "\"labels\":{\"a\":{\"b\":{\"c\":1}}}}}\n"),
        STR_INIT("{\"@timestamp\":\"2027-03-04T05:06:07.100Z\",\"message\":\"a\",\"kubernetes\":"
                 "{\"pod\":{\"name\":\"p\"},\"namespace\":\"n\",\"node\":{\"name\":\"x\"},"
                 "\"container\":{\"name\":\"c\"}},\"container\":{\"id\":\"d\",\"image\":{\"name\":"
                 "\"i\"}},\"host\":{\"name\":\"node\"},\"log\":{\"file\":{\"path\":\"/x\"}}}\n"),
    };
    struct parsed p;

    parsed_init(&p, documents[_i]);
    ck_assert_uint_eq(p.b.record_count, 1);
    const struct record *r = p.b.records;
    ck_assert_int_eq(r->time, INT64_C(1804136767100000));
    ck_assert_int_eq(r->time_source, TIME_ENVELOPE);
    ASSERT_STR(r->message, "a");
    ASSERT_STR(r->host, "node");
    ASSERT_STR(r->sender->pod, "p");
    ASSERT_STR(r->sender->namespace, "n");
    ASSERT_STR(r->sender->container_name, "c");
    ASSERT_STR(r->sender->container_id, "d");
    ASSERT_STR(r->sender->image, "i");
    parsed_done(&p);
}
END_TEST

Suite *object_suite(void)
{
    Suite *s = suite_create("parse/object");
    TCase *tc = tcase_create("object");

    tcase_add_loop_test(tc, tells_whose_it_is, 0, (int)COUNT_OF(objects));
    tcase_add_loop_test(tc, reads_lines, 0, (int)COUNT_OF(cases));
    tcase_add_test(tc, the_ids_of_kolla_are_whole_again);
    tcase_add_test(tc, the_uwsgi_line_of_kolla_is_whole_again);
    tcase_add_loop_test(tc, shippers_tell_of_the_container, 0, 2);
    suite_add_tcase(s, tc);
    return s;
}
