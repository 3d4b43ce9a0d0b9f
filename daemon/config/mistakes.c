#include "config/mistakes.h"

#include <stdarg.h>
#include <stdio.h>

void mistakes_done(struct mistakes *m)
{
    buf_done(&m->text);
}

void mistake_read(struct mistakes *m, const char *what)
{
    if (m->count++ < MISTAKES_SHOWN)
        buf_fmt(&m->text, "%s:%s\n", m->file, what);
}

void mistake_at(struct mistakes *m, const struct yaml_node *at, const char *fmt, ...)
{
    char what[1024];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    if (m->count++ < MISTAKES_SHOWN)
        buf_fmt(&m->text, "%s:%u:%u: %s\n", m->file, at->line, at->column, what);
}

void mistakes_end(struct mistakes *m)
{
    if (m->count > MISTAKES_SHOWN)
        buf_fmt(&m->text, "%s: %u mistakes, the first %d are shown\n", m->file, m->count,
                (int)MISTAKES_SHOWN);
    else if (m->count > 0)
        buf_fmt(&m->text, "%s: %u mistake%s\n", m->file, m->count,
                m->count == 1 ? "" : "s");
}
