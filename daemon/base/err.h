/*
 * err.h - what went wrong, in words, on the caller's stack. Reporting cannot fail.
 *
 * Who fails first fills it (err_set), who knows more puts that in front (err_in), and it reads
 * from the outside in: catalogue 'heat.yaml': line 4, column 3: unknown key 'lvel'.
 */
#ifndef LOGCLASS_BASE_ERR_H
#define LOGCLASS_BASE_ERR_H

#include "base/base.h"

struct err {
    int sys;        /* errno where there was one, else 0 */
    char text[512]; /* cut at its end when there is more to say */
};

/* All return -1, so that a function can end with: return err_set(e, ...). */
int err_set(struct err *e, const char *fmt, ...) PRINTF(2, 3);
int err_sys(struct err *e, const char *fmt, ...)
    PRINTF(2, 3); /* appends strerror(errno) */
int err_in(struct err *e, const char *fmt, ...) PRINTF(2, 3); /* puts "FMT: " in front */

#endif
