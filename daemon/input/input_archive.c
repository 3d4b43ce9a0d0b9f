/*
 * The kind `archive`: a tar or zip, each of whose members may be a log, a journal, or an archive
 * again, one deep.
 *
 * It is read twice: first its names, for the order of generations, and the small files that tell
 * its host and zone; then the logs. A generation that comes too early waits in a file without a
 * name (spool.h) until the older ones are read.
 */
#include <stdlib.h>
#include <unistd.h>

#include "flow/limits.h"
#include "input/container.h"
#include "input/parts.h"
#include "input/reader.h"
#include "input/rotation.h"
#include "input/spool.h"

struct waiting { /* a member that came before its turn */
    uint64_t start, size;
    usec_t written;
    struct buf path;
    bool is;
};

struct pack {
    struct tier tier;
    int fd;
    uint64_t fd_start;
    struct buf path; /* its own; the members' stand behind it */
    struct container *container;
    struct reports reports;

    struct rotation order; /* of its first LIMIT_MEMBERS files */
    uint32_t *place;       /* by number of a file: its place among the turns */
    struct waiting *waits; /* by place */
    bool *done;            /* by place: read, or left out */
    size_t number;         /* of the next file */
    size_t given;          /* the place of the last one given, else SIZE_MAX */

    int spool; /* -1: none yet, or none can be had */
    bool no_spool;
    uint64_t spooled;
};

/* ---- the first reading ---- */

static void take_report(struct pack *p, struct str path)
{
    char text[REPORT_FILE_BYTES];
    struct bytes *s = container_bytes(p->container);
    struct err e;
    size_t n = 0;
    ssize_t got;

    while (n < sizeof text && (got = bytes_read(s, text + n, sizeof text - n, &e)) > 0)
        n += (size_t)got;
    bytes_close(s);
    reports_take(&p->reports, path, false, (struct str){text, n});
}

/* What is damaged is said when it is met again. */
static void look_through(struct pack *p)
{
    struct err e;
    enum member m;

    while ((m = container_next(p->container, &e)) < MEMBER_END) {
        struct str path = container_path(p->container);
        if (m == MEMBER_FILE && p->order.n < LIMIT_MEMBERS)
            rotation_add(&p->order, path);
        if (m == MEMBER_OTHER || !reports_want(&p->reports, path))
            continue;
        if (m == MEMBER_FILE)
            take_report(p, path);
        else
            reports_take(&p->reports, path, true, container_target(p->container));
    }
    rotation_sort(&p->order);
    p->place = mem_new(p->order.n * sizeof *p->place);
    p->waits = mem_new(p->order.n * sizeof *p->waits);
    p->done = mem_new(p->order.n * sizeof *p->done);
    for (size_t i = 0; i < p->order.n; i++)
        p->place[p->order.turns[i].number] = (uint32_t)i;
}

/* ---- the second ---- */

static bool same_log(const struct pack *p, size_t a, size_t b)
{
    return b < p->order.n && p->order.turns[a].group == p->order.turns[b].group;
}

static bool is_its_turn(const struct pack *p, size_t place)
{
    return place == 0 || !same_log(p, place - 1, place) || p->done[place - 1];
}

static void member_path(const struct pack *p, struct str path, struct buf *out)
{
    buf_add(out, buf_str(&p->path));
    buf_char(out, '/');
    buf_add(out, path);
}

static void fill_item(struct pack *p, struct str path, struct item *it)
{
    it->kind = &input_archive;
    member_path(p, path, &it->path);
    it->report = reports_of(&p->reports, path);
    if (!it->report)
        it->report = p->tier.report;
}

static void give_waiting(struct pack *p, size_t place, struct item *it)
{
    struct waiting *w = &p->waits[place];

    fill_item(p, buf_str(&w->path), it);
    it->written = w->written;
    it->bytes = bytes_part(p->spool, w->start, w->size);
    w->is = false;
    buf_done(&w->path);
    p->done[place] = true;
    p->given = place;
}

static bool has_spool(struct pack *p, struct input *in)
{
    struct err e;

    if (p->spool >= 0 || p->no_spool)
        return !p->no_spool;
    p->spool = spool_open(&e);
    p->no_spool = p->spool < 0;
    if (p->no_spool) {
        err_in(&e, "generations of its logs are not put in order");
        input_say(in, INPUT_NOTE, buf_str(&p->path), e.text);
    }
    return !p->no_spool;
}

/* True if the member waits from here on, or is lost, which was said. */
static bool put_off(struct pack *p, struct input *in, size_t place)
{
    struct waiting *w = &p->waits[place];
    uint64_t size = container_size(p->container);
    struct err e;

    /* What is too large to wait is read now: order is less than content. */
    if (size > LIMIT_SPOOL_BYTES - p->spooled && size != UINT64_MAX)
        return false;
    if (!has_spool(p, in))
        return false;
    struct bytes *s = container_bytes(p->container);
    w->start = p->spooled;
    w->written = container_written(p->container);
    member_path(p, container_path(p->container), &w->path);
    enum spooled how =
        spool_add(p->spool, w->start, s, LIMIT_SPOOL_BYTES - p->spooled, &w->size, &e);
    bytes_close(s);
    if (how != SPOOL_DONE) /* what could be read of it is read in its turn */
        input_say(in, INPUT_UNREAD, buf_str(&w->path), e.text);
    w->path.n = 0;
    buf_add(&w->path, container_path(p->container));
    p->spooled += w->size;
    w->is = true;
    return true;
}

/* The next one of the log of the member that was given last, or, at the end, any that waits. */
static bool give_next(struct pack *p, struct item *it)
{
    size_t place = p->given == SIZE_MAX ? p->order.n : p->given + 1;

    if (place < p->order.n && same_log(p, p->given, place) && p->waits[place].is) {
        give_waiting(p, place, it);
        return true;
    }
    p->given = SIZE_MAX;
    return false;
}

static bool give_left(struct pack *p, struct item *it)
{
    for (size_t i = 0; i < p->order.n; i++)
        if (p->waits[i].is) {
            give_waiting(p, i, it);
            return true;
        }
    return false;
}

static enum have give_member(struct pack *p, struct input *in, struct item *it)
{
    size_t number = p->number++;

    if (number < p->order.n) {
        size_t place = p->place[number];
        if (!is_its_turn(p, place) && put_off(p, in, place))
            return HAVE_NOTHING;
        p->done[place] = true;
        p->given = place;
    }
    fill_item(p, container_path(p->container), it);
    it->written = container_written(p->container);
    it->bytes = container_bytes(p->container);
    return HAVE_ITEM;
}

static enum have next(struct tier *l, struct input *in, struct item *it)
{
    struct pack *p = (struct pack *)l;
    struct err e;

    if (give_next(p, it))
        return HAVE_ITEM;
    switch (container_next(p->container, &e)) {
    case MEMBER_FILE: return give_member(p, in, it);
    case MEMBER_LINK:
    case MEMBER_OTHER: return HAVE_NOTHING;
    case MEMBER_ERROR:
        input_say(in, INPUT_UNREAD, buf_str(&p->path), e.text);
        return HAVE_NOTHING;
    case MEMBER_END: break;
    }
    return give_left(p, it) ? HAVE_ITEM : HAVE_END;
}

static void close_pack(struct tier *l)
{
    struct pack *p = (struct pack *)l;

    container_close(p->container);
    if (p->fd > STDERR_FILENO)
        close(p->fd);
    if (p->spool >= 0)
        close(p->spool);
    for (size_t i = 0; p->waits && i < p->order.n; i++)
        buf_done(&p->waits[i].path);
    free(p->place);
    free(p->waits);
    free(p->done);
    reports_done(&p->reports);
    rotation_done(&p->order);
    buf_done(&p->path);
    free(p);
}

/* Reads it once and stands at its beginning again. */
static int begin(struct pack *p, struct err *e)
{
    p->container = container_open(p->fd, p->fd_start, e);
    if (!p->container)
        return -1;
    look_through(p);
    container_close(p->container);
    p->container = container_open(p->fd, p->fd_start, e);
    return p->container ? 0 : -1;
}

static int open_archive(struct input *in, struct item *it, struct err *e)
{
    if (in->top->archives >= LIMIT_ARCHIVE_DEPTH)
        return err_set(e, "an archive in an archive in an archive is not opened");
    /* Its own file can be read again, compression and all. */
    if (it->fd >= 0)
        it->layers = 0;
    if (item_need_fd(in, it, NULL, e) < 0)
        return -1;
    struct pack *p = mem_new(sizeof *p);
    p->tier.next = next;
    p->tier.close = close_pack;
    p->fd = it->fd;
    p->fd_start = it->fd_start;
    p->spool = -1;
    p->given = SIZE_MAX;
    it->fd = -1;
    if (it->path.n)
        buf_add(&p->path, buf_str(&it->path));
    else
        buf_add(&p->path, STR("-"));
    if (begin(p, e) < 0) {
        close_pack(&p->tier);
        return -1;
    }
    p->tier.archives = 1;
    tier_push(in, &p->tier, it);
    return 0;
}

const struct input_kind input_archive = {
    .name = "archive",
    .help = "a tar or zip, compressed or not, and the logs in it",
    .knows = container_knows,
    .open = open_archive,
};
