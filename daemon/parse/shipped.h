/*
 * shipped.h - the fields of documents that log shippers make of lines.
 *
 * Fluentd, Fluent Bit, Filebeat, Logstash, Vector, Loki's clients, rsyslog and what speaks GELF put
 * a line into an object and add what they know of it,
 * some in nested objects ("host": {"name": …}), some with dots in one key ("host.name"): both are
 * the same path.
 */
#ifndef LOGCLASS_PARSE_SHIPPED_H
#define LOGCLASS_PARSE_SHIPPED_H

#include "base/arena.h"

enum shipped_name {
    SHIPPED_MESSAGE,
    SHIPPED_FULL,  /* GELF's full_message */
    SHIPPED_SHORT, /* and short_message */
    SHIPPED_LINE,  /* Loki's */
    SHIPPED_MSG,   /* rsyslog's %jsonmesg% */
    SHIPPED_LOG,
    SHIPPED_TIMESTAMP, /* @timestamp */
    SHIPPED_TIME,
    SHIPPED_STREAM,
    SHIPPED_ORIGIN, /* "source": a file, or a standard output */
    SHIPPED_FILE,
    SHIPPED_SYSLOG_TAG, /* "heat-engine[31]:" */
    SHIPPED_TAG, /* of CRI: F, or P for a part */
    SHIPPED_LEVEL,
    SHIPPED_HOST,
    SHIPPED_NODE,
    SHIPPED_UNIT,
    SHIPPED_IDENTIFIER,
    SHIPPED_PID,
    SHIPPED_POD,
    SHIPPED_NAMESPACE,
    SHIPPED_CONTAINER_NAME,
    SHIPPED_CONTAINER_ID,
    SHIPPED_IMAGE,
    SHIPPED_SOURCE, /* _source, as it is written */

    /* Of kolla's fluentd (ansible/roles/fluentd/templates/conf of kolla-ansible). */
    KOLLA_TIMESTAMP,
    KOLLA_PID,
    KOLLA_LEVEL,
    KOLLA_MODULE,
    KOLLA_GLOBAL_REQUEST_ID,
    KOLLA_REQUEST_ID,
    KOLLA_USER_ID,
    KOLLA_TENANT_ID,
    KOLLA_DOMAIN_ID,
    KOLLA_SYSTEM_SCOPE,
    KOLLA_USER_DOMAIN,
    KOLLA_PROJECT_DOMAIN,
    KOLLA_PAYLOAD,
    KOLLA_HOSTNAME,
    KOLLA_LOGGER,
    KOLLA_PROGRAM,
    KOLLA_APP, /* from here to KOLLA_BYTES: of uWSGI's line of a request */
    KOLLA_REQ,
    KOLLA_ADDRESS,
    KOLLA_USER,
    KOLLA_VARS,
    KOLLA_BYTES,
    SHIPPED_NAMES
};

/* A field that is not there has p NULL; one that is empty, or null, has not. */
struct shipped {
    struct str at[SHIPPED_NAMES];
};

/* Reads an object; false where the text is no JSON. Of a field that occurs several times the first
 * holds. */
bool shipped_read(struct shipped *out, struct str text, struct arena *a);

#endif
