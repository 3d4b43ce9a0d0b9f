/*
 * codec.h - compressed files: gzip, xz, zstd, bzip2, one stream or several in a row.
 *
 * Each is decompressed by its own library, in pieces, so that memory does not grow with what
 * comes out, and so that of a file which was cut everything before the cut comes out: libarchive
 * gives up to 64 KiB less. No program is run.
 *
 * Sources: RFC 1952 (gzip: members may follow each other), the .xz file format 1.1.0 (streams and
 * padding), RFC 8878 (zstd frames), bzip2's manual (streams may follow each other).
 */
#ifndef LOGCLASS_INPUT_CODEC_H
#define LOGCLASS_INPUT_CODEC_H

#include "input/bytes.h"

struct codec;

/* The codec whose files begin so, else NULL. */
const struct codec *codec_of(struct str head);

/* What comes out of `inner`, which the new source then owns. */
struct bytes *codec_open(const struct codec *c, struct bytes *inner);

#endif
