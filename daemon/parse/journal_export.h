/*
 * journal_export.h - the entries of `journalctl -o export` (systemd's Journal Export Format).
 *
 *     __CURSOR=s=aa60…            the first line of an entry
 *     PRIORITY=4
 *     MESSAGE                     a value with a newline or a control byte:
 *     7.......line one\nline two  64 bits of length, the lowest byte first, the value, a newline
 *                                 an empty line ends the entry
 *
 * and of `journalctl -o verbose`, whose entries end where the next begins:
 *
 *     Tue 2026-12-01 12:41:57.909163 UTC [s=1b01…;i=3;b=98c5…;m=4d89…;t=66191da1f929b;x=6676…]
 *         PRIORITY=4
 *         MESSAGE=line one
 *                 line two
 *
 * and of `journalctl -o json-pretty`, whose lines together are an object of parse_journal.c:
 *
 *     {
 *     <TAB>"PRIORITY" : "4",
 *     }
 *
 * The bytes of a length and of a value may be newlines: the lines of an entry are gathered as they
 * come, in memory of its own, until it is whole. Whatever the bytes are, each line is either taken
 * or left to the other kinds, and an entry ends at the bounds of a record.
 */
#ifndef LOGCLASS_PARSE_JOURNAL_EXPORT_H
#define LOGCLASS_PARSE_JOURNAL_EXPORT_H

#include "parse/gather.h"
#include "parse/journal.h"
#include "parse/open.h"

enum { EXPORT_LENGTH_BYTES = 8 };

enum export_step {
    EXPORT_FIELD,  /* a field begins, or the entry ends */
    EXPORT_LENGTH, /* the length of a value */
    EXPORT_VALUE,
    EXPORT_VERBOSE, /* a line of a verbose entry */
    EXPORT_PRETTY,  /* a line of an object */
};

/* One entry, as far as it has come. */
struct export {
    struct gather raw;
    uint64_t position, bytes;
    uint32_t lines; /* 0: there is none */
    unsigned flags; /* of enum line_flag */

    struct buf values; /* of the fields that are used */
    size_t from[JOURNAL_NAMES], n[JOURNAL_NAMES];
    bool known[JOURNAL_NAMES];

    enum export_step step;
    enum journal_name name; /* of the value at hand; JOURNAL_NAMES: it is not used */
    uint64_t length;
    unsigned length_n; /* bytes of it that have come */
    size_t margin;     /* of further lines of a verbose value */
    uint64_t left;     /* bytes of the value that have not, its newline included */
    bool broken;       /* the bytes are not what the format says */
};

enum export_take {
    EXPORT_MORE,  /* the line is part of the entry */
    EXPORT_WHOLE, /* and the last of it */
    EXPORT_NOT,   /* it is not: the entry ended before it */
};

struct export *export_new(void);
void export_free(struct export *x);

/* True for a line that may be the first of an entry: few others are asked further. */
static inline bool export_may_open(struct str raw)
{
    return raw.n && (raw.p[0] == '_' || (raw.p[0] == '{' && raw.n == 1) ||
                     (raw.p[0] >= 'F' && raw.p[raw.n - 1] == ']'));
}

/* True for the first line of an entry. */
bool export_opens(struct str raw);

/* Gives the next line, its CR and colours still there. Where x has no lines it must open one. */
enum export_take export_line(struct export *x, const struct line *l);

/* The entry as far as it has come, in the arena; empties x. */
void export_entry(struct export *x, const struct stream *s, struct arena *a,
                  struct journal_entry *e, struct physical *out);

#endif
