/*
 * event.h - the fields of an event that the header of a message in another protocol needs.
 */
#ifndef LOGCLASS_OUTPUT_EVENT_H
#define LOGCLASS_OUTPUT_EVENT_H

#include "base/arena.h"

/* Texts as the event's JSON has them, without escapes; numbers as they are written. Empty: absent. */
struct event {
    struct str time, message, id, code, reason, severity;
    struct str level, syslog_severity, host, service, pid;
    struct str error_type, request_id, project, status, confidence;
};

/* Reads one event, a JSON object; of what is none as much as can be read. Slices of `json`, or of
 * the arena where a text had escapes. */
void event_read(struct arena *a, struct str json, struct event *out);

#endif
