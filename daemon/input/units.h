/*
 * units.h - which entries of a journal are wanted: those of some units, containers, identifiers.
 */
#ifndef LOGCLASS_INPUT_UNITS_H
#define LOGCLASS_INPUT_UNITS_H

#include <systemd/sd-journal.h>

#include "input/feed.h"

struct units {
    struct buf *patterns; /* of fnmatch(3); a unit may be named without its .service */
    size_t n;
    bool programs; /* the word `openstack`: whatever the patterns of logclass know */
    struct feed_programs known;
};

void units_init(struct units *u, const struct texts *wanted, struct feed_programs known);
void units_done(struct units *u);

/* Is the entry wanted, at which the reader stands? What journald says of lines that it dropped goes
 * with those lines. */
bool units_want(const struct units *u, sd_journal *j);

/* No entry is left out. */
bool units_want_all(const struct units *u);

#endif
