/*
 * value.h - texts of a configuration as numbers with a unit.
 *
 * Each is false, with *out left alone, for a text that is none. A unit is never guessed: a time
 * span without one is no time span, and letters of sizes are those of IEC 80000-13 (KiB, 1024) and
 * of the SI (kB, 1000); K, M, G and T alone are 1024 as systemd and the GNU tools take them.
 */
#ifndef LOGCLASS_CONFIG_VALUE_H
#define LOGCLASS_CONFIG_VALUE_H

#include "base/clock.h"

bool value_size(struct str s, uint64_t *bytes); /* 4096, 100MiB, 1 GiB, 20MB */
bool value_span(struct str s, usec_t *span);    /* 500ms, 30s, 5m, 1h30m, 30d, 0 */
bool value_bool(struct str s, bool *out);       /* true false yes no on off */

/* 2026-10-28, and with a time 2026-10-28T14:00, 14:00:30, each with Z or an offset behind it;
 * without one it is UTC. */
bool value_date(struct str s, usec_t *out);

/* The shortest writing that reads as the same: 100MiB, 1h. */
void value_show_size(struct buf *out, uint64_t bytes);
void value_show_span(struct buf *out, usec_t span);

#endif
