/*
 * message.h - log entries against the text of a message (rules 2 to 4).
 */
#ifndef LOGCLASS_CLASSIFY_MESSAGE_H
#define LOGCLASS_CLASSIFY_MESSAGE_H

#include "classify/confidence.h"
#include "classify/explain.h"
#include "classify/gate.h"
#include "flow/limits.h"

/* How well an entry that fits suits the record; compared from left to right, more is better. */
struct rank {
    bool msg;       /* JSON's msg is the template, letter for letter */
    size_t literal; /* bytes of text in the template */
    bool frames;    /* it asks for a frame, and the traceback has it */
    int logger;     /* how near the record's logger is to a listed one */
    int level;      /* 1 equal, 0 not said, -1 differs */
    uint32_t source; /* UINT32_MAX: the record's own call site is listed; 0: another file */
    size_t lead;     /* bytes of text before the first gap */
    size_t next; /* where its text goes on behind that: less is more, since a value that
                      * holds the text of another is rarer than one that does not */
};

enum { LIMITED_KEPT = 16 }; /* entries at their limit that one record's match names */

/*
 * What the rules share within one worker. The fields from `best` on are the search that is
 * going on; they stand here because clearing them for each record would cost more than most
 * searches.
 */
struct matcher {
    const struct catalog *catalog;
    struct pattern_scratch *scratch;
    struct teller teller;
    struct arena *arena; /* of the batch at hand */
    struct str logger;   /* of the record at hand */
    const struct entry *limited[LIMITED_KEPT];
    size_t limited_count;

    const struct entry *best[LIMIT_CANDIDATES]; /* equals, in the order of their numbers */
    size_t best_count;
    struct rank rank;
    const struct pattern *pattern; /* of best[0] */
    struct str kept[PATTERN_GAPS]; /* captures of best[0] */
    struct str gaps[PATTERN_GAPS]; /* captures of the entry at hand */
    bool whole_body;               /* as in struct match */
};

/* Does pattern p of entry e fit? Captures go to m->gaps. Limits are noted, steps told. */
bool matcher_fits(struct matcher *m, const struct entry *e, const struct pattern *p,
                  struct str text);

/* Captured values by name, in the arena; groups that took no part are left out. */
void matcher_params(struct matcher *m, const struct pattern *p, const struct str *values,
                    const struct param **out, size_t *n);

/* `listed` is the end of `path`, at the border of a folder. */
bool source_same_file(struct str path, struct str listed);

/*
 * Looks for the log entries and markers that fit, through the gate; false: there is none. What
 * was found stays in *m until the next search: message_take makes it the log side of a match.
 * Apart, because most records of most logs fit nothing.
 */
bool message_find(struct matcher *m, const struct record *r, const struct gate *g);
void message_take(struct matcher *m, const struct record *r, const struct gate *g,
                  const struct owner *o, struct match *out, struct log_evidence *ev);

/* The log entry, status or response of one file that fits a value best; m->kept and m->pattern
 * then hold its captures. With `values_only` no log entry is tried. NULL: none. */
const struct entry *message_in_value(struct matcher *m,
                                     const struct catalogue_index *index, struct str text,
                                     bool values_only);

#endif
