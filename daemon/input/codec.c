#include "input/codec.h"

#define ZLIB_CONST /* zlib only reads its input, and then says so */

#include <bzlib.h>
#include <lzma.h>
#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "flow/limits.h"

enum step {
    STEP_ON,    /* more input, or more room, and it goes on */
    STEP_END,   /* one member or stream is whole */
    STEP_WRONG, /* damaged; what was written before is good */
};

/* What a step reads and writes; it moves both slices on. */
struct work {
    const char *in;
    size_t in_n;
    char *out;
    size_t out_n;
};

struct unpacker {
    struct bytes bytes;
    const struct codec *codec;
    union {
        z_stream gz;
        lzma_stream xz;
        ZSTD_DStream *zst;
        bz_stream bz2;
    } u;
    struct buf in; /* compressed bytes, from in_taken on not yet used */
    size_t in_taken;
    bool in_ended; /* the inner source has no more */
    bool begun;    /* a member is open and not at its end */
    bool any;      /* a member was whole */
    bool ended;
    const char *damage; /* said when what was good has been given */
};

struct codec {
    const char *name;
    struct str magic;
    bool (*start)(struct unpacker *u); /* of a member; also after the end of another */
    enum step (*step)(struct unpacker *u, struct work *w);
    void (*stop)(struct unpacker *u);
};

static const char too_large[] = "needs more memory than the bound allows";

/* ---- gzip ---- */

static bool gz_start(struct unpacker *u)
{
    enum { GZIP_ONLY = 16 };

    if (u->any)
        return inflateReset(&u->u.gz) == Z_OK;
    return inflateInit2(&u->u.gz, MAX_WBITS + GZIP_ONLY) == Z_OK;
}

static enum step gz_step(struct unpacker *u, struct work *w)
{
    z_stream *z = &u->u.gz;
    size_t room = w->out_n > UINT32_MAX ? UINT32_MAX : w->out_n;

    z->next_in = (const Bytef *)w->in;
    z->avail_in = (uInt)w->in_n;
    z->next_out = (Bytef *)w->out;
    z->avail_out = (uInt)room;
    int rc = inflate(z, Z_NO_FLUSH);
    w->in += w->in_n - z->avail_in;
    w->in_n = z->avail_in;
    w->out += room - z->avail_out;
    w->out_n -= room - z->avail_out;
    if (rc == Z_STREAM_END)
        return STEP_END;
    return rc == Z_OK || rc == Z_BUF_ERROR ? STEP_ON : STEP_WRONG;
}

static void gz_stop(struct unpacker *u)
{
    inflateEnd(&u->u.gz);
}

/* ---- xz ---- */

static bool xz_start(struct unpacker *u)
{
    return lzma_stream_decoder(&u->u.xz, LIMIT_XZ_BYTES, 0) == LZMA_OK;
}

static enum step xz_step(struct unpacker *u, struct work *w)
{
    lzma_stream *z = &u->u.xz;

    z->next_in = (const uint8_t *)w->in;
    z->avail_in = w->in_n;
    z->next_out = (uint8_t *)w->out;
    z->avail_out = w->out_n;
    lzma_ret rc = lzma_code(z, LZMA_RUN);
    w->in += w->in_n - z->avail_in;
    w->in_n = z->avail_in;
    w->out += w->out_n - z->avail_out;
    w->out_n = z->avail_out;
    if (rc == LZMA_STREAM_END)
        return STEP_END;
    if (rc == LZMA_MEMLIMIT_ERROR)
        u->damage = too_large;
    return rc == LZMA_OK || rc == LZMA_BUF_ERROR ? STEP_ON : STEP_WRONG;
}

static void xz_stop(struct unpacker *u)
{
    lzma_end(&u->u.xz);
}

/* ---- zstd ---- */

static bool zst_start(struct unpacker *u)
{
    /* Its window is at most 128 MiB, the library's own bound (ZSTD_WINDOWLOG_LIMIT_DEFAULT). */
    if (!u->any)
        u->u.zst = ZSTD_createDStream();
    return u->u.zst && !ZSTD_isError(ZSTD_initDStream(u->u.zst));
}

static enum step zst_step(struct unpacker *u, struct work *w)
{
    ZSTD_inBuffer in = {w->in, w->in_n, 0};
    ZSTD_outBuffer out = {w->out, w->out_n, 0};
    size_t rc = ZSTD_decompressStream(u->u.zst, &out, &in);

    w->in += in.pos;
    w->in_n -= in.pos;
    w->out += out.pos;
    w->out_n -= out.pos;
    if (ZSTD_getErrorCode(rc) == ZSTD_error_frameParameter_windowTooLarge)
        u->damage = too_large;
    if (ZSTD_isError(rc))
        return STEP_WRONG;
    return rc == 0 ? STEP_END : STEP_ON;
}

static void zst_stop(struct unpacker *u)
{
    ZSTD_freeDStream(u->u.zst);
}

/* ---- bzip2 ---- */

static bool bz2_start(struct unpacker *u)
{
    if (u->any)
        BZ2_bzDecompressEnd(&u->u.bz2);
    u->u.bz2 = (bz_stream){0};
    return BZ2_bzDecompressInit(&u->u.bz2, 0, 0) == BZ_OK;
}

static enum step bz2_step(struct unpacker *u, struct work *w)
{
    bz_stream *z = &u->u.bz2;
    size_t room = w->out_n > UINT32_MAX ? UINT32_MAX : w->out_n;
    /* The library wants a pointer to what it may write, and only reads. */
    union {
        const char *c;
        char *p;
    } in = {.c = w->in};

    z->next_in = in.p;
    z->avail_in = (unsigned)w->in_n;
    z->next_out = w->out;
    z->avail_out = (unsigned)room;
    int rc = BZ2_bzDecompress(z);
    w->in += w->in_n - z->avail_in;
    w->in_n = z->avail_in;
    w->out += room - z->avail_out;
    w->out_n -= room - z->avail_out;
    if (rc == BZ_STREAM_END)
        return STEP_END;
    return rc == BZ_OK ? STEP_ON : STEP_WRONG;
}

static void bz2_stop(struct unpacker *u)
{
    BZ2_bzDecompressEnd(&u->u.bz2);
}

static const struct codec codecs[] = {
    {"gz",  STR_INIT("\x1f\x8b\x08"),     gz_start,  gz_step,  gz_stop },
    {"xz",  STR_INIT("\xfd\x37zXZ\0"),    xz_start,  xz_step,  xz_stop },
    {"zst", STR_INIT("\x28\xb5\x2f\xfd"), zst_start, zst_step, zst_stop},
    {"bz2", STR_INIT("BZh"),              bz2_start, bz2_step, bz2_stop},
};

/* "BZh" may begin a text: its block size and the first block's mark follow (0x314159265359), or
 * in an empty file the end's (0x177245385090). */
static bool is_bz2(struct str head)
{
    if (head.n < 10 || !str_starts(head, STR("BZh")) || head.p[3] < '1' || head.p[3] > '9')
        return false;
    struct str mark = {head.p + 4, 6};
    return str_eq(mark, STR("1AY&SY")) || str_eq(mark, STR("\x17\x72\x45\x38\x50\x90"));
}

/* A frame of zstd that holds no content: pzstd and the seekable format write them at either end
 * (RFC 8878, 3.1.2). */
static bool is_skippable(struct str head)
{
    return head.n >= 4 && ((unsigned char)head.p[0] & 0xf0) == 0x50 &&
           str_starts(str_from(head, 1), STR("\x2a\x4d\x18"));
}

static bool begins(const struct codec *c, struct str head)
{
    if (c->start == bz2_start)
        return is_bz2(head);
    return str_starts(head, c->magic) || (c->start == zst_start && is_skippable(head));
}

const struct codec *codec_of(struct str head)
{
    for (size_t i = 0; i < COUNT_OF(codecs); i++)
        if (begins(&codecs[i], head))
            return &codecs[i];
    return NULL;
}

/* ---- all of them ---- */

static int refill(struct unpacker *u, struct err *e)
{
    if (u->in_taken < u->in.n || u->in_ended)
        return 0;
    buf_clear(&u->in);
    u->in_taken = 0;
    buf_reserve(&u->in, READ_BYTES);
    ssize_t got = bytes_read(u->bytes.inner, u->in.p, READ_BYTES, e);
    if (got < 0)
        return -1;
    u->in_ended = got == 0;
    u->in.n = (size_t)got;
    return 0;
}

/* Is this the first byte of a member? */
static bool may_begin(const struct codec *c, char first)
{
    return first == c->magic.p[0] ||
           (c->start == zst_start && ((unsigned char)first & 0xf0) == 0x50);
}

/* Between two members: NULs may pad a file to a whole block; anything but a member ends it. */
static void begin_member(struct unpacker *u)
{
    while (u->any && u->in_taken < u->in.n && u->in.p[u->in_taken] == 0)
        u->in_taken++;
    if (u->in_taken == u->in.n) {
        u->ended = u->in_ended;
        return;
    }
    if (u->any && !may_begin(u->codec, u->in.p[u->in_taken])) {
        u->damage = "is followed by other bytes";
        u->ended = true;
        return;
    }
    u->begun = u->codec->start(u);
    if (!u->begun)
        mem_out(); /* the only thing that a start can lack */
}

static ssize_t fail(struct unpacker *u, struct err *e)
{
    u->ended = true;
    if (!u->damage)
        return 0;
    err_set(e, "its %s data %s", u->codec->name, u->damage);
    u->damage = NULL;
    return -1;
}

/* One step with what is there. */
static void work_on(struct unpacker *u, struct work *w)
{
    w->in = u->in.p ? u->in.p + u->in_taken : "";
    w->in_n = u->in.n - u->in_taken;
    size_t room = w->out_n, had = w->in_n;
    enum step step = u->codec->step(u, w);

    u->in_taken = u->in.n - w->in_n;
    if (step == STEP_END) {
        u->begun = false;
        u->any = true;
    } else if (step == STEP_WRONG) {
        if (!u->damage)
            u->damage = "is damaged";
        u->ended = true;
    } else if (u->in_ended && had == w->in_n && room == w->out_n) {
        u->damage = "ends too early: it was cut, or is still being written";
        u->ended = true;
    }
}

static ssize_t unpack(struct bytes *s, char *p, size_t n, struct err *e)
{
    struct unpacker *u = (struct unpacker *)s;
    struct work w = {.out = p, .out_n = n};

    while (!u->ended && w.out_n > 0) {
        if (refill(u, e) < 0) {
            u->ended = true;
            if (w.out_n == n)
                return -1;
            s->head_failed = true; /* given behind what is good */
            s->head_err = *e;
            break;
        }
        if (!u->begun)
            begin_member(u);
        else
            work_on(u, &w);
        if (w.out_n < n && s->live && u->in_taken == u->in.n)
            break;
    }
    return w.out_n < n ? (ssize_t)(n - w.out_n) : fail(u, e);
}

static void close_unpacker(struct bytes *s)
{
    struct unpacker *u = (struct unpacker *)s;

    if (u->begun || u->any)
        u->codec->stop(u);
    buf_done(&u->in);
    bytes_close(s->inner);
    free(u);
}

struct bytes *codec_open(const struct codec *c, struct bytes *inner)
{
    struct unpacker *u = mem_new(sizeof *u);

    u->bytes.read = unpack;
    u->bytes.close = close_unpacker;
    u->bytes.inner = inner;
    u->bytes.live = inner->live;
    u->codec = c;
    return &u->bytes;
}
