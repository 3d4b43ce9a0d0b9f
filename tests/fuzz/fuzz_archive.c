/*
 * fuzz_archive.c - a file becomes streams of lines, whatever it is packed in and however damaged.
 *
 * What always holds:
 * - it ends, and neither a crash nor a file remains;
 * - within a stream the lines stand one behind the other: each begins where the one before ends
 *   (entries of a journal are numbered);
 * - a text has at most LIMIT_LINE_BYTES, and no more bytes than its line;
 * - what was said is a sentence.
 *
 * A file that is a folder's worth of bytes when unpacked is left after MOST_BYTES.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "flow/limits.h"
#include "input/input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

enum { MOST_BYTES = 32 * 1024 * 1024 };

static void must(bool good)
{
    if (!good)
        abort();
}

static bool is_log(void *context, struct str head)
{
    (void)context;
    return head.n > 0 && head.p[0] != '#';
}

static void hear(void *context, enum input_word word, const char *text)
{
    (void)context;
    (void)word;
    must(text[0] != 0);
}

static uint64_t check_lines(const struct batch *b, const struct stream *s, uint64_t *at)
{
    bool journal = str_eq(s->kind, STR("journal"));
    uint64_t bytes = 0;

    for (size_t i = 0; i < b->line_count; i++) {
        const struct line *l = &b->lines[i];
        must(l->stream == s && l->position == *at);
        must(l->text.n <= LIMIT_LINE_BYTES && l->text.n <= l->bytes);
        must(memchr(l->text.p ? l->text.p : "", '\n', l->text.n) == NULL || journal);
        *at += journal ? 1 : l->bytes;
        bytes += l->bytes;
    }
    return bytes;
}

static void read_all(char *path)
{
    struct input_settings s = {.is_log = is_log, .say = hear};
    struct input *in = input_open(&path, 1, &s);
    uint64_t at = 0, bytes = 0;
    struct batch b;
    enum got got;

    batch_init(&b);
    do {
        batch_reset(&b, 0);
        got = input_read(in, &b);
        if (got != GOT_END)
            bytes += check_lines(&b, input_stream(in), &at);
        if (got == GOT_STREAM_END)
            at = 0;
    } while (got != GOT_END && bytes < MOST_BYTES);
    batch_done(&b);
    input_close(in);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    int fd = memfd_create("fuzz", MFD_CLOEXEC);
    char path[64];

    must(fd > STDERR_FILENO);
    for (size_t at = 0; at < n;) {
        ssize_t put = write(fd, data + at, n - at);
        must(put > 0);
        at += (size_t)put;
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    read_all(path);
    close(fd);
    return 0;
}
