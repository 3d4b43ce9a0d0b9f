/*
 * match.h - what classify says of a record: the entries that fit, and the captured values.
 */
#ifndef LOGCLASS_FLOW_MATCH_H
#define LOGCLASS_FLOW_MATCH_H

#include "flow/entry.h"

enum match_status { MATCH_UNCLASSIFIED, MATCH_CLASSIFIED, MATCH_AMBIGUOUS };

/* What agreed; the names are those of logclass.basis. */
enum basis {
    BASIS_TEMPLATE = 1 << 0, /* the template fits the text */
    BASIS_MSG = 1 << 1,      /* JSON's msg is the template */
    BASIS_CLASS = 1 << 2,
    BASIS_FRAME = 1 << 3, /* a frame lies at or near a listed raise site */
    BASIS_FUNCTION = 1 << 4,
    BASIS_LOGGER = 1 << 5,
    BASIS_LEVEL = 1 << 6,
    BASIS_STATUS = 1 << 7,
    BASIS_ARGS = 1 << 8,
    BASIS_SITE = 1 << 9,     /* the record's own call site is the listed source */
    BASIS_SERVICE = 1 << 10, /* the record's own service is the entry's */
};
enum { BASIS_COUNT = 11 };

struct str basis_name(unsigned bit_number); /* 0 .. BASIS_COUNT - 1 */

struct param { /* a captured value */
    struct str name, value;
};

/*
 * One side of a match: what was logged, or what was raised.
 *
 * entry       the chosen one; where several remain, the likeliest; NULL: none fits
 * candidates  all that remain, likeliest first, when more than one does; else count is 0
 * source      the listed place that the record names or is nearest to, else the first; NULL: none
 */
struct hit {
    const struct entry *entry;
    const struct entry *const *candidates;
    size_t candidate_count;
    const struct source *source;
};

struct cause { /* an exception below the logged one, or a message found inside a value */
    struct str type; /* class; empty for a message */
    struct str message;
    const struct entry *entry;        /* what the catalogue calls it, or NULL */
    const struct class_entry *class_; /* of a class whose situation stays open */
    enum relation relation;
};

struct match {
    enum match_status status;

    struct str service_name; /* the binary: octavia-worker; empty: unknown */
    struct str service_type; /* the project: octavia; empty: unknown */

    struct hit log;
    bool elsewhere; /* the text is the entry's, but from a logger that the page did not read:
                           the event carries id and row, no situation and no caller */
    bool whole_body; /* the entry fits the body only with its seeming error summary */

    struct hit raised;                /* the situation of the logged exception's class */
    const struct class_entry *class_; /* NULL: the catalogue does not know the class */
    bool away; /* no frame lies in a file that the page lists for the situation: the event
                  carries class, id and row, no situation and no caller */
    bool background; /* a frame tells that nobody waited for an answer */

    const struct param *params; /* of the log entry; without one, of the exception's text */
    size_t param_count;
    const struct cause *causes; /* outermost first; at most LIMIT_CAUSES are kept */
    size_t cause_count, causes_kept;

    int confidence;                     /* 0..100, the table of the schema */
    unsigned basis;                     /* of enum basis */
    const struct entry *const *limited; /* entries whose pattern ran into a limit */
    size_t limited_count;
};

/* The entry that event.code, severity and caller come from: the log side's where it has a
 * situation or nothing was raised, else the raised side's. NULL for MATCH_UNCLASSIFIED. */
const struct entry *match_lead(const struct match *m);

#endif
