#include "input/rotation.h"

#include <stdlib.h>

#include "base/num.h"

/* Ranks: a date is its digits, 18 of them; numbers count down from NUMBERS; then the log itself. */
#define NUMBERS UINT64_C(4000000000000000000)
#define CURRENT UINT64_C(5000000000000000000)
enum { DATE_DIGITS = 18, NUMBER_DIGITS = 5 };

static struct str without_codec(struct str s, bool *had)
{
    static const struct str suffixes[] = {STR_INIT(".gz"), STR_INIT(".xz"),
                                          STR_INIT(".zst"), STR_INIT(".bz2")};

    for (size_t i = 0; i < COUNT_OF(suffixes); i++)
        if (s.n > suffixes[i].n && str_ends(s, suffixes[i])) {
            *had = true;
            return str_head(s, s.n - suffixes[i].n);
        }
    return s;
}

static bool is_joint(char c)
{
    return c == '-' || c == '_' || c == 'T' || c == '.' || c == ':';
}

/* Seconds since 1970, as `dateformat -%s` writes them: ten digits until the year 2286. */
static bool epoch_rank(struct str s, uint64_t *rank)
{
    enum { EPOCH_DIGITS = 10 };
    uint64_t v = 0;

    if (s.n != EPOCH_DIGITS || s.p[0] != '1')
        return false;
    for (size_t i = 0; i < s.n; i++) {
        if (!num_is_digit(s.p[i]))
            return false;
        v = v * 10 + (uint64_t)(s.p[i] - '0');
    }
    *rank = v;
    return true;
}

/* Is s a date, with a time of day or not, with joints or not? Its digits make the rank. */
static bool date_rank(struct str s, uint64_t *rank)
{
    uint64_t v = 0;
    size_t digits = 0;

    for (size_t i = 0; i < s.n; i++) {
        if (num_is_digit(s.p[i]) && digits < DATE_DIGITS) {
            v = v * 10 + (uint64_t)(s.p[i] - '0');
            digits++;
        } else if (num_is_digit(s.p[i]) || !is_joint(s.p[i]) || i == 0 ||
                   !num_is_digit(s.p[i - 1])) {
            return false;
        }
    }
    bool century = s.n >= 2 &&
                   ((s.p[0] == '2' && s.p[1] == '0') || (s.p[0] == '1' && s.p[1] == '9'));
    if (digits < 8 || !century)
        return false;
    while (digits++ < DATE_DIGITS)
        v *= 10;
    *rank = v;
    return true;
}

static bool number_rank(struct str s, uint64_t *rank)
{
    uint64_t v = 0;

    if (s.n == 0 || s.n > NUMBER_DIGITS)
        return false;
    for (size_t i = 0; i < s.n; i++) {
        if (!num_is_digit(s.p[i]))
            return false;
        v = v * 10 + (uint64_t)(s.p[i] - '0');
    }
    *rank = NUMBERS - v;
    return true;
}

/* Splits "STEM.N" or "STEM-DATE" at its joint: the longest tail that is a date, else a number. */
static bool cut_tail(struct str s, struct str *stem, uint64_t *rank)
{
    bool found = false;

    for (size_t i = s.n; i-- > 1;) {
        if (!num_is_digit(s.p[i]) && !is_joint(s.p[i]))
            break;
        bool dot = s.p[i] == '.';
        if (!dot && s.p[i] != '-' && s.p[i] != '_')
            continue;
        struct str tail = str_from(s, i + 1);
        if (date_rank(tail, rank) || (!found && epoch_rank(tail, rank)) ||
            (!found && dot && number_rank(tail, rank))) {
            *stem = str_head(s, i);
            found = true;
        }
    }
    return found;
}

/* journald's archived files, system@0123456789abcdef…-0000000000000001-00060d8f2c3b4a59.journal,
 * and those that were not closed, system@00060d8f2c3b4a59-0123456789abcdef.journal~. */
static bool journal_rank(struct str s, bool unclosed, struct str *stem, uint64_t *rank)
{
    enum { TIME_DIGITS = 16 };
    uint64_t v = 0;
    size_t at = str_rchr(s, '@'), dash = str_rchr(s, '-');

    if (at == STR_NONE || dash == STR_NONE || dash < at)
        return false;
    size_t from = unclosed ? at + 1 : dash + 1, to = unclosed ? dash : s.n;
    if (to - from != TIME_DIGITS)
        return false;
    for (size_t i = from; i < to; i++) {
        if (!num_is_hex(s.p[i]))
            return false;
        unsigned digit = num_is_digit(s.p[i]) ? (unsigned)(s.p[i] - '0')
                                              : (unsigned)((s.p[i] | 0x20) - 'a') + 10;
        v = v << 4 | digit;
    }
    *stem = str_head(s, at);
    *rank = v < NUMBERS ? v : NUMBERS;
    return true;
}

/* Names that say it in words. */
static bool word_rank(struct str s, struct str *stem, uint64_t *rank)
{
    static const struct str previous = STR_INIT("previous.log"), old = STR_INIT(".old");

    if (str_eq(s, previous))
        *stem = STR("current.log");
    else if (s.n > old.n && str_ends(s, old))
        *stem = str_head(s, s.n - old.n);
    else
        return false;
    *rank = NUMBERS;
    return true;
}

/* Takes out of a name what tells the generation: *name and *end around it stay. */
static uint64_t cut_name(struct str *name, struct str *end)
{
    static const struct str log = STR_INIT(".log"), journal = STR_INIT(".journal"),
                            unclosed = STR_INIT(".journal~");
    struct str s = *name;
    uint64_t rank = CURRENT;

    if (word_rank(s, name, &rank) || cut_tail(s, name, &rank))
        return rank;
    if (str_ends(s, log) && cut_tail(str_head(s, s.n - log.n), name, &rank))
        *end = log;
    else if ((str_ends(s, journal) &&
              journal_rank(str_head(s, s.n - journal.n), false, name, &rank)) ||
             (str_ends(s, unclosed) &&
              journal_rank(str_head(s, s.n - unclosed.n), true, name, &rank)))
        *end = journal;
    return rank;
}

uint64_t rotation_rank(struct str path, struct buf *base)
{
    bool packed = false;
    struct str s = without_codec(path, &packed), end = {0};
    size_t slash = str_rchr(s, '/');
    size_t dir = slash == STR_NONE ? 0 : slash + 1;
    struct str name = str_from(s, dir);
    uint64_t rank = cut_name(&name, &end);

    buf_add(base, str_head(s, dir));
    buf_add(base, name);
    buf_add(base, end);
    return packed ? rank - 1 : rank;
}

/* ---- files in their order ---- */

/* FNV-1a: two logs with one hash would only be read in another order. */
static uint64_t hash_of(struct str s)
{
    uint64_t h = UINT64_C(14695981039346656037);

    for (size_t i = 0; i < s.n; i++)
        h = (h ^ (unsigned char)s.p[i]) * UINT64_C(1099511628211);
    return h;
}

static size_t slot_of(const struct rotation *r, uint64_t hash)
{
    size_t at = (size_t)hash & (r->log_cap - 1);

    while (r->logs[at].used && r->logs[at].hash != hash)
        at = (at + 1) & (r->log_cap - 1);
    return at;
}

static void grow(struct rotation *r)
{
    struct rotation old = *r;

    r->log_cap = old.log_cap ? 2 * old.log_cap : 64;
    r->logs = mem_new(r->log_cap * sizeof *r->logs);
    for (size_t i = 0; i < old.log_cap; i++)
        if (old.logs[i].used)
            r->logs[slot_of(r, old.logs[i].hash)] = old.logs[i];
    free(old.logs);
}

void rotation_add(struct rotation *r, struct str path)
{
    if (2 * r->log_n >= r->log_cap)
        grow(r);
    VEC_GROW(r->turns, r->n, r->cap);
    buf_clear(&r->base);
    struct turn *t = &r->turns[r->n];
    t->rank = rotation_rank(path, &r->base);
    t->number = (uint32_t)r->n++;
    uint64_t hash = hash_of(buf_str(&r->base));
    size_t at = slot_of(r, hash);
    if (!r->logs[at].used) {
        r->logs[at].used = 1;
        r->logs[at].hash = hash;
        r->logs[at].first = t->number;
        r->log_n++;
    }
    t->group = r->logs[at].first;
}

static int compare(const void *a, const void *b)
{
    const struct turn *x = a, *y = b;

    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

void rotation_sort(struct rotation *r)
{
    if (r->n)
        qsort(r->turns, r->n, sizeof *r->turns, compare);
}

void rotation_done(struct rotation *r)
{
    free(r->turns);
    free(r->logs);
    buf_done(&r->base);
    *r = (struct rotation){0};
}
