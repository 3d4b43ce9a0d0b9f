#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static void close_fd(const int *fd)
{
    if (*fd >= 0)
        close(*fd);
}

int file_read(const char *path, size_t limit, struct buf *out, struct err *e)
{
    CLEANUP(close_fd) int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat st;

    if (fd < 0)
        return err_sys(e, "open '%s'", path);
    if (fstat(fd, &st) < 0)
        return err_sys(e, "stat '%s'", path);
    if (!S_ISREG(st.st_mode))
        return err_set(e, "'%s' is not a regular file", path);
    size_t start = out->n;
    for (;;) {
        buf_reserve(out, 64 * 1024);
        ssize_t n = read(fd, out->p + out->n, out->cap - out->n);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return err_sys(e, "read '%s'", path);
        if (n == 0)
            return 0;
        out->n += (size_t)n;
        if (out->n - start > limit)
            return err_set(e, "'%s' is over the limit of %zu bytes", path, limit);
    }
}

int file_write_all(int fd, struct str s, struct err *e)
{
    while (s.n > 0) {
        ssize_t n = write(fd, s.p, s.n);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return err_sys(e, "write");
        s = str_from(s, (size_t)n);
    }
    return 0;
}
