/*
 * file.h - whole small files, and whole writes.
 */
#ifndef LOGCLASS_BASE_FILE_H
#define LOGCLASS_BASE_FILE_H

#include "base/buf.h"
#include "base/err.h"

/* Appends the file to *out; a file over `limit` bytes, a folder or a device is an error. */
int file_read(const char *path, size_t limit, struct buf *out, struct err *e) MUST_USE;

/* Writes all of s, through short writes and signals. -1 with errno in e->sys. */
int file_write_all(int fd, struct str s, struct err *e) MUST_USE;

#endif
