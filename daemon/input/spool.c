#include "input/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static const char *folder(void)
{
    const char *given = getenv("TMPDIR");

    return given && given[0] ? given : "/tmp";
}

static int make(struct buf *path)
{
    buf_fmt(path, "%s/logclass-XXXXXX", folder());
    (void)buf_z(path);
    return mkostemp(path->p, O_CLOEXEC);
}

static int failed(struct err *e)
{
    return err_sys(e, "cannot make a file in '%s' to unpack it", folder());
}

int spool_open_named(struct buf *path, struct err *e)
{
    int fd = make(path);

    return fd < 0 ? failed(e) : fd;
}

int spool_open(struct err *e)
{
    CLEANUP(buf_done) struct buf path = {0};
    int fd = open(folder(), O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600);

    if (fd >= 0)
        return fd;
    /* Not every file system knows files without a name: there the name goes at once. */
    fd = make(&path);
    if (fd < 0)
        return failed(e);
    unlink(buf_z(&path));
    return fd;
}

static int write_at(int fd, uint64_t at, struct str s, struct err *e)
{
    while (s.n > 0) {
        ssize_t n = pwrite(fd, s.p, s.n, (off_t)at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return err_sys(e, "cannot unpack it into '%s'", folder());
        s = str_from(s, (size_t)n);
        at += (uint64_t)n;
    }
    return 0;
}

enum spooled spool_add(int fd, uint64_t at, struct bytes *s, uint64_t limit,
                       uint64_t *size, struct err *e)
{
    enum { PIECE = 64 * 1024 };
    CLEANUP(buf_done) struct buf piece = {0};

    *size = 0;
    buf_reserve(&piece, PIECE);
    for (;;) {
        ssize_t got = bytes_read(s, piece.p, PIECE, e);
        if (got == 0)
            return SPOOL_DONE;
        if (got < 0)
            return SPOOL_CUT;
        if ((uint64_t)got > limit - *size) {
            err_set(e, "unpacked it is larger than %llu bytes; what follows is not read",
                    (unsigned long long)limit);
            return SPOOL_CUT;
        }
        if (write_at(fd, at + *size, (struct str){piece.p, (size_t)got}, e) < 0)
            return SPOOL_FAILED;
        *size += (uint64_t)got;
    }
}
