/*
 * json_sender.h - the fields of an event that say who brought the record: syslog, a container's
 * runtime, Kubernetes.
 */
#ifndef LOGCLASS_RENDER_JSON_SENDER_H
#define LOGCLASS_RENDER_JSON_SENDER_H

#include "flow/record.h"
#include "render/writer.h"

/* log.syslog, inside the object "log"; s may be NULL, here and below. */
void json_syslog(struct writer *j, const struct sender *s);

/* container and orchestrator */
void json_container(struct writer *j, const struct sender *s);

#endif
