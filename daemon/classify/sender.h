/*
 * sender.h - whose record it is, by what the envelopes around it tell.
 *
 * In the order of trust: the unit that ran it, the container's name, the pod's, the file that a
 * tool took the line from, the stream's own path, the identifier. oslo.log's own identifier is the
 * file of the outermost Python frame, which under a web server is the server's: "api.py",
 * "app.wsgi", "<frozen importlib._bootstrap>" tell nothing (oslo_log, _get_binary_name).
 *
 * A unit or container of another project of OpenStack is known as not ours: no catalogue claims
 * what it writes.
 */
#ifndef LOGCLASS_CLASSIFY_SENDER_H
#define LOGCLASS_CLASSIFY_SENDER_H

#include "classify/service.h"

/* heat-engine.service, openstack-heat-engine, devstack@h-eng, tripleo_heat_engine,
 * kolla-heat_engine-container: what runs there. Pebble's services have names of that sort too. */
struct owner sender_unit(const struct catalog *c, struct str unit);

/* heat_engine, heat-engine-7d9c5b-x2x4q, k8s_heat-engine_heat-engine-0_openstack_UID_0. */
struct owner sender_container(const struct catalog *c, struct str name);

/* The tag of syslog; empty for those that tell nothing. */
struct owner sender_identifier(const struct catalog *c, struct str identifier);

/* All of them; `by_path` is what the stream's path says. */
struct owner sender_owner(const struct catalog *c, const struct sender *s,
                          const struct owner *by_path);

#endif
