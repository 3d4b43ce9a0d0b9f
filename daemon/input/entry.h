/*
 * entry.h - an entry of a systemd journal, at which libsystemd's reader stands, as a line.
 *
 * Its fields are those of sd-journal(3), with __CURSOR and __REALTIME_TIMESTAMP (microseconds,
 * decimal) as `journalctl -o export` names them; its text is MESSAGE. Where it stands, its cursor
 * tells: a journald numbers its entries through all its files, of which it archives and deletes
 * one after the other. So the line's position is that number, and the stream's origin the series
 * of numbers that it belongs to: the same in the live journal, in an archived file, and in a copy.
 *
 * Of a field at most LIMIT_LINE_BYTES are read, of an entry LIMIT_JOURNAL_FIELDS fields, as many as
 * journald itself takes (ENTRY_FIELD_COUNT_MAX).
 */
#ifndef LOGCLASS_INPUT_ENTRY_H
#define LOGCLASS_INPUT_ENTRY_H

#include <systemd/sd-journal.h>

#include "flow/batch.h"
#include "flow/limits.h"

/* What a cursor says, "s=…;i=…;b=…;m=…;t=…;x=…" (sd_journal_get_cursor). */
struct cursor {
    char series[DIGEST_HEX]; /* s: of who gave the number */
    uint64_t number;         /* i: in the series, from 1 */
    usec_t time;             /* t: when it was taken */
    struct str entry; /* b, m, t, x: the same in each copy, whatever its number there */
};

/* False where a cursor has another form. */
bool cursor_read(struct str text, struct cursor *out);

enum {
    ENTRY_ADDRESS_FIELDS = 2,
    ENTRY_FIELDS = LIMIT_JOURNAL_FIELDS + ENTRY_ADDRESS_FIELDS
};

struct entry_room {                            /* zeroed; one for each stream */
    struct journal_field fields[ENTRY_FIELDS]; /* of the entry at hand */
    uint64_t taken;                            /* entries */
};

/* A field this long is cut while it is unpacked, before it takes memory. */
int entry_limit(sd_journal *j);

/* The origin of a stream whose entry has this cursor, where it says one. */
void entry_origin(struct stream *s, struct str cursor);

/* Adds the entry as a line of s; returns how many bytes it took. */
size_t entry_take(struct entry_room *x, sd_journal *j, struct stream *s, struct batch *b);

#endif
