/*
 * replay.c - a fuzz target as an ordinary test: runs every file of a corpus folder through it, and
 * mutations of them that are the same on every run.
 *
 *     tests/fuzz_NAME FOLDER...
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

enum { SEED_BYTES = 1024 * 1024, MUTATIONS = 4000, BUDGET_MS = 1500 };

struct corpus {
    struct buf *seeds;
    size_t n, cap;
};

static void corpus_done(struct corpus *c)
{
    for (size_t i = 0; i < c->n; i++)
        buf_done(&c->seeds[i]);
    free(c->seeds);
}

/* xorshift64*: the same numbers everywhere. */
static uint64_t next(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

/* A copy of exactly n bytes, so that the sanitizer sees a step past their end. */
static void run(const char *p, size_t n)
{
    uint8_t *copy = mem_new(n);

    if (n)
        memcpy(copy, p, n);
    LLVMFuzzerTestOneInput(copy, n);
    free(copy);
}

static int add_folder(struct corpus *c, const char *folder, struct err *e)
{
    struct dirent **names;
    int n = scandir(folder, &names, NULL, alphasort), result = 0;

    if (n < 0)
        return err_sys(e, "corpus '%s'", folder);
    for (int i = 0; i < n; i++) {
        if (names[i]->d_name[0] != '.' && result == 0) {
            CLEANUP(buf_done) struct buf path = {0};
            buf_fmt(&path, "%s/%s", folder, names[i]->d_name);
            VEC_GROW(c->seeds, c->n, c->cap);
            c->seeds[c->n++] = (struct buf){0};
            result = file_read(buf_z(&path), SEED_BYTES, &c->seeds[c->n - 1], e);
        }
        free(names[i]);
    }
    free(names);
    return result;
}

static void flip_bits(struct buf *b, uint64_t *state)
{
    for (uint64_t times = 1 + next(state) % 4; times && b->n; times--) {
        unsigned bit = 1u << next(state) % 8;
        size_t at = next(state) % b->n;
        b->p[at] = (char)((unsigned char)b->p[at] ^ bit);
    }
}

static void truncate_tail(struct buf *b, uint64_t *state)
{
    if (b->n)
        b->n = next(state) % b->n;
}

/* Replaces a stretch by bytes that mean something to parsers of text. */
static void overwrite(struct buf *b, uint64_t *state)
{
    static const char words[] = "\n\r\0\x1b[]%({}\"'\\: \t\xff\xc3\xe2\x80\xa6-0/";

    for (uint64_t times = 1 + next(state) % 6; times && b->n; times--)
        b->p[next(state) % b->n] = words[next(state) % (sizeof words - 1)];
}

/* Takes a stretch out, so that two distant parts meet. */
static void cut_middle(struct buf *b, uint64_t *state)
{
    if (b->n < 2)
        return;
    size_t from = next(state) % b->n, n = next(state) % (b->n - from);
    memmove(b->p + from, b->p + from + n, b->n - from - n);
    b->n -= n;
}

/* Puts a copy of one stretch in another place, newlines and all. */
static void repeat(struct buf *b, uint64_t *state)
{
    if (b->n == 0)
        return;
    size_t from = next(state) % b->n, most = b->n - from < 256 ? b->n - from : 256;
    CLEANUP(buf_done) struct buf piece = {0};
    buf_add(&piece, (struct str){b->p + from, next(state) % (most + 1)});
    buf_add(b, buf_str(&piece));
}

static double elapsed_ms(const struct timespec *since)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - since->tv_sec) * 1e3 +
           (double)(now.tv_nsec - since->tv_nsec) / 1e6;
}

static size_t mutate(const struct corpus *c)
{
    static void (*const mutations[])(struct buf *, uint64_t *) = {
        flip_bits, truncate_tail, overwrite, cut_middle, repeat,
    };
    CLEANUP(buf_done) struct buf b = {0};
    uint64_t state = UINT64_C(0x6c6f67636c617373);
    struct timespec start;
    size_t i = 0;

    clock_gettime(CLOCK_MONOTONIC, &start);
    /* The budget keeps a slow machine's test short; it takes away from the end only. */
    for (; i < MUTATIONS && c->n && elapsed_ms(&start) < BUDGET_MS; i++) {
        buf_clear(&b);
        buf_add(&b, buf_str(&c->seeds[i % c->n]));
        for (uint64_t times = 1 + next(&state) % 3; times; times--)
            mutations[next(&state) % COUNT_OF(mutations)](&b, &state);
        run(b.p, b.n);
    }
    return i;
}

int main(int argc, char **argv)
{
    CLEANUP(corpus_done) struct corpus c = {0};
    struct err e;

    for (int i = 1; i < argc; i++)
        if (add_folder(&c, argv[i], &e) < 0) {
            fprintf(stderr, "%s\n", e.text);
            return 1;
        }
    if (c.n == 0) {
        fprintf(stderr, "no corpus: give a folder with files in it\n");
        return 1;
    }
    run("", 0);
    for (size_t i = 0; i < c.n; i++)
        run(c.seeds[i].p, c.seeds[i].n);
    printf("%zu files, %zu mutations\n", c.n, mutate(&c));
    return 0;
}
