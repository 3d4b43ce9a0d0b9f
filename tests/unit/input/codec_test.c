#include "input/codec.h"

#include <bzlib.h>
#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "suites.h"

enum { TEXT_BYTES = 400000, PACKED_BYTES = 512 * 1024 };

static char text[TEXT_BYTES];

static void make_text(void)
{
    unsigned seed = 1;

    for (size_t i = 0; i < TEXT_BYTES; i++) {
        seed = seed * 1103515245 + 12345;
        text[i] = i % 80 == 79 ? '\n' : (char)('a' + (seed >> 16) % 20);
    }
}

static size_t pack_gz(char *out)
{
    z_stream z = {0};

    ck_assert_int_eq(deflateInit2(&z, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY),
                     Z_OK);
    z.next_in = (Bytef *)text;
    z.avail_in = TEXT_BYTES;
    z.next_out = (Bytef *)out;
    z.avail_out = PACKED_BYTES;
    ck_assert_int_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
    size_t n = PACKED_BYTES - z.avail_out;
    deflateEnd(&z);
    return n;
}

static size_t pack_xz(char *out)
{
    size_t n = 0;

    ck_assert_int_eq(lzma_easy_buffer_encode(6, LZMA_CHECK_CRC64, NULL, (uint8_t *)text,
                                             TEXT_BYTES, (uint8_t *)out, &n, PACKED_BYTES),
                     LZMA_OK);
    return n;
}

static size_t pack_zst(char *out)
{
    return ZSTD_compress(out, PACKED_BYTES, text, TEXT_BYTES, 3);
}

static size_t pack_bz2(char *out)
{
    unsigned n = PACKED_BYTES;

    ck_assert_int_eq(BZ2_bzBuffToBuffCompress(out, &n, text, TEXT_BYTES, 1, 0, 0), BZ_OK);
    return n;
}

static const struct {
    const char *name;
    size_t (*pack)(char *out);
} kinds[] = {{"gz", pack_gz}, {"xz", pack_xz}, {"zst", pack_zst}, {"bz2", pack_bz2}};

/* Unpacks n bytes, asked for in pieces; returns whether that ended without an error. */
static bool unpack(const char *packed, size_t n, size_t piece, struct buf *out)
{
    FILE *f = tmpfile();
    char part[4096];
    struct err e;
    ssize_t got;

    ck_assert_ptr_nonnull(f);
    ck_assert_uint_eq(fwrite(packed, 1, n, f), n);
    ck_assert_int_eq(fflush(f), 0);
    const struct codec *c = codec_of((struct str){packed, n});
    ck_assert_ptr_nonnull(c);
    struct bytes *s = codec_open(c, bytes_part(fileno(f), 0, UINT64_MAX));
    while ((got = bytes_read(s, part, piece, &e)) > 0)
        buf_add(out, (struct str){part, (size_t)got});
    if (got < 0)
        ck_assert_ptr_nonnull(strstr(e.text, "data"));
    bytes_close(s);
    fclose(f);
    return got == 0;
}

/* Whole, and twice in a row, with and without NULs between. */
START_TEST(unpacks)
{
    char *packed = mem_new(3 * PACKED_BYTES);
    size_t n = kinds[_i / 3].pack(packed), members = 1;
    CLEANUP(buf_done) struct buf got = {0};

    if (_i % 3) {
        size_t pad = _i % 3 == 2 ? 512 : 0;
        memcpy(packed + n + pad, packed, n);
        n = 2 * n + pad;
        members = 2;
    }
    ck_assert(unpack(packed, n, 4096, &got));
    ck_assert_uint_eq(got.n, members * TEXT_BYTES);
    ck_assert(memcmp(got.p, text, TEXT_BYTES) == 0);
    ck_assert(memcmp(got.p + got.n - TEXT_BYTES, text, TEXT_BYTES) == 0);
    buf_clear(&got);
    ck_assert(unpack(packed, n, 77, &got));
    ck_assert_uint_eq(got.n, members * TEXT_BYTES);
    free(packed);
}
END_TEST

/* Cut anywhere, what comes out is a head of the text, and that it is no more is said. zstd and
 * bzip2 give whole blocks only. */
START_TEST(gives_what_stands_before_a_cut)
{
    char *packed = mem_new(PACKED_BYTES);
    size_t whole = kinds[_i].pack(packed), most = 0;

    enum { CUTS = 20, LAST = 10 };
    for (size_t i = 1; i < CUTS + LAST; i++) {
        size_t n = i < CUTS ? whole * i / CUTS : whole - LAST - CUTS + i;
        CLEANUP(buf_done) struct buf got = {0};
        ck_assert_msg(!unpack(packed, n, 1000, &got), "%s cut at %zu is whole",
                      kinds[_i].name, n);
        ck_assert_uint_le(got.n, TEXT_BYTES);
        ck_assert(got.n == 0 || memcmp(got.p, text, got.n) == 0);
        most = got.n > most ? got.n : most;
    }
    if (_i < 2)
        ck_assert_uint_eq(most, TEXT_BYTES); /* only the end's sum is missing */
    else
        ck_assert_uint_ge(most, TEXT_BYTES / 2);
    free(packed);
}
END_TEST

START_TEST(says_what_stands_behind)
{
    char *packed = mem_new(PACKED_BYTES);
    size_t n = kinds[_i].pack(packed);
    CLEANUP(buf_done) struct buf got = {0};

    memcpy(packed + n, "rubbish", 7);
    ck_assert(!unpack(packed, n + 7, 4096, &got));
    ck_assert_uint_eq(got.n, TEXT_BYTES);
    free(packed);
}
END_TEST

/* pzstd and the seekable format put frames without content at either end. */
START_TEST(passes_over_empty_frames)
{
    static const char frame[] = "\x5e\x2a\x4d\x18\x04\0\0\0data";
    enum { FRAME = sizeof frame - 1 };
    char *packed = mem_new(PACKED_BYTES);
    CLEANUP(buf_done) struct buf got = {0};

    memcpy(packed, frame, FRAME);
    packed[0] = '\x50';
    size_t n = FRAME + pack_zst(packed + FRAME);
    memcpy(packed + n, frame, FRAME);
    ck_assert(unpack(packed, n + FRAME, 4096, &got));
    ck_assert_uint_eq(got.n, TEXT_BYTES);
    ck_assert(memcmp(got.p, text, TEXT_BYTES) == 0);
    free(packed);
}
END_TEST

START_TEST(survives_damage)
{
    char *packed = mem_new(PACKED_BYTES);
    size_t n = kinds[_i].pack(packed);

    for (size_t at = 10; at < n; at += at < 200 ? 7 : n / 50) {
        CLEANUP(buf_done) struct buf got = {0};
        packed[at] ^= 0x55;
        (void)unpack(packed, n, 4096, &got);
        packed[at] ^= 0x55;
    }
    free(packed);
}
END_TEST

START_TEST(takes_nothing_else)
{
    ck_assert_ptr_null(codec_of(STR("")));
    ck_assert_ptr_null(codec_of(STR("\x1f")));
    ck_assert_ptr_null(codec_of(STR("BZh is how this text begins")));
    ck_assert_ptr_null(codec_of(STR("2026-11-30 10:00:00.000 1 INFO a [-] b")));
}
END_TEST

Suite *codec_suite(void)
{
    Suite *s = suite_create("input/codec");
    TCase *tc = tcase_create("codec");

    tcase_add_unchecked_fixture(tc, make_text, NULL);
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, unpacks, 0, 3 * (int)COUNT_OF(kinds));
    tcase_add_loop_test(tc, gives_what_stands_before_a_cut, 0, (int)COUNT_OF(kinds));
    tcase_add_loop_test(tc, says_what_stands_behind, 0, (int)COUNT_OF(kinds));
    tcase_add_loop_test(tc, survives_damage, 0, (int)COUNT_OF(kinds));
    tcase_add_test(tc, passes_over_empty_frames);
    tcase_add_test(tc, takes_nothing_else);
    suite_add_tcase(s, tc);
    return s;
}
