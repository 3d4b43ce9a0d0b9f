#include "input/input.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "flow/limits.h"
#include "input/codec.h"
#include "input/names.h"
#include "input/parts.h"
#include "input/spool.h"
#include "input/utf16.h"

struct input *input_open(char *const *names, size_t n, const struct input_settings *s)
{
    struct input *in = mem_new(sizeof *in);

    in->settings = *s;
    in->name_count = n;
    in->item.fd = -1;
    in->top = names_tier(names, n);
    return in;
}

void item_done(struct item *it)
{
    buf_done(&it->path);
    bytes_close(it->bytes);
    if (it->fd > STDERR_FILENO)
        close(it->fd);
    *it = (struct item){.fd = -1};
}

static void end_stream(struct input *in)
{
    if (in->lines)
        in->lines->close(in->lines);
    in->lines = NULL;
    in->over = false;
    item_done(&in->item);
}

static void pop(struct input *in)
{
    struct tier *l = in->top;

    in->top = l->below;
    l->close(l);
}

void input_close(struct input *in)
{
    if (!in)
        return;
    end_stream(in);
    while (in->top)
        pop(in);
    buf_done(&in->message);
    free(in);
}

void tier_push(struct input *in, struct tier *l, const struct item *it)
{
    l->below = in->top;
    l->archives += in->top ? in->top->archives : 0;
    if (!l->report)
        l->report = it->report;
    in->top = l;
    in->many = true;
}

void input_say(struct input *in, enum input_word word, struct str path, const char *text)
{
    struct buf *m = &in->message;

    buf_clear(m);
    buf_add(m, word == INPUT_UNREAD ? STR("cannot read ") : STR(""));
    if (path.p)
        buf_fmt(m, "'%.*s': %s", STR_FMT(path), text);
    else
        buf_fmt(m, "standard input: %s", text);
    in->settings.say(in->settings.context, word, buf_z(m));
}

struct stream *stream_begin(struct input *in, struct item *it)
{
    struct stream *s = &in->stream;

    in->item = *it;
    *it = (struct item){.fd = -1};
    *s = (struct stream){.number = in->stream_count++};
    s->kind = str_of(in->item.kind->name);
    s->name = in->name;
    s->path = buf_str(&in->item.path);
    s->written = in->item.written;
    if (in->item.report) {
        s->host = buf_str(&in->item.report->host);
        s->zone = in->item.report->zone_known ? &in->item.report->zone : NULL;
    }
    return s;
}

struct bytes *layers_off(struct bytes *s, unsigned *layers)
{
    const struct codec *c;

    while (*layers < LIMIT_LAYERS && (c = codec_of(bytes_peek(s, MAGIC_BYTES)))) {
        s = codec_open(c, s);
        ++*layers;
    }
    return s;
}

/* Copies what the item gives into fd. */
static int copy_item(struct input *in, struct item *it, int fd, struct err *e)
{
    switch (spool_add(fd, 0, it->bytes, LIMIT_SPOOL_BYTES, &it->size, e)) {
    case SPOOL_DONE: return 0;
    case SPOOL_CUT: /* what could be read of it is read */
        input_say(in, INPUT_UNREAD, buf_str(&it->path), e->text);
        return 0;
    case SPOOL_FAILED: return -1;
    }
    return -1;
}

int item_need_fd(struct input *in, struct item *it, struct buf *name, struct err *e)
{
    if (it->fd >= 0 && it->layers == 0)
        return 0;
    int fd = name ? spool_open_named(name, e) : spool_open(e);
    if (fd < 0)
        return -1;
    if (copy_item(in, it, fd, e) < 0) {
        close(fd);
        return -1;
    }
    if (it->fd > STDERR_FILENO)
        close(it->fd);
    it->fd = fd;
    it->fd_start = 0;
    it->layers = 0;
    return 0;
}

/* What the content says it is; NULL: text. */
static const struct input_kind *kind_of(struct str head)
{
    for (size_t i = 0; input_kinds[i]; i++)
        if (input_kinds[i]->knows && input_kinds[i]->knows(head))
            return input_kinds[i];
    return NULL;
}

/* Text that nobody named is read if it shows a log. */
static bool is_wanted(struct input *in, struct item *it)
{
    if (it->named)
        return true;
    it->nuls =
        bytes_pass_nuls(it->bytes); /* a hole may be longer than what is looked at */
    struct str head = bytes_peek(it->bytes, LIMIT_SNIFF_BYTES);
    if (in->settings.is_log(in->settings.context, head))
        return true;
    /* Damaged before anything of it can be seen: that may have been a log. */
    if (it->bytes->head_failed)
        input_say(in, INPUT_UNREAD, buf_str(&it->path), it->bytes->head_err.text);
    else
        in->skipped++;
    return false;
}

/* Formats whose bytes are no text, however one reads them. */
static const struct {
    struct str magic;
    const char *why;
} foreign[] = {
    {STR_INIT("7z\xbc\xaf\x27\x1c"), "a 7z is not unpacked"         },
    {STR_INIT("Rar!\x1a\x07"),       "a rar is not unpacked"        },
    {STR_INIT("\x04\x22\x4d\x18"),   "an lz4 is not unpacked"       },
    {STR_INIT("LZIP\x01"),           "an lzip is not unpacked"      },
    {STR_INIT("\x89LZO\0"),          "an lzop is not unpacked"      },
    {STR_INIT("\x1f\x9d"),           "a compress .Z is not unpacked"},
};

/* Why an item whose first bytes are these is not opened; NULL: it is. */
static const char *refusal(struct str head, const struct input_kind *kind)
{
    if (codec_of(head))
        return "it is compressed more than twice";
    for (size_t i = 0; i < COUNT_OF(foreign); i++)
        if (str_starts(head, foreign[i].magic))
            return foreign[i].why;
    if (!kind && str_starts(head, STR("LPKSHHRH"))) /* journal-def.h */
        return "a journal, and this logclass was built without libsystemd";
    return NULL;
}

static void open_with(struct input *in, const struct input_kind *kind, struct item *it)
{
    struct err e;

    if (kind->open(in, it, &e) < 0)
        input_say(in, INPUT_UNREAD, buf_str(&it->path), e.text);
}

static bool is_output(const struct input *in, int fd)
{
    struct stat a, b;

    return in->settings.output > 0 && fd >= 0 && fstat(fd, &a) == 0 &&
           fstat(in->settings.output, &b) == 0 && S_ISREG(a.st_mode) &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

static void open_item(struct input *in, struct item *it)
{
    if (!it->bytes) {
        open_with(in, it->kind, it);
        return;
    }
    if (is_output(in, it->fd)) {
        input_say(in, it->named ? INPUT_UNREAD : INPUT_NOTE, buf_str(&it->path),
                  "this is where the events go, and is not read");
        return;
    }
    it->bytes = layers_off(it->bytes, &it->layers);
    struct str head = bytes_peek(it->bytes, MAGIC_BYTES);
    const struct input_kind *kind = kind_of(head);
    const char *why = refusal(head, kind);
    if (why) {
        input_say(in, it->named ? INPUT_UNREAD : INPUT_NOTE, buf_str(&it->path), why);
        return;
    }
    if (!kind && utf16_is(head))
        it->bytes = utf16_open(it->bytes);
    if (kind || is_wanted(in, it))
        open_with(in, kind ? kind : &input_file, it);
}

/* Opens the next stream there is. */
static bool next_stream(struct input *in)
{
    while (!in->lines && in->top) {
        struct item it = {.fd = -1};
        enum have have = in->top->next(in->top, in, &it);
        if (have == HAVE_END)
            pop(in);
        else if (have == HAVE_ITEM)
            open_item(in, &it);
        item_done(&it);
    }
    return in->lines != NULL;
}

enum got input_read(struct input *in, struct batch *b)
{
    struct err e;

    if (in->over)
        end_stream(in);
    if (!in->lines && !next_stream(in))
        return GOT_END;
    enum got got = in->lines->read(in->lines, b, &e);
    if (got == GOT_LINES)
        return got;
    if (got == GOT_ERROR)
        input_say(in, INPUT_UNREAD, in->stream.path, e.text);
    in->over = true;
    return GOT_STREAM_END;
}

struct stream *input_stream(struct input *in)
{
    return in->lines ? &in->stream : NULL;
}

bool input_is_live(const struct input *in)
{
    return in->item.bytes && in->item.bytes->live;
}

bool input_is_single(const struct input *in)
{
    return in->name_count == 1 && !in->many;
}

uint64_t input_skipped(const struct input *in)
{
    return in->skipped;
}

void input_progress(const struct input *in, uint64_t *done, uint64_t *total)
{
    *done = in->item.bytes ? bytes_done(in->item.bytes) : 0;
    *total = in->item.size;
}
