/*
 * The kind `journal`: a journal file of systemd, entry by entry, through libsystemd.
 *
 * Each entry is a line: its fields are those of sd-journal(3), with __CURSOR and
 * __REALTIME_TIMESTAMP (microseconds, decimal) as `journalctl -o export` names them; its text is
 * MESSAGE; its position is the number of the entry in the file. The first line, from which a
 * stream gets its origin, is the cursor of the first entry.
 *
 * The library wants a file, so that a journal out of an archive is copied into one; it refuses
 * files that have no name (EIDRM, journal_file_fstat), so that the name goes once it is open. Of a
 * field at most LIMIT_LINE_BYTES are read, of an entry LIMIT_JOURNAL_FIELDS fields, as many as
 * journald itself takes (ENTRY_FIELD_COUNT_MAX).
 */
#include <errno.h>
#include <stdlib.h>
#include <systemd/sd-journal.h>
#include <unistd.h>

#include "flow/limits.h"
#include "input/parts.h"

enum { ADDRESS_FIELDS = 2, MOST_FIELDS = LIMIT_JOURNAL_FIELDS + ADDRESS_FIELDS };

struct journal {
    struct lines lines;
    sd_journal *j;
    struct stream *stream;
    uint64_t number;                          /* of the next entry */
    struct journal_field fields[MOST_FIELDS]; /* of the entry at hand */
};

static bool knows(struct str head)
{
    return str_starts(head, STR("LPKSHHRH")); /* HEADER_SIGNATURE, journal-def.h */
}

static void add_field(struct journal *j, struct line *l, struct str name, struct str value)
{
    j->fields[l->field_count++] = (struct journal_field){name, value};
    if (str_eq(name, STR("MESSAGE")))
        l->text = value;
}

/* "NAME=value", copied: the library's bytes go with the next call. Returns how much that was. */
static size_t add_data(struct journal *j, struct batch *b, struct line *l, struct str data)
{
    size_t at = str_chr(data, '=', 0);

    if (at == STR_NONE)
        return 0;
    struct str copy = arena_str(&b->arena, data);
    struct str value = str_from(copy, at + 1);
    if (value.n > LIMIT_LINE_BYTES) {
        value.n = LIMIT_LINE_BYTES;
        l->flags |= LINE_CUT;
    }
    add_field(j, l, str_head(copy, at), value);
    return data.n;
}

/* What stands beside the fields in the file. */
static void add_address(struct journal *j, struct batch *b, struct line *l)
{
    CLEANUP(buf_done) struct buf time = {0};
    uint64_t usec;
    char *cursor = NULL;

    if (sd_journal_get_realtime_usec(j->j, &usec) >= 0) {
        buf_u64(&time, usec);
        add_field(j, l, STR("__REALTIME_TIMESTAMP"), arena_str(&b->arena, buf_str(&time)));
    }
    if (sd_journal_get_cursor(j->j, &cursor) >= 0)
        add_field(j, l, STR("__CURSOR"), arena_str(&b->arena, str_of(cursor)));
    free(cursor);
}

static void keep_first_line(struct stream *s, const struct line *l)
{
    struct str cursor = l->text;

    if (s->first_line_known)
        return;
    for (size_t i = 0; i < l->field_count; i++)
        if (str_eq(l->fields[i].name, STR("__CURSOR")))
            cursor = l->fields[i].value;
    s->first_line_n = cursor.n < sizeof s->first_line ? cursor.n : sizeof s->first_line;
    if (s->first_line_n)
        memcpy(s->first_line, cursor.p, s->first_line_n);
    s->first_line_known = true;
}

/* Adds the entry as a line; returns how many bytes it took. */
static size_t take_entry(struct journal *j, struct batch *b)
{
    struct line *l = batch_line(b);
    size_t bytes = 0, n;
    const void *data;

    l->stream = j->stream;
    l->position = j->number++;
    add_address(j, b, l);
    sd_journal_restart_data(j->j);
    while (l->field_count < MOST_FIELDS &&
           sd_journal_enumerate_available_data(j->j, &data, &n) > 0)
        bytes += add_data(j, b, l, (struct str){data, n});
    struct journal_field *fields =
        ARENA_ARRAY(&b->arena, struct journal_field, l->field_count);
    memcpy(fields, j->fields, l->field_count * sizeof *fields);
    l->fields = fields;
    l->bytes = l->text.n;
    keep_first_line(j->stream, l);
    return bytes;
}

/* A batch's worth of entries. */
static enum got read_entries(struct lines *lines, struct batch *b, struct err *e)
{
    struct journal *j = (struct journal *)lines;

    for (size_t bytes = 0; bytes < BATCH_BYTES;) {
        int rc = sd_journal_next(j->j);
        if (rc < 0) {
            err_set(e, "the journal is damaged behind entry %llu: %s",
                    (unsigned long long)j->number, strerror(-rc));
            return GOT_ERROR;
        }
        if (rc == 0)
            return GOT_STREAM_END;
        bytes += take_entry(j, b);
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
    /* A field this long is cut while it is unpacked, before it takes memory. */
    enum { THRESHOLD = LIMIT_LINE_BYTES + 256 };
    int rc = sd_journal_open_files_fd(out, &fd, 1, 0);

    if (rc >= 0)
        rc = sd_journal_set_data_threshold(*out, THRESHOLD);
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
