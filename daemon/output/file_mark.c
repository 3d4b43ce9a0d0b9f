/* The mark of a file. */
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/num.h"
#include "output/file_parts.h"

void file_mark_write(const struct file_mark *m, struct buf *out)
{
    buf_fmt(out, "1 %llu %llu %llu ", (unsigned long long)m->length,
            (unsigned long long)m->inode, (unsigned long long)m->last);
    buf_add(out, m->path);
}

static bool take_number(struct str *in, uint64_t *out)
{
    if (!num_take(in, UINT64_MAX, out) || in->n == 0 || in->p[0] != ' ')
        return false;
    *in = str_from(*in, 1);
    return true;
}

bool file_mark_read(struct str text, struct file_mark *out)
{
    struct file_mark m;
    uint64_t version;

    if (!take_number(&text, &version) || version != 1 || !take_number(&text, &m.length) ||
        !take_number(&text, &m.inode) || !take_number(&text, &m.last) || text.n == 0)
        return false;
    m.path = text;
    *out = m;
    return true;
}

bool file_last(int fd, uint64_t length, uint64_t *hash)
{
    char bytes[FILE_LAST_BYTES];
    size_t n = length < sizeof bytes ? (size_t)length : sizeof bytes;

    if (length > INT64_MAX || pread(fd, bytes, n, (off_t)(length - n)) != (ssize_t)n)
        return false;
    *hash = digest_once((struct str){bytes, n});
    return true;
}

bool file_is_marked(int fd, const struct file_mark *m)
{
    struct stat st;
    uint64_t last;

    return fstat(fd, &st) == 0 && (uint64_t)st.st_ino == m->inode &&
           (uint64_t)st.st_size >= m->length && file_last(fd, m->length, &last) &&
           last == m->last;
}
