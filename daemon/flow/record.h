/*
 * record.h - what parse makes of lines: one message, its time and place, and the traceback
 * below it.
 *
 * All text is borrowed from the batch (its bytes or its arena) and raw: it may hold NUL, ESC and
 * bytes that are not UTF-8. Absent text has n == 0.
 */
#ifndef LOGCLASS_FLOW_RECORD_H
#define LOGCLASS_FLOW_RECORD_H

#include "flow/line.h"

/* In the order of trouble, so that levels compare with < and >. */
enum level {
    LEVEL_NONE, /* the line says none */
    LEVEL_TRACE,
    LEVEL_DEBUG,
    LEVEL_INFO,
    LEVEL_AUDIT,
    LEVEL_WARNING,
    LEVEL_ERROR,
    LEVEL_CRITICAL,
};

struct str level_name(enum level l); /* "warning"; empty for LEVEL_NONE */

/* TRACE DEBUG INFO AUDIT WARN WARNING ERROR CRITICAL FATAL, any case; LEVEL_NONE for others. */
enum level level_of(struct str word);

/* What was taken off a line, outermost first; the names are those of the event's schema. */
enum envelope {
    ENVELOPE_NONE,
    ENVELOPE_OSLO_TEXT,
    ENVELOPE_OSLO_JSON,
    ENVELOPE_DEVSTACK,
    ENVELOPE_TRACEBACK,
    ENVELOPE_LOGGING_ERROR,
    ENVELOPE_CRI,
    ENVELOPE_DOCKER,
    ENVELOPE_PEBBLE,
    ENVELOPE_JOURNAL,    /* an entry with its fields: JSON, export format, a journal file */
    ENVELOPE_JOURNALCTL, /* a line as journalctl prints it */
    ENVELOPE_SYSLOG3164,
    ENVELOPE_SYSLOG5424,
    ENVELOPE_APACHE,
    ENVELOPE_UWSGI,
    ENVELOPE_EVENTLET,
    ENVELOPE_FLUENTD,
    ENVELOPE_PREFIX, /* what tools that merge or print logs put before a line */
    ENVELOPE_HAPROXY,
    ENVELOPE_LOGCLASS_EVENT,
    ENVELOPE_PYTHON, /* Python's logging without oslo.log */
};

struct str envelope_name(enum envelope e);

struct frame {
    struct str file; /* as printed, install folder and all */
    uint32_t line;
    struct str function;
    struct str module_path; /* file as pypath_inside gives it */
};

/* How an exception stands to the one that was logged. */
enum relation {
    RELATION_NONE,    /* it is the logged one */
    RELATION_CAUSE,   /* raise … from it */
    RELATION_CONTEXT, /* raised while it was handled */
    RELATION_REMOTE,  /* raised on the other side of a call */
    RELATION_GROUP,   /* a member of the logged exception group */
};

struct str relation_name(enum relation r); /* "cause"; empty for RELATION_NONE */

struct exception {
    struct str type;    /* dotted class without _Remote in module and name */
    struct str message; /* its text, line ends kept; without a remote traceback in it */
    bool remote;        /* the class was a _Remote one, or RemoteError told of it */
    enum relation relation;
    const struct frame *frames; /* outermost first, as printed */
    size_t frame_count;
};

/* What the envelopes around a record tell of who wrote it. */
struct sender {
    struct str unit;       /* heat-engine.service */
    struct str identifier; /* syslog's tag or app-name, without its pid */
    struct str container_name, container_id, image;
    struct str pod, namespace;
    struct str file;        /* named before the line by a tool that printed it */
    struct str msgid;       /* RFC 5424's */
    int severity, facility; /* syslog's, 0..7 and 0..23; -1: none */
};

/* One request, as a web server's line tells it. */
struct access {
    struct str method, path, query, version; /* version: 1.1 */
    struct str client, user_agent;
    unsigned status;  /* 0: none was given */
    int64_t bytes;    /* of the answer; -1: unknown */
    int64_t duration; /* microseconds; -1: unknown */
};

enum time_source { TIME_READ, TIME_ENVELOPE, TIME_RECORD };

enum record_flag {
    RECORD_LINE_CUT = 1, /* one of its lines was over LIMIT_LINE_BYTES */
    RECORD_TOO_LONG = 2, /* closed at LIMIT_RECORD_LINES, LIMIT_RECORD_BYTES, LIMIT_HELD_BYTES */
    RECORD_PARTIAL = 4, /* closed by the clock, cut by the transport, or its stream ended in
                               the middle of a line */
    RECORD_NO_HEAD = 8, /* traceback lines whose head was not seen */
    RECORD_NO_MESSAGE = 32, /* lines of the tool that printed the log; no event comes of them */
    RECORD_DEEP = 16, /* more exceptions or frames than LIMIT_EXCEPTIONS, LIMIT_FRAMES */
};

struct record {
    const struct stream *stream;
    uint64_t position;   /* offset of its first line in the stream */
    uint32_t line_count; /* its physical lines */
    uint64_t bytes;      /* of those lines in the stream */
    unsigned flags;      /* of enum record_flag */
    enum envelope envelopes[7]; /* outermost first: LIMIT_ENVELOPES and what opened it */
    unsigned envelope_count;

    usec_t time;
    enum time_source time_source;
    bool zone_assumed;   /* the time carried no zone */
    bool time_ambiguous; /* the clock showed it twice */
    bool year_assumed;   /* the time carried no year */

    enum level level;
    struct str logger; /* spelling kept */
    int64_t pid;       /* -1: unknown */
    struct str process_name, thread_name;
    int64_t thread_id; /* -1: unknown */
    struct str host;
    const struct sender *sender; /* NULL: no envelope told of it */
    const struct access *access; /* NULL: it tells of no request */

    bool notice;     /* it tells that lines were lost: `lost`, 0 where it does not say how many */
    uint64_t lost;
    struct str happened; /* of a notice that the input gave; empty: whoever wrote the log told of it */
    uint32_t repeat; /* it stands for so many messages; 0: for itself */

    /* The context; ids as printed, '-' and 'None' left out. */
    struct str request_id, global_request_id; /* with req- */
    bool request_inferred; /* no word of it in an access line: its process worked on no other */
    struct str user_id, user_name, project_id, project_name;
    struct str domain_id, system_scope, user_domain_id, project_domain_id;
    struct str instance_id; /* of "[instance: …] " before the message */

    /* The call site, where the record names it: JSON, or the suffix of a DEBUG line. The file is
     * as printed, install folder and all. */
    struct str origin_file, origin_function;
    uint32_t origin_line; /* 0: unknown */

    /*
     * The text. `body` is everything behind head and bracket, lines joined by '\n', without the
     * traceback. Where an error summary ends it ("…: Class: text"), `message` is what stands
     * before that, else the same as body. In JSON there is no summary in it.
     */
    struct str body, message;
    struct str msg;   /* JSON: the template that the service logged with; else empty */
    struct str trace; /* the traceback, prefixes taken off, lines joined by '\n' */

    /* The exceptions, the logged one first, then by distance from it: [n - 1] is the root. From
     * the traceback; without one, the class and text that the error summary names. */
    const struct exception *exceptions;
    size_t exception_count;
    bool summary_only; /* exceptions[0] comes from the summary, not from a traceback */

    struct str raw; /* the physical lines joined by '\n' (CR kept) */
};

#endif
