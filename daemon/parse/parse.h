/*
 * parse.h - lines become records.
 *
 * A parser takes the envelope off each line (oslo.log text or JSON, or none) and gathers the
 * lines of one message: the head, its unprefixed continuation lines, the prefixed lines of the
 * traceback. Several processes may write into one file, so up to LIMIT_OPEN_RECORDS records are
 * open at once in a stream. How lines become records, exactly:
 *
 * - A prefixed line without a bracket joins the newest open record of its (time, pid, logger),
 *   else opens one without a head. (Only the level words ERROR and TRACE stand in prefixes of
 *   traceback lines: another level without a bracket is a head of a format that has none.)
 * - A line without any envelope joins the open record whose line came directly before it; with
 *   none open it opens its own. A bare "Traceback (most recent call last):" under a record below
 *   WARNING, "Process NAME:" ("Exception in thread NAME:" and the like) and "--- Logging error ---"
 *   open their own, and so does any line behind the empty one that ends a prefixed traceback. Where a stream has shown
 *   no envelope yet, each line is a record, but for a bare traceback, which is one.
 *   The block of a logging error ends, and its record closes, with its line "Arguments: …".
 * - A record closes at the next head of its pid (any head where the format has none), after
 *   LIMIT_OPEN_LINES lines or LIMIT_OPEN_BYTES bytes of others, when LIMIT_OPEN_RECORDS are open
 *   (the oldest), at its own limits, and at the end of its stream.
 * - Records come in the order of closing. Every line is in exactly one record.
 *
 * Where no envelope has been shown, a bare traceback ends with its class line; later it takes all
 * lines that follow, since the text of an exception may go on. A record that says no time gets
 * that of the last head of its stream (TIME_ENVELOPE), which it cannot be older than; without one
 * the moment of reading. The suffix of a DEBUG line is taken off `message` and stays in `body`.
 */
#ifndef LOGCLASS_PARSE_PARSE_H
#define LOGCLASS_PARSE_PARSE_H

#include "base/zone.h"
#include "flow/batch.h"

struct formats;

struct parse_settings {
    struct zone zone; /* of times that carry none */
    const struct formats *formats; /* that an operator named (formats.h); NULL: none */
};

struct parser;

struct parser *parser_new(const struct parse_settings *s);
void parser_free(struct parser *p);

/*
 * Takes the lines of b that were not taken yet (b->parsed on) and appends to b->records those
 * that closed. What is still open is copied into the parser: b may be reset afterwards. The
 * streams that the lines name must live until parser_end was called for them.
 */
void parser_lines(struct parser *p, struct batch *b);

/* Closes the open records of stream s, which ends here, and forgets it. */
void parser_end(struct parser *p, const struct stream *s, struct batch *b);

/*
 * Closes the open records of stream s, for nobody knows when its next line comes; they are marked
 * RECORD_PARTIAL where the clock was what closed them. The stream goes on. Half of a message that
 * its transport is still to end stays.
 */
void parser_settle(struct parser *p, const struct stream *s, struct batch *b);

/* Would parser_settle close anything? */
bool parser_is_open(const struct parser *p, const struct stream *s);

/*
 * Appends all that is known of stream s behind its last line, lines of open records and all: with
 * it another process goes on as this one would have. Nothing where no line of s came yet.
 */
void parser_save(struct parser *p, const struct stream *s, struct buf *out);

/* Takes that back, before the first line of s. False, and nothing is known of s, where the bytes
 * are damaged or another build saved them. */
bool parser_restore(struct parser *p, const struct stream *s, struct str saved);

/* Lines that were in open records when last asked; for tests and `explain`. */
size_t parser_open_lines(const struct parser *p);

/*
 * One text, such as a line given to `explain` or an example of a rule, parsed as a stream of its
 * own: its records are appended to b. The text is split at '\n'; the last line
 * needs none.
 */
void parse_text(const struct parse_settings *s, struct str text, struct stream *stream,
                struct batch *b);

#endif
