/*
 * explain.h - the voice of classify: tells each step to whoever asked, and costs a comparison
 * where nobody did.
 *
 * Steps name entries, classes, loggers, files and numbers of bytes, never a piece of the
 * message: what is told has not been masked.
 */
#ifndef LOGCLASS_CLASSIFY_EXPLAIN_H
#define LOGCLASS_CLASSIFY_EXPLAIN_H

#include "classify/classify.h"

struct teller {
    classify_narrator *narrator; /* NULL: nobody listens */
    void *context;
};

/* One step in words; only for TELL. */
void teller_say(const struct teller *t, const char *step, const char *fmt, ...)
    PRINTF(3, 4);

#define TELL(teller, ...)                                                                \
    do {                                                                                 \
        if ((teller)->narrator)                                                          \
            teller_say((teller), __VA_ARGS__);                                           \
    } while (0)

/* How a match came out: the last step of every record; only where somebody listens. */
void teller_choice(const struct teller *t, const struct match *m);

#endif
