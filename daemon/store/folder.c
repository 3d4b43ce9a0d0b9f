#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/parts.h"

/* The number of the process is for people: the lock itself is what counts, and it goes
 * with its process, however that ends. */
static int lock(struct store *s, struct err *e)
{
    CLEANUP(buf_done) struct buf path = {0};
    char who[32] = "";

    buf_fmt(&path, "%s/lock", buf_z(&s->folder));
    s->lock_fd = open(buf_z(&path), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (s->lock_fd < 0)
        return err_sys(e, "cannot write in it: open '%s'", buf_z(&path));
    if (flock(s->lock_fd, LOCK_EX | LOCK_NB) < 0) {
        if (errno != EWOULDBLOCK)
            return err_sys(e, "lock '%s'", buf_z(&path));
        ssize_t n = pread(s->lock_fd, who, sizeof who - 1, 0);
        who[n > 0 ? n : 0] = '\0';
        who[strcspn(who, "\n")] = '\0';
        return err_set(e, "another logclassd uses it (process %s)",
                       who[0] ? who : "unknown");
    }
    int n = snprintf(who, sizeof who, "%ld\n", (long)getpid());
    /* On a full disk the lock holds without the number. */
    if (ftruncate(s->lock_fd, 0) == 0 && pwrite(s->lock_fd, who, (size_t)n, 0) < 0)
        return 0;
    return 0;
}

int folder_take(struct store *s, struct str folder, struct err *e)
{
    struct stat st;

    buf_add(&s->folder, folder);
    buf_fmt(&s->path, "%s/state.db", buf_z(&s->folder));
    buf_fmt(&s->wal, "%s-wal", buf_z(&s->path));
    (void)buf_z(&s->wal);
    if (mkdir(buf_z(&s->folder), 0700) < 0 && errno != EEXIST)
        return err_sys(e, "make the folder");
    if (stat(buf_z(&s->folder), &st) < 0)
        return err_sys(e, "look at the folder");
    if (!S_ISDIR(st.st_mode))
        return err_set(e, "it is no folder");
    return lock(s, e);
}

void folder_leave(struct store *s)
{
    if (s->lock_fd >= 0)
        close(s->lock_fd);
    s->lock_fd = -1;
}

/*
 * SQLite gives the log and its index the file's mode, so it is made here with the right
 * one. It is closed before SQLite opens it: closing any descriptor of a file gives up the
 * locks that the process has on it (fcntl(2)).
 */
int folder_file(struct store *s, struct err *e)
{
    int fd = open(buf_z(&s->path), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    if (fd >= 0) {
        close(fd);
        return folder_sync(buf_str(&s->folder), e);
    }
    if (errno != EEXIST)
        return err_sys(e, "make 'state.db'");
    /* Not ours to change, or a file system without modes: opening it tells whether that
     * matters. */
    if (chmod(buf_z(&s->path), 0600) < 0 && errno != EPERM && errno != EROFS)
        return err_sys(e, "set the mode of 'state.db'");
    return 0;
}

int folder_sync(struct str folder, struct err *e)
{
    CLEANUP(buf_done) struct buf path = {0};

    buf_add(&path, folder);
    int fd = open(buf_z(&path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return err_sys(e, "open the folder");
    int rc = fsync(fd);
    /* Some network file systems cannot, and say EINVAL (fsync(2)). */
    if (rc < 0 && errno != EINVAL)
        err_sys(e, "sync the folder");
    else
        rc = 0;
    close(fd);
    return rc;
}

uint64_t folder_size(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && st.st_size > 0 ? (uint64_t)st.st_size : 0;
}
