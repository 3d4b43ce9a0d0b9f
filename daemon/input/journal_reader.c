#include "input/journal_reader.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

/* ---- opening ---- */

int journal_reader_init(struct journal_reader *r, struct err *e)
{
    r->fd = epoll_create1(EPOLL_CLOEXEC);
    return r->fd < 0 ? err_sys(e, "epoll") : 0;
}

void journal_reader_close(struct journal_reader *r)
{
    sd_journal_close(r->j);
    r->j = NULL;
    r->drained = r->held = false;
}

void journal_reader_done(struct journal_reader *r)
{
    journal_reader_close(r);
    if (r->fd >= 0)
        close(r->fd);
    buf_done(&r->folder);
    buf_done(&r->name_space);
    buf_done(&r->place.cursor);
    buf_done(&r->here);
    buf_done(&r->lost_behind);
}

static int seek(struct journal_reader *r)
{
    if (!r->test)
        r->doubt = !r->drained;
    r->drained = r->held = false;
    r->test = r->place.cursor.n > 0;
    return r->test ? sd_journal_seek_cursor(r->j, buf_z(&r->place.cursor))
                   : sd_journal_seek_head(r->j);
}

static int get_cursor(struct journal_reader *r)
{
    char *cursor = NULL;
    int rc = sd_journal_get_cursor(r->j, &cursor);

    buf_clear(&r->here);
    if (rc >= 0)
        buf_add(&r->here, str_of(cursor));
    free(cursor);
    return rc;
}

/* The last entry is as one that was passed; in an empty journal all that comes is read. */
static int seek_end(struct journal_reader *r)
{
    int rc = sd_journal_seek_tail(r->j);

    if (rc >= 0)
        rc = sd_journal_previous(r->j);
    if (rc > 0)
        rc = get_cursor(r);
    if (rc < 0)
        return rc;
    if (r->here.n == 0)
        return seek(r);
    buf_clear(&r->place.cursor);
    buf_add(&r->place.cursor, buf_str(&r->here));
    return 0; /* where it stands is behind it */
}

static int open_journal(struct journal_reader *r)
{
    if (r->folder.n)
        return sd_journal_open_directory(&r->j, buf_z(&r->folder), 0);
    if (r->name_space.n)
        return sd_journal_open_namespace(&r->j, buf_z(&r->name_space),
                                         SD_JOURNAL_LOCAL_ONLY);
    return sd_journal_open(&r->j, SD_JOURNAL_LOCAL_ONLY);
}

bool journal_reader_open(struct journal_reader *r, bool at_end)
{
    struct epoll_event wanted = {.events = EPOLLIN};
    int rc = open_journal(r);

    if (rc >= 0)
        rc = entry_limit(r->j);
    if (rc >= 0)
        rc = sd_journal_get_fd(r->j); /* before the seek: what comes later is told */
    if (rc >= 0 && epoll_ctl(r->fd, EPOLL_CTL_ADD, rc, &wanted) < 0)
        rc = -errno;
    if (rc >= 0)
        rc = at_end ? seek_end(r) : seek(r);
    if (rc >= 0)
        return true;
    journal_reader_close(r);
    r->error = rc;
    return false;
}

bool journal_reader_process(struct journal_reader *r)
{
    int rc = sd_journal_process(r->j);

    if (rc == SD_JOURNAL_INVALIDATE)
        rc = seek(r);
    r->error = rc;
    return rc >= 0;
}

/* ---- where the cursor leads ---- */

/* The same entry has another number where journald copied it from memory to disk. */
static bool leads_here(const struct journal_reader *r)
{
    struct str sought = buf_str(&r->place.cursor), here = buf_str(&r->here);
    struct cursor x, y;

    if (str_eq(sought, here))
        return true;
    return cursor_read(sought, &x) && cursor_read(here, &y) && str_eq(x.entry, y.entry);
}

/* Where entries of several series have the very same time, others may come before the one that is
 * sought. True: the reader stands on it; else on the first again. */
static bool find_sought(struct journal_reader *r)
{
    enum { MOST = 1000 };
    struct cursor from, to;
    unsigned n = 0;

    if (!cursor_read(buf_str(&r->place.cursor), &from))
        return leads_here(r);
    for (; !leads_here(r); n++) {
        if (n < MOST && cursor_read(buf_str(&r->here), &to) && to.time <= from.time &&
            sd_journal_next(r->j) > 0 && get_cursor(r) >= 0)
            continue;
        if (n > 0)
            (void)(seek(r) >= 0 && sd_journal_next(r->j) > 0 && get_cursor(r) >= 0);
        return false;
    }
    return true;
}

/* How many entries stood between the place and the entry at hand; *known: nobody can tell. */
static uint64_t between(const struct journal_reader *r, bool *known)
{
    struct cursor from, to;

    *known = cursor_read(buf_str(&r->place.cursor), &from) &&
             cursor_read(buf_str(&r->here), &to) &&
             memcmp(from.series, to.series, DIGEST_HEX) == 0 && to.number >= from.number;
    if (!*known)
        return 0;
    uint64_t n = to.number - from.number;
    return r->place.before || n == 0 ? n : n - 1;
}

static void note_lost(struct journal_reader *r, uint64_t count)
{
    struct buf last = r->lost_behind;

    r->lost_behind = r->place.cursor;
    r->lost = count;
    r->place.cursor = last;
    buf_clear(&r->place.cursor);
    buf_add(&r->place.cursor, buf_str(&r->here));
    r->place.before = true;
    r->place.passed++; /* this place is newer than the one before it */
}

/* The first entry behind a seek. STEP_NOTHING: it was passed before. */
static enum journal_step compare(struct journal_reader *r)
{
    bool known, same = find_sought(r);

    r->test = false;
    r->held = true;
    if (same) {
        r->held = r->place.before;
        return r->held ? STEP_ENTRY : STEP_NOTHING;
    }
    uint64_t count = between(r, &known);
    if (known ? count == 0 : !r->doubt)
        return STEP_ENTRY;
    note_lost(r, count);
    return STEP_LOST;
}

/* ---- going on ---- */

enum journal_step journal_reader_step(struct journal_reader *r)
{
    while (!r->held) {
        int rc = sd_journal_next(r->j);
        r->error = rc;
        r->drained = rc == 0 && !r->test;
        if (rc <= 0)
            return rc < 0 ? STEP_FAILED : STEP_NOTHING;
        if (get_cursor(r) < 0) /* an entry that is damaged */
            continue;
        r->held = true;
        if (!r->test)
            break;
        enum journal_step found = compare(r);
        if (found != STEP_NOTHING)
            return found;
    }
    return STEP_ENTRY;
}

void journal_reader_pass(struct journal_reader *r)
{
    struct buf last = r->place.cursor;

    r->place.cursor = r->here;
    r->here = last;
    r->place.before = r->held = false;
    r->place.passed++;
}
