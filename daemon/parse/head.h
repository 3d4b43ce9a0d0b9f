/*
 * head.h - what the envelope of one line says, and the table of the envelopes that are known.
 *
 * A kind of envelope reads one layer. An outer one (of a container, of syslog) takes its own part
 * off and hands on the rest, which the kinds are then tried on again; an inner one says what the
 * line is to a record. All slices of a head point into the line or into the batch's arena.
 */
#ifndef LOGCLASS_PARSE_HEAD_H
#define LOGCLASS_PARSE_HEAD_H

#include "flow/batch.h"
#include "flow/limits.h"
#include "parse/oslo_json.h"
#include "parse/stamp.h"

enum form {
    FORM_BARE,  /* no envelope: all of it is text */
    FORM_LAYER, /* an outer envelope was taken off, the rest is a line of its own */
    FORM_HEAD,  /* opens a record that further lines may belong to */
    FORM_TRACE, /* a prefixed line of a traceback */
    FORM_WHOLE, /* a record in one line, which no other line belongs to */
};

struct head {
    enum form form;
    enum envelope layers[LIMIT_ENVELOPES]; /* outermost first */
    unsigned layer_count;
    const struct envelope_kind *kind; /* of the innermost layer; NULL: none */

    unsigned flags; /* of enum record_flag */
    bool time_known, zone_assumed, time_ambiguous;
    enum time_source time_source;
    usec_t time;

    enum level level;
    bool level_is_trace; /* the word TRACE, which tracebacks of old releases carry */
    int64_t pid;         /* -1: none */
    struct str logger;
    struct str context; /* what stands inside the bracket */
    struct str instance_id;
    struct str text; /* what stands behind all that */

    /* FORM_WHOLE only: what text lines tell on lines of their own or inside the text. */
    struct str trace, summary;
};

/* What the kinds read with: one per parser. */
struct reading {
    struct stamper stamper;
    struct arena *arena;   /* of the batch at hand */
    struct oslo_json json; /* of the line at hand */
};

struct envelope_kind {
    const char *name;
    const char *help; /* one line */
    enum envelope id;

    /* Reads h->text. True: h says what was found, and h->text is what stands behind it. False:
     * the line is not of this kind, and h is as before. */
    bool (*read)(struct reading *in, struct head *h);

    /* Fills those fields of a record that joining lines has no use for; called as it closes. */
    void (*fill)(struct reading *in, const struct head *h, struct record *r);
};

extern const struct envelope_kind *const envelope_kinds[];
extern const size_t envelope_kind_count;

/* Takes layer after layer off `line`, LIMIT_ENVELOPES at most. */
void head_read(struct reading *in, struct str line, struct head *out);

/* The head of a line that has no envelope. */
void head_bare(struct str line, struct head *out);

#endif
