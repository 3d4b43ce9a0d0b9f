/* What stands in a file already, and its generations. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output/file_parts.h"

#ifdef LOGCLASS_TINY
enum { SCAN_BYTES = 16 };
#else
enum { SCAN_BYTES = 256 * 1024 };
#endif

/* No line of ours is longer; a longer one is passed over and not kept. */
enum { SCAN_LINE_BYTES = 1024 * 1024 };

struct scan {
    struct buf b;    /* the beginning of a line */
    uint64_t passed; /* bytes of that line which were dropped */
    struct arena scratch;
    struct ids *set;
    uint64_t end; /* behind the last whole line */
};

static void scan_done(struct scan *s)
{
    buf_done(&s->b);
    arena_done(&s->scratch);
}

static void scan_lines(struct scan *s)
{
    struct str rest = buf_str(&s->b);
    size_t n;

    while ((n = str_chr(rest, '\n', 0)) != STR_NONE) {
        if (s->passed == 0)
            ids_add(s->set, ids_key(&s->scratch, str_head(rest, n)));
        s->end += s->passed + n + 1;
        s->passed = 0;
        rest = str_from(rest, n + 1);
    }
    arena_reset(&s->scratch);
    if (rest.n > SCAN_LINE_BYTES) {
        s->passed += rest.n;
        rest.n = 0;
    }
    if (rest.n)
        memmove(s->b.p, rest.p, rest.n);
    s->b.n = rest.n;
}

int file_scan(int fd, uint64_t from, struct ids *set, uint64_t *end, struct err *e)
{
    CLEANUP(scan_done) struct scan s = {.set = set, .end = from};

    arena_init(&s.scratch);
    for (uint64_t at = from;;) {
        buf_reserve(&s.b, SCAN_BYTES);
        ssize_t n = pread(fd, s.b.p + s.b.n, SCAN_BYTES, (off_t)at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return err_sys(e, "read");
        if (n == 0)
            break;
        s.b.n += (size_t)n;
        at += (uint64_t)n;
        scan_lines(&s);
    }
    *end = s.end;
    return 0;
}

const char *file_generation(struct buf *out, struct str path, uint64_t number)
{
    buf_clear(out);
    buf_add(out, path);
    if (number > 0)
        buf_fmt(out, ".%llu", (unsigned long long)number);
    return buf_z(out);
}

int file_open_read(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat st;

    if (fd >= 0 && (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode))) {
        close(fd);
        return -1;
    }
    return fd;
}

/* The first generation that is not there, else the last one, which goes. A rotation that failed
 * half-way left a gap: those behind it stay. */
static uint64_t first_free(struct str path, uint64_t keep)
{
    CLEANUP(buf_done) struct buf name = {0};
    struct stat st;

    for (uint64_t i = 1; i < keep; i++)
        if (lstat(file_generation(&name, path, i), &st) < 0 && errno == ENOENT)
            return i;
    return keep;
}

int file_rotate(struct str path, uint64_t keep, struct err *e)
{
    CLEANUP(buf_done) struct buf from = {0};
    CLEANUP(buf_done) struct buf to = {0};

    for (uint64_t i = first_free(path, keep); i > 0; i--) {
        file_generation(&from, path, i - 1);
        file_generation(&to, path, i);
        if (rename(from.p, to.p) < 0)
            return err_sys(e, "rename '%s' to '%s'", from.p, to.p);
    }
    return file_sync_folder(path, e);
}

int file_sync_folder(struct str path, struct err *e)
{
    CLEANUP(buf_done) struct buf folder = {0};
    size_t slash = str_rchr(path, '/');

    buf_add(&folder, slash == STR_NONE ? STR(".") : str_head(path, slash ? slash : 1));
    int fd = open(buf_z(&folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return err_sys(e, "open '%s'", folder.p);
    /* Some file systems have nothing to do here and say so by EINVAL. */
    int failed = fsync(fd) < 0 && errno != EINVAL;
    if (failed)
        err_sys(e, "sync '%s'", folder.p);
    close(fd);
    return failed ? -1 : 0;
}
