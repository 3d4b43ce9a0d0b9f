/*
 * apache.h - what the kinds of Apache's error log share: its escapes, and mod_wsgi's messages.
 */
#ifndef LOGCLASS_PARSE_APACHE_H
#define LOGCLASS_PARSE_APACHE_H

#include "base/arena.h"

/*
 * Undoes ap_escape_errorlog_item (httpd, server/util.c): \b \n \r \t \v \\ and \xHH for what is not
 * printable in the C locale, which all bytes above 0x7E are not. A quote has no backslash there.
 * What is none of these stays; without a backslash the text itself is given.
 */
struct str apache_unescape(struct arena *a, struct str text);

#endif
