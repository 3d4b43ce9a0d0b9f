/*
 * pipeline.h - carries one batch from left to right through the rooms, again and again.
 *
 *     input -> parse -> classify -> choose -> mask -> render -> sink
 *
 * This is the offline line: what render wrote goes to the sink at once, nothing is stored.
 */
#ifndef LOGCLASS_PIPELINE_PIPELINE_H
#define LOGCLASS_PIPELINE_PIPELINE_H

#include "pipeline/rooms.h"

struct pipeline_settings {
    struct rooms_settings rooms;
    enum emit emit;
    int output; /* what the sink writes to: that file is never read; 0: nothing that can be */
    bool zone_given; /* rooms.parse.zone was asked for, and an archive's own does not count */
};

struct counts {
    uint64_t lines, bytes, records;
    uint64_t classified, ambiguous; /* records; markers and routine ones as well */
    uint64_t markers; /* of them: known, and an event only with --emit all */
    uint64_t bare;    /* records without any envelope */
    uint64_t unclassified_problems;
    uint64_t notices, lost; /* records that tell of lost lines; how many those say */
    uint64_t events;
    uint64_t doubled;  /* would have been, but stood in another input already (twins.h) */
    uint64_t skipped;  /* files of folders and archives that are no logs */
    uint64_t entries;  /* distinct ones among classified and ambiguous */
    bool zone_assumed; /* a time without a zone was read */
};

/* Takes what was rendered, whole lines. -1 ends the run; sys EPIPE: nobody reads any more. */
typedef int pipeline_sink(void *context, struct str events, struct err *e);

/* After each batch: how far the input is; total 0: nobody knows. May be NULL. */
typedef void pipeline_progress(void *context, const struct counts *c, struct str name,
                               uint64_t done, uint64_t total);

/* What could not be read, or was left out, in a sentence. */
typedef void pipeline_say(void *context, const char *text);

enum pipeline_end {
    PIPELINE_DONE, /* read to its end */
    PIPELINE_UNREAD, /* something could not be opened, or not be read to its end; it was said */
    PIPELINE_SINK, /* the sink refused, e says why */
};

struct pipeline;

struct pipeline *pipeline_new(const struct pipeline_settings *s, struct err *e);
void pipeline_free(struct pipeline *p);
void pipeline_to(struct pipeline *p, pipeline_sink *sink, void *context);
void pipeline_watch(struct pipeline *p, pipeline_progress *progress, pipeline_say *say,
                    void *context);

/* Carries all that the names lead to from its beginning to its end (input.h). */
enum pipeline_end pipeline_run(struct pipeline *p, char *const *names, size_t n,
                               struct err *e);

const struct counts *pipeline_counts(const struct pipeline *p);

#endif
