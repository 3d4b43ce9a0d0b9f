/*
 * line.h - what input gives: one physical line, and the stream that it stands in.
 */
#ifndef LOGCLASS_FLOW_LINE_H
#define LOGCLASS_FLOW_LINE_H

#include "base/clock.h"
#include "base/digest.h"
#include "base/zone.h"

/* A file, one generation of it; standard input; later a journal or a partition. Owned by input,
 * alive as long as any batch or record that names it. */
struct stream {
    unsigned number; /* 0, 1, … in the order of opening; unique in one run */
    struct str kind; /* the input's kind, as the event names it: file, stdin */
    struct str name; /* the input's name: the path as given, or - */
    struct str path; /* of a file; else empty */

    /* What the input knows of records that do not say it themselves: an archive's own host and
     * zone. Empty and NULL: nothing, then the settings hold. */
    struct str host;
    struct str service; /* the input belongs to it */
    const struct zone *zone;
    usec_t written; /* its file's last change: near it lie times without a year; 0: unknown */

    /* The head of the first line, to its newline at most. Masked, and then cut to
     * LIMIT_FIRST_LINE_BYTES, it makes `origin`, the first half of every event's position: more
     * is kept than goes in, so that no secret is cut before it can be seen. */
    char first_line[8192];
    size_t first_line_n;
    bool first_line_known;
    char origin[DIGEST_HEX];
    bool origin_known;
};

enum line_flag {
    LINE_CUT = 1,     /* longer than LIMIT_LINE_BYTES: the rest was read and dropped */
    LINE_UNENDED = 2, /* the last of its stream, without a newline behind it */
};

/* One field of a journal's entry (systemd.journal-fields(7)); the value is raw bytes. */
struct journal_field {
    struct str name, value;
};

struct line {
    struct stream *stream;
    struct str text;   /* without its newline; a CR before that is still there */
    uint64_t position; /* offset of its first byte in the stream */
    uint64_t bytes;    /* in the stream, newline and dropped bytes included */
    unsigned flags;    /* of enum line_flag */

    /* An entry that comes from a journal itself, with all its fields; `text` is then its MESSAGE,
     * newlines and all. NULL: a line of text. */
    const struct journal_field *fields;
    size_t field_count;
};

#endif
