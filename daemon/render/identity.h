/*
 * identity.h - three numbers for three questions (doc/event.md, "Identity").
 */
#ifndef LOGCLASS_RENDER_IDENTITY_H
#define LOGCLASS_RENDER_IDENTITY_H

#include "flow/batch.h"

/* event.id: is this the same event, delivered again? Of where its lines stood and what they say,
 * masked; of nothing that depends on when or how it was read. */
void identity_event(struct digest *d, const struct record *r, char out[DIGEST_HEX]);

/* event.id of a notice: what happened, and where in its input. */
void identity_notice(struct digest *d, const struct record *r, char out[DIGEST_HEX]);

/* logclass.fingerprint: is this the same trouble again? No lines, times, hosts or ids go in. */
void identity_fingerprint(struct digest *d, const struct record *r, const struct match *m,
                          struct str code, struct str message, char out[DIGEST_HEX]);

/* Adds s to d with numbers, UUIDs, hex strings, addresses and quoted values as <*>. */
void identity_shape(struct digest *d, struct str s);

#endif
