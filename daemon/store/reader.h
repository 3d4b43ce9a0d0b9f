/*
 * reader.h - how an output's thread reads the store: by a connection of its own,
 * read-only.
 *
 * Each call is one short transaction that has ended when it returns: as long as one is
 * open, the writer's log cannot be moved into the file and grows.
 */
#ifndef LOGCLASS_STORE_READER_H
#define LOGCLASS_STORE_READER_H

#include "base/arena.h"
#include "store/store.h"

struct store_reader;

/* Made and closed by any thread, while the store is open; used by one. */
struct store_reader *store_reader_open(struct store *s, struct err *e) MUST_USE;
void store_reader_close(struct store_reader *r);

/*
 * The events after number `after`, in order: at most `rows`, and no more once their
 * bodies have reached `bytes`; one, however large, if there is any. Array and texts are
 * in the arena.
 *
 * returns  -1 with the err; store_reader_trouble then says whether the store must be renewed
 */
int store_read(struct store_reader *r, uint64_t after, size_t rows, size_t bytes,
               struct arena *a, struct store_event **out, size_t *n,
               struct err *e) MUST_USE;
enum store_trouble store_reader_trouble(const struct store_reader *r);

#endif
