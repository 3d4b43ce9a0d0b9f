/*
 * container.h - the members of a tar or zip, one after the other, through libarchive.
 *
 * The formats are named one by one and no filter is: libarchive runs external programs for some,
 * and compression is taken off before (codec.h). Nothing is unpacked under a name. Names are text
 * to be shown, whatever they hold.
 *
 * ustar, pax, GNU and old tar; zip, by its directory at the end where the file is whole, else as
 * it comes. (libarchive-formats(5).)
 */
#ifndef LOGCLASS_INPUT_CONTAINER_H
#define LOGCLASS_INPUT_CONTAINER_H

#include "base/clock.h"
#include "input/bytes.h"

struct container;

bool container_knows(struct str head); /* is this the beginning of a tar or zip? */

/* The archive in fd from `start` on, compressed or not; fd stays the caller's. NULL: e says why. */
struct container *container_open(int fd, uint64_t start, struct err *e);
void container_close(struct container *c);

enum member { MEMBER_FILE, MEMBER_LINK, MEMBER_OTHER, MEMBER_END, MEMBER_ERROR };

/* The next member; its data need not have been read. MEMBER_ERROR: the rest is lost, e says why;
 * MEMBER_END comes then. */
enum member container_next(struct container *c, struct err *e);

/* Of the member at hand, until the next. Its bytes: one source at a time, closed by the caller. */
struct str container_path(const struct container *c); /* at most LIMIT_PATH_BYTES of it */
struct str container_target(const struct container *c); /* of a link */
usec_t container_written(const struct container *c);
uint64_t container_size(const struct container *c); /* UINT64_MAX: it does not say */
struct bytes *container_bytes(struct container *c);

#endif
