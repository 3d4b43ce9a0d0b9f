#include "classify/gate.h"
#include "classify/known.h"

#include "choose_fixture.h"

Suite *service_suite(void);

static const char octavia_file[] =
    HEAD("octavia", "octavia", "octavia-api, octavia-worker, octavia-health-manager, heat-api, "
                               "heat-api-cfn")
    "log:\n"
    "  - {id: server-side, level: ERROR, loggers: [wsme.api], template: 'Server-side error: %s'}\n";

static const struct {
    const char *name, *path, *service, *type;
} path_cases[] = {
    {"the program's own name", "/var/log/kolla/masakari/masakari-engine.log", "masakari-engine",
     "masakari"},
    {"without a folder", "masakari-engine.log", "masakari-engine", "masakari"},
    {"underscores", "/var/log/heat/heat_api.log", "heat-api", "octavia"},
    {"the longest program", "/x/heat_api_cfn.log", "heat-api-cfn", "octavia"},
    {"rotated by number", "/var/log/masakari/masakari-api.log.12", "masakari-api", "masakari"},
    {"rotated and compressed", "/l/masakari-api.log.1.gz", "masakari-api", "masakari"},
    {"xz", "/l/masakari-api.log.2.xz", "masakari-api", "masakari"},
    {"zst", "/l/masakari-api.log.zst", "masakari-api", "masakari"},
    {"bz2", "/l/masakari-api.log.3.bz2", "masakari-api", "masakari"},
    {"rotated by date", "/l/masakari-api.log-20260101", "masakari-api", "masakari"},
    {"date before the suffix", "/l/masakari-api-20260101.log.gz", "masakari-api", "masakari"},
    {"date with dashes", "/l/masakari-api.log.2026-01-01", "masakari-api", "masakari"},
    {"date and time", "/l/masakari-api.log.20260101-131415.gz", "masakari-api", "masakari"},
    {"old sample", "/l/masakari-engine.log.1.2017-05-16_13:53:08", "masakari-engine", "masakari"},
    {"uWSGI's own file", "/l/masakari/masakari-api-uwsgi.log", "masakari-api", "masakari"},
    {"folder and short name", "/var/log/octavia/worker.log", "octavia-worker", "octavia"},
    {"folder and short name of two words", "/var/log/octavia/health-manager.log.1",
     "octavia-health-manager", "octavia"},
    {"something behind the program", "/var/log/apache2/masakari-api_error.log", "masakari-api",
     "masakari"},
    {"a longer word is another program", "/x/masakari-engineer.log", "", ""},
    {"folder of a service", "/var/log/masakari/dbsync.log", "", "masakari"},
    {"folder of a service under kolla", "/var/log/kolla/zun/bootstrap.log", "", "zun"},
    {"the same folder elsewhere", "/home/me/masakari/dbsync.log", "", ""},
    {"a command of a service", "/var/log/masakari/masakari-manage.log", "masakari-manage",
     "masakari"},
    {"not catalogued", "/var/log/nova/nova-compute.log", "nova-compute", "nova"},
    {"not catalogued, underscore", "/var/log/nova/nova_api.log.1", "nova_api", "nova"},
    {"folder and stem differ", "/var/log/nova/placement-api.log", "placement-api", "placement"},
    {"folder alone", "/var/log/nova/nova.log", "", "nova"},
    {"another project's, anywhere", "/tmp/ironic-api.log.1", "ironic-api", "ironic"},
    {"another project's whole file", "/tmp/designate.log", "", "designate"},
    {"a word that only begins so", "/tmp/novation-api.log", "", ""},
    {"any file", "/tmp/test.log", "", ""},
    {"a whole service's file", "/tmp/masakari.log.1", "", "masakari"},
    {"common is nobody's folder", "/var/log/common/x.log", "", ""},
    {"nothing but a suffix", "/tmp/.log", "", ""},
    {"slash at the end", "/tmp/", "", ""},
    {"empty", "", "", ""},
};

START_TEST(reads_paths)
{
    struct stage s;
    stage_open(&s, octavia_file, "");
    struct owner o = service_of_path(s.c, str_of(path_cases[_i].path));
    ck_assert_msg(str_eq(o.name, str_of(path_cases[_i].service)), "%s: name %.*s",
                  path_cases[_i].name, STR_FMT(o.name));
    ck_assert_msg(str_eq(o.type, str_of(path_cases[_i].type)), "%s: type %.*s",
                  path_cases[_i].name, STR_FMT(o.type));
    stage_close(&s);
}
END_TEST

static const char heat_file[] =
    HEAD("octavia", "octavia", "octavia-api, octavia-worker, octavia-health-manager, heat-api, "
                               "heat-api-cfn, heat-engine, 'devstack@o-api', o-cw")
    "log:\n"
    "  - {id: server-side, level: ERROR, loggers: [wsme.api], template: 'Server-side error: %s'}\n";

static const struct {
    const char *name;
    const char *unit, *container, *pod, *file, *path, *identifier; /* NULL: not told */
    const char *service, *type;
} sender_cases[] = {
    {"a unit", "heat-engine.service", 0, 0, 0, 0, 0, "heat-engine", "octavia"},
    {"a unit of RDO", "openstack-heat-engine.service", 0, 0, 0, 0, 0, "heat-engine", "octavia"},
    {"a unit of devstack", "devstack@o-api.service", 0, 0, 0, 0, 0, "devstack@o-api", "octavia"},
    {"a unit of devstack, listed without it", "devstack@o-cw.service", 0, 0, 0, 0, 0, "o-cw",
     "octavia"},
    {"a unit of TripleO", "tripleo_heat_engine.service", 0, 0, 0, 0, 0, "heat-engine", "octavia"},
    {"a unit of kolla", "kolla-octavia_worker-container.service", 0, 0, 0, 0, 0, "octavia-worker",
     "octavia"},
    {"a service of Pebble", "wsgi-heat-api", 0, 0, 0, 0, 0, "heat-api", "octavia"},
    {"a whole service", "masakari.service", 0, 0, 0, 0, 0, "", "masakari"},
    {"a unit that is not ours", "nova-compute.service", 0, 0, 0, "/l/zun-api.log", 0,
     "nova-compute", "nova"},
    {"neutron-server", "neutron-server.service", 0, 0, 0, 0, 0, "neutron-server", "neutron"},
    {"cinder of RDO", "openstack-cinder-volume.service", 0, 0, 0, 0, 0, "cinder-volume", "cinder"},
    {"devstack's of others", "devstack@n-cpu.service", 0, 0, 0, 0, 0, "n-cpu", "nova"},
    {"devstack's keystone", "devstack@keystone.service", 0, 0, 0, 0, 0, "", "keystone"},
    {"a unit that nobody knows", "apache2.service", 0, 0, 0, "/l/zun-api.log", 0, "zun-api", "zun"},
    {"a longer word", "heat-engineer.service", 0, 0, 0, 0, 0, "", ""},
    {"a container of kolla", "docker.service", "octavia_worker", 0, 0, 0, 0, "octavia-worker",
     "octavia"},
    {"a container of a pod", 0, "heat-engine", "x-0", 0, 0, 0, "heat-engine", "octavia"},
    {"a pod", 0, "main", "heat-engine-7d9c5b-x2x4q", 0, 0, 0, "heat-engine", "octavia"},
    {"the longest program of a pod", 0, "main", "heat-api-cfn-0", 0, 0, 0, "heat-api-cfn",
     "octavia"},
    {"a pod of the service", 0, "main", "masakari-openstack-0", 0, 0, 0, "", "masakari"},
    {"a name of dockershim", 0, "k8s_heat-engine_heat-engine-0_openstack_1_0", 0, 0, 0, 0,
     "heat-engine", "octavia"},
    {"a container that is not ours", 0, "nova_compute", 0, 0, 0, 0, "nova_compute", "nova"},
    {"a file that grep named", 0, 0, 0, "/var/log/heat/heat-engine.log", "/tmp/x", 0, "heat-engine",
     "octavia"},
    {"loghub's name of a file", 0, 0, 0, "nova-api.log.1.2027-05-16_13:53:08", "/tmp/x", 0,
     "nova-api", "nova"},
    {"the path before the identifier", 0, 0, 0, 0, "/l/zun-api.log", "heat-engine", "zun-api", "zun"},
    {"an identifier", 0, 0, 0, 0, "/var/log/syslog", "octavia-worker", "octavia-worker", "octavia"},
    {"importlib's", 0, 0, 0, 0, 0, "<frozen importlib._bootstrap>", "", ""},
    {"a file of Python", 0, 0, 0, 0, 0, "api.py", "", ""},
    {"a WSGI script", 0, 0, 0, 0, 0, "app.wsgi", "", ""},
    {"nothing told", 0, 0, 0, 0, 0, 0, "", ""},
};

static struct sender sender_case(int i)
{
    return (struct sender){
        .unit = str_of(sender_cases[i].unit),
        .container_name = str_of(sender_cases[i].container),
        .pod = str_of(sender_cases[i].pod),
        .file = str_of(sender_cases[i].file),
        .identifier = str_of(sender_cases[i].identifier),
    };
}

/* Twice, and with a copy of the unit the second time: what is remembered points into no record. */
START_TEST(finds_the_sender)
{
    struct stage s;
    struct known *k = known_new();
    struct sender told = sender_case(_i);
    char copy[256] = "";
    stage_open(&s, heat_file, "");
    struct owner by_path = service_of_path(s.c, str_of(sender_cases[_i].path));

    (void)known_owner(k, s.c, &told, NULL, &by_path);
    if (told.unit.n) {
        memcpy(copy, told.unit.p, told.unit.n);
        told.unit.p = copy;
    }
    struct owner o = known_owner(k, s.c, &told, NULL, &by_path);
    ck_assert_msg(str_eq(o.name, str_of(sender_cases[_i].service)), "%s: name %.*s",
                  sender_cases[_i].name, STR_FMT(o.name));
    ck_assert_msg(str_eq(o.type, str_of(sender_cases[_i].type)), "%s: type %.*s",
                  sender_cases[_i].name, STR_FMT(o.type));
    if (o.name.n && !o.index && told.unit.n)
        ck_assert(o.name.p >= copy && o.name.p < copy + sizeof copy);
    known_free(k);
    stage_close(&s);
}
END_TEST

static const struct {
    const char *name, *given, *path, *logger, *service, *type;
} owner_cases[] = {
    {"the path before the logger", "", "/l/masakari-engine.log", "nova.compute", "masakari-engine",
     "masakari"},
    {"the path before another service's logger", "", "/l/zun-api.log", "masakari.ha.api", "zun-api",
     "zun"},
    {"a package", "", "/tmp/x.log", "masakari.ha.api", "", "masakari"},
    {"the product itself", "", "/tmp/x.log", "masakari", "", "masakari"},
    {"a library", "", "/tmp/x.log", "oslo_messaging.rpc.server", "", ""},
    {"a library in the old spelling", "", "/tmp/x.log", "oslo.messaging.rpc.server", "", ""},
    {"a library of oslo that nobody lists", "", "/tmp/x.log", "oslo.frobnicate", "", ""},
    {"a library that an entry lists", "", "/tmp/x.log", "wsme.api", "", ""},
    {"root is no project", "", "/tmp/x.log", "root", "", ""},
    {"an unknown project", "", "/tmp/x.log", "nova.compute.manager", "", "nova"},
    {"nothing known", "", "/tmp/x.log", "", "", ""},
    {"given service", "zun", "/tmp/x.log", "masakari.ha.api", "", "zun"},
    {"given service, the path names its program", "masakari", "/l/masakari-api.log", "",
     "masakari-api", "masakari"},
    {"given service, the path names another's", "zun", "/l/masakari-api.log", "", "", "zun"},
    {"given program", "masakari-engine", "/l/zun-api.log", "", "masakari-engine", "masakari"},
    {"given, not catalogued", "nova", "/tmp/x.log", "", "", "nova"},
    {"given program, not catalogued", "nova-compute", "/tmp/x.log", "", "nova-compute", "nova"},
};

START_TEST(finds_the_owner)
{
    struct stage s;
    stage_open(&s, octavia_file, owner_cases[_i].given);
    struct record *r = stage_record(&s, owner_cases[_i].path, owner_cases[_i].logger, LEVEL_INFO,
                                    "nothing that anybody knows");
    const struct match *m = stage_match(&s);
    (void)r;
    ck_assert_msg(str_eq(m->service_name, str_of(owner_cases[_i].service)), "%s: name %.*s",
                  owner_cases[_i].name, STR_FMT(m->service_name));
    ck_assert_msg(str_eq(m->service_type, str_of(owner_cases[_i].type)), "%s: type %.*s",
                  owner_cases[_i].name, STR_FMT(m->service_type));
    ck_assert_int_eq(m->status, MATCH_UNCLASSIFIED);
    ck_assert_int_eq(m->confidence, 0);
    stage_close(&s);
}
END_TEST

static const struct {
    const char *name, *path, *logger;
    size_t files, single;
    bool stranger;
} gate_cases[] = {
    {"a package opens its own file, and what lists no logger", "/l/zun-api.log", "masakari.ha.api", 2,
     0, false},
    {"the product's name is a logger like others", "", "masakari", 2, 0, false},
    {"the listed logger opens a gap", "", "zun.common.exception", 2, 1, false},
    {"a library opens common", "/l/masakari-api.log", "oslo.messaging.rpc", 1, 0, false},
    {"a library that the own service lists", "/l/zun-api.log", "wsme.api", 1, 1, false},
    {"a module below the listed one", "/l/zun-api.log", "wsme.api.x", 1, 1, false},
    {"a module beside the listed one", "/l/zun-api.log", "wsme.apix", 1, 0, false},
    {"a library that another service lists", "/l/masakari-api.log", "wsme.api", 1, 0, false},
    {"a library, no service known: all that list it", "", "wsme.api", 1, 2, false},
    {"an unknown project: what common lists for nobody", "", "nova.compute", 1, 0, true},
    {"an unknown project in a known file", "/l/masakari-api.log", "nova.compute", 1, 0, true},
    {"no logger in a known file", "/l/masakari-api.log", "", 2, 0, false},
    {"no logger in a file of an unknown service", "/var/log/nova/nova-api.log", "", 1, 0, false},
    {"nothing known: every file", "", "", 4, 0, false},
    {"a library in a file of an unknown service", "/var/log/nova/nova-api.log", "wsme.api", 1, 0,
     false},
};

START_TEST(opens_gates)
{
    struct stage s;
    stage_open(&s, octavia_file, "");
    struct finder *f = finder_new(s.c, NULL);
    struct record *r = stage_record(&s, gate_cases[_i].path, gate_cases[_i].logger, LEVEL_INFO, "");
    for (int again = 0; again < 2; again++) { /* the second time from memory */
        const struct owner *o;
        const struct gate *g = finder_gate(f, r, &o);
        ck_assert_msg(g->file_count == gate_cases[_i].files, "%s: %zu files", gate_cases[_i].name,
                      g->file_count);
        ck_assert_msg(g->single_count == gate_cases[_i].single, "%s: %zu singly",
                      gate_cases[_i].name, g->single_count);
        ck_assert_msg(g->stranger == gate_cases[_i].stranger, "%s", gate_cases[_i].name);
    }
    finder_free(f);
    stage_close(&s);
}
END_TEST

/* Many loggers, some longer than is remembered, in turn: the answers stay right. */
START_TEST(forgets_without_mistakes)
{
    struct stage s;
    stage_open(&s, NULL, "");
    struct finder *f = finder_new(s.c, NULL);
    for (int i = 0; i < 5000; i++) {
        char logger[200];
        bool zun = i % 3 == 0;
        snprintf(logger, sizeof logger, "%s.%0*d", zun ? "zun" : "masakari", 1 + i % 150, i % 1700);
        struct record r = {.logger = str_of(logger)};
        const struct owner *o;
        const struct gate *g = finder_gate(f, &r, &o);
        ck_assert(str_eq(o->type, str_of(zun ? "zun" : "masakari")));
        ck_assert_uint_eq(g->file_count, 2); /* its own, and what common lists for nobody */
        ck_assert(g->files[0]->catalogue == o->index->catalogue);
    }
    finder_free(f);
    stage_close(&s);
}
END_TEST

/* The same logger under other owners, in one memory: what was opened for one is not for the
 * next. */
START_TEST(remembers_by_owner)
{
    struct stage s;
    stage_open(&s, octavia_file, "");
    struct finder *f = finder_new(s.c, NULL);
    for (size_t i = 0; i < 10 * COUNT_OF(gate_cases); i++) {
        size_t k = (i * 7) % COUNT_OF(gate_cases);
        struct record *r =
            stage_record(&s, gate_cases[k].path, gate_cases[k].logger, LEVEL_INFO, "");
        const struct owner *o;
        const struct gate *g = finder_gate(f, r, &o);
        ck_assert_msg(g->file_count == gate_cases[k].files, "%s", gate_cases[k].name);
        ck_assert_msg(g->single_count == gate_cases[k].single, "%s", gate_cases[k].name);
    }
    finder_free(f);
    stage_close(&s);
}
END_TEST

START_TEST(given_without_a_stream)
{
    struct stage s;
    stage_open(&s, NULL, "masakari-engine");
    struct record *r = stage_record(&s, "", "", LEVEL_INFO, "Host a is gone");
    r->stream = NULL;
    const struct match *m = stage_match(&s);
    ck_assert(str_eq(m->service_name, STR("masakari-engine")));
    CHECK_ID(m->log.entry, "masakari.deleted", "its own service's");
    ck_assert(m->basis & BASIS_SERVICE);
    stage_close(&s);
}
END_TEST

static const struct {
    const char *a, *b;
    bool equal, under;
} logger_cases[] = {
    {"oslo.messaging.rpc", "oslo_messaging.rpc", true, true},
    {"oslo_messaging.rpc.server", "oslo.messaging.rpc", false, true},
    {"oslo_messaging.rpcx", "oslo_messaging.rpc", false, false},
    {"oslo_messaging", "oslo_messaging.rpc", false, false},
    {"zun.a", "zun_a", false, false},
    {"", "", true, false},
    {"", "zun", false, false},
};

START_TEST(compares_loggers)
{
    struct str a = str_of(logger_cases[_i].a), b = str_of(logger_cases[_i].b);
    ck_assert(logger_equal(a, b) == logger_cases[_i].equal);
    ck_assert(logger_under(a, b) == logger_cases[_i].under);
}
END_TEST

Suite *service_suite(void)
{
    Suite *s = suite_create("classify/service");
    TCase *tc = tcase_create("service");
    tcase_add_loop_test(tc, reads_paths, 0, COUNT_OF(path_cases));
    tcase_add_loop_test(tc, finds_the_sender, 0, COUNT_OF(sender_cases));
    tcase_add_loop_test(tc, finds_the_owner, 0, COUNT_OF(owner_cases));
    tcase_add_loop_test(tc, opens_gates, 0, COUNT_OF(gate_cases));
    tcase_add_test(tc, remembers_by_owner);
    tcase_add_test(tc, given_without_a_stream);
    tcase_add_test(tc, forgets_without_mistakes);
    tcase_add_loop_test(tc, compares_loggers, 0, COUNT_OF(logger_cases));
    suite_add_tcase(s, tc);
    return s;
}
