/*
 * head.h - what the envelopes of one line say, and the table of those that are known.
 *
 * A kind of envelope reads one layer. An outer one (of a container, a journal, syslog, a web
 * server) takes its own part off and hands on the rest, which the kinds are then tried on again;
 * an inner one says what the line is to a record. All slices of a head point into the line or into
 * the batch's arena.
 */
#ifndef LOGCLASS_PARSE_HEAD_H
#define LOGCLASS_PARSE_HEAD_H

#include "flow/batch.h"
#include "flow/limits.h"
#include "parse/oslo_json.h"
#include "parse/outer.h"
#include "parse/requests.h"
#include "parse/stamp.h"

enum form {
    FORM_BARE,  /* no envelope: all of it is text */
    FORM_LAYER, /* an outer envelope was taken off, the rest is a line of its own */
    FORM_HEAD,  /* opens a record that further lines may belong to */
    FORM_TRACE, /* a prefixed line of a traceback */
    FORM_WHOLE, /* a record in one line, which no other line belongs to */
    FORM_NOTE,  /* a remark of the tool that printed the log: no message of anybody */
};

struct head {
    enum form form;
    enum envelope layers[LIMIT_ENVELOPES]; /* outermost first */
    unsigned layer_count;
    const struct envelope_kind *kind; /* of the innermost layer; NULL: none */

    unsigned flags; /* of enum record_flag */
    bool time_known, zone_assumed, time_ambiguous, year_assumed;
    enum time_source time_source;
    usec_t time;

    enum level level;
    bool coloured;       /* the line had colours */
    bool level_is_trace; /* the word TRACE, which tracebacks of old releases carry */
    bool loose; /* of an operator's format: what it does not say is no difference */
    bool unended; /* likewise, and what its format has behind a message is still to come */
    bool either; /* likewise, and it may be a line of a traceback, whose text is `trace` */
    int64_t pid;         /* -1: none */
    struct str logger;
    struct str context; /* what stands inside the bracket */
    struct str instance_id;
    struct str text; /* what stands behind all that */

    /* FORM_WHOLE only (`trace` with `either` too): what text lines tell on lines of their own or
     * inside the text. */
    struct str trace, summary;
    const struct access *access; /* the line tells of a request; NULL: it does not */

    /* Outer layers only; head_outer makes `outer` valid. */
    bool layered;
    struct outer outer;
    uint64_t writer; /* who of those that share the stream wrote it (head_writer); 0: the stream */
    struct str more; /* further lines of the message, each with the '\n' before it (head_next) */
    bool complete;   /* the layer holds a whole message: no other line belongs to it */
    bool partial;    /* the line goes on in the next one of the same writer */
    unsigned margin; /* lines that begin with so many blanks go on with its text; 0: none do */
    bool spaced;     /* an empty line follows it, which is nobody's */
    bool notice;     /* it tells that lines were lost: `lost`, 0 where it does not say how many */
    uint64_t lost;
    uint32_t repeat; /* it stands for so many messages; 0: for itself */
};

/* Whose a JSON object is (object.h). */
enum object {
    OBJECT_NONE,
    OBJECT_OSLO,    /* oslo.log's JSONFormatter */
    OBJECT_FLUENT,  /* oslo.log's FluentFormatter */
    OBJECT_JOURNAL, /* a journal's entry */
    OBJECT_DOCKER,  /* a line of docker's json-file */
    OBJECT_KOLLA,   /* a record of kolla's fluentd */
    OBJECT_SOURCE,  /* a hit of a search, around a document */
    OBJECT_SHIPPED, /* a document of a log shipper, around a line */
    OBJECT_EVENT,   /* an event of ours */
};

/* What the lines of a stream have shown of how it was written, printed or pasted. */
struct habit {
    bool plain;          /* the head of a record at the left edge */
    unsigned transports; /* bits of enum envelope: those that lines were taken out of */
    struct buf file;     /* the name that grep last printed before a line */
    struct buf section;  /* the file whose lines follow, as tail names it */
    struct buf quote;    /* what a pasted log has before every line */
    bool fenced;         /* lines divide its logs from other words (parse_fence.c) */
    struct buf labels;   /* of those that wrote lines, each ended by '\n' */
    size_t column;       /* from logcli's labels to its texts; 0: none was seen */
    size_t bar;          /* the column of the bar behind them; 0: none */
    char timed;          /* before the time of each line: '[', or ' ' for none; 0: has no time */
    char numbered;       /* behind the number of each line: ':', '-', ' ' or a tab; 0: has no number */
    uint64_t number;     /* the last one */
};

/* What the kinds read with: one per parser. */
struct reading {
    struct stamper stamper;
    struct arena *arena;   /* of the batch at hand */
    struct oslo_json json; /* of the line at hand */
    struct str object_text; /* the text that `object` was told of; of this batch, or none */
    enum object object;
    usec_t near;           /* a moment not long after the line's: for a time without a year */
    struct buf *said;      /* of the stream: the last text that syslog brought, and by whom */
    struct buf *said_by;
    struct buf *said_at; /* the host where it was said */
    struct habit *habit;        /* of the stream */
    const struct sender *place; /* what the stream's path tells; NULL: nothing */
    const struct formats *formats; /* the operator's own; NULL: none */
    struct requests *requests; /* of the stream: what its processes worked on; NULL: nobody asks */
    enum envelope before; /* of the line before, where that was a whole record, no access line */
};

struct envelope_kind {
    const char *name;
    const char *help; /* one line */
    enum envelope id;
    bool outer; /* gives FORM_LAYER or FORM_NOTE; not tried inside the lines of one message */

    /* Reads h->text. True: h says what was found, and h->text is what stands behind it. False:
     * the line is not of this kind, and h is as before. */
    bool (*read)(struct reading *in, struct head *h);

    /* Takes what stands behind the message off r->body, all lines of it; called where h->unended. */
    void (*end)(struct reading *in, struct record *r);

    /* Fills those fields of a record that joining lines has no use for; called as it closes. */
    void (*fill)(struct reading *in, const struct head *h, struct record *r);
};

extern const struct envelope_kind *const envelope_kinds[];
extern const size_t envelope_kind_count;

/* A head of a line without any envelope yet: all of it is text. */
void head_begin(struct str line, struct head *out);

/* Takes one layer off h->text; false, with h->form FORM_BARE, where no kind reads it or
 * LIMIT_ENVELOPES are off. */
bool head_layer(struct reading *in, struct head *h);

/* Takes the next line off *more; false where there is none. */
bool head_next(struct str *more, struct str *line);

/* Reads `line`, one of h->more, with what the outer layers of h told: only inner kinds are tried. */
void head_more(struct reading *in, const struct head *h, struct str line, struct head *out);

/* h is the head of a bare line: what its inner layers found is taken back, the outer ones stay. */
void head_bare(struct head *h, struct str text);

/* ---- for kinds that are inner ---- */

/* The line is a whole record: it tells of a request, or, where a is NULL, of none. */
void head_access(struct reading *in, struct head *h, const struct access *a);

/* The time that the record's own text says. */
void head_own_time(struct head *h, const struct stamp *t);

/* ---- for kinds that are outer ---- */

/* The outer facts, cleared before the first layer. */
struct outer *head_outer(struct head *h);

/* Sets an outer text where the layer knows one. */
static inline void head_tell(struct outer *x, enum outer_text which, struct str value)
{
    if (value.n)
        x->text[which] = value;
}

/* Mixes s, a host, a program, a pid as written, into the number that tells writers apart. */
void head_writer(struct head *h, struct str s);

/* The layer's time: the record's, until an inner one knows better. */
void head_time(struct head *h, const struct stamp *t);

/* The text of a layer that may hold several lines: the first becomes h->text, the others h->more.
 * Colours are taken off. A newline at its end begins one more line, which is empty: who gives a
 * text that was ended by one takes it off. */
void head_message(struct reading *in, struct head *h, struct str text);

/* The same for a text that a newline may have ended. */
void head_ended(struct reading *in, struct head *h, struct str text);

/* True if the record's own text said when, not an envelope around it. */
static inline bool head_has_own_time(const struct head *h)
{
    return h->time_known && h->time_source == TIME_RECORD;
}

#endif
