/*
 * logging_error.h - the block that Python's logging prints for a log call that it could not format.
 *
 *     --- Logging error ---
 *     Traceback (most recent call last):      of the formatting, nobody's exception
 *       …
 *     TypeError: not enough arguments for format string
 *     Call stack:
 *       File "…/zun/cni/api.py", line 160, in _cni_request     the call, in the last frames
 *         LOG.error('Looks like %s:%s cannot be reached. '
 *     Message: 'Looks like %s:%s cannot be reached. Is zun-cni-daemon running?'
 *     Arguments: (('localhost', 9036),)
 *
 * (Handler.handleError in Lib/logging/__init__.py.) The message that was lost is in it: the repr of
 * the template, the values, the place and mostly the level.
 */
#ifndef LOGCLASS_PARSE_LOGGING_ERROR_H
#define LOGCLASS_PARSE_LOGGING_ERROR_H

#include "base/arena.h"
#include "flow/record.h"

/*
 * r->body is the block without its traceback. Where it names a template, that becomes r->msg, and
 * r->body and r->message are what the call was meant to say: the template with its values, or
 * where those do not fit, the template as it is. The place becomes r->origin…, the level r->level.
 */
void logging_error_read(struct record *r, struct arena *a);

#endif
