/*
 * view.h - an event before it is written: a record, its match, and what both together mean.
 */
#ifndef LOGCLASS_RENDER_VIEW_H
#define LOGCLASS_RENDER_VIEW_H

#include "render/render.h"

struct view {
    const struct record *record;
    const struct match *match;
    const struct redaction *redaction;
    usec_t created;
    struct str zone_name;

    struct str status;           /* classified, ambiguous, unclassified, notice */
    const struct entry *lead;    /* match_lead */
    const struct entry *telling; /* whose note, caller and action hold; NULL: nobody's */
    struct caller caller;        /* what the API's caller got, as far as it can be told */
    struct str code;             /* event.code; empty: unclassified */
    struct str reason;           /* event.reason */
    int severity, severity_max;  /* severity_max -1: no candidates */
    struct str message;
    const struct exception *error; /* the logged exception, NULL: none */
    struct str outcome;
    const struct catalogue *catalogue;
    char id[DIGEST_HEX], fingerprint[DIGEST_HEX];
};

struct format_kind {
    const char *name; /* as --format takes it */
    const char *help; /* one line */
    void (*write)(const struct view *v, bool colour,
                  struct buf *out); /* with its newline */
};

extern const struct format_kind *const format_kinds[]; /* ends with NULL */

/* d is used and left in any state. */
void view_make(struct view *v, struct digest *d, const struct record *r,
               const struct match *m, const struct redaction *x, usec_t created,
               struct str zone_name);

/* An entry's text with its {param} filled in from the match; into *out, which is cleared. */
void view_fill(struct buf *out, struct str text, const struct match *m);

#endif
