/*
 * writer.h - a JSON document written from left to right (RFC 8259), with cut texts counted.
 *
 * What comes out is always valid UTF-8: bytes that are no UTF-8 become U+FFFD, C0 controls other
 * than tab and newline are left out. Members whose text is empty are not written at all: absent
 * means unknown.
 */
#ifndef LOGCLASS_RENDER_WRITER_H
#define LOGCLASS_RENDER_WRITER_H

#include "base/clock.h"

enum { WRITER_DEPTH = 8, WRITER_CUTS = 16 };

struct writer {
    struct buf *out;
    bool comma; /* a value stands before the next one */
    unsigned depth;
    struct str pending[WRITER_DEPTH]; /* keys of objects that have no member yet */
    unsigned pending_count;
    struct str cut[WRITER_CUTS]; /* names of fields that were cut */
    size_t cut_count;
};

void writer_start(struct writer *j, struct buf *out); /* opens the document's object */
void writer_end(struct writer *j);

/* An object as a member. One in which nothing is written leaves no trace. */
void writer_open(struct writer *j, struct str key);
void writer_close(struct writer *j);

void writer_text(struct writer *j, struct str key, struct str value, size_t limit,
                 struct str name);
void writer_text_or_empty(struct writer *j, struct str key, struct str value,
                          size_t limit, struct str name); /* written even if empty */
void writer_word(struct writer *j, struct str key,
                 struct str value); /* our own words: no escapes */
void writer_u64(struct writer *j, struct str key, uint64_t value);
void writer_true(struct writer *j, struct str key); /* a flag that is set */
void writer_time(struct writer *j, struct str key, usec_t t);

void writer_open_list(struct writer *j,
                      struct str key); /* only where an item is sure to follow */
void writer_item(struct writer *j, struct str value, size_t limit, struct str name);
void writer_item_word(struct writer *j, struct str value);
void writer_close_list(struct writer *j);

/* Remembers that the field `name` was cut. */
void writer_was_cut(struct writer *j, struct str name);

#endif
