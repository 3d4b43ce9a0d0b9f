/*
 * journal_source.h - the streams of a followed journal, and what their marks say: a part of
 * feed_journal.
 *
 * One journal may hold entries of several series (entry.h): of each boot where it lives in memory,
 * of each machine where it was gathered. Each is a stream. They are read as one, in the order in
 * which libsystemd merges them, so there is one place to read on from, which every stream's mark
 * tells; the mark that was written last holds.
 */
#ifndef LOGCLASS_INPUT_JOURNAL_SOURCE_H
#define LOGCLASS_INPUT_JOURNAL_SOURCE_H

#include "input/entry.h"
#include "input/feed.h"
#include "input/journal_reader.h"

/* Streams of one journal that are known; the longest silent is ended, and forgotten. */
enum { JOURNAL_SOURCES = 256 };

struct journal_source {
    struct stream stream;
    struct entry_room room;
    struct buf key;  /* its series */
    uint64_t passed; /* the place's `passed` when it was last read */
    bool over;       /* its stream was given as ended */
};

struct journal_sources {
    struct journal_source **all;
    size_t n, cap;
    struct journal_source *over; /* given as ended; freed at the next call */
    struct buf *dropped;         /* keys of marks that are of no use */
    size_t dropped_count;
};

/* The streams that marks tell of, and the place of the last of them. A mark that cannot be read is
 * as none. */
void journal_sources_init(struct journal_sources *x, const struct feed_mark *marks,
                          size_t n, struct journal_place *place);
void journal_sources_done(struct journal_sources *x);

/* The stream of an entry with this cursor, begun where it is new. */
struct journal_source *journal_source_of(struct journal_sources *x, struct str cursor);

/* The longest silent where there are too many; NULL: there are not. */
struct journal_source *journal_source_surplus(const struct journal_sources *x);

/* Its stream is given as ended now, and goes with the next journal_sources_tidy. */
void journal_source_end(struct journal_sources *x, struct journal_source *s);
void journal_sources_tidy(struct journal_sources *x);

void journal_place_write(const struct journal_place *p, struct buf *out);

#endif
