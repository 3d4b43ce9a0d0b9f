/*
 * file_parts.h - what the kind `file` is put together from: its mark, what stands in a file
 * already, and its generations, PATH, PATH.1 (the next older) to PATH.KEEP.
 */
#ifndef LOGCLASS_OUTPUT_FILE_PARTS_H
#define LOGCLASS_OUTPUT_FILE_PARTS_H

#include "base/clock.h"
#include "base/err.h"
#include "output/ids.h"

/*
 * Up to where a file has documents that the store need not give again, as one line of text:
 *
 *     1 LENGTH INODE LAST PATH
 *
 * Decimal numbers. LAST is a hash of the bytes before LENGTH: an inode is used again, and a file
 * can be emptied and grow again.
 */
struct file_mark {
    uint64_t length, inode, last;
    struct str path;
};

enum { FILE_LAST_BYTES = 64 };

void file_mark_write(const struct file_mark *m, struct buf *out);
bool file_mark_read(struct str text, struct file_mark *out); /* the path is a slice */

/* The hash of the bytes before `length`; false: the file is shorter, or cannot be read. */
bool file_last(int fd, uint64_t length, uint64_t *hash);

/* True if fd is the file of the mark and still has what stood before its length. */
bool file_is_marked(int fd, const struct file_mark *m);

/*
 * Adds the keys of the whole lines from byte `from` on. *end is behind the last of them: what
 * stands there up to the end of the file is half a line.
 */
int file_scan(int fd, uint64_t from, struct ids *set, uint64_t *end,
              struct err *e) MUST_USE;

/* The path of a generation, 0 the file itself. */
const char *file_generation(struct buf *out, struct str path, uint64_t number);

/* A regular file for reading; -1 where there is none. */
int file_open_read(const char *path);

/* Renames all generations to the next older; the one behind `keep` goes. PATH is then free. */
int file_rotate(struct str path, uint64_t keep, struct err *e) MUST_USE;

/* Makes names that were given or taken in the folder of the path last. */
int file_sync_folder(struct str path, struct err *e) MUST_USE;

#endif
