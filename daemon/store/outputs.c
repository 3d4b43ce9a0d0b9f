#include "store/parts.h"

/*
 * Numbers of events that a lost file gave out must not come again while somebody
 * remembers them, and how many these were nobody knows: the new file begins at the next
 * multiple of 2^32.
 */
static uint64_t leap(uint64_t n)
{
    return n == 0 ? 0 : ((n >> 32) + 1) << 32;
}

static struct outlet *find(struct store *s, struct str name)
{
    for (size_t i = 0; i < s->outlet_count; i++)
        if (str_eq(buf_str(&s->outlets[i].name), name))
            return &s->outlets[i];
    return NULL;
}

static void load_row(struct store *s, sqlite3_stmt *st, struct outlet *o)
{
    o->mark = sql_u64(st, 1);
    if (o->mark > s->span.newest)
        o->mark = s->span.newest;
    buf_clear(&o->text);
    buf_add(&o->text, sql_str(st, 2));
    o->lost = o->lost_taken = sql_u64(st, 3);
    o->stored = true;
}

/* The rows of outputs that are configured no more go into *gone, each ended by NUL. */
static int load_rows(struct store *s, struct buf *gone, struct err *e)
{
    sqlite3_stmt *st = NULL;
    bool row = false;
    int rc = sql_prepare(&s->q, "SELECT name, number, mark, lost FROM outputs", &st, e);

    while (rc == 0 && (rc = sql_row(&s->q, st, &row, e)) == 0 && row) {
        struct outlet *o = find(s, sql_str(st, 0));
        if (o) {
            load_row(s, st, o);
            continue;
        }
        buf_add(gone, sql_str(st, 0));
        buf_char(gone, '\0');
    }
    sqlite3_finalize(st);
    return rc;
}

static int delete_gone(struct store *s, struct str gone, struct err *e)
{
    sqlite3_stmt *st = NULL;
    struct str name;
    int rc = sql_prepare(&s->q, "DELETE FROM outputs WHERE name = ?", &st, e);

    while (rc == 0 && str_cut(&gone, '\0', &name)) {
        sql_bind_text(st, 1, name);
        rc = sql_do(&s->q, st, e);
    }
    sqlite3_finalize(st);
    return rc;
}

int outputs_put(struct store *s, struct outlet *o, struct err *e)
{
    sqlite3_stmt *st = s->st[ST_OUTPUT];

    sql_bind_text(st, 1, buf_str(&o->name));
    sql_bind_number(st, 2, o->mark);
    sql_bind_text(st, 3, buf_str(&o->text));
    sql_bind_number(st, 4, o->lost);
    return sql_do(&s->q, st, e);
}

static int add_new(struct store *s, struct err *e)
{
    for (size_t i = 0; i < s->outlet_count; i++) {
        struct outlet *o = &s->outlets[i];
        if (o->stored)
            continue;
        o->mark = o->from_beginning ? s->span.first - 1 : s->span.newest;
        buf_clear(&o->text);
        o->lost_taken = o->lost = 0;
        if (outputs_put(s, o, e) < 0)
            return -1;
    }
    return 0;
}

/* A file whose tables were just made: the positions of the snapshot, and numbers behind
 * all that are remembered. */
static int begin_file(struct store *s, bool *restored, struct err *e)
{
    uint64_t number = 0;

    if (snapshot_restore(s, &number, restored, e) < 0)
        return -1;
    number = leap(number > s->remembered ? number : s->remembered);
    s->span = (struct span){.first = number + 1, .newest = number};
    sql_bind_number(s->st[ST_NEWEST], 1, number);
    return sql_do(&s->q, s->st[ST_NEWEST], e);
}

static int load(struct store *s, bool *restored, struct buf *gone, struct err *e)
{
    uint64_t begun;

    if (sql_number(&s->q, "SELECT value FROM about WHERE key = 'begun'", &begun, e) < 0)
        return -1;
    if (!begun && begin_file(s, restored, e) < 0)
        return -1;
    for (size_t i = 0; i < s->outlet_count; i++)
        s->outlets[i].stored = false;
    if (load_rows(s, gone, e) < 0 || delete_gone(s, buf_str(gone), e) < 0 ||
        add_new(s, e) < 0)
        return -1;
    return sql_run(&s->q,
                   "UPDATE about SET value = 0 WHERE key = 'clean';"
                   "UPDATE about SET value = 1 WHERE key = 'begun'",
                   e);
}

int outputs_load(struct store *s, const struct store_config *c, bool *restored,
                 struct err *e)
{
    CLEANUP(buf_done) struct buf gone = {0};
    struct str names, name;

    *restored = false;
    if (store_begin(s, e) < 0)
        return -1;
    if (load(s, restored, &gone, e) < 0 || sql_do(&s->q, s->st[ST_COMMIT], e) < 0)
        return store_undo(s);
    s->open = false;
    names = buf_str(&gone);
    while (c && c->dropped && str_cut(&names, '\0', &name))
        c->dropped(c->arg, name);
    return 0;
}

uint64_t outputs_passed(const struct store *s, bool required_only)
{
    uint64_t passed = s->span.newest;

    for (size_t i = 0; i < s->outlet_count; i++)
        if ((s->outlets[i].required || !required_only) && s->outlets[i].mark < passed)
            passed = s->outlets[i].mark;
    return passed;
}

int store_put_mark(struct store *s, size_t i, uint64_t number, struct str mark,
                   struct err *e)
{
    struct outlet *o = &s->outlets[i];

    if (store_open_check(s, e) < 0)
        return -1;
    if (number > s->span.newest || number < o->mark)
        number = o->mark;
    o->mark = number;
    if (mark.p) {
        buf_clear(&o->text);
        buf_add(&o->text, mark);
    }
    return outputs_put(s, o, e) < 0 ? store_undo(s) : 0;
}

uint64_t store_take_lost(struct store *s, size_t i)
{
    struct outlet *o = &s->outlets[i];
    uint64_t lost = o->lost - o->lost_taken;

    o->lost_taken = o->lost;
    return lost;
}

uint64_t store_mark(const struct store *s, size_t i)
{
    return s->outlets[i].mark;
}

struct str store_mark_text(const struct store *s, size_t i)
{
    return buf_str(&s->outlets[i].text);
}
