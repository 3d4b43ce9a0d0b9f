/*
 * The second file: all positions as they stood when the newest event was `number`. It is
 * written once every output has passed that number, so that whoever begins from it reads
 * again only what was not sent, or sends the same id again. Each snapshot waits for its
 * outputs, and only then the next one is taken.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/file.h"
#include "base/pack.h"
#include "store/parts.h"

enum { SNAPSHOT_POSITIONS = 4 * 1024 * 1024 };

#define SNAPSHOT_SHAPE    UINT64_C(0x6c636c736e617031) /* changes with what is packed */
#define SNAPSHOT_BYTES    (UINT64_C(1) << 30)
#define SNAPSHOT_INTERVAL (5 * USEC_PER_SEC)

static void pack_position(struct pack *x, struct store_position *p)
{
    pack_str(x, &p->input);
    pack_str(x, &p->stream);
    pack_str(x, &p->mark);
    pack_str(x, &p->held);
}

struct taking {
    struct pack x;
    size_t n;
};

static int take_one(void *arg, const struct store_position *p, struct err *e)
{
    struct taking *t = arg;
    struct store_position copy = *p;

    if (++t->n > SNAPSHOT_POSITIONS || t->x.out->n + p->held.n > SNAPSHOT_BYTES)
        return err_set(e, "too many positions");
    pack_position(&t->x, &copy);
    return 0;
}

/* The count is known at the end, so it is packed last and stands in front. */
static int take(struct store *s, struct buf *out, struct err *e)
{
    CLEANUP(buf_done) struct buf rows = {0};
    struct taking t = {.x = {.out = &rows}};
    struct pack x = {.out = out};
    struct str all;

    if (store_each_position(s, take_one, &t, e) < 0)
        return -1;
    PACK(&x, s->span.newest);
    pack_count(&x, &t.n, SNAPSHOT_POSITIONS);
    all = buf_str(&rows);
    buf_add(out, all);
    return 0;
}

static int write_file(struct str sealed, const char *path, struct err *e)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);

    if (fd < 0)
        return err_sys(e, "open '%s'", path);
    int rc = file_write_all(fd, sealed, e);
    if (rc == 0 && fsync(fd) < 0)
        rc = err_sys(e, "sync '%s'", path);
    close(fd);
    return rc;
}

static int put_file(struct store *s, struct err *e)
{
    CLEANUP(buf_done) struct buf sealed = {0};
    CLEANUP(buf_done) struct buf temp = {0};
    CLEANUP(buf_done) struct buf path = {0};

    buf_fmt(&path, "%s/positions", buf_z(&s->folder));
    buf_fmt(&temp, "%s.new", buf_z(&path));
    pack_seal(&sealed, SNAPSHOT_SHAPE, buf_str(&s->snap.packed));
    if (write_file(buf_str(&sealed), buf_z(&temp), e) < 0) {
        unlink(buf_z(&temp));
        return -1;
    }
    if (rename(buf_z(&temp), buf_z(&path)) < 0)
        return err_sys(e, "rename '%s'", buf_z(&temp));
    return folder_sync(buf_str(&s->folder), e);
}

/* Not written, for instance on a full disk, the one before it stays: more is then read
 * again. */
static void write_waiting(struct store *s)
{
    struct err e;

    if (s->snap.waits && outputs_passed(s, false) >= s->snap.number) {
        if (put_file(s, &e) == 0)
            s->snap.written = s->snap.number;
        s->snap.waits = false;
    }
}

void snapshot_after(struct store *s, usec_t now)
{
    struct snapshot *snap = &s->snap;
    struct err e;
    bool due = now < snap->taken_at || now - snap->taken_at >= SNAPSHOT_INTERVAL;

    write_waiting(s);
    if (snap->waits || !due)
        return;
    snap->taken_at = now;
    buf_clear(&snap->packed);
    if (take(s, &snap->packed, &e) < 0)
        return;
    snap->number = s->span.newest;
    snap->waits = true;
    write_waiting(s);
}

static int restore_rows(struct store *s, struct pack *x, size_t n, struct err *e)
{
    for (size_t i = 0; i < n; i++) {
        struct store_position p;
        pack_position(x, &p);
        if (x->bad)
            return 0;
        if (store_put_position(s, &p, e) < 0)
            return -1;
    }
    return 0;
}

/* False where there is none that can be used: *x is then empty. */
static bool open_file(struct str folder, struct buf *sealed, struct pack *x)
{
    CLEANUP(buf_done) struct buf path = {0};
    struct err none;

    buf_fmt(&path, "%.*s/positions", STR_FMT(folder));
    return file_read(buf_z(&path), SNAPSHOT_BYTES, sealed, &none) == 0 &&
           pack_unseal(buf_str(sealed), SNAPSHOT_SHAPE, &x->in);
}

uint64_t snapshot_number(struct str folder)
{
    CLEANUP(buf_done) struct buf sealed = {0};
    struct pack x = {0};
    uint64_t number = 0;

    if (open_file(folder, &sealed, &x))
        PACK(&x, number);
    return number;
}

int snapshot_restore(struct store *s, uint64_t *number, bool *found, struct err *e)
{
    CLEANUP(buf_done) struct buf sealed = {0};
    struct pack x = {0};
    size_t n = 0;

    *number = 0;
    s->snap.waits = false;
    *found = open_file(buf_str(&s->folder), &sealed, &x);
    if (!*found)
        return 0;
    PACK(&x, *number);
    pack_count(&x, &n, SNAPSHOT_POSITIONS);
    return restore_rows(s, &x, n, e);
}
