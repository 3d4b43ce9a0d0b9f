/*
 * The kind `file`: one line a document, in a file that grows and is renamed at its size.
 *
 * Only regular files: a FIFO or a terminal can be full, closed or slow and cannot be looked at
 * again after a crash, so no mark would be true. Who wants a pipe has the kind `stdout`.
 *
 * The file is ours alone (a lock says so), so what stands behind the length that we know is what a
 * write left that failed or was killed.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "output/file_parts.h"
#include "output/output.h"

struct file_options {
    struct str path;
    uint64_t rotate_bytes, keep;
};

static const struct option file_rows[] = {
    OPTION("path", OPTION_PATH, struct file_options, path,
           "the file; it and its folder must be writable", .required = true),
    OPTION("rotate", OPTION_SIZE, struct file_options, rotate_bytes,
           "before it grows larger it is renamed, path.1 and so on; 0: never",
           .standard = "100MiB"),
    OPTION("keep", OPTION_NUMBER, struct file_options, keep,
           "how many renamed files are kept", .standard = "5", .least = 1, .most = 1000),
    OPTIONS_END,
};

struct output {
    const struct file_options *options;
    int fd;          /* -1: not open */
    uint64_t length; /* up to there it has whole lines */
    ino_t inode;
    dev_t device;
    bool torn;        /* behind `length` may stand what has to be cut off */
    bool half_a_line; /* before `length` stands a line of somebody else without its end */
    struct ids before; /* what an earlier run wrote behind its mark */
    struct buf batch;
    struct arena scratch;
};

static void file_close(struct output *out)
{
    if (!out)
        return;
    if (out->fd >= 0)
        close(out->fd);
    ids_done(&out->before);
    buf_done(&out->batch);
    arena_done(&out->scratch);
    free(out);
}

static void shut(struct output *out)
{
    if (out->fd >= 0)
        close(out->fd);
    out->fd = -1;
    out->torn = false;
}

/* The length as it is now, and how the last line ends. */
static void take_length(struct output *out, uint64_t size)
{
    char last = '\n';

    out->length = size;
    out->half_a_line =
        size > 0 && pread(out->fd, &last, 1, (off_t)size - 1) == 1 && last != '\n';
}

static int open_path(struct output *out, struct err *e)
{
    const char *path = out->options->path.p;
    struct stat st;
    int fd = open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

    if (fd < 0 && errno == ENOENT) {
        fd = open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_CREAT | O_NOCTTY, 0640);
        if (fd >= 0 && file_sync_folder(out->options->path, e) < 0) {
            close(fd);
            return -1;
        }
    }
    if (fd < 0)
        return err_sys(e, "open '%s'", path);
    out->fd = fd;
    if (fstat(fd, &st) < 0)
        return err_sys(e, "stat '%s'", path);
    if (!S_ISREG(st.st_mode))
        return err_set(
            e, "'%s' is not a regular file; for a pipe there is the kind stdout", path);
    /* A file system without locks has none of ours either. */
    if (flock(fd, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK)
        return err_set(e, "'%s' is another output's already", path);
    out->inode = st.st_ino;
    out->device = st.st_dev;
    take_length(out, (uint64_t)st.st_size);
    return 0;
}

static int open_now(struct output *out, struct err *e)
{
    if (open_path(out, e) == 0)
        return 0;
    shut(out);
    return -1;
}

/* The generation that the mark is of; -1: none. */
static int find_marked(const struct output *out, const struct file_mark *m)
{
    CLEANUP(buf_done) struct buf path = {0};

    if (file_is_marked(out->fd, m))
        return 0;
    for (uint64_t i = 1; i <= out->options->keep; i++) {
        int fd = file_open_read(file_generation(&path, out->options->path, i));
        if (fd < 0)
            continue;
        bool found = file_is_marked(fd, m);
        close(fd);
        if (found)
            return (int)i;
    }
    return -1;
}

/* Looks at what was written behind the mark: in its generation, and in all that are newer. */
static int look_behind(struct output *out, const struct file_mark *m, struct err *e)
{
    CLEANUP(buf_done) struct buf path = {0};
    int marked = find_marked(out, m);
    uint64_t end, from = m->length;

    if (marked < 0)
        return 0;
    for (int i = marked; i > 0; i--, from = 0) {
        int fd = file_open_read(file_generation(&path, out->options->path, (uint64_t)i));
        if (fd < 0)
            continue;
        int result = file_scan(fd, from, &out->before, &end, e);
        close(fd);
        if (result < 0)
            return result;
    }
    if (file_scan(out->fd, from, &out->before, &end, e) < 0)
        return -1;
    if (end == out->length)
        return 0;
    if (ftruncate(out->fd, (off_t)end) < 0 || fdatasync(out->fd) < 0)
        return err_sys(e, "cut half a line off '%s'", out->options->path.p);
    take_length(out, end);
    return 0;
}

static void tell_mark(const struct output *out, struct buf *mark)
{
    struct file_mark m = {
        .length = out->length, .inode = (uint64_t)out->inode, .path = out->options->path};

    buf_clear(mark);
    if (file_last(out->fd, out->length, &m.last))
        file_mark_write(&m, mark);
}

static struct output *file_open(const void *options, struct str mark, struct buf *now,
                                struct err *e)
{
    struct output *out = mem_new(sizeof *out);
    struct file_mark m;

    out->options = options;
    out->fd = -1;
    arena_init(&out->scratch);
    if (open_now(out, e) < 0 ||
        (file_mark_read(mark, &m) && str_eq(m.path, out->options->path) &&
         look_behind(out, &m, e) < 0)) {
        file_close(out);
        return NULL;
    }
    /* With lines behind the old mark the old one stays the true one. */
    if (out->before.n > 0) {
        buf_clear(now);
        buf_add(now, mark);
    } else {
        tell_mark(out, now);
    }
    return out;
}

/* The file is open, is the one that has the name, and has nothing behind its length. */
static int make_ready(struct output *out, struct err *e)
{
    struct stat named, st;
    const char *path = out->options->path.p;

    if (out->fd >= 0 && (stat(path, &named) < 0 || named.st_ino != out->inode ||
                         named.st_dev != out->device))
        shut(out); /* renamed or deleted by somebody else */
    if (out->fd < 0)
        return open_now(out, e);
    if (out->torn && ftruncate(out->fd, (off_t)out->length) < 0)
        return err_sys(e, "cut half a line off '%s'", path);
    out->torn = false;
    if (fstat(out->fd, &st) < 0)
        return err_sys(e, "stat '%s'", path);
    if ((uint64_t)st.st_size != out->length) /* emptied by somebody else */
        take_length(out, (uint64_t)st.st_size);
    return 0;
}

static int make_room(struct output *out, struct err *e)
{
    const struct file_options *o = out->options;

    if (o->rotate_bytes == 0 || out->length == 0 ||
        out->length + out->batch.n <= o->rotate_bytes)
        return 0;
    if (file_rotate(o->path, o->keep, e) < 0)
        return -1;
    shut(out);
    return open_now(out, e);
}

/* All of the batch stands in the file for good, or nothing of it. */
static int write_batch(struct output *out, struct err *e)
{
    if (out->batch.n == 0)
        return 0;
    if (make_room(out, e) < 0)
        return -1;
    if (out->half_a_line) {
        buf_char(&out->batch, '\n');
        memmove(out->batch.p + 1, out->batch.p, out->batch.n - 1);
        out->batch.p[0] = '\n';
    }
    if (file_write_all(out->fd, buf_str(&out->batch), e) < 0 ||
        (fdatasync(out->fd) < 0 && err_sys(e, "sync") < 0)) {
        /* Pages that could not be written are given up by the kernel, so they are written anew. */
        out->torn = ftruncate(out->fd, (off_t)out->length) < 0;
        return err_in(e, "'%s'", out->options->path.p);
    }
    out->length += out->batch.n;
    out->half_a_line = false;
    return 0;
}

static struct str line_of(const struct document *d)
{
    return d->text.n ? d->text : d->event;
}

/* Puts documents up to the first that is no line into the batch; how many they are. */
static size_t fill_batch(struct output *out, const struct document *documents, size_t n)
{
    size_t i = 0;

    buf_clear(&out->batch);
    for (; i < n; i++) {
        struct str line = line_of(&documents[i]);
        if (str_chr(line, '\n', 0) != STR_NONE)
            break;
        if (out->before.n && ids_has(&out->before, ids_key(&out->scratch, line)))
            continue;
        buf_add(&out->batch, line);
        buf_char(&out->batch, '\n');
    }
    arena_reset(&out->scratch);
    return i;
}

static void forget(struct output *out, const struct document *documents, size_t n)
{
    for (size_t i = 0; i < n && out->before.n; i++)
        ids_take(&out->before, ids_key(&out->scratch, line_of(&documents[i])));
    arena_reset(&out->scratch);
}

static enum sent file_send(struct output *out, const struct document *documents, size_t n,
                           size_t *taken, struct buf *mark, struct err *e)
{
    *taken = 0;
    if (make_ready(out, e) < 0)
        return LATER;
    size_t good = fill_batch(out, documents, n);
    if (write_batch(out, e) < 0)
        return LATER;
    forget(out, documents, good);
    *taken = good;
    /* While nothing but lines of an earlier run comes again, the mark stays before them: more of
     * them may follow. */
    if (good > 0 && (out->before.n == 0 || out->batch.n > 0))
        tell_mark(out, mark);
    if (good < n) {
        err_set(e, "a document of more than one line");
        return REFUSED;
    }
    return SENT;
}

static void file_reopen(struct output *out)
{
    shut(out);
}

const struct output_kind output_file = {
    .kind = {.name = "file",
             .help = "a file of one line an event, renamed at its size",
             .options = file_rows,
             .size = sizeof(struct file_options),
             .named_by = "path",
             .format = "json"},
    .open = file_open,
    .send = file_send,
    .reopen = file_reopen,
    .close = file_close,
};
