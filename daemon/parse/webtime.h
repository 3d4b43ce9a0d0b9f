/*
 * webtime.h - times as web servers write them.
 *
 *     Tue Dec  1 00:52:16 2026              ctime(3): uWSGI, Apache 2.2
 *     Tue Dec 01 01:06:37.054252 2026       %{u}t of Apache's ErrorLogFormat
 *     01/Dec/2026:01:06:36 +0000            %t of Apache's LogFormat
 *     01/Dec/2026:01:02:03.123              HAProxy, accept date
 *     01/Dec/2026 00:51:36                  eventlet, Python's http.server
 *
 * Words are English whatever the locale: all of these programs have them in their own tables.
 */
#ifndef LOGCLASS_PARSE_WEBTIME_H
#define LOGCLASS_PARSE_WEBTIME_H

#include "parse/stamp.h"

/* Takes the time off the head of *in. False, with *in as before, where none stands there. */
bool webtime_ctime(struct stamper *s, struct str *in, struct stamp *out);

/* Likewise; `sep` stands between date and time of day. An offset of +0000's form may follow. */
bool webtime_clf(struct stamper *s, char sep, struct str *in, struct stamp *out);

#endif
