/*
 * sql.h - SQLite with our errors: sentences, and the three kinds of trouble.
 */
#ifndef LOGCLASS_STORE_SQL_H
#define LOGCLASS_STORE_SQL_H

#include <sqlite3.h>

#include "base/buf.h"
#include "store/store.h"

/* A program that holds the lock for longer makes the commit fail, and it is tried again.
 * */
enum { SQL_BUSY_MS = 2000 };

struct sql {
    sqlite3 *db;
    enum store_trouble trouble; /* of the last call that failed */
};

/* flags as sqlite3_open_v2 takes them. A failure leaves q->db NULL. */
int sql_open(struct sql *q, const char *path, int flags, struct err *e) MUST_USE;
void sql_close(struct sql *q); /* every statement of it must be finalized */

int sql_run(struct sql *q, const char *text,
            struct err *e) MUST_USE; /* any statements, no rows */
int sql_prepare(struct sql *q, const char *text, sqlite3_stmt **out,
                struct err *e) MUST_USE;

/* The next row; where there is none or it failed, st is reset and its parameters are let
 * go. */
int sql_row(struct sql *q, sqlite3_stmt *st, bool *row, struct err *e) MUST_USE;
int sql_do(struct sql *q, sqlite3_stmt *st,
           struct err *e) MUST_USE; /* to its end, rows unseen */
void sql_end(sqlite3_stmt *st);     /* before its last row */

/* One number of the first row of a text; 0 where there is no row or it is NULL. */
int sql_number(struct sql *q, const char *text, uint64_t *out, struct err *e) MUST_USE;

/* Parameters count from 1, columns from 0. Bound bytes must live until the statement is
 * reset. */
void sql_bind_text(sqlite3_stmt *st, int i, struct str s);
void sql_bind_blob(sqlite3_stmt *st, int i, struct str s);
void sql_bind_number(sqlite3_stmt *st, int i, uint64_t n);
struct str sql_str(sqlite3_stmt *st, int column); /* until the next row */
uint64_t sql_u64(sqlite3_stmt *st, int column); /* below zero, which we never store: 0 */

#endif
