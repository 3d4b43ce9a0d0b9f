/*
 * batch.h - the tray that travels from room to room: an arena and its columns.
 *
 *     input      parse        classify    (pipeline)   mask           render
 *     lines  ->  records  ->  matches  ->  chosen  ->  redactions ->  events
 *
 * Each room fills its own column and reads only the columns to its left. records and matches have
 * the same length: the i-th match belongs to the i-th record. chosen holds the numbers of the
 * records that become events (what --emit asks for); the i-th redaction belongs to chosen[i].
 * mask replaces text of chosen records and of their matches by text without secrets.
 */
#ifndef LOGCLASS_FLOW_BATCH_H
#define LOGCLASS_FLOW_BATCH_H

#include "base/arena.h"
#include "flow/match.h"

/* What was hidden; the names are those of logclass.redacted. */
enum secret_kind {
    SECRET_TOKEN,
    SECRET_PASSWORD,
    SECRET_URL_PASSWORD,
    SECRET_URL_SIGNATURE,
    SECRET_PRIVATE_KEY,
    SECRET_TRUST_ID,
    SECRET_SQL_PARAMETERS,
    SECRET_HEADER,
    SECRET_USER_DATA,
    SECRET_CUSTOM,
};
enum { SECRET_COUNT = 10 };

struct str secret_name(enum secret_kind k);

/* What mask hid of one record. */
struct redaction {
    unsigned kinds; /* bit k: a secret of kind k was hidden */
    uint32_t count; /* marks written */
};

struct batch {
    struct arena arena;
    usec_t now; /* when its lines were read */

    struct buf text; /* the bytes of the lines */
    struct line *lines;
    size_t line_count, line_cap;
    size_t parsed; /* lines that parse has taken */

    struct record *records;
    size_t record_count, record_cap;

    struct match *matches;
    size_t match_count, match_cap;

    uint32_t *chosen;
    size_t chosen_count, chosen_cap;

    struct redaction *redactions;
    size_t redaction_count, redaction_cap;

    struct buf events; /* whole lines of JSON (or of the chosen format), newline behind each;
                          not cleared by batch_reset: they wait for whoever takes them */
    size_t event_count; /* rendered so far, of chosen_count */
};

void batch_init(struct batch *b);
void batch_done(struct batch *b);
void batch_reset(struct batch *b, usec_t now); /* empty again, its memory kept */

struct line *batch_line(struct batch *b);     /* a new zeroed row of its column */
struct record *batch_record(struct batch *b); /* likewise; pid and thread_id are -1 */
struct match *batch_match(struct batch *b);
void batch_choose(struct batch *b, uint32_t record);
struct redaction *batch_redaction(struct batch *b);

#endif
