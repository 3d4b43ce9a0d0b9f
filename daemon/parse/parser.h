/*
 * parser.h - the parser's own parts, for parse.c, records.c and overdue.c.
 */
#ifndef LOGCLASS_PARSE_PARSER_H
#define LOGCLASS_PARSE_PARSER_H

#include "parse/parse.h"
#include "parse/strand.h"
#include "parse/traceback.h"

enum { POOL_RECORDS = 64 };

struct parser {
    struct reading in;
    struct tracing tracing;
    struct zone zone;    /* of streams that have none of their own */
    struct batch *batch; /* the one at hand */
    struct str plain;    /* the part of its text before the first ESC */
    struct strand **strands;
    size_t strand_count, strand_cap;
    struct strand *now; /* of the last line */
    struct open *spare; /* the head of the next line is read into it */
    struct open *pool[POOL_RECORDS];
    size_t pool_count;
};

/* ---- parse.c, for pause.c ---- */

struct strand *parser_known(const struct parser *p, const struct stream *s); /* or NULL */
struct strand *parser_strand(struct parser *p,
                             const struct stream *s); /* begun where it is not known */
struct strand *parser_now(struct parser *p,
                          const struct stream *s);    /* and what is read next is its */
void parser_start(struct parser *p, struct batch *b); /* the batch at hand */
void parser_keep(struct strand *s);                   /* of what the batch has */
void parser_forget(struct parser *p, struct strand *s);

/* ---- records.c: the head in p->spare becomes a record, or a line of one ---- */

void records_take(struct parser *p, struct strand *s, struct course *c,
                  const struct physical *l);

/* The head in p->spare is of `line`, a further one of the message that c->last holds. */
void records_take_more(struct parser *p, struct strand *s, struct course *c,
                       const struct physical *l, struct str line);

/* Settles c->doubt: it is the first line of a message of its own, or a line of c->last. */
void records_settle(struct parser *p, struct course *c, bool first);

/* A remark of the tool that printed the log. */
void records_take_note(struct parser *p, struct course *c, const struct physical *l);

/* A line that looks like a head of devstack's form but is none: its text is `text`. */
bool records_is_no_head(const struct course *c, const struct head *h);

/* Closes record i of those that are open; flags: further ones of enum record_flag. */
void records_close(struct parser *p, struct course *c, size_t i, unsigned flags);

/* ---- overdue.c ---- */

/* Closes the records that enough lines of others passed by, and the largest where all that is open
 * passes LIMIT_HELD_BYTES. */
void records_close_left_behind(struct parser *p, struct strand *s);

/* Closes all of them, with these of enum record_flag. */
void records_close_all(struct parser *p, struct course *c, unsigned flags);

#endif
