/*
 * The feed `journal`: the journal of a machine, of a namespace or in a folder.
 *
 *     journal_reader ── entry ── of another series? ── wanted? ── line
 *          └── lost: a notice                             └── no: passed
 */
#include <stdlib.h>

#include "input/journal_reader.h"
#include "input/journal_source.h"
#include "input/units.h"

enum {
    MOST_PASSED = 4096,            /* entries that nobody wants, in one read */
    LOOK_USEC = 2 * 1000 * 1000,   /* where inotify does not see changes */
    REOPEN_USEC = 2 * 1000 * 1000, /* a journal that is not there, or has no entry yet */
    MARK_USEC = 60 * 1000 * 1000,  /* the mark follows entries that nobody wants */
};

struct journal_feed {
    struct feed feed;
    struct journal_reader reader;
    struct journal_sources sources;
    struct units units;
    void (*say)(void *context, const char *text);
    void *context;

    bool complained; /* since the last entry */
    bool look;       /* something may be there */
    bool moved;      /* entries were passed that the mark does not know */
    bool finishing;
    usec_t now, reopen, marked;

    struct feed_notice notice;
    bool has_notice;
    struct buf text;
};

static struct journal_feed *journal_of(struct feed *s)
{
    return (struct journal_feed *)s;
}

/* ---- opening ---- */

static void complain(struct journal_feed *f, const char *what, const char *why)
{
    CLEANUP(buf_done) struct buf text = {0};
    struct journal_reader *r = &f->reader;

    if (f->complained)
        return;
    f->complained = true;
    buf_add(&text, STR("journal"));
    if (r->folder.n)
        buf_fmt(&text, " '%s'", buf_z(&r->folder));
    else if (r->name_space.n)
        buf_fmt(&text, " of namespace '%s'", buf_z(&r->name_space));
    buf_fmt(&text, ": %s: %s; it is tried again", what, why);
    f->say(f->context, buf_z(&text));
}

static void try_open(struct journal_feed *f, bool at_end)
{
    f->reopen = f->now + REOPEN_USEC;
    if (!journal_reader_open(&f->reader, at_end))
        complain(f, "cannot be opened", strerror(-f->reader.error));
    else if (at_end && f->reader.place.cursor.n)
        (void)journal_source_of(&f->sources, buf_str(&f->reader.place.cursor));
}

static void close_journal(struct feed *s)
{
    struct journal_feed *f = journal_of(s);

    journal_reader_done(&f->reader);
    journal_sources_done(&f->sources);
    units_done(&f->units);
    buf_done(&f->text);
    free(f);
}

static struct feed *open_journal(const struct feed_settings *s,
                                 const struct feed_mark *marks, size_t n, usec_t now,
                                 struct err *e)
{
    const struct source_journal_options *o = s->options;
    struct journal_feed *f = mem_new(sizeof *f);

    f->feed.kind = &feed_journal;
    f->feed.due = now + LOOK_USEC;
    f->say = s->say;
    f->context = s->context;
    f->now = f->marked = now;
    f->look = true;
    units_init(&f->units, &o->units, s->programs);
    buf_add(&f->reader.folder, o->folder);
    buf_add(&f->reader.name_space, o->name_space);
    journal_sources_init(&f->sources, marks, n, &f->reader.place);
    if (journal_reader_init(&f->reader, e) < 0) {
        close_journal(&f->feed);
        return NULL;
    }
    f->feed.fd = f->reader.fd;
    /* Where it cannot be opened now, all of it is new when it comes. */
    try_open(f, s->fresh && o->start == START_END);
    return &f->feed;
}

/* ---- waking ---- */

static void fail(struct journal_feed *f)
{
    complain(f, "cannot be read", strerror(-f->reader.error));
    journal_reader_close(&f->reader);
    f->reopen = f->now + REOPEN_USEC;
}

static void wake_journal(struct feed *s, usec_t now)
{
    struct journal_feed *f = journal_of(s);
    struct journal_reader *r = &f->reader;
    bool may =
        now >= f->reopen || f->reopen - now > REOPEN_USEC; /* a clock that was set back */

    f->now = now;
    /* A folder that was not there when the machine's journal was opened is not watched, and of one
     * without the right to read it the library says nothing. */
    if (r->j && r->place.cursor.n == 0 && may) {
        complain(f, "no entry", "it is empty, or may not be read");
        journal_reader_close(r);
    }
    if (!r->j && may)
        try_open(f, false);
    else if (r->j && !journal_reader_process(r))
        fail(f);
    f->look = !f->finishing;
    s->due = now + LOOK_USEC;
}

/* ---- reading ---- */

/* "…, between TIME and TIME" of what is lost. */
static void tell_times(struct journal_feed *f, const struct cursor *from,
                       const struct cursor *to)
{
    buf_add(&f->text, STR(", between "));
    clock_iso(&f->text, from->time);
    buf_add(&f->text, STR(" and "));
    clock_iso(&f->text, to->time);
}

/* It stands where the last entry was read, which no later deletion changes. */
static struct journal_source *tell_lost(struct journal_feed *f)
{
    struct journal_reader *r = &f->reader;
    struct journal_source *s = journal_source_of(&f->sources, buf_str(&r->lost_behind));
    struct cursor from = {0}, to = {0};

    buf_clear(&f->text);
    if (r->lost) {
        buf_u64(&f->text, r->lost);
        buf_add(&f->text,
                STR(" entries of the journal were deleted before they were read"));
    } else {
        buf_add(&f->text, STR("the entry that was read last is gone from the journal; "
                              "others behind it may be lost"));
    }
    if (cursor_read(buf_str(&r->lost_behind), &from) && cursor_read(buf_str(&r->here), &to))
        tell_times(f, &from, &to);
    entry_origin(&s->stream, buf_str(&r->lost_behind));
    f->notice = (struct feed_notice){.stream = &s->stream,
                                     .position = from.number,
                                     .time = to.time ? to.time : f->now,
                                     .happened = STR("deleted"),
                                     .text = buf_str(&f->text),
                                     .lost = units_want_all(&f->units) ? r->lost : 0};
    f->has_notice = true;
    return s;
}

/* Entries of one series into b; NULL: there are none. */
static struct journal_source *take_entries(struct journal_feed *f, struct batch *b,
                                           size_t *passed)
{
    struct journal_reader *r = &f->reader;
    struct journal_source *s, *of = NULL;

    for (size_t bytes = 0; bytes < BATCH_BYTES && *passed < MOST_PASSED; ++*passed) {
        enum journal_step found = journal_reader_step(r);
        if (found == STEP_LOST) {
            s = tell_lost(f);
            return of ? of : s;
        }
        if (found == STEP_FAILED)
            fail(f);
        f->look = found == STEP_ENTRY;
        if (!f->look)
            break;
        s = journal_source_of(&f->sources, buf_str(&r->here));
        if (of && s != of)
            break;
        of = s;
        if (units_want(&f->units, r->j))
            bytes += entry_take(&s->room, r->j, &s->stream, b);
        journal_reader_pass(r);
        s->passed = r->place.passed;
        f->moved = true;
        f->complained = false;
    }
    return of;
}

static enum got give(struct journal_feed *f, struct journal_source *s, struct stream **of)
{
    *of = &s->stream;
    f->moved = false;
    f->marked = f->now;
    return GOT_LINES;
}

static enum got end_one(struct journal_feed *f, struct journal_source *s,
                        struct stream **of)
{
    journal_source_end(&f->sources, s);
    *of = &s->stream;
    return GOT_STREAM_END;
}

static bool is_mark_due(const struct journal_feed *f)
{
    return f->moved && (f->now - f->marked >= MARK_USEC || f->now < f->marked);
}

static enum got read_journal(struct feed *feed, struct batch *b, struct stream **of,
                             struct err *e)
{
    struct journal_feed *f = journal_of(feed);

    (void)e;
    journal_sources_tidy(&f->sources);
    struct journal_source *s = journal_source_surplus(&f->sources);
    if (f->finishing && f->sources.n)
        s = f->sources.all[0];
    if (s)
        return end_one(f, s, of);
    for (size_t passed = 0; f->reader.j && f->look;) {
        s = take_entries(f, b, &passed);
        if (!s)
            break;
        if (b->line_count || passed >= MOST_PASSED || f->has_notice || is_mark_due(f))
            return give(f, s, of);
    }
    return GOT_NOTHING;
}

static bool notice_journal(struct feed *s, struct feed_notice *out)
{
    struct journal_feed *f = journal_of(s);

    if (!f->has_notice)
        return false;
    *out = f->notice;
    f->has_notice = false;
    return true;
}

static void finish_journal(struct feed *s)
{
    struct journal_feed *f = journal_of(s);

    f->finishing = true;
    f->look = false;
}

/* ---- marks ---- */

static void mark_journal(struct feed *s, const struct stream *of, struct buf *key,
                         struct buf *mark)
{
    struct journal_feed *f = journal_of(s);

    for (size_t i = 0; i < f->sources.n; i++)
        if (&f->sources.all[i]->stream == of) {
            buf_add(key, buf_str(&f->sources.all[i]->key));
            journal_place_write(&f->reader.place, mark);
        }
}

static bool mark_at_journal(struct feed *s, size_t i, struct buf *key, struct buf *mark)
{
    struct journal_feed *f = journal_of(s);

    if (i >= f->sources.n)
        return false;
    buf_add(key, buf_str(&f->sources.all[i]->key));
    journal_place_write(&f->reader.place, mark);
    return true;
}

static struct stream *stream_at_journal(struct feed *s, size_t i)
{
    return &journal_of(s)->sources.all[i]->stream;
}

static bool drop_journal(struct feed *s, struct buf *key)
{
    struct journal_sources *x = &journal_of(s)->sources;

    if (x->dropped_count == 0)
        return false;
    struct buf *last = &x->dropped[--x->dropped_count];
    buf_add(key, buf_str(last));
    buf_done(last);
    return true;
}

/* libsystemd tells of no bytes. */
static uint64_t behind_journal(struct feed *s)
{
    (void)s;
    return 0;
}

const struct feed_kind feed_journal = {
    .config = &source_journal_config,
    .open = open_journal,
    .wake = wake_journal,
    .read = read_journal,
    .notice = notice_journal,
    .finish = finish_journal,
    .mark = mark_journal,
    .mark_at = mark_at_journal,
    .stream_at = stream_at_journal,
    .drop = drop_journal,
    .behind = behind_journal,
    .close = close_journal,
};
