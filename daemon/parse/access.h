/*
 * access.h - one request, as the lines of web servers tell it.
 *
 * What the forms share: the request line in quotes, a list of addresses, numbers where a dash
 * stands for none. All slices point into the line.
 */
#ifndef LOGCLASS_PARSE_ACCESS_H
#define LOGCLASS_PARSE_ACCESS_H

#include "flow/record.h"
#include "parse/stamp.h"

/* Nothing is known yet. */
void access_clear(struct access *a);

/* "GET /v1/x?limit=3 HTTP/1.1" into its parts; the version may be missing (HTTP/0.9). False, with
 * *a as before, for what is no request line: "-", "<BADREQ>", the bytes of a TLS hello. */
bool access_request(struct str line, struct access *a);

/* Takes a quoted text off the head of *in; a quote inside has a backslash before it. Where the line
 * was cut before its closing quote, all of the rest is taken. */
bool access_quoted(struct str *in, struct str *out);

/* Takes a status, 100 to 999, off the head of *in. False where none stands there. */
bool access_status(struct str *in, unsigned *out);

/* Takes "0.0001850", seconds, off the head of *in, as microseconds. */
bool access_seconds(struct str *in, int64_t *usec);

/*
 * Apache's common and combined log format and what is like it (mod_log_config), up to its request:
 *
 *     CLIENT - USER [DATE
 *
 * The user may have any name. What stands behind may be of another format.
 *
 * sep   stands between date and time of day: ':' in Apache, ' ' in eventlet and Python's own
 * rest  what stands behind the bracket and its blank
 */
bool access_clf_head(struct stamper *s, struct str line, char sep, struct access *a,
                     struct stamp *t, struct str *rest);

/* …and from there on: "REQUEST" STATUS BYTES, perhaps a duration (%D, in microseconds, or seconds
 * with a point), perhaps "REFERER" "AGENT", perhaps a duration there. */
bool access_clf_tail(struct str rest, struct access *a);

/* oslo.service's: CLIENT "REQUEST" status: 200  len: 106 time: 0.0001850 (oslo_service/wsgi.py,
 * masakari/conf/wsgi.py: with one blank before len); or nova's and placement's, without HTTP's version
 * and with that of the API: … len: 106 microversion: 2.1 time: 0.1 (their requestlog.py). */
bool access_service(struct str text, struct access *a);

#endif
