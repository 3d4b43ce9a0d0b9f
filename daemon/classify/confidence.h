/*
 * confidence.h - how sure a match is: numbers by convention, one table, fixed by its tests.
 */
#ifndef LOGCLASS_CLASSIFY_CONFIDENCE_H
#define LOGCLASS_CLASSIFY_CONFIDENCE_H

#include "flow/match.h"

/* What speaks for the log entry, and against it. */
struct log_evidence {
    bool fits;    /* one entry fits the text, or several that are equal */
    bool msg;     /* JSON's msg is the template */
    bool site;    /* the record's own call site is a listed source */
    bool logger;  /* equal to a listed one */
    bool level;   /* equal to the entry's */
    bool generic; /* the template is only a gap: no text of its own, no shape */
    bool service; /* the record's own service let the entry in, not its logger */
    bool other_level, other_service; /* contradictions */
};

/* What speaks for the situation of the logged exception. */
struct raised_evidence {
    bool known;         /* the catalogue has the class */
    bool lone;          /* the class has one situation only */
    bool text;          /* a text that its raise site builds fits, and no other's */
    bool template;      /* the class's own template fits */
    bool exact;         /* a frame lies on a listed line */
    bool near;          /* a frame lies within the drift of a listed line */
    bool function;      /* a frame is in a listed function */
    bool file;          /* a frame lies in a file that only this row lists */
    bool service;       /* a bare class name, taken for the record's own service's */
    bool other_service; /* a contradiction */
};

struct grounds { /* what speaks for either side */
    struct log_evidence log;
    struct raised_evidence raised;
};

/* Both read the sides of m, its class and `elsewhere`, which must be set. */
enum match_status confidence_status(const struct match *m);
int confidence_of(const struct match *m, const struct grounds *g);
unsigned confidence_basis(const struct grounds *g); /* of enum basis */

#endif
