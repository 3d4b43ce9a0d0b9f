#include "input/bytes.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "flow/limits.h"

/* A source on a descriptor. */
struct bottom {
    struct bytes bytes;
    int fd;
    bool owned, moves;    /* moves: pread(2) works */
    uint64_t start, size; /* the part that may be read */
    uint64_t at;          /* where in the file the next byte stands */
    uint64_t done;
};

static struct bottom *bottom_of(struct bytes *s)
{
    return (struct bottom *)s;
}

static ssize_t read_once(const struct bottom *b, char *p, size_t n)
{
    return b->moves ? pread(b->fd, p, n, (off_t)b->at) : read(b->fd, p, n);
}

/* One read, again after a signal. Short reads are the rule for pipes. */
static ssize_t read_fd(struct bytes *s, char *p, size_t n, struct err *e)
{
    struct bottom *b = bottom_of(s);

    uint64_t left = b->size - (b->at - b->start);
    if (n > left)
        n = (size_t)left;
    for (;;) {
        ssize_t got = read_once(b, p, n);
        if (got >= 0) {
            b->at += (uint64_t)got;
            b->done += (uint64_t)got;
            return got;
        }
        if (errno == EAGAIN) {
            /* A descriptor that somebody else set to non-blocking: wait for it. */
            struct pollfd wait = {.fd = b->fd, .events = POLLIN};
            poll(&wait, 1, -1);
        } else if (errno != EINTR) {
            return err_sys(e, "read");
        }
    }
}

static void close_fd(struct bytes *s)
{
    if (bottom_of(s)->owned)
        close(bottom_of(s)->fd);
    free(s);
}

static struct bottom *new_bottom(int fd)
{
    struct bottom *b = mem_new(sizeof *b);

    b->bytes.read = read_fd;
    b->bytes.close = close_fd;
    b->fd = fd;
    b->size = UINT64_MAX;
    return b;
}

struct bytes *bytes_fd(int fd, bool owned)
{
    struct bottom *b = new_bottom(fd);
    off_t at = lseek(fd, 0, SEEK_CUR);
    char c;

    b->owned = owned;
    /* Devices may be moved and yet refuse pread: ask. A terminal does. */
    b->moves = at >= 0 && pread(fd, &c, 0, at) == 0;
    b->bytes.live = !b->moves;
    if (b->moves)
        b->start = b->at = (uint64_t)at;
    return &b->bytes;
}

struct bytes *bytes_part(int fd, uint64_t start, uint64_t size)
{
    struct bottom *b = new_bottom(fd);

    b->moves = true;
    b->start = b->at = start;
    b->size = size;
    return &b->bytes;
}

ssize_t bytes_read(struct bytes *s, char *p, size_t n, struct err *e)
{
    size_t left = s->head.n - s->taken;

    if (left == 0) {
        if (s->head_ended)
            return 0;
        if (!s->head_failed)
            return s->read(s, p, n, e);
        *e = s->head_err;
        return -1;
    }
    if (n > left)
        n = left;
    memcpy(p, s->head.p + s->taken, n);
    s->taken += n;
    return (ssize_t)n;
}

/* A live source need not be looked at any further: no format that we know begins so. */
static bool is_plain(struct str head)
{
    static const char firsts[] =
        "\x1f\xfd\x28\x42\x50\x4c\xff\xfe\xef"; /* gz xz zst bz2 zip
                                                                 journal UTF-16 UTF-8 marks */
    enum { LONGEST_MAGIC = 8 };

    if (str_chr(head, '\n', 0) == STR_NONE)
        return false; /* a tar's first member has no newline in its name */
    return !strchr(firsts, head.p[0]) || head.n >= LONGEST_MAGIC;
}

struct str bytes_peek(struct bytes *s, size_t n)
{
    while (s->head.n - s->taken < n && !s->head_failed && !s->head_ended) {
        if (s->live && s->head.n > 0 && is_plain(buf_str(&s->head)))
            break;
        size_t missing = n - (s->head.n - s->taken);
        buf_reserve(&s->head, missing);
        ssize_t got = s->read(s, s->head.p + s->head.n, missing, &s->head_err);
        s->head_ended = got == 0;
        if (got < 0)
            s->head_failed = true;
        else
            s->head.n += (size_t)got;
    }
    struct str head = str_from(buf_str(&s->head), s->taken);
    return head.n > n ? str_head(head, n) : head;
}

uint64_t bytes_pass_nuls(struct bytes *s)
{
    struct str head = bytes_peek(s, 1);
    uint64_t passed = 0;

    if (head.n == 0 || head.p[0] != 0)
        return 0;
    for (;;) {
        head = bytes_peek(s, READ_BYTES);
        size_t n = 0;
        while (n < head.n && head.p[n] == 0)
            n++;
        s->taken += n;
        passed += n;
        if (n == 0 || n < head.n)
            return passed;
        if (s->taken == s->head.n) { /* more may have been looked at before */
            buf_clear(&s->head);
            s->taken = 0;
        }
    }
}

/* Where the part that may be read ends, as far as the file has it. */
static uint64_t end_of(const struct bottom *b)
{
    struct stat st;

    if (fstat(b->fd, &st) < 0 || (uint64_t)st.st_size < b->start)
        return b->start;
    uint64_t n = (uint64_t)st.st_size - b->start;
    return b->start + (n < b->size ? n : b->size);
}

static bool is_moved(const struct bytes *s)
{
    return s->read == read_fd && ((const struct bottom *)s)->moves;
}

uint64_t bytes_skip(struct bytes *s, uint64_t n)
{
    struct bottom *b = bottom_of(s);

    if (!is_moved(s) || s->taken < s->head.n)
        return 0;
    /* Not past the end: that a file was cut is found by reading what is not there. */
    uint64_t end = end_of(b);
    if (end <= b->at)
        return 0;
    if (n > end - b->at)
        n = end - b->at;
    b->at += n;
    b->done += n;
    return n;
}

int64_t bytes_seek(struct bytes *s, int64_t to, int whence)
{
    struct bottom *b = bottom_of(s);

    if (!is_moved(s))
        return -1;
    int64_t size = (int64_t)(end_of(b) - b->start),
            ahead = (int64_t)(s->head.n - s->taken);
    int64_t from = whence == SEEK_SET   ? 0
                   : whence == SEEK_END ? size
                                        : (int64_t)(b->at - b->start) - ahead;
    if (to > INT64_MAX / 2 || to < -from)
        return -1;
    to = from + to > size ? size : from + to;
    buf_clear(&s->head);
    s->taken = 0;
    s->head_ended = false;
    b->at = b->start + (uint64_t)to;
    return to;
}

uint64_t bytes_done(const struct bytes *s)
{
    while (s->inner)
        s = s->inner;
    return s->read == read_fd ? ((const struct bottom *)s)->done : 0;
}

void bytes_close(struct bytes *s)
{
    if (!s)
        return;
    buf_done(&s->head);
    s->close(s);
}
