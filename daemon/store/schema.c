#include "store/schema.h"

#include <stdio.h>

/*
 * One column a line, as the sqlite3 shell's .schema shows them. In `about`, newest is the
 * number of the newest event ever; clean is 1 after an orderly end; begun is 0 until the
 * tables were filled from the snapshot.
 */
static const char version_1[] =
    "CREATE TABLE events (\n"
    "  number   INTEGER PRIMARY KEY,\n"
    "  id       TEXT NOT NULL,\n"
    "  severity INTEGER NOT NULL,\n"
    "  emit     INTEGER NOT NULL,\n"
    "  service  TEXT NOT NULL,\n"
    "  event    TEXT NOT NULL\n"
    ");\n"
    "CREATE TABLE positions (\n"
    "  input  TEXT NOT NULL,\n"
    "  stream TEXT NOT NULL,\n"
    "  mark   TEXT NOT NULL,\n"
    "  held   BLOB NOT NULL,\n"
    "  PRIMARY KEY (input, stream)\n"
    ");\n"
    "CREATE TABLE outputs (\n"
    "  name   TEXT PRIMARY KEY NOT NULL,\n"
    "  number INTEGER NOT NULL,\n"
    "  mark   TEXT NOT NULL,\n"
    "  lost   INTEGER NOT NULL\n"
    ");\n"
    "CREATE TABLE keep (\n"
    "  namespace TEXT NOT NULL,\n"
    "  key       TEXT NOT NULL,\n"
    "  value     BLOB NOT NULL,\n"
    "  time      INTEGER NOT NULL,\n"
    "  PRIMARY KEY (namespace, key)\n"
    ");\n"
    "CREATE INDEX keep_time ON keep (namespace, time);\n"
    "CREATE TABLE about (\n"
    "  key   TEXT PRIMARY KEY NOT NULL,\n"
    "  value INTEGER NOT NULL\n"
    ");\n"
    "INSERT INTO about VALUES ('newest', 0), ('clean', 0), ('begun', 0);\n";

const char *const schema_steps[] = {version_1};
const size_t schema_step_count = COUNT_OF(schema_steps);

static int broken(struct sql *q, struct err *e, const char *why)
{
    q->trouble = STORE_CORRUPT;
    return err_set(e, "%s", why);
}

/* The version that both places name; *tables is 0 in a file that nothing was written to.
 * */
static int versions(struct sql *q, uint64_t *header, uint64_t *about, uint64_t *tables,
                    struct err *e)
{
    uint64_t has_about;

    *about = 0;
    if (sql_number(q, "PRAGMA user_version", header, e) < 0 ||
        sql_number(q, "SELECT count(*) FROM sqlite_schema", tables, e) < 0 ||
        sql_number(
            q, "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'about'",
            &has_about, e) < 0)
        return -1;
    if (!has_about)
        return 0;
    return sql_number(q, "SELECT value FROM about WHERE key = 'schema'", about, e);
}

static int note_version(struct sql *q, size_t n, struct err *e)
{
    char text[128];

    snprintf(text, sizeof text,
             "INSERT OR REPLACE INTO about (key, value) VALUES ('schema', %zu); PRAGMA "
             "user_version = %zu",
             n, n);
    return sql_run(q, text, e);
}

static int migrate(struct sql *q, const char *const *steps, size_t from, size_t n,
                   struct err *e)
{
    if (sql_run(q, "BEGIN IMMEDIATE", e) < 0)
        return -1;
    for (size_t i = from; i < n; i++)
        if (sql_run(q, steps[i], e) < 0)
            return err_in(e, "make version %zu of the tables", i + 1);
    return note_version(q, n, e) < 0 ? -1 : sql_run(q, "COMMIT", e);
}

int schema_bring(struct sql *q, const char *const *steps, size_t n, struct err *e)
{
    uint64_t header, about, tables;

    if (versions(q, &header, &about, &tables, e) < 0) {
        /* A table `about` that has no such columns is somebody else's. */
        if (q->trouble == STORE_OTHER && sqlite3_errcode(q->db) == SQLITE_ERROR)
            q->trouble = STORE_CORRUPT;
        return -1;
    }
    if ((tables == 0 && header == 0) || (header == about && header > 0 && header < n)) {
        if (migrate(q, steps, (size_t)header, n, e) == 0)
            return 0;
        if (!sqlite3_get_autocommit(q->db))
            sqlite3_exec(q->db, "ROLLBACK", NULL, NULL, NULL);
        return -1;
    }
    if (header != about || header == 0)
        return broken(q, e, "its tables are not those of a store");
    if (header > n) {
        q->trouble = STORE_OTHER;
        return err_set(
            e,
            "it was written by a newer logclassd (version %llu of the tables, this "
            "program knows %zu): start that one, or another folder",
            (unsigned long long)header, n);
    }
    return 0;
}
