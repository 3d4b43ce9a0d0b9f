#include "input/print.h"

#include <sys/types.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/digest.h"

static bool hash_first(struct str line, uint64_t start, bool ended, struct print *out)
{
    size_t newline = str_chr(line, '\n', 0);

    if (newline != STR_NONE)
        line.n = newline + 1;
    else if (line.n < PRINT_FIRST_BYTES && !ended)
        return false;
    if (line.n > PRINT_FIRST_BYTES)
        line.n = PRINT_FIRST_BYTES;
    if (line.n == 0)
        return false;
    *out =
        (struct print){.start = start, .n = (uint32_t)line.n, .hash = digest_once(line)};
    return true;
}

static size_t nuls_at_head(struct str s)
{
    size_t n = 0;

    while (n < s.n && s.p[n] == 0)
        n++;
    return n;
}

bool print_of(struct str head, bool ended, struct print *out)
{
    size_t nuls = nuls_at_head(head);

    return hash_first(str_from(head, nuls), nuls, ended, out);
}

/* As pread(2), to the end of the file or the buffer. */
static struct str read_at(int fd, uint64_t at, char *p, size_t n)
{
    size_t have = 0;

    while (have < n) {
        ssize_t got = pread(fd, p + have, n - have, (off_t)(at + have));
        if (got <= 0)
            break;
        have += (size_t)got;
    }
    return (struct str){p, have};
}

/* Where the first byte that is no NUL stands; the holes of the file are passed over. */
static uint64_t first_byte(int fd)
{
    char piece[4096];
    uint64_t at = 0;

    for (;;) {
        off_t data = lseek(fd, (off_t)at, SEEK_DATA);
        if (data > (off_t)at)
            at = (uint64_t)data;
        struct str s = read_at(fd, at, piece, sizeof piece);
        size_t nuls = nuls_at_head(s);
        at += nuls;
        if (nuls < s.n || s.n == 0)
            return at;
    }
}

bool print_of_file(int fd, struct print *out)
{
    char head[PRINT_FIRST_BYTES];
    uint64_t start = 0;
    struct str s = read_at(fd, 0, head, sizeof head);

    if (s.n && s.p[0] == 0) {
        start = first_byte(fd);
        s = read_at(fd, start, head, sizeof head);
    }
    return hash_first(s, start, false, out);
}

bool print_is(const struct print *p, struct str head)
{
    return p->n && head.n >= p->start + p->n &&
           digest_once(str_head(str_from(head, (size_t)p->start), p->n)) == p->hash;
}

bool print_is_of_file(const struct print *p, int fd)
{
    char head[PRINT_FIRST_BYTES];

    if (p->n == 0 || p->n > sizeof head)
        return false;
    struct str s = read_at(fd, p->start, head, p->n);
    return s.n == p->n && digest_once(s) == p->hash;
}

uint64_t print_last_of(struct str bytes)
{
    if (bytes.n > PRINT_LAST_BYTES)
        bytes = str_from(bytes, bytes.n - PRINT_LAST_BYTES);
    uint64_t hash = digest_once(bytes);
    return hash ? hash : 1;
}

uint64_t print_last(int fd, uint64_t offset)
{
    char last[PRINT_LAST_BYTES];
    size_t n = offset < sizeof last ? (size_t)offset : sizeof last;
    struct str s = read_at(fd, offset - n, last, n);

    return s.n == n ? print_last_of(s) : 0;
}
