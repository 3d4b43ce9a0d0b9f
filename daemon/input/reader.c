#include "input/reader.h"

#include <stdlib.h>

#include "flow/limits.h"

struct reader {
    struct lines lines;
    struct bytes *bytes;
    struct stream *stream;
    struct buf carry;  /* bytes behind the last newline, for the next batch */
    uint64_t nuls;     /* dropped at the head of the next line */
    uint64_t position; /* offset of the first byte of that line in the stream */
    uint64_t dropped;  /* of a line that is too long, behind what is kept of it */
    bool follows;      /* the end is the end for now */
    bool ended;
};

static size_t nuls_at_head(struct str s)
{
    size_t n = 0;

    while (n < s.n && s.p[n] == 0)
        n++;
    return n;
}

/* The text is the head of a line whose newline was not seen: drops NULs that it begins with. */
static void drop_nuls(struct reader *r, struct buf *text)
{
    size_t n = nuls_at_head(buf_str(text));

    if (n == 0)
        return;
    r->nuls += n;
    memmove(text->p, text->p + n, text->n - n);
    text->n -= n;
}

/*
 * Reads on until the text holds a newline and is a batch's worth, or no more comes for now.
 * seen: bytes of b->text in which no newline stands. Returns false on an error.
 */
static bool fill(struct reader *r, struct batch *b, struct err *e)
{
    drop_nuls(r, &b->text);
    size_t seen = b->text.n;
    bool newline = str_chr(buf_str(&b->text), '\n', 0) != STR_NONE;

    if (newline && r->bytes->live)
        return true;
    while (b->text.n < BATCH_BYTES || !newline) {
        if (!newline && b->text.n > LIMIT_LINE_BYTES)
            return true;
        buf_reserve(&b->text, READ_BYTES);
        ssize_t got = bytes_read(r->bytes, b->text.p + b->text.n, READ_BYTES, e);
        if (got <= 0) {
            r->ended = got < 0 || !r->follows;
            return got == 0;
        }
        b->text.n += (size_t)got;
        if (!newline) {
            if (b->text.p[0] == 0)
                drop_nuls(r, &b->text);
            newline = str_chr(buf_str(&b->text), '\n', seen) != STR_NONE;
            seen = b->text.n;
        }
        /* A pipe gives what it has: hand it on rather than wait for a full batch. */
        if (newline && got < READ_BYTES && r->bytes->live)
            return true;
    }
    return true;
}

enum drop { DROP_DONE, DROP_WAITS, DROP_FAILED };

/* Reads and drops the rest of a line that was cut; what follows its newline becomes the carry. */
static enum drop drop_rest(struct reader *r, struct err *e)
{
    enum { PIECE = 64 * 1024 };
    CLEANUP(buf_done) struct buf piece = {0};

    buf_reserve(&piece, PIECE);
    for (;;) {
        ssize_t got = bytes_read(r->bytes, piece.p, PIECE, e);
        if (got == 0 && r->follows)
            return DROP_WAITS;
        if (got <= 0) {
            r->ended = true;
            return got < 0 ? DROP_FAILED : DROP_DONE;
        }
        piece.n = (size_t)got;
        size_t at = str_chr(buf_str(&piece), '\n', 0);
        if (at == STR_NONE) {
            r->dropped += piece.n;
            continue;
        }
        r->dropped += at + 1;
        buf_add(&r->carry, str_from(buf_str(&piece), at + 1));
        return DROP_DONE;
    }
}

static void keep_first_line(struct stream *s, struct str text)
{
    if (s->first_line_known)
        return;
    s->first_line_n = text.n < sizeof s->first_line ? text.n : sizeof s->first_line;
    if (s->first_line_n)
        memcpy(s->first_line, text.p, s->first_line_n);
    s->first_line_known = true;
}

/* What does not belong to the text: NULs at its head, and a mark. */
static struct str bare_text(struct str text)
{
    if (text.n && text.p[0] == 0)
        text = str_from(text, nuls_at_head(text));
    while (text.n && text.p[0] == '\xEF' && str_starts(text, STR("\xEF\xBB\xBF")))
        text = str_from(text, 3);
    return text;
}

/* bytes: of the line in b->text, its newline and what was dropped behind it included. */
static void add_line(struct reader *r, struct batch *b, struct str text, uint64_t bytes,
                     unsigned flags)
{
    struct line *l = batch_line(b);

    text = bare_text(text);
    if (text.n > LIMIT_LINE_BYTES) {
        text = str_head(text, LIMIT_LINE_BYTES);
        flags |= LINE_CUT;
    }
    l->stream = r->stream;
    l->text = text;
    l->position = r->position;
    l->bytes = bytes + r->nuls;
    l->flags = flags;
    r->position += l->bytes;
    r->nuls = 0;
    keep_first_line(r->stream, text);
}

/* The lines of b->text; the tail without a newline is carried, or is the last line. */
static void split(struct reader *r, struct batch *b)
{
    struct str rest = buf_str(&b->text);

    for (;;) {
        size_t at = str_chr(rest, '\n', 0);
        if (at == STR_NONE)
            break;
        add_line(r, b, str_head(rest, at), at + 1, 0);
        rest = str_from(rest, at + 1);
    }
    if (!r->ended)
        buf_add(&r->carry, rest);
    else if (rest.n || r->nuls)
        add_line(r, b, rest, rest.n, LINE_UNENDED);
}

/* The text is the head of a line that is too long and has no newline yet. */
static bool cut_line(struct reader *r, struct batch *b, struct err *e)
{
    enum drop did = drop_rest(r, e);

    if (did == DROP_WAITS) {
        buf_add(&r->carry, buf_str(&b->text));
        return true;
    }
    add_line(r, b, buf_str(&b->text), b->text.n + r->dropped,
             LINE_CUT | (r->ended ? LINE_UNENDED : 0));
    r->dropped = 0;
    return did == DROP_DONE;
}

static enum got read_lines(struct lines *l, struct batch *b, struct err *e)
{
    struct reader *r = (struct reader *)l;

    buf_add(&b->text, buf_str(&r->carry));
    buf_clear(&r->carry);
    bool good = fill(r, b, e);
    bool too_long = !r->ended && b->text.n > LIMIT_LINE_BYTES &&
                    str_chr(buf_str(&b->text), '\n', 0) == STR_NONE;
    if (too_long)
        good = cut_line(r, b, e) && good;
    else
        split(r, b);
    if (!good)
        return GOT_ERROR;
    if (r->ended)
        return GOT_STREAM_END;
    return b->line_count ? GOT_LINES : GOT_NOTHING;
}

static void close_reader(struct lines *l)
{
    struct reader *r = (struct reader *)l;

    buf_done(&r->carry);
    free(r);
}

struct lines *reader_new(struct bytes *s, struct stream *stream)
{
    struct reader *r = mem_new(sizeof *r);

    r->lines.read = read_lines;
    r->lines.close = close_reader;
    r->bytes = s;
    r->stream = stream;
    return &r->lines;
}

struct lines *reader_follow(struct bytes *s, struct stream *stream, uint64_t position)
{
    struct lines *l = reader_new(s, stream);
    struct reader *r = (struct reader *)l;

    r->position = position;
    r->follows = true;
    return l;
}

void reader_stop(struct lines *l)
{
    ((struct reader *)l)->follows = false;
}

void reader_rest(struct lines *l, struct batch *b)
{
    struct reader *r = (struct reader *)l;
    uint64_t bytes = r->carry.n + r->dropped;

    if (reader_waiting(l) == 0)
        return;
    buf_add(&b->text, buf_str(&r->carry));
    add_line(r, b, str_from(buf_str(&b->text), b->text.n - r->carry.n), bytes,
             LINE_UNENDED);
    buf_clear(&r->carry);
    r->dropped = 0;
}

uint64_t reader_position(const struct lines *l)
{
    return ((const struct reader *)l)->position;
}

uint64_t reader_waiting(const struct lines *l)
{
    const struct reader *r = (const struct reader *)l;

    return r->nuls + r->carry.n + r->dropped;
}

int reader_open(struct input *in, struct item *it, struct err *e)
{
    (void)e;
    struct stream *s = stream_begin(in, it);
    in->lines = reader_new(in->item.bytes, s);
    ((struct reader *)in->lines)->nuls = in->item.nuls;
    return 0;
}
