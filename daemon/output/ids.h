/*
 * ids.h - which lines a file has already.
 *
 * A line is known by the id of its event (event.id), which is the same however often and by
 * whichever release it was made; a line that is no event of ours, of a format without JSON, by all
 * of its bytes. 64 bits of a hash are kept of each.
 */
#ifndef LOGCLASS_OUTPUT_IDS_H
#define LOGCLASS_OUTPUT_IDS_H

#include "base/arena.h"

struct ids {
    uint64_t *slots;     /* open addressing; 0: free */
    size_t n, used, cap; /* keys; slots that are not free */
};

void ids_done(struct ids *set);

uint64_t ids_key(struct arena *scratch, struct str line); /* never 0 */

void ids_add(struct ids *set, uint64_t key);

bool ids_has(const struct ids *set, uint64_t key);

/* Takes it away; true if it was there. A set from which all was taken is empty and costs nothing. */
bool ids_take(struct ids *set, uint64_t key);

#endif
