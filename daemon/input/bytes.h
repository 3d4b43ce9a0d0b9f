/*
 * bytes.h - bytes, one after the other, wherever they come from.
 *
 * A source stands on a descriptor or on another source, whose bytes it decompresses, converts or
 * picks a member from. The first bytes can be looked at before anybody takes them (bytes_peek):
 * what a file is, is told by its content and never by its name.
 *
 * Bytes before an error are given before the error is: of a file that was cut, everything up to
 * the cut is read.
 */
#ifndef LOGCLASS_INPUT_BYTES_H
#define LOGCLASS_INPUT_BYTES_H

#include <sys/types.h>

#include "base/buf.h"
#include "base/err.h"

struct bytes {
    /* As read(2): at most n bytes into p, 0 at the end, -1 with e filled. May give fewer. */
    ssize_t (*read)(struct bytes *s, char *p, size_t n, struct err *e);
    void (*close)(struct bytes *s); /* frees s and what it stands on */

    struct bytes *inner; /* what it stands on, owned; NULL: a descriptor or a member */
    bool live; /* a pipe, a terminal: what was read is all that there is for now */

    struct buf head; /* what bytes_peek has read; from `taken` on it is still to be given */
    size_t taken;
    bool head_ended;  /* behind the head comes nothing: a terminal is not asked twice */
    bool head_failed; /* behind the head comes head_err */
    struct err head_err;
};

/*
 * Bytes of an open descriptor, from where it stands; owned tells whether close(2) is ours to call.
 * One that can be moved stays where it is (pread(2)); one that cannot is read as it comes, `live`.
 */
struct bytes *bytes_fd(int fd, bool owned);

/* `size` bytes from `start` on of a descriptor that can be moved and stays the caller's; size
 * UINT64_MAX: to its end. */
struct bytes *bytes_part(int fd, uint64_t start, uint64_t size);

/* The next bytes; returns as read(2) does. */
ssize_t bytes_read(struct bytes *s, char *p, size_t n, struct err *e);

/*
 * The first bytes, n at the most, which stay to be read; fewer where the source ends or fails
 * before. Of a live source no more is waited for than it takes to know whether it is a log: its
 * first line, or bytes that begin no format that we know.
 */
struct str bytes_peek(struct bytes *s, size_t n);

/* Passes over the NULs that come next, however many, and says how many that were. */
uint64_t bytes_pass_nuls(struct bytes *s);

/* Passes over n bytes without reading them, as far as the source can and its file has them; how
 * many that were. */
uint64_t bytes_skip(struct bytes *s, uint64_t n);

/* As lseek(2), within what a source of a file may read, to its end at most; what was looked at
 * ahead is forgotten. -1 where it cannot be moved. */
int64_t bytes_seek(struct bytes *s, int64_t to, int whence);

/* For a progress line: bytes taken so far from the descriptor at the bottom. */
uint64_t bytes_done(const struct bytes *s);

void bytes_close(struct bytes *s); /* NULL too */

#endif
