/*
 * limits.h - every bound that the program keeps, in one place.
 *
 * The first group is about meaning: what passes one of these is cut and the event says so, in
 * every build alike. The second group only says in which pieces work is done: the profile `tiny`
 * makes them a few bytes, and the events must be the same.
 */
#ifndef LOGCLASS_FLOW_LIMITS_H
#define LOGCLASS_FLOW_LIMITS_H

enum {
    LIMIT_LINE_BYTES = 1024 * 1024,       /* a longer line is cut and marked */
    LIMIT_RECORD_LINES = 10000,           /* a longer record is closed and marked */
    LIMIT_RECORD_BYTES = 4 * 1024 * 1024, /* likewise */
    LIMIT_OPEN_RECORDS = 64,       /* open at once in one stream; the oldest is closed */
    LIMIT_OPEN_LINES = 1000,       /* lines of others after which an open record closes */
    LIMIT_OPEN_BYTES = 256 * 1024, /* likewise in bytes */
    LIMIT_ENVELOPES = 4,           /* layers taken off one line, the innermost included */
    LIMIT_WRITERS = 256, /* programs told apart in one stream; the longest silent is forgotten */
    LIMIT_EXCEPTIONS = 64,         /* exceptions of one traceback that are looked at */
    LIMIT_FRAMES = 4096,           /* frames of one traceback that are looked at */
    LIMIT_SUMMARY_CUTS = 64,       /* places of one message tried as error summary */
    LIMIT_FIRST_LINE_BYTES = 1024, /* of a stream's masked first line make its origin */
    LIMIT_PATTERN_FILE_BYTES = 64 * 1024 * 1024,
    LIMIT_CANDIDATES = 64, /* entries that fit one record and are compared */
    LIMIT_CAUSE_DEPTH = 4, /* messages inside values inside values */
    LIMIT_PARAMS = 16,     /* captured values that an event carries */
    LIMIT_PARAM_BYTES = 1024,
    LIMIT_CAUSES = 8, /* causes that an event names; the count goes on */
};

/* 128 KiB of lines and the records made of them stay in a second-level cache; with 1 MiB the same
 * work took a quarter longer. */
#ifdef LOGCLASS_TINY
enum { READ_BYTES = 64, BATCH_BYTES = 64, OUTPUT_BYTES = 16 };
#else
enum { READ_BYTES = 128 * 1024, BATCH_BYTES = 128 * 1024, OUTPUT_BYTES = 256 * 1024 };
#endif

#endif
