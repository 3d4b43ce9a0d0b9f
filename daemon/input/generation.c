#include "input/generation.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "input/rotation.h"

struct generation *generation_new(struct str path, int fd, const struct print *print)
{
    struct generation *g = mem_new(sizeof *g);
    struct stat st;

    buf_add(&g->path, path);
    (void)rotation_rank(path, &g->home);
    g->fd = -1;
    g->print = *print;
    g->look = true;
    if (fd >= 0 && fstat(fd, &st) == 0) {
        g->device = st.st_dev;
        g->inode = st.st_ino;
    }
    return g;
}

struct generation *generation_of(const struct filemark *m)
{
    struct generation *g = mem_new(sizeof *g);

    buf_add(&g->path, m->path);
    buf_add(&g->home, m->path);
    g->fd = -1;
    g->stage = STAGE_OVER;
    g->print = m->print;
    g->offset = m->offset;
    g->last = m->last;
    g->device = m->device;
    g->inode = m->inode;
    g->changed = m->changed;
    g->packed = m->packed;
    g->sought = m->over;
    g->head = m->head;
    g->head_n =
        m->head_n < GENERATION_HEAD_BYTES ? (size_t)m->head_n : GENERATION_HEAD_BYTES;
    return g;
}

void generation_mark(const struct generation *g, struct buf *out)
{
    filemark_write(&(struct filemark){.print = g->print,
                                      .offset = g->offset,
                                      .last = g->last,
                                      .device = g->device,
                                      .inode = g->inode,
                                      .changed = g->changed,
                                      .packed = g->packed,
                                      .head = g->head,
                                      .head_n = g->head_n,
                                      .over = g->stage == STAGE_OVER && g->packed,
                                      .path = buf_str(&g->home)},
                   out);
}

void generation_close(struct generation *g)
{
    if (g->lines)
        g->lines->close(g->lines);
    bytes_close(g->bytes);
    g->lines = NULL;
    g->bytes = NULL;
    g->fd = -1;
}

void generation_free(struct generation *g)
{
    if (!g)
        return;
    generation_close(g);
    buf_done(&g->path);
    buf_done(&g->home);
    buf_done(&g->key);
    free(g->stream);
    free(g);
}

bool generation_is(const struct generation *g, int fd)
{
    if (!print_is_of_file(&g->print, fd))
        return false;
    uint64_t last = g->offset ? print_last(fd, g->offset) : 1;
    return last && (g->offset == 0 || g->last == 0 || last == g->last);
}

/* ---- reading ---- */

static void keep_first_line(struct generation *g, struct str head)
{
    struct stream *s = g->stream;

    if (s->first_line_known)
        return;
    if (str_starts(head, STR("\xEF\xBB\xBF")))
        head = str_from(head, 3);
    head = str_line(head);
    s->first_line_n = head.n < sizeof s->first_line ? head.n : sizeof s->first_line;
    memcpy(s->first_line, head.p ? head.p : "", s->first_line_n);
    s->first_line_known = true;
}

void generation_stream(struct generation *g)
{
    if (g->stream)
        return;
    g->stream = mem_new(sizeof *g->stream);
    g->stream->kind = STR("file");
}

/* The first line names the stream; where it is read from its beginning, the reader sees it. */
static void begin_lines(struct generation *g)
{
    g->stream->path = buf_str(&g->path);
    g->lines = reader_follow(g->bytes, g->stream, g->offset);
    g->look = true;
}

uint64_t generation_head(int fd, size_t *n)
{
    char head[GENERATION_HEAD_BYTES];
    ssize_t got = pread(fd, head, *n, 0);

    *n = got > 0 ? (size_t)got : 0;
    return digest_once((struct str){head, *n});
}

void generation_open(struct generation *g, int fd)
{
    generation_stream(g);
    if (g->offset > 0) {
        char head[sizeof g->stream->first_line + 3];
        ssize_t n = pread(fd, head, sizeof head, (off_t)g->print.start);
        keep_first_line(g, (struct str){head, n > 0 ? (size_t)n : 0});
    }
    if (g->head_n == 0) {
        g->head_n = GENERATION_HEAD_BYTES;
        g->head = generation_head(fd, &g->head_n);
    }
    lseek(fd, (off_t)g->offset, SEEK_SET);
    g->fd = fd;
    g->packed = false;
    g->bytes = bytes_fd(fd, true);
    begin_lines(g);
}

void generation_open_packed(struct generation *g, struct bytes *bytes)
{
    if (g->head_n == 0 && g->offset == 0) {
        struct str head = bytes_peek(bytes, GENERATION_HEAD_BYTES);
        g->head_n = head.n < GENERATION_HEAD_BYTES ? head.n : GENERATION_HEAD_BYTES;
        g->head = digest_once(str_head(head, g->head_n));
    }
    generation_stream(g);
    g->packed = true;
    g->bytes = bytes;
    begin_lines(g);
    reader_stop(g->lines);
}

/* Behind the last line given, once more: what was read ahead is forgotten. */
static void go_back(struct generation *g)
{
    int fd = fcntl(g->fd, F_DUPFD_CLOEXEC, 0);

    generation_close(g);
    if (fd >= 0)
        generation_open(g, fd);
}

static bool is_same(const struct generation *g)
{
    struct stat st;

    if (fstat(g->fd, &st) < 0 || (uint64_t)st.st_size < g->offset ||
        !generation_is(g, g->fd))
        return false;
    /* First lines may be equal, and little behind them may have been read. */
    size_t n = g->head_n;
    return generation_head(g->fd, &n) == g->head && n == g->head_n;
}

static void note_change(struct generation *g)
{
    struct stat st;

    if (g->fd < 0 || fstat(g->fd, &st) < 0)
        return;
    g->changed =
        (uint64_t)st.st_mtim.tv_sec * 1000000 + (uint64_t)st.st_mtim.tv_nsec / 1000;
}

/* What print_last would say behind the last line of the batch; 0 where its bytes are not all
 * there. */
static uint64_t last_of_lines(const struct batch *b)
{
    const struct line *l = &b->lines[b->line_count - 1];
    size_t end = (size_t)(l->text.p - b->text.p) + l->text.n + 1;

    if ((l->flags & LINE_CUT) || end > b->text.n || b->text.p[end - 1] != '\n' ||
        (end < PRINT_LAST_BYTES && b->lines[0].position > 0))
        return 0;
    return print_last_of(str_head(buf_str(&b->text), end));
}

static enum grown read_packed(struct generation *g, struct batch *b, struct err *e)
{
    enum got got = g->lines->read(g->lines, b, e);

    g->offset = reader_position(g->lines);
    if (b->line_count)
        g->last = last_of_lines(b);
    return got == GOT_LINES ? GROWN_LINES : got == GOT_ERROR ? GROWN_ERROR : GROWN_END;
}

enum grown generation_read(struct generation *g, struct batch *b, struct err *e)
{
    if (g->packed)
        return read_packed(g, b, e);
    if (!is_same(g))
        return GROWN_EMPTIED;
    enum got got = g->lines->read(g->lines, b, e);
    if (!is_same(g)) {
        /* Nobody knows whose bytes these are. */
        batch_reset(b, b->now);
        go_back(g);
        return GROWN_EMPTIED;
    }
    if (got == GOT_ERROR)
        return GROWN_ERROR;
    if (got == GOT_NOTHING) {
        batch_reset(b, b->now); /* of the line that waits for its newline */
        g->look = false;
        return GROWN_NOTHING;
    }
    g->offset = reader_position(g->lines);
    g->last = print_last(g->fd, g->offset);
    note_change(g);
    return GROWN_LINES;
}

void generation_rest(struct generation *g, struct batch *b)
{
    if (!g->lines || g->packed)
        return;
    reader_rest(g->lines, b);
    g->offset = reader_position(g->lines);
    if (g->fd >= 0)
        g->last = print_last(g->fd, g->offset);
}
