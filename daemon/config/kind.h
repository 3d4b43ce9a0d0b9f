/*
 * kind.h - a kind of input or output, as far as the configuration knows it.
 *
 * The room that has the kind embeds this in its own row, so the reader of the configuration needs
 * to know no kind, and a kind is written of once.
 */
#ifndef LOGCLASS_CONFIG_KIND_H
#define LOGCLASS_CONFIG_KIND_H

#include "config/option.h"

struct kind {
    const char *name; /* as written in the configuration */
    const char *help; /* one line */

    const struct option *options;
    size_t size; /* of the struct that they fill */

    /* The option that names one which has no `name:`, a text or the first of some texts: a file's
     * path, a peer's address. NULL: the kind's name is the name. */
    const char *named_by;

    /* The format of its documents where the configuration says none; an output's only. NULL: the
     * first one. */
    const char *format;

    /* The library that this build has not; all but the name is then unset. NULL: built in. */
    const char *needs;

    /* What no single option knows: -1 with a sentence. NULL: nothing. */
    int (*check)(const void *options, struct err *e);
};

#endif
