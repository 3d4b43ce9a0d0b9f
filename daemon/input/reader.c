#include "input/reader.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "flow/limits.h"

struct input *reader_new(const struct input_kind *kind, int fd, struct str name)
{
    struct input *in = mem_new(sizeof *in);

    in->kind = kind;
    in->fd = fd;
    buf_add(&in->name, name);
    in->stream.kind = str_of(kind->name);
    in->stream.name = buf_str(&in->name);
    return in;
}

void input_close(struct input *in)
{
    if (!in)
        return;
    if (in->fd > STDERR_FILENO)
        close(in->fd);
    buf_done(&in->carry);
    buf_done(&in->name);
    free(in);
}

/* One read, again after a signal. Short reads are the rule for pipes. */
static ssize_t take(struct input *in, char *p, size_t n)
{
    for (;;) {
        ssize_t got = read(in->fd, p, n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && errno == EAGAIN) {
            /* A descriptor that somebody else set to non-blocking: wait for it. */
            struct pollfd wait = {.fd = in->fd, .events = POLLIN};
            poll(&wait, 1, -1);
            continue;
        }
        return got;
    }
}

/*
 * Reads on until the text holds a newline and is a batch's worth, or no more comes for now.
 * seen: bytes of b->text in which no newline stands. Returns false on an error.
 */
static bool fill(struct input *in, struct batch *b, struct err *e)
{
    size_t seen = b->text.n;
    bool newline = str_chr(buf_str(&b->text), '\n', 0) != STR_NONE;

    if (newline && in->total == 0)
        return true;
    while (b->text.n < BATCH_BYTES || !newline) {
        if (!newline && b->text.n > LIMIT_LINE_BYTES)
            return true;
        buf_reserve(&b->text, READ_BYTES);
        ssize_t got = take(in, b->text.p + b->text.n, READ_BYTES);
        if (got < 0) {
            in->ended = true;
            err_sys(e, "read '%.*s'", STR_FMT(in->stream.name));
            return false;
        }
        if (got == 0) {
            in->ended = true;
            return true;
        }
        b->text.n += (size_t)got;
        if (!newline) {
            newline = str_chr(buf_str(&b->text), '\n', seen) != STR_NONE;
            seen = b->text.n;
        }
        /* A pipe gives what it has: hand it on rather than wait for a full batch. */
        if (newline && got < READ_BYTES && in->total == 0)
            return true;
    }
    return true;
}

/* Reads and drops the rest of a line that was cut; what follows its newline becomes the carry. */
static uint64_t drop_rest(struct input *in, struct err *e, bool *failed)
{
    enum { PIECE = 64 * 1024 };
    CLEANUP(buf_done) struct buf piece = {0};
    uint64_t dropped = 0;

    buf_reserve(&piece, PIECE);
    for (;;) {
        ssize_t got = take(in, piece.p, PIECE);
        if (got <= 0) {
            in->ended = true;
            if (got < 0) {
                err_sys(e, "read '%.*s'", STR_FMT(in->stream.name));
                *failed = true;
            }
            return dropped;
        }
        piece.n = (size_t)got;
        size_t at = str_chr(buf_str(&piece), '\n', 0);
        if (at == STR_NONE) {
            dropped += piece.n;
            continue;
        }
        buf_add(&in->carry, str_from(buf_str(&piece), at + 1));
        return dropped + at + 1;
    }
}

static struct line *add_line(struct input *in, struct batch *b, struct str text,
                             uint64_t bytes)
{
    struct line *l = batch_line(b);

    l->stream = &in->stream;
    l->text = text;
    l->position = in->position;
    l->bytes = bytes;
    in->position += bytes;
    if (!in->stream.first_line_known) {
        struct str head = str_head(text, text.n < sizeof in->stream.first_line
                                             ? text.n
                                             : sizeof in->stream.first_line);
        if (head.n)
            memcpy(in->stream.first_line, head.p, head.n);
        in->stream.first_line_n = head.n;
        in->stream.first_line_known = true;
    }
    return l;
}

/* The lines of b->text; the tail without a newline is carried, or is the last line. */
static void split(struct input *in, struct batch *b)
{
    struct str rest = buf_str(&b->text);

    for (;;) {
        size_t at = str_chr(rest, '\n', 0);
        if (at == STR_NONE)
            break;
        struct str text = str_head(rest, at);
        bool cut = text.n > LIMIT_LINE_BYTES;
        struct line *l =
            add_line(in, b, cut ? str_head(text, LIMIT_LINE_BYTES) : text, at + 1);
        l->flags = cut ? LINE_CUT : 0;
        rest = str_from(rest, at + 1);
    }
    if (!in->ended)
        buf_add(&in->carry, rest);
    else if (rest.n) {
        bool cut = rest.n > LIMIT_LINE_BYTES;
        struct line *l =
            add_line(in, b, cut ? str_head(rest, LIMIT_LINE_BYTES) : rest, rest.n);
        l->flags = cut ? LINE_CUT | LINE_UNENDED : LINE_UNENDED;
    }
}

/* The text is the head of a line that is too long and has no newline yet. */
static bool cut_line(struct input *in, struct batch *b, struct err *e)
{
    struct str text = str_head(buf_str(&b->text), LIMIT_LINE_BYTES);
    bool failed = false;
    uint64_t bytes = b->text.n + drop_rest(in, e, &failed);
    struct line *l = add_line(in, b, text, bytes);

    l->flags = LINE_CUT | (in->ended ? LINE_UNENDED : 0);
    return !failed;
}

enum got reader_read(struct input *in, struct batch *b, struct err *e)
{
    if (in->ended)
        return GOT_END;
    buf_add(&b->text, buf_str(&in->carry));
    buf_clear(&in->carry);
    bool good = fill(in, b, e);
    bool too_long = !in->ended && b->text.n > LIMIT_LINE_BYTES &&
                    str_chr(buf_str(&b->text), '\n', 0) == STR_NONE;
    if (too_long)
        good = cut_line(in, b, e) && good;
    else
        split(in, b);
    if (!good)
        return GOT_ERROR;
    return in->ended ? GOT_END : GOT_LINES;
}
