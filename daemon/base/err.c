#include "base/err.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int err_set(struct err *e, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    e->sys = 0;
    vsnprintf(e->text, sizeof e->text, fmt, ap);
    va_end(ap);
    return -1;
}

int err_sys(struct err *e, const char *fmt, ...)
{
    va_list ap;
    int sys = errno;

    va_start(ap, fmt);
    vsnprintf(e->text, sizeof e->text, fmt, ap);
    va_end(ap);
    e->sys = sys;
    size_t n = strlen(e->text);
    snprintf(e->text + n, sizeof e->text - n, ": %s", strerror(sys));
    return -1;
}

int err_in(struct err *e, const char *fmt, ...)
{
    char inner[sizeof e->text];
    va_list ap;

    memcpy(inner, e->text, sizeof inner);
    va_start(ap, fmt);
    vsnprintf(e->text, sizeof e->text, fmt, ap);
    va_end(ap);
    size_t n = strlen(e->text);
    snprintf(e->text + n, sizeof e->text - n, ": %s", inner);
    return -1;
}
