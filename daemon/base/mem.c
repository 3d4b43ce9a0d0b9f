#include "base/base.h"

#include <stdlib.h>
#include <unistd.h>

void mem_out(void)
{
    static const char text[] = "logclass: out of memory\n";
    ssize_t ignored = write(STDERR_FILENO, text, sizeof text - 1);
    (void)ignored;
    abort();
}

void *mem_new(size_t n)
{
    void *p = calloc(1, n ? n : 1);
    if (!p)
        mem_out();
    return p;
}

void *mem_grow(void *p, size_t count, size_t each)
{
    void *q = reallocarray(p, count ? count : 1, each);
    if (!q)
        mem_out();
    return q;
}
