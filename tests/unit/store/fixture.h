/*
 * fixture.h - a store in a folder of its own, and batches whose position says how many
 * events were stored before them.
 */
#ifndef LOGCLASS_TESTS_STORE_FIXTURE_H
#define LOGCLASS_TESTS_STORE_FIXTURE_H

#include <check.h>

#include "store/reader.h"
#include "store/store.h"

#define NOW (INT64_C(1795000000) * USEC_PER_SEC) /* 2026-11-18T11:06:40Z */

struct fixture {
    char folder[128];
    struct store *s;
    struct store_output outputs[4];
    size_t output_count;
    uint64_t limit;
    struct err e;
    usec_t now;
    char dropped[256]; /* names of outputs that were dropped, each with a blank behind it */
};

void fixture_start(struct fixture *f); /* a folder, no outputs, 64 MiB */
void fixture_output(struct fixture *f, const char *name, bool required);
enum store_found fixture_open(struct fixture *f);
void fixture_close(struct fixture *f); /* the store */
void fixture_end(struct fixture *f);   /* and the folder with all that is in it */

const char *fixture_path(struct fixture *f, const char *name); /* until the next call */
uint64_t fixture_disk(struct fixture *f); /* bytes of state.db and its log */
int fixture_asides(struct fixture *f);    /* files put aside, logs not counted */
void fixture_damage(struct fixture *f, const char *name, long at, int xor_with);

/* One batch: `count` events of `bytes` each, whose bodies begin with their number in the
 * stream of all events ever, and the position, which is that number after it. */
int fixture_batch(struct fixture *f, size_t count, size_t bytes);
uint64_t fixture_position(struct fixture *f); /* 0 where there is none */
void fixture_pass(struct fixture *f, size_t output, uint64_t number); /* its own commit */

/* All events after `after` are read: they are whole and one behind the other; how many.
 * */
uint64_t fixture_read_all(struct fixture *f, uint64_t after, uint64_t *first);

/* The result of an SQL text's first column and row, by a connection of its own. */
uint64_t fixture_sql(struct fixture *f, const char *text);

#endif
