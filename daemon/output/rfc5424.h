/*
 * rfc5424.h - an event as a syslog message (RFC 5424), and messages in a stream (RFC 6587).
 *
 *     <131>1 2026-10-28T13:03:07.412Z ctl1 heat-engine 31 CLASSIFIED [logclass@32473 id="…" …] text
 *
 * PRI      the facility, and the severity of the record's level (the event's own where it has none)
 * APP-NAME the service, PROCID its pid, MSGID the status in capitals
 * MSG      the record's message; or the event in another format, and then without structured data:
 *          such a document says all of it itself
 * BOM      before a message in which not all is ASCII (6.4: only so it is known to be UTF-8); never
 *          before a document: RFC 8259, 8.1 forbids it for JSON, and who looks for "CEF:" or "{" at
 *          the beginning would not find it
 */
#ifndef LOGCLASS_OUTPUT_RFC5424_H
#define LOGCLASS_OUTPUT_RFC5424_H

#include "base/buf.h"
#include "output/event.h"

enum {
    RFC5424_TAKEN_BYTES = 2048, /* every receiver should take so much (6.1) */
    RFC5424_LEAST_BYTES = 480,  /* and must take so much */
};

struct rfc5424 {
    int facility;        /* 0..23 */
    uint64_t enterprise; /* of the structured data's name: logclass@32473 */
    bool cee;            /* "@cee: " stands before a document that is a JSON object */
};

/*
 * Appends the message of an event, at most `limit` bytes: parameters of the structured data go
 * first, then the message is cut at a character, with "…" behind it.
 */
void rfc5424_event(struct buf *out, const struct rfc5424 *form, const struct event *event,
                   size_t limit);

/* Likewise with a document for its message, which is never cut. */
void rfc5424_document(struct buf *out, const struct rfc5424 *form,
                      const struct event *event, struct str document);

/* A message as one of a stream: "LENGTH MESSAGE" (RFC 6587, 3.4.1), or ended by a newline (3.4.2),
 * with a blank for each newline in it. */
void rfc5424_add_counted(struct buf *stream, struct str message);
void rfc5424_add_line(struct buf *stream, struct str message);

#endif
