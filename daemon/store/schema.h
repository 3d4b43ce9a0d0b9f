/*
 * schema.h - the tables of state.db, and how an older file gets those of today.
 */
#ifndef LOGCLASS_STORE_SCHEMA_H
#define LOGCLASS_STORE_SCHEMA_H

#include "store/sql.h"

/* steps[i] makes version i + 1 out of version i; an empty file has version 0. */
extern const char *const schema_steps[];
extern const size_t schema_step_count;

/*
 * Brings an open file to version n, in one transaction. The version stands in `about`
 * (key `schema`), where people find it, and in the header (PRAGMA user_version): where
 * they differ, or tables are missing, the file is broken (STORE_CORRUPT). A version over
 * n is refused (STORE_OTHER).
 */
int schema_bring(struct sql *q, const char *const *steps, size_t n,
                 struct err *e) MUST_USE;

#endif
