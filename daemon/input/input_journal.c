/*
 * The kind `journal`: a journal file of systemd, entry by entry, through libsystemd (entry.h).
 *
 * The library wants a file, so that a journal out of an archive is copied into one; it refuses
 * files that have no name (EIDRM, journal_file_fstat), so that the name goes once it is open.
 */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "input/entry.h"
#include "input/parts.h"

struct journal {
    struct lines lines;
    sd_journal *j;
    struct stream *stream;
    struct entry_room room;
};

static bool knows(struct str head)
{
    return str_starts(head, STR("LPKSHHRH")); /* HEADER_SIGNATURE, journal-def.h */
}

/* A batch's worth of entries. */
static enum got read_entries(struct lines *lines, struct batch *b, struct err *e)
{
    struct journal *j = (struct journal *)lines;

    for (size_t bytes = 0; bytes < BATCH_BYTES;) {
        int rc = sd_journal_next(j->j);
        if (rc < 0) {
            err_set(e, "the journal is damaged behind entry %llu: %s",
                    (unsigned long long)j->room.taken, strerror(-rc));
            return GOT_ERROR;
        }
        if (rc == 0)
            return GOT_STREAM_END;
        bytes += entry_take(&j->room, j->j, j->stream, b);
    }
    return GOT_LINES;
}

static void close_journal(struct lines *lines)
{
    struct journal *j = (struct journal *)lines;

    sd_journal_close(j->j);
    free(j);
}

static int open_fd(int fd, sd_journal **out)
{
    int rc = sd_journal_open_files_fd(out, &fd, 1, 0);

    if (rc >= 0)
        rc = entry_limit(*out);
    return rc >= 0 ? sd_journal_seek_head(*out) : rc;
}

static void take_away(struct buf *name)
{
    if (name->n)
        unlink(buf_z(name));
    buf_done(name);
}

static int open_journal(struct input *in, struct item *it, struct err *e)
{
    CLEANUP(take_away) struct buf name = {0};
    sd_journal *found = NULL;

    if (item_need_fd(in, it, &name, e) < 0)
        return -1;
    int rc = it->fd_start == 0 ? open_fd(it->fd, &found) : -ESPIPE;
    if (rc < 0) {
        sd_journal_close(found);
        return err_set(e, "the journal is damaged or was cut: %s", strerror(-rc));
    }
    struct journal *j = mem_new(sizeof *j);
    j->lines.read = read_entries;
    j->lines.close = close_journal;
    j->j = found;
    it->kind = &input_journal;
    j->stream = stream_begin(in, it);
    in->lines = &j->lines;
    return 0;
}

const struct input_kind input_journal = {
    .name = "journal",
    .help = "a journal file of systemd",
    .knows = knows,
    .open = open_journal,
};
