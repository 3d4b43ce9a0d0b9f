/*
 * sniff.h - do the first bytes of a file show a log?
 *
 * They do if the parser takes an envelope that it knows off any line of them.
 */
#ifndef LOGCLASS_PIPELINE_SNIFF_H
#define LOGCLASS_PIPELINE_SNIFF_H

#include "base/str.h"

struct formats;
struct sniffer; /* its memory is reused from file to file */

/* `formats` as in parse_settings; they outlive the sniffer. */
struct sniffer *sniffer_new(const struct formats *formats);
void sniffer_free(struct sniffer *s);

bool sniffer_is_log(struct sniffer *s, struct str head);

#endif
