/* place.h: what a path tells of a container. */
#include "parse/place.h"
#include "parsed.h"
#include "suites.h"

#define ID  "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define UID "0a1b2c3d-1111-4222-8333-444455556666"

static const struct {
    const char *path, *said; /* NAMESPACE/POD/CONTAINER/ID; empty: it tells nothing */
} cases[] = {
    {"/var/log/pods/openstack_heat-engine-7d9c5b-x2x4q_" UID "/heat-engine/0.log",
     "openstack/heat-engine-7d9c5b-x2x4q/heat-engine/"                                                              },
    {"/var/log/pods/ns_etcd-n1_0123456789abcdef0123456789abcdef/etcd/3.log.20270301-000000.gz",
     "ns/etcd-n1/etcd/"                                                                                             },
    {"sos/pods/ns_p_" UID "/c/0.log",                                        "ns/p/c/"                              },
    {"/var/log/pods/ns_p_x/c/0.log",                                         ""                                     },
    {"/var/log/containers/octavia-worker-0_openstack_octavia-worker-" ID ".log",
     "openstack/octavia-worker-0/octavia-worker/" ID                                                                },
    {"/var/log/containers/heat/heat-engine.log",                             ""                                     },
    {"/var/log/containers/httpd/heat-api/error_log",                         ""                                     },
    {"/var/log/containers/stdouts/heat_engine.log",                          "//heat_engine/"                       },
    {"/var/lib/docker/containers/" ID "/" ID "-json.log",                    "///" ID                               },
    {"/var/lib/docker/containers/" ID "/" ID "-json.log.1",                  "///" ID                               },
    {"/var/lib/docker/containers/" ID "/other.log",                          ""                                     },
    {"/var/lib/containers/storage/overlay-containers/" ID "/userdata/ctr.log", "///" ID                             },
    {"must-gather/namespaces/openstack/pods/heat-engine-0/heat-engine/heat-engine/logs/current.log",
     "openstack/heat-engine-0/heat-engine/"                                                                         },
    {"x/namespaces/openstack/pods/heat-engine-0/logs/heat-engine.log",       "openstack/heat-engine-0/heat-engine/" },
    {"/var/log/kolla/heat/heat-engine.log",                                  ""                                     },
    {"heat-engine.log",                                                      ""                                     },
    {"",                                                                     ""                                     },
};

START_TEST(tells_of_a_container)
{
    struct sender s;
    CLEANUP(buf_done) struct buf said = {0};
    bool ok = place_of_path(str_of(cases[_i].path), &s);

    ck_assert_msg(ok == (cases[_i].said[0] != 0), "%s", cases[_i].path);
    if (ok)
        buf_fmt(&said, "%.*s/%.*s/%.*s/%.*s", STR_FMT(s.namespace), STR_FMT(s.pod),
                STR_FMT(s.container_name), STR_FMT(s.container_id));
    ck_assert_msg(str_eq(buf_str(&said), str_of(cases[_i].said)), "%s: %s", cases[_i].path,
                  buf_z(&said));
}
END_TEST

Suite *place_suite(void)
{
    Suite *s = suite_create("parse/place");
    TCase *tc = tcase_create("place");

    tcase_add_loop_test(tc, tells_of_a_container, 0, (int)COUNT_OF(cases));
    suite_add_tcase(s, tc);
    return s;
}
