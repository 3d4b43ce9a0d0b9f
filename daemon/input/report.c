#include "input/report.h"

#include <stdlib.h>

#include "flow/limits.h"

enum what { HOST, TIMEDATECTL, ZONE, ZONE_LINK, DATE };

static const struct {
    struct str path;
    enum what what;
    bool weak; /* says nothing where nothing else makes its folder a report */
} rows[] = {
    {STR_INIT("sos_commands/host/hostname"),       HOST,        false},
    {STR_INIT("sos_commands/general/hostname"),    HOST,        false},
    {STR_INIT("etc/hostname"),                     HOST,        false},
    {STR_INIT("sos_commands/systemd/timedatectl"), TIMEDATECTL, false},
    {STR_INIT("sos_commands/date/timedatectl"),    TIMEDATECTL, false},
    {STR_INIT("etc/timezone"),                     ZONE,        false},
    {STR_INIT("etc/localtime"),                    ZONE_LINK,   false},
    {STR_INIT("sos_commands/date/date"),           DATE,        false},
    {STR_INIT("sos_commands/general/date"),        DATE,        false},
    {STR_INIT("hostname"),                         HOST,        true },
    {STR_INIT("date"),                             DATE,        true },
};

/* date(1) says an abbreviation; these are of one zone, or of zones with the same clock. */
static const struct {
    struct str word;
    const char *zone;
} words[] = {
    {STR_INIT("UTC"),  "UTC"                },
    {STR_INIT("GMT"),  "UTC"                },
    {STR_INIT("CET"),  "Europe/Paris"       },
    {STR_INIT("CEST"), "Europe/Paris"       },
    {STR_INIT("EET"),  "Europe/Helsinki"    },
    {STR_INIT("EEST"), "Europe/Helsinki"    },
    {STR_INIT("WEST"), "Europe/Lisbon"      },
    {STR_INIT("WET"),  "Europe/Lisbon"      },
    {STR_INIT("BST"),  "Europe/London"      },
    {STR_INIT("MSK"),  "Europe/Moscow"      },
    {STR_INIT("JST"),  "Asia/Tokyo"         },
    {STR_INIT("KST"),  "Asia/Seoul"         },
    {STR_INIT("EST"),  "America/New_York"   },
    {STR_INIT("EDT"),  "America/New_York"   },
    {STR_INIT("CDT"),  "America/Chicago"    },
    {STR_INIT("MDT"),  "America/Denver"     },
    {STR_INIT("PST"),  "America/Los_Angeles"},
    {STR_INIT("PDT"),  "America/Los_Angeles"},
};

static struct str normal(struct str path)
{
    while (str_starts(path, STR("./")))
        path = str_from(path, 2);
    return path;
}

static size_t row_of(struct str path)
{
    size_t i = 0;

    for (; i < COUNT_OF(rows); i++) {
        struct str tail = rows[i].path;
        if (str_ends(path, tail) &&
            (path.n == tail.n || path.p[path.n - tail.n - 1] == '/'))
            break;
    }
    return i;
}

static struct report *report_at(struct reports *r, struct str root)
{
    for (size_t i = r->n; i-- > 0;)
        if (str_eq(buf_str(&r->list[i]->root), root))
            return r->list[i];
    if (r->n == LIMIT_REPORTS)
        return NULL;
    VEC_GROW(r->list, r->n, r->cap);
    struct report *new = mem_new(sizeof *new);
    buf_add(&new->root, root);
    new->host_row = new->zone_row = COUNT_OF(rows);
    return r->list[r->n++] = new;
}

static void note_folders(struct reports *r, struct str path)
{
    static const struct str folder = STR_INIT("sos_commands/");
    size_t at = str_find(path, folder, 0);

    if (at == STR_NONE || (at > 0 && path.p[at - 1] != '/'))
        return;
    struct report *report = report_at(r, str_head(path, at));
    if (report)
        report->real = true;
}

bool reports_want(struct reports *r, struct str path)
{
    path = normal(path);
    note_folders(r, path);
    return row_of(path) < COUNT_OF(rows);
}

/* The name of a zone, if there is such a one. */
static void take_zone(struct report *report, unsigned row, struct str name)
{
    char z[sizeof report->zone.name];
    struct zone zone;
    struct err e;

    if (name.n == 0 || name.n >= sizeof z || row >= report->zone_row)
        return;
    memcpy(z, name.p, name.n);
    z[name.n] = 0;
    if (zone_init(&zone, z, &e) < 0)
        return;
    report->zone = zone;
    report->zone_known = true;
    report->zone_row = row;
}

static struct str word_in(struct str *rest)
{
    struct str word = {0};

    while (str_cut(rest, ' ', &word) && word.n == 0)
        continue;
    return word;
}

/* "               Time zone: Europe/Paris (CET, +0100)"; older ones wrote "Timezone:". */
static void take_timedatectl(struct report *report, unsigned row, struct str text)
{
    struct str line;

    while (str_cut(&text, '\n', &line)) {
        line = str_trim(line);
        struct str rest;
        if (str_starts(line, STR("Time zone:")))
            rest = str_from(line, 10);
        else if (str_starts(line, STR("Timezone:")))
            rest = str_from(line, 9);
        else
            continue;
        take_zone(report, row, word_in(&rest));
        return;
    }
}

static void take_link(struct report *report, unsigned row, struct str target)
{
    static const struct str folder = STR_INIT("zoneinfo/");
    size_t at = str_find(target, folder, 0);

    if (at != STR_NONE)
        take_zone(report, row, str_trim(str_from(target, at + folder.n)));
}

/* The word of a date that names its zone: "CET", or "+0100". */
static void take_date(struct report *report, unsigned row, struct str text)
{
    struct str rest = str_trim(str_line(text)), word;

    while ((word = word_in(&rest)).n) {
        if (word.n == 5 && (word.p[0] == '+' || word.p[0] == '-')) {
            take_zone(report, row, word);
            return;
        }
        for (size_t i = 0; i < COUNT_OF(words); i++)
            if (str_eq(word, words[i].word)) {
                take_zone(report, row, str_of(words[i].zone));
                return;
            }
    }
}

static void take_host(struct report *report, unsigned row, struct str text)
{
    enum { LONGEST = 255 }; /* RFC 1035, 2.3.4 */
    struct str rest = str_trim(str_line(text)), host = word_in(&rest);

    if (row >= report->host_row || host.n == 0 || host.n > LONGEST || host.p[0] == '#')
        return;
    buf_clear(&report->host);
    buf_add(&report->host, host);
    report->host_row = row;
}

void reports_take(struct reports *r, struct str path, bool is_link, struct str text)
{
    path = normal(path);
    size_t at = row_of(path);
    if (at == COUNT_OF(rows) || is_link != (rows[at].what == ZONE_LINK))
        return;
    struct report *report = report_at(r, str_head(path, path.n - rows[at].path.n));
    unsigned row = (unsigned)at;
    if (!report)
        return;
    report->real = report->real || !rows[at].weak;
    switch (rows[at].what) {
    case HOST: take_host(report, row, text); break;
    case TIMEDATECTL: take_timedatectl(report, row, text); break;
    case ZONE: take_zone(report, row, str_trim(str_line(text))); break;
    case ZONE_LINK: take_link(report, row, text); break;
    case DATE: take_date(report, row, text); break;
    }
}

const struct report *reports_of(const struct reports *r, struct str path)
{
    const struct report *best = NULL;

    path = normal(path);
    for (size_t i = 0; i < r->n; i++) {
        const struct report *one = r->list[i];
        if (one->real && str_starts(path, buf_str(&one->root)) &&
            (!best || one->root.n > best->root.n))
            best = one;
    }
    return best;
}

void reports_done(struct reports *r)
{
    for (size_t i = 0; i < r->n; i++) {
        buf_done(&r->list[i]->root);
        buf_done(&r->list[i]->host);
        free(r->list[i]);
    }
    free(r->list);
    *r = (struct reports){0};
}
