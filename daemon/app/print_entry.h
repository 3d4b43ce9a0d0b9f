/*
 * print_entry.h - an entry of the catalogue in words, for `show` and `explain`.
 */
#ifndef LOGCLASS_APP_PRINT_ENTRY_H
#define LOGCLASS_APP_PRINT_ENTRY_H

#include "classify/catalog.h"

/* One line: id, row, level, template or situation. */
void print_entry_line(struct buf *out, const struct entry *e);

/* All that the catalogue says of it, the derived expression included. */
void print_entry(struct buf *out, const struct catalog *c, const struct entry *e);

/* A class and its situations. */
void print_class(struct buf *out, const struct class_entry *k);

#endif
