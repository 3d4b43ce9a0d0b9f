/*
 * suffix.h - the call site at the end of a DEBUG line: " FUNC PATH:LINE".
 *
 * logging_debug_format_suffix of oslo.log, which is printed at DEBUG exactly and nowhere else.
 * devstack sets it to " {{(pid=1) FUNC PATH:LINE}}", " {{FUNC PATH:LINE}}" or
 * " from (pid=1) FUNC PATH:LINE" (functions: setup_systemd_logging, setup_colorized_logging).
 */
#ifndef LOGCLASS_PARSE_SUFFIX_H
#define LOGCLASS_PARSE_SUFFIX_H

#include "flow/record.h"

/* Puts the suffix of r->body into r's origin fields; r->message then ends before it. */
void suffix_read(struct record *r);

#endif
