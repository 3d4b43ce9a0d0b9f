/*
 * stack.h - a traceback, trimmed for an event (doc/event.md, "Cutting").
 */
#ifndef LOGCLASS_RENDER_STACK_H
#define LOGCLASS_RENDER_STACK_H

#include "base/buf.h"

struct stack_size {
    size_t frames, kept;
};

/*
 * Appends the traceback to out: install folders taken off its paths, marker lines (^^^^) left
 * out; of each exception the first two and the last eight frames stay, between them one line
 * "  ... N frames left out ...". Where that is still over limit, source lines go, then blocks in
 * the middle ("  ... N exceptions left out ..."); the first and the last stay longest.
 * Returns false where even so it had to be cut at its end.
 */
bool stack_trim(struct buf *out, struct str trace, size_t limit, struct stack_size *size);

#endif
