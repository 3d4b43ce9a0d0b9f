/* The kind `file`: a path on the command line or in a folder, read from its beginning to its end. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/folder.h"
#include "input/names.h"
#include "input/reader.h"

static int open_file(struct input *in, struct item *it, struct err *e)
{
    if (it->bytes)
        return reader_open(in, it, e);
    folder_push(in, it);
    return 0;
}

const struct input_kind input_file = {
    .name = "file",
    .help = "a file, from its beginning to its end; a folder, with all that is in it",
    .open = open_file,
};

/* Waits for the writer of a pipe only where nothing else is to be read. */
static int open_path(const char *path, enum named named)
{
    struct stat st;
    bool waits = named == NAMED_ALONE && stat(path, &st) == 0 && !S_ISREG(st.st_mode);

    return open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (waits ? 0 : O_NONBLOCK));
}

/*
 * Is somebody there who writes into this pipe, or comes within the patience? One that was opened
 * without waiting reads as ended while nobody is (pipe(7)), and says EAGAIN where somebody is who
 * has written nothing yet. The byte that this may take is given back to s.
 */
static bool has_writer(int fd, struct bytes *s)
{
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    char c;

    if (poll(&wait, 1, PIPE_PATIENCE_MS) > 0 && (wait.revents & POLLIN))
        return true;
    ssize_t got = read(fd, &c, 1);
    if (got == 1)
        buf_char(&s->head, c);
    return got == 1 || (got < 0 && errno == EAGAIN);
}

static usec_t usec_of(const struct timespec *t)
{
    return (usec_t)t->tv_sec * USEC_PER_SEC + t->tv_nsec / 1000;
}

int file_item(struct str path, enum named named, struct item *it, struct err *e)
{
    struct stat st;

    it->kind = &input_file;
    buf_add(&it->path, path);
    int fd = open_path(buf_z(&it->path), named);
    if (fd < 0 || fstat(fd, &st) < 0) {
        err_sys(e, "open");
        if (fd >= 0)
            close(fd);
        return -1;
    }
    if (S_ISDIR(st.st_mode)) {
        close(fd);
        return 1;
    }
    if (!named && !S_ISREG(st.st_mode)) {
        close(fd);
        return 0;
    }
    it->written = usec_of(&st.st_mtim);
    /* What is added while it is read is left for the next time. Files that the kernel makes up
     * say no size. */
    if (S_ISREG(st.st_mode) && st.st_size > 0)
        it->bytes = bytes_part(fd, 0, (uint64_t)st.st_size);
    else
        it->bytes = bytes_fd(fd, !S_ISREG(st.st_mode));
    /* A file that cannot be moved is none on a disk (/proc/kmsg), and may never end. */
    if (!named && it->bytes->live) {
        close(fd);
        return 0;
    }
    if (named == NAMED_AMONG && S_ISFIFO(st.st_mode) && !has_writer(fd, it->bytes)) {
        e->sys = 0;
        return err_set(e, "a pipe that nobody writes into");
    }
    if (S_ISREG(st.st_mode)) {
        it->fd = fd;
        it->size = (uint64_t)st.st_size;
        /* The kernel then reads ahead in larger pieces; a refusal costs nothing. */
        (void)posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL);
    }
    return 1;
}
