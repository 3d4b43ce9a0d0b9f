/*
 * The kind `stdout`: one line a document on standard output, for a container whose runtime takes
 * it from there. There is no mark: what a pipe has taken cannot be looked at again, so after a
 * crash the documents of the last second can come twice.
 *
 * A pipe whose reader is slow takes less than a line; the rest of that line is written first when
 * the document comes again, so no line is torn. One of which half is written is given up only with
 * the output itself.
 */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "output/output.h"

struct stdout_options {
    usec_t timeout_us;
};

static const struct option stdout_rows[] = {
    OPTION("timeout", OPTION_SPAN, struct stdout_options, timeout_us,
           "a reader that takes nothing for so long is tried again later",
           .standard = "10s", .least = 1000, .most = 600 * (uint64_t)USEC_PER_SEC),
    OPTIONS_END,
};

struct output {
    const struct stdout_options *options;
    usec_t until; /* of the steady clock: the end of this send */
    size_t half;  /* bytes of the next document that are written already */
    struct buf line;
};

static void stdout_close(struct output *out)
{
    if (!out)
        return;
    buf_done(&out->line);
    free(out);
}

static struct output *stdout_open(const void *options, struct str mark, struct buf *now,
                                  struct err *e)
{
    struct output *out = mem_new(sizeof *out);

    (void)mark;
    (void)e;
    out->options = options;
    buf_clear(now);
    return out;
}

/* Waits until something can be written; a file always can. */
static int wait_for_room(const struct output *out, struct err *e)
{
    struct pollfd p = {.fd = STDOUT_FILENO, .events = POLLOUT};

    for (;;) {
        usec_t left = out->until - clock_steady();
        usec_t span = left < out->options->timeout_us ? left : out->options->timeout_us;
        int n = poll(&p, 1, span > 0 ? (int)(span / 1000) : 0);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return err_sys(e, "standard output");
        if (n == 0 || left <= 0)
            return err_set(e, "standard output: nobody takes what is written");
        if (p.revents & (POLLERR | POLLNVAL))
            return err_set(e, "standard output: it was closed");
        return 0;
    }
}

/* The rest of out->line. poll(2) promises room for PIPE_BUF bytes, so a write of no more than that
 * does not wait. */
static int write_line(struct output *out, struct err *e)
{
    while (out->half < out->line.n) {
        size_t n = out->line.n - out->half;
        if (wait_for_room(out, e) < 0)
            return -1;
        ssize_t done = write(STDOUT_FILENO, out->line.p + out->half,
                             n < PIPE_BUF ? n : (size_t)PIPE_BUF);
        if (done < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (done < 0)
            return err_sys(e, "standard output");
        out->half += (size_t)done;
    }
    out->half = 0;
    return 0;
}

static enum sent stdout_send(struct output *out, const struct document *documents,
                             size_t n, size_t *taken, struct buf *mark, struct err *e)
{
    (void)mark;
    out->until = clock_steady() + OUTPUT_TIMEOUTS * out->options->timeout_us;
    for (*taken = 0; *taken < n; ++*taken) {
        const struct document *d = &documents[*taken];
        struct str line = d->text.n ? d->text : d->event;
        if (str_chr(line, '\n', 0) != STR_NONE) {
            err_set(e, "a document of more than one line");
            return REFUSED;
        }
        buf_clear(&out->line);
        buf_add(&out->line, line);
        buf_char(&out->line, '\n');
        if (write_line(out, e) < 0)
            return LATER;
    }
    return SENT;
}

static void stdout_reopen(struct output *out)
{
    (void)out; /* it has no name */
}

const struct output_kind output_stdout = {
    .kind = {.name = "stdout",
             .help = "standard output, one line an event",
             .options = stdout_rows,
             .size = sizeof(struct stdout_options),
             .format = "json"},
    .open = stdout_open,
    .send = stdout_send,
    .reopen = stdout_reopen,
    .close = stdout_close,
};
