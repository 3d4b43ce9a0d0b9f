/*
 * format.h - one format of an operator as a list of steps, and what a line gave to each.
 */
#ifndef LOGCLASS_PARSE_FORMAT_H
#define LOGCLASS_PARSE_FORMAT_H

#include "parse/formats.h"

enum field {
    FIELD_NONE, /* a key that nobody reads */
    FIELD_LITERAL,
    FIELD_MESSAGE,
    FIELD_TIME,
    FIELD_MSECS,
    FIELD_CREATED,
    FIELD_LEVEL,
    FIELD_LEVEL_NUMBER,
    FIELD_PID,
    FIELD_LOGGER,
    FIELD_HOST,
    FIELD_PROGRAM,
    FIELD_PROCESS_NAME,
    FIELD_THREAD_NAME,
    FIELD_FILE,
    FIELD_LINE,
    FIELD_FUNCTION,
    FIELD_INSTANCE,
    FIELD_RESOURCE,
    FIELD_SUMMARY,
    FIELD_GLOBAL_ID,
    FIELD_REQUEST_ID,
    FIELD_IDENTITY,
    FIELD_USER_ID, /* from here on in the order of user_identity */
    FIELD_PROJECT_ID,
    FIELD_DOMAIN_ID,
    FIELD_SYSTEM_SCOPE,
    FIELD_USER_DOMAIN_ID,
    FIELD_PROJECT_DOMAIN_ID,
    FIELD_USER_NAME,
    FIELD_PROJECT_NAME,
    FIELDS
};

/* Where a value ends. */
enum shape {
    SHAPE_TEXT,     /* where the next literal begins; blanks may be in it */
    SHAPE_WORD,     /* likewise; no blank is in it */
    SHAPE_NUMBER,   /* behind its digits */
    SHAPE_LEVEL,    /* behind its word, or "Level 21" */
    SHAPE_TIME,     /* where stamp.h says so */
    SHAPE_OPTIONAL, /* "[…] " or nothing at all */
    SHAPE_NOTHING,  /* colours, which are gone */
};

struct step {
    enum field field;
    enum shape shape;
    struct str literal; /* of FIELD_LITERAL */
    size_t width;       /* blanks make the value as long as this; 0: it has no such */
    size_t precision;   /* more of it is cut off; 0: nothing is */
    bool left;          /* those blanks stand behind it */
    bool whole_seconds; /* the fraction of a time is a field of its own */
    bool unsure;        /* the literal at one of its ends may as well be a part of it */
    bool split;         /* likewise, where there is a blank in it */
};

struct format {
    struct buf text; /* what the literals point into */
    struct step steps[LIMIT_FORMAT_STEPS];
    size_t count;
    size_t message; /* the step that is the message; count: it has none */
};

struct formats {
    struct format heads[LIMIT_FORMATS], prefixes[LIMIT_FORMATS];
    size_t head_count, prefix_count;
    bool prefix_is_usual; /* oslo.log's own, which holds where none was named */
};

struct matched {
    struct str value[FIELDS];
    struct stamp time;
    bool timed, names_unsure;
    usec_t msecs; /* behind the time's seconds */
    enum level level;
    int64_t pid;
    uint32_t line;
    struct str message,
        behind;   /* `behind`: what oslo.log appended to what the format says */
    bool unended; /* what f has behind the message is not in the line */
};

/* Makes the steps of f out of `text`. */
int format_compile(struct format *f, struct str text, struct err *e) MUST_USE;

/* True if all of s are bytes that names of modules, hosts and programs have. */
bool format_is_name(struct str s);

/* True if `line` begins as f says; out->message is what stands where f has its message, and where
 * it has none, behind all of f. */
bool format_match(const struct format *f, struct reading *in, struct str line,
                  struct matched *out);

/* The same of all lines of a message that a line with `unended` began. */
bool format_match_end(const struct format *f, struct reading *in, struct str lines,
                      struct matched *out);

#endif
