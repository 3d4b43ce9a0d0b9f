#include "input/units.h"

#include <fnmatch.h>
#include <stdlib.h>

void units_init(struct units *u, const struct texts *wanted, struct feed_programs known)
{
    u->known = known;
    u->patterns = mem_new((wanted->n + 1) * sizeof *u->patterns);
    for (size_t i = 0; i < wanted->n; i++) {
        if (str_eq(wanted->items[i], STR("openstack")))
            u->programs = true;
        else
            buf_add(&u->patterns[u->n++], wanted->items[i]);
    }
}

void units_done(struct units *u)
{
    for (size_t i = 0; i < u->n; i++)
        buf_done(&u->patterns[i]);
    free(u->patterns);
}

bool units_want_all(const struct units *u)
{
    for (size_t i = 0; i < u->n; i++)
        if (str_eq(buf_str(&u->patterns[i]), STR("*")))
            return true;
    return u->programs && !u->known.know;
}

/* The library's bytes, which go with the next call: copied. Empty: the entry has no such field. */
static void get(sd_journal *j, const char *field, struct buf *out)
{
    const void *data;
    size_t n;

    buf_clear(out);
    if (sd_journal_get_data(j, field, &data, &n) < 0)
        return;
    struct str text = {data, n};
    size_t at = str_chr(text, '=', 0);
    if (at != STR_NONE)
        buf_add(out, str_from(text, at + 1));
}

static bool fits(const struct units *u, struct buf *name)
{
    static const struct str service = STR_INIT(".service");
    CLEANUP(buf_done) struct buf bare = {0};

    if (name->n == 0)
        return false;
    if (str_ends(buf_str(name), service))
        buf_add(&bare, str_head(buf_str(name), name->n - service.n));
    for (size_t i = 0; i < u->n; i++)
        if (fnmatch(buf_z(&u->patterns[i]), buf_z(name), 0) == 0 ||
            (bare.n && fnmatch(buf_z(&u->patterns[i]), buf_z(&bare), 0) == 0))
            return true;
    return false;
}

static bool knows(const struct units *u, const struct buf *unit,
                  const struct buf *container, const struct buf *identifier)
{
    return u->programs && u->known.know &&
           u->known.know(u->known.context, buf_str(unit), buf_str(container),
                         buf_str(identifier));
}

/* "Suppressed N messages from UNIT", of which old ones write the unit's control group. */
static void get_suppressed(sd_journal *j, struct buf *unit)
{
    static const struct str dropped = STR_INIT("a596d6fe7bfa4994828e72309e95d61e");
    CLEANUP(buf_done) struct buf text = {0};

    get(j, "MESSAGE_ID", &text);
    if (!str_eq(buf_str(&text), dropped))
        return;
    get(j, "OBJECT_SYSTEMD_UNIT", unit);
    if (unit->n)
        return;
    get(j, "MESSAGE", &text);
    size_t blank = str_rchr(buf_str(&text), ' '), slash = str_rchr(buf_str(&text), '/');
    size_t from = slash != STR_NONE ? slash + 1 : blank != STR_NONE ? blank + 1 : text.n;
    buf_add(unit, str_from(buf_str(&text), from));
}

enum name { NAME_UNIT, NAME_USER_UNIT, NAME_CONTAINER, NAME_IDENTIFIER, NAMES };

/* All four in one pass: the library looks at every field of the entry for each one asked for. */
static void get_names(sd_journal *j, struct buf names[NAMES])
{
    static const struct str fields[NAMES] = {
        [NAME_UNIT] = STR_INIT("_SYSTEMD_UNIT="),
        [NAME_USER_UNIT] = STR_INIT("_SYSTEMD_USER_UNIT="),
        [NAME_CONTAINER] = STR_INIT("CONTAINER_NAME="),
        [NAME_IDENTIFIER] = STR_INIT("SYSLOG_IDENTIFIER="),
    };
    const void *data;
    size_t n;

    sd_journal_restart_data(j);
    while (sd_journal_enumerate_available_data(j, &data, &n) > 0)
        for (size_t i = 0; i < NAMES; i++)
            if (names[i].n == 0 && str_starts((struct str){data, n}, fields[i]))
                buf_add(&names[i], str_from((struct str){data, n}, fields[i].n));
}

static bool want_names(const struct units *u, struct buf names[NAMES])
{
    struct buf *unit =
        names[NAME_USER_UNIT].n ? &names[NAME_USER_UNIT] : &names[NAME_UNIT];

    for (size_t i = 0; i < NAMES; i++)
        if (fits(u, &names[i]))
            return true;
    return knows(u, unit, &names[NAME_CONTAINER], &names[NAME_IDENTIFIER]);
}

static bool want_suppressed(const struct units *u, sd_journal *j, const struct buf *by)
{
    CLEANUP(buf_done) struct buf unit = {0};
    struct buf none = {0};

    if (!str_eq(buf_str(by), STR("systemd-journald")))
        return false;
    get_suppressed(j, &unit);
    return unit.n && (fits(u, &unit) || knows(u, &unit, &none, &none));
}

bool units_want(const struct units *u, sd_journal *j)
{
    struct buf names[NAMES] = {0};

    if (units_want_all(u))
        return true;
    get_names(j, names);
    bool wanted = want_names(u, names) || want_suppressed(u, j, &names[NAME_IDENTIFIER]);
    for (size_t i = 0; i < NAMES; i++)
        buf_done(&names[i]);
    return wanted;
}
