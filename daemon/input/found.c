#include "input/found.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "input/codec.h"
#include "input/parts.h"

/* ---- opening ---- */

/* Only regular files, and never waiting for anybody. -1: it is none, or cannot be opened. */
static int open_regular(struct str path, struct stat *st)
{
    CLEANUP(buf_done) struct buf z = {0};

    buf_add(&z, path);
    int fd = open(buf_z(&z), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (fd >= 0 && (fstat(fd, st) < 0 || !S_ISREG(st->st_mode))) {
        close(fd);
        return -1;
    }
    return fd;
}

void found_done(struct found *x)
{
    if (x->unpacked)
        bytes_close(x->unpacked);
    else if (x->fd >= 0)
        close(x->fd);
}

static bool is_packed(int fd)
{
    struct bytes *s = bytes_fd(fd, false);
    bool packed = codec_of(bytes_peek(s, MAGIC_BYTES)) != NULL;

    bytes_close(s);
    return packed;
}

bool found_open(struct str path, struct found *out)
{
    struct stat st;

    *out = (struct found){.path = path, .fd = open_regular(path, &st)};
    if (out->fd < 0)
        return false;
    out->device = st.st_dev;
    out->inode = st.st_ino;
    out->size = (uint64_t)st.st_size;
    if (!is_packed(out->fd)) {
        (void)print_of_file(out->fd, &out->print);
        return true;
    }
    unsigned layers = 0;
    out->unpacked = layers_off(bytes_fd(out->fd, true), &layers);
    (void)print_of(bytes_peek(out->unpacked, PRINT_HEAD_BYTES), true, &out->print);
    return true;
}

/* ---- which generation it is ---- */

/* Exactly n bytes; into p where it is not NULL, else past them. */
static bool take_bytes(struct bytes *s, uint64_t n, char *p)
{
    char piece[16 * 1024];
    struct err e;

    while (n > 0) {
        char *to = p ? p : piece;
        ssize_t got =
            bytes_read(s, to, p || n < sizeof piece ? (size_t)n : sizeof piece, &e);
        if (got <= 0)
            return false;
        n -= (uint64_t)got;
        p = p ? p + got : NULL;
    }
    return true;
}

/* A compressed file is g: it begins alike, and has the same bytes before g's offset; what is read
 * of it next stands behind that. */
bool found_unpacks_to(const struct generation *g, struct bytes *s)
{
    char last[PRINT_LAST_BYTES];
    size_t n = g->offset < sizeof last ? (size_t)g->offset : sizeof last;

    return take_bytes(s, g->offset - n, NULL) && take_bytes(s, n, last) &&
           (n == 0 || g->last == 0 || print_last_of((struct str){last, n}) == g->last);
}

/* The file begins as g did when it was opened. */
static bool same_head(const struct generation *g, const struct found *x)
{
    size_t n = g->head_n;

    if (!x->unpacked)
        return generation_head(x->fd, &n) == g->head && n == g->head_n;
    struct str head = bytes_peek(x->unpacked, n);
    return head.n >= n && digest_once(str_head(head, n)) == g->head;
}

bool found_begins_alike(const struct generation *g, const struct found *x)
{
    return x->print.n && g->print.n == x->print.n && g->print.hash == x->print.hash &&
           g->print.start == x->print.start &&
           (g->head_n == 0 || same_head(g, x));
}

bool found_same_inode(const struct generation *g, const struct found *x)
{
    return g->device == x->device && g->inode == x->inode;
}

/* The bytes before g's offset stand in the compressed file at this path as well. */
static bool packed_holds(const struct generation *g, struct str path)
{
    struct found x;
    bool holds = found_open(path, &x) && x.unpacked && found_unpacks_to(g, x.unpacked);

    found_done(&x);
    return holds;
}

/* First lines may be equal: what was read of g must stand in the file. */
bool found_holds(const struct generation *g, const struct found *x)
{
    if (!found_begins_alike(g, x))
        return false;
    if (g->offset == 0)
        return g->head_n > 0;
    return x->unpacked ? packed_holds(g, x->path) : generation_is(g, x->fd);
}

uint64_t found_last_line(int fd, uint64_t size)
{
    char piece[4096];

    while (size > 0) {
        size_t n = size < sizeof piece ? (size_t)size : sizeof piece;
        if (pread(fd, piece, n, (off_t)(size - n)) != (ssize_t)n)
            return 0;
        size_t at = str_rchr((struct str){piece, n}, '\n');
        if (at != STR_NONE)
            return size - n + at + 1;
        size -= n;
    }
    return 0;
}
