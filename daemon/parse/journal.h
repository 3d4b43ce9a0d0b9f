/*
 * journal.h - an entry of a systemd journal: its fields, and what they tell.
 *
 * An entry comes as a line of `journalctl -o json`, as the lines of `journalctl -o export`, or
 * from a journal itself (struct line's fields); all of them fill one struct journal_entry. What
 * the fields mean: systemd.journal-fields(7); oslo.log's own are those of OSJournalHandler
 * (oslo_log/handlers.py), a container's those of the journald drivers of docker and podman.
 */
#ifndef LOGCLASS_PARSE_JOURNAL_H
#define LOGCLASS_PARSE_JOURNAL_H

#include "flow/line.h"
#include "parse/head.h"

enum journal_name {
    JOURNAL_MESSAGE,
    JOURNAL_MESSAGE_ID,
    JOURNAL_PRIORITY,
    JOURNAL_IDENTIFIER,
    JOURNAL_FACILITY,
    JOURNAL_SYSLOG_PID,
    JOURNAL_SYSLOG_RAW,
    JOURNAL_PID,
    JOURNAL_UNIT,
    JOURNAL_USER_UNIT,
    JOURNAL_HOST,
    JOURNAL_TRANSPORT,
    JOURNAL_STREAM,
    JOURNAL_LINE_BREAK,
    JOURNAL_SOURCE_TIME,
    JOURNAL_TIME,
    JOURNAL_CURSOR,
    JOURNAL_CONTAINER_NAME,
    JOURNAL_CONTAINER_ID,
    JOURNAL_CONTAINER_ID_FULL,
    JOURNAL_CONTAINER_TAG,
    JOURNAL_CONTAINER_PARTIAL,
    JOURNAL_IMAGE,
    JOURNAL_LOGGER,
    JOURNAL_LEVEL,
    JOURNAL_CODE_FILE,
    JOURNAL_CODE_LINE,
    JOURNAL_CODE_FUNCTION,
    JOURNAL_REQUEST_ID,
    JOURNAL_PROJECT_ID,
    JOURNAL_PROJECT_NAME,
    JOURNAL_USER_ID,
    JOURNAL_USER_NAME,
    JOURNAL_THREAD_NAME,
    JOURNAL_PROCESS_NAME,
    JOURNAL_EXCEPTION,
    JOURNAL_DROPPED,
    JOURNAL_NAMES
};

/* Of a field that occurs several times the first value holds. */
struct journal_entry {
    struct str value[JOURNAL_NAMES];
    bool message_unknown; /* it has one, which whoever printed the entry left out */
    bool cut;             /* the entry ended too early */
};

/* Which field a name is; JOURNAL_NAMES: none that is used. Upper-case names are taken as they are;
 * exporters that write them in lower case leave the leading underscores out. */
enum journal_name journal_name(struct str name);

/* True for names that nothing but a journal's entry has. */
bool journal_is_field(struct str name);

void journal_set(struct journal_entry *e, enum journal_name name, struct str value);

/* What the entry tells, into h: h->text becomes its message. */
void journal_head(struct reading *in, struct head *h, const struct journal_entry *e);

/* The same, with the layer named, for an entry that no kind has read; and for the fields of a line
 * that has them. */
void journal_layer(struct reading *in, struct head *h, const struct journal_entry *e);
void journal_line(struct reading *in, struct head *h, const struct line *l);

#endif
