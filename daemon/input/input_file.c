/* The kind `file`: a path on the command line, read once from its beginning to its end. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/reader.h"

static bool takes(struct str name)
{
    return !str_eq(name, STR("-"));
}

static struct input *open_path(struct str name, struct err *e);

const struct input_kind input_file = {
    .name = "file",
    .help = "a file, from its beginning to its end",
    .takes = takes,
    .open = open_path,
};

static struct input *open_path(struct str name, struct err *e)
{
    CLEANUP(buf_done) struct buf path = {0};
    struct stat st;

    buf_add(&path, name);
    int fd = open(buf_z(&path), O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) {
        err_sys(e, "cannot open '%s'", buf_z(&path));
        return NULL;
    }
    if (fstat(fd, &st) < 0) {
        err_sys(e, "cannot read '%s'", buf_z(&path));
        close(fd);
        return NULL;
    }
    if (S_ISDIR(st.st_mode)) {
        err_set(e, "cannot read '%s': it is a folder; name the files in it", buf_z(&path));
        close(fd);
        return NULL;
    }
    struct input *in = reader_new(&input_file, fd, name);
    in->stream.path = in->stream.name;
    if (S_ISREG(st.st_mode)) {
        in->total = (uint64_t)st.st_size;
        /* The kernel then reads ahead in larger pieces; a refusal costs nothing. */
        (void)posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL);
    }
    return in;
}
