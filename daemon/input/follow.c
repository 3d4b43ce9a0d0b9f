#include "input/follow.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/digest.h"

static struct follow *follow_of(struct feed *s)
{
    return (struct follow *)s;
}

/* ---- keys: the first line's hash, and a number that no other of the input has ---- */

static void name_key(struct follow *f, struct generation *g)
{
    static const char hex[] = "0123456789abcdef";

    for (int shift = 60; shift >= 0; shift -= 4)
        buf_char(&g->key, hex[(g->print.hash >> shift) & 15]);
    buf_char(&g->key, '-');
    g->serial = ++f->serial;
    buf_u64(&g->key, g->serial);
}

/* Numbers of earlier processes are not given again while their marks stand. */
static unsigned note_serial(struct follow *f, struct str key)
{
    size_t dash = str_rchr(key, '-');
    unsigned serial = 0;

    for (size_t i = dash == STR_NONE ? key.n : dash + 1; i < key.n; i++)
        serial = serial * 10 + (unsigned)(key.p[i] - '0');
    if (serial > f->serial)
        f->serial = serial;
    return serial;
}

void follow_add(struct follow *f, struct generation *g)
{
    if (g->key.n == 0)
        name_key(f, g);
    VEC_GROW(f->all, f->n, f->cap);
    f->all[f->n++] = g;
}

static void remove_generation(struct follow *f, struct generation *g)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->all[i]->after == g)
            f->all[i]->after = NULL;
    for (size_t i = 0; i < f->n; i++) {
        if (f->all[i] != g)
            continue;
        memmove(&f->all[i], &f->all[i + 1], (f->n - i - 1) * sizeof f->all[0]);
        f->n--;
        break;
    }
    for (size_t i = 0; i < f->path_count; i++)
        if (f->by_path[i].g == g) {
            memmove(&f->by_path[i], &f->by_path[i + 1],
                    (f->path_count - i - 1) * sizeof f->by_path[0]);
            f->path_count--;
            break;
        }
    generation_free(g);
}

static void drop_generation(struct follow *f, struct generation *g)
{
    buf_add(&f->dropped, buf_str(&g->key));
    buf_char(&f->dropped, '\n');
    remove_generation(f, g);
}

/* ---- opening ---- */

static void take_marks(struct follow *f, const struct feed_mark *marks, size_t n)
{
    struct filemark m;

    for (size_t i = 0; i < n; i++) {
        if (!filemark_read(marks[i].mark, &m)) {
            f->say(f->context,
                   "a mark of the store cannot be read, and its file begins anew");
            continue;
        }
        struct generation *g = generation_of(&m);
        buf_add(&g->key, marks[i].key);
        g->serial = note_serial(f, marks[i].key);
        if (!m.over)
            generation_stream(g); /* which ends, if its file is not found */
        follow_add(f, g);
    }
}

static void close_follow(struct feed *s)
{
    struct follow *f = follow_of(s);

    for (size_t i = 0; i < f->n; i++)
        generation_free(f->all[i]);
    for (size_t i = 0; i < f->glob_count; i++)
        buf_done(&f->globs[i]);
    watch_free(f->watch);
    free(f->all);
    free(f->globs);
    free(f->by_path);
    buf_done(&f->name);
    buf_done(&f->dropped);
    free(f);
}

static struct feed *open_follow(const struct feed_settings *s,
                                const struct feed_mark *marks, size_t n, usec_t now,
                                struct err *e)
{
    struct follow *f = mem_new(sizeof *f);

    (void)e;
    f->feed.kind = &feed_file;
    f->say = s->say;
    f->context = s->context;
    buf_add(&f->name, s->name);
    const struct source_file_options *o = s->options;
    f->globs = mem_new((o->paths.n + 1) * sizeof *f->globs);
    for (; f->glob_count < o->paths.n; f->glob_count++)
        buf_add(&f->globs[f->glob_count], o->paths.items[f->glob_count]);
    f->watch = watch_new();
    f->feed.fd = f->watch ? watch_fd(f->watch) : -1;
    f->from_end = s->fresh && o->start == START_END;
    f->now = now;
    take_marks(f, marks, n);
    follow_scan(f);
    f->feed.due = now + FOLLOW_LOOK_USEC;
    return &f->feed;
}

/* ---- waking ---- */

static bool is_wanted(const struct follow *f, struct buf *path)
{
    for (size_t i = 0; i < f->glob_count; i++)
        if (fnmatch(buf_z(&f->globs[i]), buf_z(path), FNM_PATHNAME | FNM_PERIOD) == 0)
            return true;
    return false;
}

/* Where a renamed file went, inotify's name does not say: those that were left are looked at. */
static void look_at_left(struct follow *f)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->all[i]->stage == STAGE_LEFT && f->all[i]->bytes)
            f->all[i]->look = true;
}

static void note_grown(struct follow *f, struct buf *path)
{
    uint64_t hash = digest_once(buf_str(path));

    for (size_t i = 0; i < f->path_count; i++)
        if (f->by_path[i].hash == hash &&
            str_eq(buf_str(&f->by_path[i].g->path), buf_str(path))) {
            f->by_path[i].g->look = true;
            return;
        }
    look_at_left(f);
    f->scan = f->scan || is_wanted(f, path);
}

static void drain_watch(struct follow *f)
{
    CLEANUP(buf_done) struct buf path = {0};
    enum watched w;

    while (f->watch && (w = watch_next(f->watch, &path)) != WATCHED_NOTHING) {
        if (w == WATCHED_GROWN)
            note_grown(f, &path);
        else
            f->scan = true;
    }
}

/* What inotify did not tell. */
static void look_at_sizes(struct follow *f)
{
    struct stat st;

    for (size_t i = 0; i < f->n; i++) {
        struct generation *g = f->all[i];
        if (g->fd < 0 || g->packed || g->look || fstat(g->fd, &st) < 0)
            continue;
        g->look = (uint64_t)st.st_size != g->offset + reader_waiting(g->lines);
    }
}

/* Files that nobody writes any more. */
static void end_left(struct follow *f)
{
    for (size_t i = 0; i < f->n; i++) {
        struct generation *g = f->all[i];
        if (g->stage == STAGE_LEFT && !g->look && f->now - g->grew >= FOLLOW_LEFT_USEC)
            g->stage = STAGE_OVER;
    }
}

/* Those that were read to their ends, and whose files are gone. */
static void drop_gone(struct follow *f)
{
    for (size_t i = f->n; i-- > 0;) {
        struct generation *g = f->all[i];
        if (g->stage == STAGE_OVER && !g->stream && !g->bytes && !follow_stands(g))
            drop_generation(f, g);
    }
}

static void wake_follow(struct feed *s, usec_t now)
{
    struct follow *f = follow_of(s);

    f->now = now;
    drain_watch(f);
    if (f->scan || now >= f->next_scan || f->next_scan - now > FOLLOW_SCAN_USEC) {
        follow_scan(f);
        drop_gone(f);
    }
    look_at_sizes(f);
    end_left(f);
    s->due = now + FOLLOW_LOOK_USEC;
}

/* ---- reading ---- */

static enum got end_generation(struct follow *f, struct generation *g, struct batch *b,
                               struct stream **of)
{
    generation_rest(g, b);
    generation_close(g);
    g->stage = STAGE_OVER;
    g->look = false;
    *of = g->stream;
    f->over = g;
    return GOT_STREAM_END;
}

static enum got read_one(struct follow *f, struct generation *g, struct batch *b,
                         struct stream **of, struct err *e)
{
    *of = g->stream;
    switch (generation_read(g, b, e)) {
    case GROWN_LINES: g->grew = f->now; return GOT_LINES;
    case GROWN_NOTHING: return GOT_NOTHING;
    case GROWN_EMPTIED:
        if (follow_emptied(f, g))
            return GOT_NOTHING;
        return end_generation(f, g, b, of);
    case GROWN_END: return end_generation(f, g, b, of);
    case GROWN_ERROR: f->say(f->context, e->text); return end_generation(f, g, b, of);
    }
    return GOT_NOTHING;
}

/* A generation whose stream has ended is known as long as its file is there: it is not to be read
 * again. */
static void forget_over(struct follow *f)
{
    struct generation *g = f->over;

    f->over = NULL;
    if (!g)
        return;
    if (!follow_stands(g)) {
        drop_generation(f, g);
        return;
    }
    free(g->stream);
    g->stream = NULL;
}

static bool waits_for_other(const struct generation *g)
{
    return g->after && g->after->bytes && g->after->look;
}

static enum got read_follow(struct feed *s, struct batch *b, struct stream **of,
                            struct err *e)
{
    struct follow *f = follow_of(s);

    forget_over(f);
    if (f->scan)
        follow_scan(f);
    size_t tries = 4 * f->n;
    for (size_t passed = 0; passed < f->n && tries-- > 0; passed++) {
        struct generation *g = f->all[f->turn++ % f->n];
        if (g->stage == STAGE_OVER && g->stream)
            return end_generation(f, g, b, of);
        if (!g->bytes || !g->look || waits_for_other(g))
            continue;
        enum got got = read_one(f, g, b, of, e);
        if (got != GOT_NOTHING)
            return got;
        passed = 0; /* another may have waited for this one */
    }
    return GOT_NOTHING;
}

static void finish_follow(struct feed *s)
{
    struct follow *f = follow_of(s);

    for (size_t i = 0; i < f->n; i++)
        if (f->all[i]->bytes)
            f->all[i]->stage = STAGE_OVER;
}

/* ---- marks ---- */

static void mark_follow(struct feed *s, const struct stream *of, struct buf *key,
                        struct buf *mark)
{
    struct follow *f = follow_of(s);

    for (size_t i = 0; i < f->n; i++) {
        if (f->all[i]->stream != of)
            continue;
        buf_add(key, buf_str(&f->all[i]->key));
        generation_mark(f->all[i], mark);
        return;
    }
}

static bool mark_at_follow(struct feed *s, size_t i, struct buf *key, struct buf *mark)
{
    struct follow *f = follow_of(s);

    if (i >= f->n)
        return false;
    buf_add(key, buf_str(&f->all[i]->key));
    generation_mark(f->all[i], mark);
    return true;
}

static struct stream *stream_at_follow(struct feed *s, size_t i)
{
    return follow_of(s)->all[i]->stream;
}

static bool drop_follow(struct feed *s, struct buf *key)
{
    struct buf *dropped = &follow_of(s)->dropped;
    size_t at = str_rchr(buf_str(dropped), '\n');

    if (at == STR_NONE)
        return false;
    dropped->n = at;
    size_t before = str_rchr(buf_str(dropped), '\n');
    size_t from = before == STR_NONE ? 0 : before + 1;
    buf_add(key, str_from(buf_str(dropped), from));
    dropped->n = from;
    return true;
}

static uint64_t behind_follow(struct feed *s)
{
    struct follow *f = follow_of(s);
    uint64_t bytes = 0;
    struct stat st;

    for (size_t i = 0; i < f->n; i++)
        if (f->all[i]->fd >= 0 && !f->all[i]->packed && fstat(f->all[i]->fd, &st) == 0 &&
            (uint64_t)st.st_size > f->all[i]->offset)
            bytes += (uint64_t)st.st_size - f->all[i]->offset;
    return bytes;
}

const struct feed_kind feed_file = {
    .config = &source_file_config,
    .open = open_follow,
    .wake = wake_follow,
    .read = read_follow,
    .finish = finish_follow,
    .mark = mark_follow,
    .mark_at = mark_at_follow,
    .stream_at = stream_at_follow,
    .drop = drop_follow,
    .behind = behind_follow,
    .close = close_follow,
};
