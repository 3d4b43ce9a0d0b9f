/*
 * limits.h - every bound that the program keeps, in one place.
 *
 * The first group is about meaning: what passes one of these is cut and the event says so, in
 * every build alike. The second group only says in which pieces work is done: the profile `tiny`
 * makes them a few bytes, and the events must be the same.
 */
#ifndef LOGCLASS_FLOW_LIMITS_H
#define LOGCLASS_FLOW_LIMITS_H

#include <stdint.h>

enum {
    LIMIT_LINE_BYTES = 1024 * 1024,       /* a longer line is cut and marked */
    LIMIT_RECORD_LINES = 10000,           /* a longer record is closed and marked */
    LIMIT_RECORD_BYTES = 4 * 1024 * 1024, /* likewise */
    LIMIT_OPEN_RECORDS = 64,       /* open at once in one stream; the oldest is closed */
    LIMIT_OPEN_LINES = 1000,       /* lines of others after which an open record closes */
    LIMIT_OPEN_BYTES = 256 * 1024, /* likewise in bytes */
    LIMIT_HELD_BYTES = 16 * 1024 * 1024, /* of all that is open in one stream, and of all lines in
                                          * pieces; then the largest record, or the line, ends */
    LIMIT_ENVELOPES = 6,           /* layers taken off one line, the innermost included */
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

    LIMIT_SNIFF_BYTES = 64 * 1024, /* of a file that nobody named must show a log */
    LIMIT_LAYERS = 2,         /* of compression on one file */
    LIMIT_ARCHIVE_DEPTH = 2,  /* an archive in an archive, and no further */
    LIMIT_MEMBERS = 64 * 1024, /* files of an archive whose generations are put in order */
    LIMIT_PATH_BYTES = 4096,    /* of a member's name are shown */
    LIMIT_REPORTS = 256,        /* machines in one archive or folder that are told apart */
    LIMIT_FOLDER_FILES = 256 * 1024, /* read of one folder named, with the folders in it */
    LIMIT_FOLDER_DEPTH = 64,         /* folders in folders */
    LIMIT_JOURNAL_FIELDS = 1024,     /* of one entry */
    LIMIT_XZ_BYTES = 256 * 1024 * 1024, /* memory that unpacking xz may take */
    LIMIT_SEEN_RECORDS = 1024 * 1024,   /* remembered to find the same one in another input */
};

/* Bytes of $TMPDIR that one archive may take to be read; a hole in one file of it. */
#define LIMIT_SPOOL_BYTES (UINT64_C(8) << 30)
#define LIMIT_HOLE_BYTES  (UINT64_C(64) << 30)

/* 128 KiB of lines and the records made of them stay in a second-level cache; with 1 MiB the same
 * work took a quarter longer. */
#ifdef LOGCLASS_TINY
enum { READ_BYTES = 64, BATCH_BYTES = 64, OUTPUT_BYTES = 16 };
#else
enum { READ_BYTES = 128 * 1024, BATCH_BYTES = 128 * 1024, OUTPUT_BYTES = 256 * 1024 };
#endif

#endif
