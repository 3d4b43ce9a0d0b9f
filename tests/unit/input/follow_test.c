/*
 * follow.h: a writer numbers its lines and rotates as it likes; the reader is killed as anybody
 * likes. Every number comes once.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/num.h"
#include "input/feed.h"
#include "suites.h"

enum { NUMBERS = 20000, MARKS = 256 };

struct stored {
    struct buf key, mark;
};

struct world {
    char folder[64];
    struct buf glob, path;
    int writer; /* -1: closed */
    bool header;
    unsigned written;
    unsigned char seen[NUMBERS];
    struct stored marks[MARKS];
    size_t mark_count;
    struct feed *feed;
    struct batch b;
    usec_t now;
    uint32_t seed;
    struct buf history;
};

static uint32_t next(struct world *w)
{
    w->seed = w->seed * 1664525u + 1013904223u;
    return w->seed >> 16;
}

static void shell(const char *fmt, const char *folder)
{
    CLEANUP(buf_done) struct buf command = {0};

    buf_fmt(&command, "cd '%s' && ", folder);
    buf_add(&command, str_of(fmt));
    ck_assert_msg(system(buf_z(&command)) == 0, "%s", buf_z(&command));
}

/* ---- the writer ---- */

static void open_writer(struct world *w)
{
    w->writer = open(buf_z(&w->path), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    ck_assert_int_ge(w->writer, 0);
}

static void put(struct world *w, const char *text, size_t n)
{
    ck_assert_int_eq(write(w->writer, text, n), (ssize_t)n);
}

static void write_lines(struct world *w, unsigned count)
{
    char line[128];
    struct stat st;

    for (unsigned i = 0; i < count && w->written < NUMBERS; i++) {
        ck_assert_int_eq(fstat(w->writer, &st), 0);
        if (w->header && st.st_size == 0)
            put(w, "# the same in every file\n", 25);
        int n = snprintf(line, sizeof line, "line %u of many %.*s\n", w->written++,
                         (int)(next(w) % 60),
                         "------------------------------------------------------------");
        put(w, line, (size_t)n);
    }
}

/* ---- the reader ---- */

static void hear(void *context, const char *text)
{
    (void)context;
    (void)text;
}

static struct stored *stored_of(struct world *w, struct str key)
{
    for (size_t i = 0; i < w->mark_count; i++)
        if (str_eq(buf_str(&w->marks[i].key), key))
            return &w->marks[i];
    ck_assert_uint_lt(w->mark_count, MARKS);
    struct stored *s = &w->marks[w->mark_count++];
    *s = (struct stored){0};
    buf_add(&s->key, key);
    return s;
}

static void store(struct world *w, struct str key, struct str mark)
{
    struct stored *s = stored_of(w, key);

    buf_clear(&s->mark);
    buf_add(&s->mark, mark);
}

static void start(struct world *w)
{
    struct feed_mark marks[MARKS];
    struct str globs[] = {buf_str(&w->glob)};
    struct source_file_options options = {.paths = {globs, 1}};
    struct feed_settings s = {.name = STR("x"), .options = &options, .say = hear};
    struct err e;

    for (size_t i = 0; i < w->mark_count; i++)
        marks[i] =
            (struct feed_mark){buf_str(&w->marks[i].key), buf_str(&w->marks[i].mark)};
    w->feed = feed_file.open(&s, marks, w->mark_count, w->now, &e);
    ck_assert(w->feed);
    for (size_t i = 0;; i++) {
        CLEANUP(buf_done) struct buf key = {0};
        CLEANUP(buf_done) struct buf mark = {0};
        if (!w->feed->kind->mark_at(w->feed, i, &key, &mark))
            break;
        store(w, buf_str(&key), buf_str(&mark));
    }
}

static void stop(struct world *w)
{
    w->feed->kind->close(w->feed);
    w->feed = NULL;
}

static void drop(struct world *w, struct str key)
{
    for (size_t i = 0; i < w->mark_count; i++) {
        if (!str_eq(buf_str(&w->marks[i].key), key))
            continue;
        buf_done(&w->marks[i].key);
        buf_done(&w->marks[i].mark);
        w->marks[i] = w->marks[--w->mark_count];
        return;
    }
}

static void note_lines(struct world *w)
{
    for (size_t i = 0; i < w->b.line_count; i++) {
        struct str text = w->b.lines[i].text, word;
        uint64_t number;
        if (!str_starts(text, STR("line ")))
            continue;
        text = str_from(text, 5);
        ck_assert(str_cut(&text, ' ', &word) && num_u64(word, NUMBERS, &number));
        ck_assert_msg(w->seen[number]++ == 0, "%u came twice\n%s", (unsigned)number,
                      buf_z(&w->history));
    }
}

static void commit(struct world *w, const struct stream *of)
{
    CLEANUP(buf_done) struct buf key = {0};
    CLEANUP(buf_done) struct buf mark = {0};

    w->feed->kind->mark(w->feed, of, &key, &mark);
    if (key.n)
        store(w, buf_str(&key), buf_str(&mark));
    for (;;) {
        buf_clear(&key);
        if (!w->feed->kind->drop(w->feed, &key))
            break;
        drop(w, buf_str(&key));
    }
}

/* Reads at most so many batches; false: a kill came before a commit. */
static bool read_some(struct world *w, unsigned batches, unsigned kill_percent)
{
    struct stream *of = NULL;
    struct err e;

    for (unsigned i = 0; i < batches; i++) {
        batch_reset(&w->b, w->now);
        enum got got = w->feed->kind->read(w->feed, &w->b, &of, &e);
        if (got == GOT_NOTHING)
            return true;
        if (next(w) % 100 < kill_percent)
            return false;
        note_lines(w);
        commit(w, of);
    }
    return true;
}

static void wake(struct world *w)
{
    w->now += 300 * 1000 + next(w) % 1000000;
    w->feed->kind->wake(w->feed, w->now);
}

/* ---- rotations ---- */

static void shift(struct world *w)
{
    shell("for i in $(seq 40 -1 1); do for z in '' .gz; do"
          " [ ! -e x.log.$i$z ] || mv x.log.$i$z x.log.$((i+1))$z; done; done",
          w->folder);
}

static void rotate(struct world *w)
{
    bool late = next(w) % 3 == 0;

    shift(w);
    buf_fmt(&w->history, "rename at %u%s\n", w->written, late ? ", late" : "");
    shell("mv x.log x.log.1", w->folder);
    if (late)
        write_lines(w, 1 + next(w) % 20); /* nobody told the writer yet */
    close(w->writer);
    open_writer(w);
}

static void copytruncate(struct world *w)
{
    shift(w);
    buf_fmt(&w->history, "copytruncate at %u\n", w->written);
    shell("cp x.log x.log.1 && : > x.log", w->folder);
}

static void compress(struct world *w)
{
    buf_fmt(&w->history, "compress\n");
    shell(
        "for i in 1 2; do [ ! -e x.log.$i ] || [ -e x.log.$i.gz ] || gzip x.log.$i; done",
        w->folder);
}

/* ---- the world ---- */

static void world_init(struct world *w, uint32_t seed, const char *glob, bool header)
{
    *w = (struct world){.seed = seed, .header = header, .now = INT64_C(1800000000000000)};
    snprintf(w->folder, sizeof w->folder, "/tmp/follow-test-XXXXXX");
    ck_assert(mkdtemp(w->folder));
    buf_fmt(&w->path, "%s/x.log", w->folder);
    buf_fmt(&w->glob, "%s/%s", w->folder, glob);
    batch_init(&w->b);
    open_writer(w);
}

static void world_done(struct world *w)
{
    if (w->feed)
        stop(w);
    close(w->writer);
    shell("rm -rf -- ../$(basename \"$PWD\")", w->folder);
    while (w->mark_count)
        drop(w, buf_str(&w->marks[0].key));
    batch_done(&w->b);
    buf_done(&w->path);
    buf_done(&w->glob);
    buf_done(&w->history);
}

static void check_all(struct world *w)
{
    for (unsigned i = 0; i < w->written; i++)
        ck_assert_msg(w->seen[i] == 1, "%u came %u times of %u\n%s", i, w->seen[i],
                      w->written, buf_z(&w->history));
}

static void writer_step(struct world *w)
{
    switch (next(w) % 11) {
    case 0: rotate(w); break;
    case 1: copytruncate(w); break;
    case 2: compress(w); break;
    default: write_lines(w, next(w) % 200); break;
    }
}

static void one_step(struct world *w)
{
    if (next(w) % 12) {
        writer_step(w);
        return;
    }
    buf_fmt(&w->history, "restart at %u\n", w->written);
    stop(w);
    for (uint32_t n = next(w) % 6; n > 0; n--)
        writer_step(w);
    start(w);
}

static void live(const char *glob, bool header, uint32_t seed)
{
    struct world w;

    world_init(&w, seed, glob, header);
    write_lines(&w, 1);
    start(&w);
    for (int i = 0; i < 60; i++) {
        one_step(&w);
        if (next(&w) % 3) {
            wake(&w);
            if (!read_some(&w, 1 + next(&w) % 4, 10)) {
                buf_fmt(&w.history, "killed at %u\n", w.written);
                stop(&w);
                start(&w);
            }
        }
    }
    for (int i = 0; i < 5; i++) {
        wake(&w);
        ck_assert(read_some(&w, 10000, 0));
    }
    check_all(&w);
    world_done(&w);
}

START_TEST(every_line_once)
{
    live("x.log", false, (uint32_t)_i);
}
END_TEST

START_TEST(every_line_once_where_headers_are_equal)
{
    live("x.log", true, (uint32_t)_i);
}
END_TEST

START_TEST(every_line_once_where_the_glob_names_generations)
{
    live("x.log*", false, (uint32_t)_i);
}
END_TEST

/* LOGCLASS_SEEDS=200 for a long run. */
Suite *follow_suite(void)
{
    Suite *s = suite_create("input/follow");
    TCase *tc = tcase_create("follow");
    const char *more = getenv("LOGCLASS_SEEDS");
    uint64_t seeds = 5;

    (void)num_u64(str_of(more), 100000, &seeds);
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, every_line_once, 0, (int)seeds);
    tcase_add_loop_test(tc, every_line_once_where_headers_are_equal, 0, (int)seeds);
    tcase_add_loop_test(tc, every_line_once_where_the_glob_names_generations, 0,
                        (int)seeds);
    suite_add_tcase(s, tc);
    return s;
}
