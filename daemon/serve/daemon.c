#include "serve/daemon.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <unistd.h>

#include "classify/sender.h"
#include "serve/intake.h"
#include "serve/outlet.h"

struct daemon {
    struct daemon_settings s;
    struct store *store;
    struct rooms *rooms;
    struct intake **intakes;
    struct zone *zones; /* of each */
    size_t intake_count;
    struct outlet **outlets;
    size_t outlet_count;

    sd_event *loop;
    sd_event_source *work, *timer;
    int wake; /* eventfd: an outlet has told something */

    struct pending pending;
    bool stuck;        /* the commit failed: it is tried again before anything is read */
    usec_t since;      /* when the pending commit began to wait; 0: there is none */
    usec_t settle_due; /* 0: nothing is open */
    bool marks;        /* outlets told of new marks */
    bool finished;     /* once: all was read */
    bool ends;
    struct buf mark;
};

static void tell(const struct daemon *d, const char *what, const char *text)
{
    CLEANUP(buf_done) struct buf line = {0};

    buf_fmt(&line, "%s: %s", what, text);
    d->s.say(d->s.context, buf_z(&line));
}

/* ---- committing ---- */

static int put_marks(struct daemon *d, struct err *e)
{
    for (size_t i = 0; i < d->outlet_count; i++) {
        uint64_t number;
        if (outlet_told(d->outlets[i], &number, &d->mark) &&
            store_put_mark(d->store, i, number, buf_str(&d->mark), e) < 0)
            return -1;
    }
    return 0;
}

static int store_all(struct daemon *d, usec_t now, struct err *e)
{
    if (store_begin(d->store, e) < 0 || pending_store(&d->pending, d->store, e) < 0 ||
        put_marks(d, e) < 0)
        return -1;
    return store_commit(d->store, now, e);
}

static void commit(struct daemon *d, usec_t now)
{
    bool events = d->pending.event_count > 0;
    struct err e;

    if (!d->stuck)
        for (size_t i = 0; i < d->intake_count; i++)
            intake_positions(d->intakes[i], d->rooms, &d->pending);
    d->since = 0;
    if (!pending_any(&d->pending) && !d->marks)
        return;
    if (store_all(d, now, &e) < 0) {
        if (!d->stuck)
            tell(d, "reading pauses", e.text);
        d->stuck = true;
        return;
    }
    if (d->stuck)
        tell(d, "the store", "takes events again, and reading goes on");
    d->stuck = d->marks = false;
    pending_clear(&d->pending);
    for (size_t i = 0; events && i < d->outlet_count; i++)
        outlet_more(d->outlets[i]);
}

static bool is_full(const struct daemon *d)
{
    return d->pending.text.n >= DAEMON_COMMIT_BYTES;
}

/* ---- reading ---- */

/* One batch of each input; false: none of them has more for now. */
static bool read_round(struct daemon *d, usec_t now)
{
    bool more = false;

    for (size_t i = 0; i < d->intake_count && !is_full(d); i++)
        more = intake_step(d->intakes[i], d->rooms, &d->pending, now) || more;
    return more;
}

static void settle(struct daemon *d, usec_t now)
{
    d->settle_due = 0;
    for (size_t i = 0; i < d->intake_count; i++) {
        usec_t due = intake_settle(d->intakes[i], d->rooms, &d->pending, now);
        if (due && (d->settle_due == 0 || due < d->settle_due))
            d->settle_due = due;
    }
}

static bool may_read(struct daemon *d)
{
    return !d->stuck && store_room(d->store) == STORE_ROOM;
}

static void finish_all(struct daemon *d, usec_t now)
{
    for (size_t i = 0; i < d->intake_count; i++)
        intake_finish(d->intakes[i], d->rooms, &d->pending, now);
    d->finished = true;
    commit(d, now);
}

static bool outlets_are_done(struct daemon *d)
{
    for (size_t i = 0; i < d->outlet_count; i++) {
        struct outlet_state s;
        outlet_state(d->outlets[i], &s);
        if (s.number < store_newest(d->store))
            return false;
    }
    return true;
}

static void end_once(struct daemon *d, usec_t now)
{
    if (!d->finished && !d->stuck)
        finish_all(d, now);
    if (d->finished && !d->stuck && outlets_are_done(d))
        d->ends = true;
}

/* ---- the loop ---- */

static usec_t earliest(struct daemon *d, usec_t now)
{
    usec_t due = now + 10 * USEC_PER_SEC;

    for (size_t i = 0; i < d->intake_count; i++)
        if (intake_feed(d->intakes[i])->due < due)
            due = intake_feed(d->intakes[i])->due;
    if (d->settle_due && d->settle_due < due)
        due = d->settle_due;
    if (!may_read(d) && now + DAEMON_RETRY_USEC < due)
        due = now + DAEMON_RETRY_USEC;
    return due;
}

static void sleep_until(struct daemon *d, usec_t due, usec_t now)
{
    uint64_t clock = 0;
    usec_t pause = due > now ? due - now : 0;

    sd_event_now(d->loop, CLOCK_MONOTONIC, &clock);
    sd_event_source_set_time(d->timer, clock + (uint64_t)pause);
    sd_event_source_set_enabled(d->timer, SD_EVENT_ONESHOT);
    sd_event_source_set_enabled(d->work, SD_EVENT_OFF);
}

/* A turn: some reading, and a commit when it is time. */
static int turn(sd_event_source *source, void *context)
{
    struct daemon *d = context;
    usec_t now = clock_now();

    (void)source;
    if (d->stuck)
        commit(d, now);
    bool more = may_read(d) && !d->finished && read_round(d, now);
    if (!more && !d->stuck)
        settle(d, now);
    if (pending_any(&d->pending) && d->since == 0)
        d->since = now;
    if (!d->stuck && (!more || is_full(d) || now - d->since >= DAEMON_COMMIT_USEC))
        commit(d, now);
    if (!more && d->s.once)
        end_once(d, now);
    if (d->ends)
        return sd_event_exit(d->loop, 0);
    if (!more)
        sleep_until(d, earliest(d, now), now);
    return 0;
}

static void work_on(struct daemon *d)
{
    sd_event_source_set_enabled(d->work, SD_EVENT_ON);
}

static int on_timer(sd_event_source *source, uint64_t at, void *context)
{
    struct daemon *d = context;
    usec_t now = clock_now();

    (void)source;
    (void)at;
    for (size_t i = 0; i < d->intake_count; i++) {
        struct feed *f = intake_feed(d->intakes[i]);
        if (f->due <= now || f->due - now > 60 * USEC_PER_SEC)
            f->kind->wake(f, now);
    }
    work_on(d);
    return 0;
}

static int on_feed(sd_event_source *source, int fd, uint32_t events, void *context)
{
    struct daemon *d = context;

    (void)source;
    (void)events;
    for (size_t i = 0; i < d->intake_count; i++) {
        struct feed *f = intake_feed(d->intakes[i]);
        if (f->fd == fd)
            f->kind->wake(f, clock_now());
    }
    work_on(d);
    return 0;
}

static int on_outlet(sd_event_source *source, int fd, uint32_t events, void *context)
{
    struct daemon *d = context;
    uint64_t count;

    (void)source;
    (void)events;
    if (read(fd, &count, sizeof count) == sizeof count)
        d->marks = true;
    work_on(d);
    return 0;
}

static void reload(struct daemon *d)
{
    sd_notify(0, "RELOADING=1");
    const struct catalog *next = d->s.reload ? d->s.reload(d->s.context) : NULL;
    if (next) {
        rooms_catalog(d->rooms, next);
        d->s.release(d->s.context, d->s.catalog);
        d->s.catalog = next;
    }
    for (size_t i = 0; i < d->outlet_count; i++)
        outlet_reopen(d->outlets[i]);
    sd_notify(0, "READY=1");
}

static int on_signal(sd_event_source *source, const struct signalfd_siginfo *info,
                     void *context)
{
    struct daemon *d = context;

    (void)source;
    if (info->ssi_signo == SIGHUP) {
        reload(d);
        return 0;
    }
    sd_notify(0, "STOPPING=1");
    return sd_event_exit(d->loop, 0);
}

/* ---- opening ---- */

static int open_store(struct daemon *d, struct err *e)
{
    const struct settings *c = d->s.settings;
    struct store_output *outputs = mem_new((c->output_count + 1) * sizeof *outputs);

    for (size_t i = 0; i < c->output_count; i++)
        outputs[i] = (struct store_output){.name = c->outputs[i].name,
                                           .required = c->outputs[i].required};
    struct store_config config = {.folder = c->state,
                                  .limit_bytes = c->store_limit_bytes,
                                  .outputs = outputs,
                                  .output_count = c->output_count};
    enum store_found found = store_open(&config, clock_now(), &d->store, e);
    free(outputs);
    if (found == STORE_RENEWED)
        tell(d, "the store was broken, was put aside and begins anew", e->text);
    return found == STORE_FAILED ? -1 : 0;
}

/* Bits of the levels that some output wants. */
static unsigned emits_of(const struct settings *s)
{
    unsigned bits = 0;

    for (size_t i = 0; i < s->output_count; i++)
        bits |= 1u << s->outputs[i].emit;
    return bits;
}

static bool is_known(void *context, struct str unit, struct str container,
                     struct str identifier)
{
    const struct daemon *d = context;
    const struct sender s = {
        .unit = unit, .container_name = container, .identifier = identifier};

    return sender_owner(d->s.catalog, &s, &(struct owner){0}).type.n > 0;
}

static int open_intake(struct daemon *d, size_t i, struct err *e)
{
    const struct input_entry *entry = &d->s.settings->inputs[i];
    struct intake_settings s = {
        .entry = entry,
        .kind = feed_kind_of(entry->kind),
        .emits = emits_of(d->s.settings),
        .feed = {.name = entry->name,
                 .options = entry->options,
                 .fresh = !d->s.once, /* which reads what is there, from its beginning */
                 .say = d->s.say,
                 .context = d->s.context,
                 .programs = {.know = is_known, .context = d}},
    };

    if (entry->timezone.n) {
        CLEANUP(buf_done) struct buf name = {0};
        buf_add(&name, entry->timezone);
        if (zone_init(&d->zones[i], buf_z(&name), e) < 0)
            return -1;
        s.zone = &d->zones[i];
    }
    d->intakes[i] = intake_open(&s, d->store, clock_now(), e);
    if (!d->intakes[i])
        return err_in(e, "input '%.*s'", STR_FMT(entry->name));
    d->intake_count = i + 1;
    intake_begin(d->intakes[i], d->rooms, &d->pending, clock_now());
    return 0;
}

static int open_intakes(struct daemon *d, struct err *e)
{
    size_t n = d->s.settings->input_count;

    d->intakes = mem_new((n + 1) * sizeof(void *));
    d->zones = mem_new((n + 1) * sizeof *d->zones);
    for (size_t i = 0; i < n; i++)
        if (open_intake(d, i, e) < 0)
            return -1;
    commit(d, clock_now());
    return 0;
}

static void start_outlets(struct daemon *d)
{
    size_t n = d->s.settings->output_count;

    d->outlets = mem_new((n + 1) * sizeof(void *));
    for (size_t i = 0; i < n; i++) {
        struct outlet_settings s = {.entry = &d->s.settings->outputs[i],
                                    .store = d->store,
                                    .folder = d->s.settings->state,
                                    .number = store_mark(d->store, i),
                                    .mark = store_mark_text(d->store, i),
                                    .wake = d->wake,
                                    .say = d->s.say,
                                    .context = d->s.context};
        d->outlets[d->outlet_count++] = outlet_start(&s);
    }
}

static int add_sources(struct daemon *d)
{
    static const int signals[] = {SIGTERM, SIGINT, SIGHUP};
    int rc = 0;

    for (size_t i = 0; rc >= 0 && i < COUNT_OF(signals); i++)
        rc = sd_event_add_signal(d->loop, NULL, signals[i], on_signal, d);
    for (size_t i = 0; rc >= 0 && i < d->intake_count; i++)
        if (intake_feed(d->intakes[i])->fd >= 0)
            rc = sd_event_add_io(d->loop, NULL, intake_feed(d->intakes[i])->fd, EPOLLIN,
                                 on_feed, d);
    if (rc >= 0)
        rc = sd_event_add_io(d->loop, NULL, d->wake, EPOLLIN, on_outlet, d);
    if (rc >= 0)
        rc = sd_event_add_time(d->loop, &d->timer, CLOCK_MONOTONIC, 0, 0, on_timer, d);
    if (rc >= 0)
        rc = sd_event_add_defer(d->loop, &d->work, turn, d);
    if (rc >= 0)
        rc = sd_event_source_set_priority(d->work, SD_EVENT_PRIORITY_IDLE);
    return rc;
}

static int open_loop(struct daemon *d, struct err *e)
{
    sigset_t mine;

    sigemptyset(&mine);
    sigaddset(&mine, SIGTERM);
    sigaddset(&mine, SIGINT);
    sigaddset(&mine, SIGHUP);
    sigprocmask(SIG_BLOCK, &mine, NULL);
    int rc = sd_event_new(&d->loop);
    if (rc >= 0)
        rc = add_sources(d);
    if (rc < 0) {
        errno = -rc;
        return err_sys(e, "event loop");
    }
    sd_event_set_watchdog(d->loop, 1);
    sd_event_source_set_enabled(d->work, SD_EVENT_ON);
    return 0;
}

struct daemon *daemon_open(const struct daemon_settings *s, struct err *e)
{
    struct daemon *d = mem_new(sizeof *d);

    d->s = *s;
    d->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    d->rooms = rooms_new(
        &(struct rooms_settings){
            .catalog = s->catalog,
            .parse = {.zone = s->zone           },
            .render = { .format = STR("json"), .zone_name = s->zone_name},
    },
        e);
    if (!d->rooms || open_store(d, e) < 0 || open_intakes(d, e) < 0 ||
        open_loop(d, e) < 0) {
        (void)daemon_close(d);
        return NULL;
    }
    start_outlets(d);
    return d;
}

int daemon_run(struct daemon *d, struct err *e)
{
    sd_notify(0, "READY=1");
    int rc = sd_event_loop(d->loop);

    if (!d->stuck)
        commit(d, clock_now());
    for (size_t i = 0; i < d->outlet_count; i++)
        outlet_stop(d->outlets[i], DAEMON_STOP_USEC);
    d->marks = true;
    if (!d->stuck)
        commit(d, clock_now());
    if (rc < 0) {
        errno = -rc;
        return err_sys(e, "event loop");
    }
    return 0;
}

const struct catalog *daemon_close(struct daemon *d)
{
    const struct catalog *catalog = d->s.catalog;

    for (size_t i = 0; i < d->outlet_count; i++)
        outlet_free(d->outlets[i]);
    for (size_t i = 0; i < d->intake_count; i++)
        intake_close(d->intakes[i]);
    rooms_free(d->rooms);
    store_close(d->store);
    sd_event_source_unref(d->work);
    sd_event_source_unref(d->timer);
    sd_event_unref(d->loop);
    if (d->wake >= 0)
        close(d->wake);
    pending_done(&d->pending);
    buf_done(&d->mark);
    free(d->intakes);
    free(d->zones);
    free(d->outlets);
    free(d);
    return catalog;
}
