/*
 * service.h - whose record it is: what --service says, what a path or a name says, how loggers
 * compare.
 */
#ifndef LOGCLASS_CLASSIFY_SERVICE_H
#define LOGCLASS_CLASSIFY_SERVICE_H

#include "classify/catalog.h"

/* Texts live as long as the catalog, the record or its stream, whichever they were cut from. */
struct owner {
    struct str name, type;               /* as in struct match */
    const struct catalogue_index *index; /* of type; NULL: not catalogued, or unknown */
};

/* Where a file's path puts it; empty where it says nothing. */
struct owner service_of_path(const struct catalog *c, struct str path);

/* What a program, a whole service or a project of that name is; with `begins` one that the name
 * begins with, as heat-engine-7d9c5b-x2x4q does. Empty where it is nobody known. */
struct owner service_of_name(const struct catalog *c, struct str name, bool begins);

/* What a service or a program of that name is; empty for an empty word. */
struct owner service_given(const struct catalog *c, struct str word);

/* Equal, with oslo.log's spelling oslo.messaging taken for oslo_messaging. */
bool logger_equal(struct str a, struct str b);
/* Equal, or `listed` and a dot begin `logger`; spelled as above. */
bool logger_under(struct str logger, struct str listed);
/* Up to the first dot; oslo.messaging is one word. */
struct str logger_first_word(struct str logger);

#endif
