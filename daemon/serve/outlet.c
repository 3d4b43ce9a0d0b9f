#include "serve/outlet.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "pipeline/emit.h"

struct outlet {
    const struct output_entry *entry;
    const struct output_kind *kind;
    struct store *store;
    struct buf rejected; /* path */
    int wake;
    void (*say)(void *context, const char *text);
    void *context;
    pthread_t thread;

    /* The thread's own. */
    struct output *output; /* NULL: it is to be opened */
    struct store_reader *reader;
    struct arena arena;
    struct document *documents;
    uint64_t *numbers; /* of each document's event */
    usec_t pause_us;   /* 0: the last try was good */
    bool said_away;

    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t woken;
    bool more, reopen, stop;
    usec_t stop_at; /* of the monotonic clock */
    uint64_t number;
    struct buf mark;
    bool told; /* number or mark changed since they were asked for */
    struct outlet_state state;
};

/* ---- time ---- */

static usec_t monotonic(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (usec_t)t.tv_sec * USEC_PER_SEC + t.tv_nsec / 1000;
}

static void wait_until(struct outlet *o, usec_t at)
{
    struct timespec t = {.tv_sec = at / USEC_PER_SEC, .tv_nsec = at % USEC_PER_SEC * 1000};

    pthread_cond_timedwait(&o->woken, &o->lock, &t);
}

/* ---- what the loop is told ---- */

static void tell(struct outlet *o, uint64_t number, struct str mark)
{
    uint64_t one = 1;

    pthread_mutex_lock(&o->lock);
    o->number = o->state.number = number;
    if (mark.n) {
        buf_clear(&o->mark);
        buf_add(&o->mark, mark);
    }
    o->told = true;
    pthread_mutex_unlock(&o->lock);
    if (write(o->wake, &one, sizeof one) < 0) {
        /* It is full of wakes already. */
    }
}

static void count(struct outlet *o, uint64_t sent, uint64_t rejected)
{
    pthread_mutex_lock(&o->lock);
    o->state.sent += sent;
    o->state.rejected += rejected;
    pthread_mutex_unlock(&o->lock);
}

static void say(struct outlet *o, const char *text)
{
    CLEANUP(buf_done) struct buf line = {0};

    buf_fmt(&line, "output '%.*s': %s", STR_FMT(o->entry->name), text);
    o->say(o->context, buf_z(&line));
}

/* The peer did not take it: a longer pause, and a word when it begins. */
static void fail(struct outlet *o, const struct err *e)
{
    if (!o->said_away)
        say(o, e->text);
    o->said_away = true;
    o->pause_us = o->pause_us ? o->pause_us * 2 : OUTLET_PAUSE_LEAST_USEC;
    if (o->pause_us > OUTLET_PAUSE_MOST_USEC)
        o->pause_us = OUTLET_PAUSE_MOST_USEC;
    pthread_mutex_lock(&o->lock);
    o->state.failures++;
    o->state.away = true;
    pthread_mutex_unlock(&o->lock);
}

static void succeed(struct outlet *o)
{
    o->pause_us = 0;
    if (!o->said_away)
        return;
    o->said_away = false;
    say(o, "goes on");
    pthread_mutex_lock(&o->lock);
    o->state.away = false;
    pthread_mutex_unlock(&o->lock);
}

/* ---- documents ---- */

static bool serves(const struct output_entry *e, struct str service)
{
    for (size_t i = 0; i < e->services.n; i++)
        if (str_eq(e->services.items[i], service))
            return true;
    return e->services.n == 0;
}

static bool is_wanted(const struct output_entry *e, const struct store_event *ev)
{
    return (ev->emit >> e->emit & 1) && ev->severity >= e->min_severity &&
           serves(e, ev->service);
}

static size_t take_wanted(struct outlet *o, const struct store_event *events, size_t n)
{
    size_t count = 0;

    for (size_t i = 0; i < n; i++) {
        if (!is_wanted(o->entry, &events[i]))
            continue;
        o->documents[count] = (struct document){.event = events[i].body};
        o->numbers[count++] = events[i].number;
    }
    return count;
}

/* What no peer will ever take is kept where a person can look at it. */
static void reject(struct outlet *o, const struct document *d, const struct err *why)
{
    CLEANUP(buf_done) struct buf line = {0};
    struct err e;

    buf_add(&line, d->event);
    buf_char(&line, '\n');
    int fd = open(buf_z(&o->rejected), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd < 0 || file_write_all(fd, buf_str(&line), &e) < 0)
        say(o, "a document that was refused could not be kept");
    if (fd >= 0)
        close(fd);
    say(o, why->text);
    count(o, 0, 1);
}

/* Gives n documents, of which the last one's event and all behind it up to `last` are passed with
 * it. False: the peer is away. */
static bool give(struct outlet *o, size_t n, uint64_t last)
{
    CLEANUP(buf_done) struct buf mark = {0};
    size_t done = 0;

    while (done < n) {
        struct err e;
        size_t taken = 0;
        buf_clear(&mark);
        enum sent sent =
            o->kind->send(o->output, o->documents + done, n - done, &taken, &mark, &e);
        done += taken;
        count(o, taken, 0);
        if (sent == REFUSED)
            reject(o, &o->documents[done++], &e);
        if (done > 0)
            tell(o, done == n ? last : o->numbers[done - 1], buf_str(&mark));
        if (sent == LATER) {
            fail(o, &e);
            return false;
        }
        succeed(o);
    }
    return true;
}

/* ---- the thread ---- */

static bool open_output(struct outlet *o)
{
    CLEANUP(buf_done) struct buf now = {0};
    struct err e;

    if (o->output)
        return true;
    o->output = o->kind->open(o->entry->options, buf_str(&o->mark), &now, &e);
    if (!o->output) {
        fail(o, &e);
        return false;
    }
    tell(o, o->number, buf_str(&now));
    return true;
}

static bool open_reader(struct outlet *o)
{
    struct err e;

    if (o->reader)
        return true;
    o->reader = store_reader_open(o->store, &e);
    if (!o->reader)
        fail(o, &e);
    return o->reader;
}

enum worked { WORKED_MORE, WORKED_ALL, WORKED_FAILED };

static enum worked work(struct outlet *o)
{
    struct store_event *events;
    struct err e;
    size_t n;

    if (!open_output(o) || !open_reader(o))
        return WORKED_FAILED;
    arena_reset(&o->arena);
    if (store_read(o->reader, o->number, OUTLET_ROWS, OUTLET_BYTES, &o->arena, &events,
                   &n, &e) < 0) {
        fail(o, &e);
        store_reader_close(o->reader);
        o->reader = NULL;
        return WORKED_FAILED;
    }
    if (n == 0)
        return WORKED_ALL;
    size_t wanted = take_wanted(o, events, n);
    uint64_t last = events[n - 1].number;
    if (wanted == 0)
        tell(o, last, (struct str){0});
    else if (!give(o, wanted, last))
        return WORKED_FAILED;
    return WORKED_MORE;
}

/* Waits for something to do; false: it is time to end. */
static bool wait_for_work(struct outlet *o, enum worked worked)
{
    bool goes_on = true;

    pthread_mutex_lock(&o->lock);
    usec_t until = worked == WORKED_FAILED ? monotonic() + o->pause_us : 0;
    while (worked != WORKED_MORE && !o->stop && !o->reopen &&
           (worked == WORKED_FAILED ? monotonic() < until : !o->more)) {
        if (worked == WORKED_FAILED)
            wait_until(o, until);
        else
            pthread_cond_wait(&o->woken, &o->lock);
    }
    if (worked == WORKED_ALL && o->stop && !o->more)
        goes_on = false;
    if (o->stop && (worked == WORKED_FAILED || monotonic() >= o->stop_at))
        goes_on = false;
    bool reopen = o->reopen;
    o->more = o->reopen = false;
    pthread_mutex_unlock(&o->lock);
    if (reopen && o->output)
        o->kind->reopen(o->output);
    return goes_on;
}

static void *run(void *argument)
{
    struct outlet *o = argument;

    while (wait_for_work(o, work(o)))
        ;
    o->kind->close(o->output);
    store_reader_close(o->reader);
    o->output = NULL;
    o->reader = NULL;
    return NULL;
}

/* Signals are the loop's. */
static void start_thread(struct outlet *o)
{
    sigset_t all, before;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&o->thread, NULL, run, o) != 0)
        mem_out();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void init_lock(struct outlet *o)
{
    pthread_condattr_t attributes;

    pthread_mutex_init(&o->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&o->woken, &attributes);
    pthread_condattr_destroy(&attributes);
}

struct outlet *outlet_start(const struct outlet_settings *s)
{
    struct outlet *o = mem_new(sizeof *o);

    o->entry = s->entry;
    o->kind = output_kind_of(s->entry->kind);
    o->store = s->store;
    buf_fmt(&o->rejected, "%.*s/rejected.json", STR_FMT(s->folder));
    o->number = o->state.number = s->number;
    buf_add(&o->mark, s->mark);
    o->wake = s->wake;
    o->say = s->say;
    o->context = s->context;
    o->documents = mem_new(OUTLET_ROWS * sizeof *o->documents);
    o->numbers = mem_new(OUTLET_ROWS * sizeof *o->numbers);
    arena_init(&o->arena);
    init_lock(o);
    start_thread(o);
    return o;
}

/* ---- what the loop calls ---- */

void outlet_more(struct outlet *o)
{
    pthread_mutex_lock(&o->lock);
    o->more = true;
    pthread_cond_signal(&o->woken);
    pthread_mutex_unlock(&o->lock);
}

void outlet_reopen(struct outlet *o)
{
    pthread_mutex_lock(&o->lock);
    o->reopen = true;
    pthread_cond_signal(&o->woken);
    pthread_mutex_unlock(&o->lock);
}

bool outlet_told(struct outlet *o, uint64_t *number, struct buf *mark)
{
    pthread_mutex_lock(&o->lock);
    bool told = o->told;
    if (told) {
        *number = o->number;
        buf_clear(mark);
        buf_add(mark, buf_str(&o->mark));
    }
    o->told = false;
    pthread_mutex_unlock(&o->lock);
    return told;
}

void outlet_state(struct outlet *o, struct outlet_state *out)
{
    pthread_mutex_lock(&o->lock);
    *out = o->state;
    pthread_mutex_unlock(&o->lock);
}

void outlet_stop(struct outlet *o, usec_t within_us)
{
    pthread_mutex_lock(&o->lock);
    o->stop = true;
    o->stop_at = monotonic() + within_us;
    pthread_cond_signal(&o->woken);
    pthread_mutex_unlock(&o->lock);
    pthread_join(o->thread, NULL);
}

void outlet_free(struct outlet *o)
{
    if (!o)
        return;
    pthread_mutex_destroy(&o->lock);
    pthread_cond_destroy(&o->woken);
    arena_done(&o->arena);
    buf_done(&o->rejected);
    buf_done(&o->mark);
    free(o->documents);
    free(o->numbers);
    free(o);
}
