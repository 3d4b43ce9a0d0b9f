#include "input/container.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdlib.h>

#include "flow/limits.h"
#include "input/parts.h"

enum { PIECE_BYTES = READ_BYTES > 512 ? READ_BYTES : 512 };

struct container {
    struct archive *archive;
    struct archive_entry *entry; /* at hand; libarchive's */
    struct bytes *bytes;         /* of the whole archive, compression taken off */
    struct buf piece;
    bool failed; /* the bytes ended by an error; libarchive is told that they ended */
    struct err failure;
    bool over;
};

struct member_bytes {
    struct bytes bytes;
    struct container *container;
    const char *block; /* libarchive's, until the next one */
    size_t block_n;
    uint64_t hole; /* NULs that stand before the block: a sparse file leaves them out */
    uint64_t at;   /* offset behind what was given, in the member */
    bool ended;
};

/* ---- what it is ---- */

/* The sum of a header's bytes, its own field taken for blanks, in octal (POSIX, pax, ustar). */
static bool is_tar(struct str head)
{
    enum { HEADER = 512, FIELD = 148, FIELD_BYTES = 8 };
    unsigned sum = 0, said = 0;
    size_t digits = 0;

    if (head.n < HEADER || head.p[0] == 0)
        return false;
    for (size_t i = 0; i < HEADER; i++)
        sum += i >= FIELD && i < FIELD + FIELD_BYTES ? ' ' : (unsigned char)head.p[i];
    for (size_t i = FIELD; i < FIELD + FIELD_BYTES; i++) {
        if (head.p[i] >= '0' && head.p[i] <= '7') {
            said = said * 8 + (unsigned)(head.p[i] - '0');
            digits++;
        } else if (digits || head.p[i] != ' ') {
            break;
        }
    }
    return digits > 0 && sum == said;
}

static bool is_zip(struct str head)
{
    return str_starts(head, STR("PK\003\004")) || str_starts(head, STR("PK\005\006"));
}

bool container_knows(struct str head)
{
    return is_tar(head) || is_zip(head);
}

/* ---- its bytes, as libarchive asks for them ---- */

static la_ssize_t give(struct archive *a, void *context, const void **out)
{
    struct container *c = context;
    struct err e;

    (void)a;
    *out = c->piece.p;
    ssize_t got = bytes_read(c->bytes, c->piece.p, PIECE_BYTES, &e);
    if (got >= 0)
        return got;
    /* What came before must not be lost: it is told that the file ends here. */
    if (!c->failed)
        c->failure = e;
    c->failed = true;
    return 0;
}

static la_int64_t skip(struct archive *a, void *context, la_int64_t n)
{
    struct container *c = context;

    (void)a;
    return n > 0 ? (la_int64_t)bytes_skip(c->bytes, (uint64_t)n) : 0;
}

static la_int64_t seek(struct archive *a, void *context, la_int64_t to, int whence)
{
    struct container *c = context;

    (void)a;
    int64_t at = bytes_seek(c->bytes, to, whence);
    return at < 0 ? ARCHIVE_FATAL : at;
}

static bool prepare(struct container *c, bool zip, bool moves)
{
    struct archive *a = c->archive;

    if (!zip && archive_read_support_format_tar(a) != ARCHIVE_OK)
        return false;
    if (zip && moves && archive_read_support_format_zip_seekable(a) != ARCHIVE_OK)
        return false;
    if (zip && archive_read_support_format_zip_streamable(a) != ARCHIVE_OK)
        return false;
    if (zip && moves)
        archive_read_set_seek_callback(a, seek);
    archive_read_set_read_callback(a, give);
    archive_read_set_skip_callback(a, skip);
    archive_read_set_callback_data(a, c);
    return archive_read_open1(a) == ARCHIVE_OK;
}

static void why(const struct container *c, struct err *e)
{
    const char *text = archive_error_string(c->archive);

    if (c->failed)
        *e = c->failure;
    else if (c->entry && archive_entry_is_encrypted(c->entry))
        err_set(e, "it is encrypted");
    else
        err_set(e, "the archive is damaged or was cut: %s",
                text ? text : "no reason given");
}

struct container *container_open(int fd, uint64_t start, struct err *e)
{
    struct container *c = mem_new(sizeof *c);
    unsigned layers = 0;

    c->bytes = layers_off(bytes_part(fd, start, UINT64_MAX), &layers);
    buf_reserve(&c->piece, PIECE_BYTES);
    bool zip = is_zip(bytes_peek(c->bytes, MAGIC_BYTES));
    c->archive = archive_read_new();
    if (!c->archive)
        mem_out();
    if (prepare(c, zip, layers == 0))
        return c;
    why(c, e);
    container_close(c);
    return NULL;
}

void container_close(struct container *c)
{
    if (!c)
        return;
    if (c->archive)
        archive_read_free(c->archive);
    bytes_close(c->bytes);
    buf_done(&c->piece);
    free(c);
}

/* ---- members ---- */

static enum member end(struct container *c, bool whole, struct err *e)
{
    c->over = true;
    c->entry = NULL;
    if (whole && !c->failed)
        return MEMBER_END;
    why(c, e);
    return MEMBER_ERROR;
}

enum member container_next(struct container *c, struct err *e)
{
    int rc = ARCHIVE_RETRY;

    if (c->over)
        return MEMBER_END;
    while (rc == ARCHIVE_RETRY)
        rc = archive_read_next_header(c->archive, &c->entry);
    if (rc != ARCHIVE_OK && rc != ARCHIVE_WARN)
        return end(c, rc == ARCHIVE_EOF, e);
    if (archive_entry_hardlink(c->entry))
        return MEMBER_OTHER; /* its bytes stand under the other name */
    if (archive_entry_filetype(c->entry) == AE_IFREG)
        return MEMBER_FILE;
    return archive_entry_filetype(c->entry) == AE_IFLNK ? MEMBER_LINK : MEMBER_OTHER;
}

static struct str bounded(const char *a, const char *b)
{
    struct str s = str_of(a ? a : b ? b : "?");

    return s.n > LIMIT_PATH_BYTES ? str_head(s, LIMIT_PATH_BYTES) : s;
}

/* A name that is not of this locale is had as UTF-8 only, and one in no charset as it stands. */
struct str container_path(const struct container *c)
{
    return bounded(archive_entry_pathname_utf8(c->entry),
                   archive_entry_pathname(c->entry));
}

struct str container_target(const struct container *c)
{
    return bounded(archive_entry_symlink_utf8(c->entry), archive_entry_symlink(c->entry));
}

usec_t container_written(const struct container *c)
{
    enum { YEAR_10000 = 253402300 }; /* in thousands of seconds */
    int64_t s = archive_entry_mtime_is_set(c->entry) ? archive_entry_mtime(c->entry) : 0;

    return s > 0 && s / 1000 < YEAR_10000 ? s * USEC_PER_SEC : 0;
}

uint64_t container_size(const struct container *c)
{
    return archive_entry_size_is_set(c->entry) && archive_entry_size(c->entry) >= 0
               ? (uint64_t)archive_entry_size(c->entry)
               : UINT64_MAX;
}

/* The next block. (archive_read_data would forget what it has when an error follows.) */
static int next_block(struct member_bytes *m, struct err *e)
{
    struct container *c = m->container;
    const void *block = NULL;
    la_int64_t offset = 0;
    int rc = ARCHIVE_RETRY;

    while (rc == ARCHIVE_RETRY)
        rc = archive_read_data_block(c->archive, &block, &m->block_n, &offset);
    m->block = block;
    if (rc == ARCHIVE_EOF)
        m->block_n = 0;
    if (rc != ARCHIVE_OK && rc != ARCHIVE_WARN && rc != ARCHIVE_EOF) {
        c->over = rc == ARCHIVE_FATAL; /* said once, here */
        why(c, e);
        return -1;
    }
    m->ended = rc == ARCHIVE_EOF;
    m->hole = offset > 0 && (uint64_t)offset > m->at ? (uint64_t)offset - m->at : 0;
    if (m->hole > LIMIT_HOLE_BYTES)
        return err_set(e, "it has a hole of %llu bytes", (unsigned long long)m->hole);
    return 0;
}

static ssize_t read_member(struct bytes *s, char *p, size_t n, struct err *e)
{
    struct member_bytes *m = (struct member_bytes *)s;

    while (!m->ended && m->hole == 0 && m->block_n == 0)
        if (next_block(m, e) < 0) {
            m->ended = true;
            m->block_n = 0;
            m->hole = 0;
            return -1;
        }
    if (m->hole) {
        n = n < m->hole ? n : (size_t)m->hole;
        memset(p, 0, n);
        m->hole -= n;
    } else {
        n = n < m->block_n ? n : m->block_n;
        if (n == 0)
            return 0; /* its end */
        memcpy(p, m->block, n);
        m->block += n;
        m->block_n -= n;
    }
    m->at += n;
    return (ssize_t)n;
}

static void close_member(struct bytes *s)
{
    free(s);
}

struct bytes *container_bytes(struct container *c)
{
    struct member_bytes *m = mem_new(sizeof *m);

    m->bytes.read = read_member;
    m->bytes.close = close_member;
    m->container = c;
    return &m->bytes;
}
