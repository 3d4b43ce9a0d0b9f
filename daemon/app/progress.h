/*
 * progress.h - the line that stands on a terminal while it waits, and the closing line.
 */
#ifndef LOGCLASS_APP_PROGRESS_H
#define LOGCLASS_APP_PROGRESS_H

#include "pipeline/pipeline.h"

struct progress {
    bool shown;    /* standard error is a terminal, and the events go into a file */
    bool standing; /* a line stands there now */
    usec_t started, last;
};

void progress_start(struct progress *p);
pipeline_progress progress_step; /* context: the struct progress */
pipeline_say progress_say;       /* likewise; the line goes and comes again */
void progress_clear(struct progress *p);

/* "1234 lines, 1200 records, 12 classified (5 entries), …", on standard error. zone is what
 * times without one were read as, where the machine's had to be assumed; else empty. */
void progress_close(struct progress *p, const struct counts *c, const char *zone);

#endif
