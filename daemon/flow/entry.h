/*
 * entry.h - what other rooms may know of the catalogue: the row behind a message, a situation.
 *
 * How an entry is compiled stays inside classify/. Entries are immutable and live as long as the
 * catalogue that holds them. Absent text has n == 0; the words are those of the pattern files.
 */
#ifndef LOGCLASS_FLOW_ENTRY_H
#define LOGCLASS_FLOW_ENTRY_H

#include "flow/record.h"

enum entry_kind {
    ENTRY_LOG,       /* what a service logs */
    ENTRY_MARKER,    /* what happens around a failure: known, but no trouble of its own */
    ENTRY_EXCEPTION, /* one situation of an exception class */
    ENTRY_STATUS,    /* a text of an asynchronous failure */
    ENTRY_RESPONSE,  /* a text that an API's caller gets */
};

enum role { ROLE_TROUBLE, ROLE_CALLER, ROLE_ROUTINE };
enum seen { SEEN_ABSENT, SEEN_YES, SEEN_NO, SEEN_UNKNOWN };
enum evidence { EVIDENCE_ABSENT, EVIDENCE_OBSERVED, EVIDENCE_READ, EVIDENCE_INFERRED };
enum logged {
    LOGGED_ABSENT,
    LOGGED_RECORD,
    LOGGED_SUMMARY,
    LOGGED_TRACEBACK,
    LOGGED_DEBUG,
    LOGGED_STDERR,
    LOGGED_NEVER,
};

struct str role_name(enum role r);
struct str seen_name(enum seen s);         /* empty for SEEN_ABSENT */
struct str evidence_name(enum evidence e); /* empty for EVIDENCE_ABSENT */
struct str logged_name(enum logged l);     /* empty for LOGGED_ABSENT */

struct source {
    struct str text; /* masakari/engine/manager.py:245 */
    struct str file; /* masakari/engine/manager.py */
    uint32_t line;   /* 245; 0 where the text names none */
};

struct strs { /* a list of texts */
    const struct str *at;
    size_t n;
};

bool strs_has(struct strs list, struct str text);

struct caller { /* what the API's caller got */
    enum seen seen;
    unsigned status; /* 0: absent */
    struct str text;
    enum evidence evidence;
};

/* One pattern file. */
struct catalogue {
    struct str file; /* its path */
    struct str service, release, commit, analysed;
    struct str version; /* 2026.2@ae41528e1ebc: release without stable/, and commit */
    struct str short_release; /* 2026.2 */
    struct strs packages, programs;
    struct strs background; /* FOLDER/, FILE or FILE:FUNCTION whose frames answer nobody */
};

/* An exception class of the catalogue, over its situations. */
struct class_entry {
    const struct catalogue *catalogue;
    struct str id; /* SERVICE.CLASS, the module word before it where two would be equal */
    struct str class_; /* dotted, as Python prints it */
    struct str template;
    struct str note;
    unsigned status;      /* HTTP; 0: absent */
    struct source source; /* where the class is defined */
    const struct entry *const *situations;
    size_t situation_count; /* at least 1 */
};

struct entry {
    enum entry_kind kind;
    uint32_t number; /* its place among all entries: an index for side tables */
    const struct catalogue *catalogue;
    const struct class_entry *class_; /* of ENTRY_EXCEPTION; else NULL */
    struct str id; /* SERVICE.ID; SERVICE.CLASS.SITUATION, or SERVICE.CLASS without one's id */
    struct str row;   /* 3.5 */
    struct strs also; /* rows of other tables that show the same from another side */
    struct str template; /* as in the file; of a situation, its class's; of a lone regex, that */
    bool is_regex; /* a regex decides; the template, if any, is what the service logs with */
    struct str situation, note, misleads_as, category, outcome, event_action;
    struct str action, residue;   /* with {param} still in them, as in caller.text */
    const struct source *sources; /* source: of a log entry, raised: of a situation */
    size_t source_count;
    struct strs loggers, functions, cause, secret;
    struct strs frames; /* a log entry's: only with a frame of the traceback in one of these */
    enum level level; /* LEVEL_NONE: not said */
    enum role role;
    int severity; /* 0..6; -1: not said */
    struct caller caller;
    struct str resource_type, resource_param;
    enum logged logged;
    size_t literal_bytes; /* of its template: how specific it is */
    size_t file_line;     /* where it stands in the pattern file, 1-based */
};

/* A text that stands in values: of a status, or of an answer. */
static inline bool entry_is_value(const struct entry *e)
{
    return e->kind == ENTRY_STATUS || e->kind == ENTRY_RESPONSE;
}

/* Does the row call the whole of its text a secret? */
static inline bool entry_hides_text(const struct entry *e)
{
    return strs_has(e->secret, STR("text"));
}

#endif
