#include "base/zone.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/num.h"

#define ZONE_FOLDER "/usr/share/zoneinfo"

static pthread_mutex_t tz_lock = PTHREAD_MUTEX_INITIALIZER;

/* +01:00, +0100, +01, -03:30 */
static bool read_offset(struct str s, int64_t *out)
{
    if (s.n < 3 || (s.p[0] != '+' && s.p[0] != '-'))
        return false;
    bool colon = s.n == 6 && s.p[3] == ':';
    if (s.n != 3 && s.n != 5 && !colon)
        return false;
    for (size_t i = 1; i < s.n; i++)
        if (!num_is_digit(s.p[i]) && !(colon && i == 3))
            return false;
    unsigned hour = num_fixed(s.p + 1, 2);
    unsigned minute = s.n == 3 ? 0 : num_fixed(s.p + s.n - 2, 2);
    if (hour > 18 || minute > 59)
        return false;
    int64_t seconds = (int64_t)hour * 3600 + minute * 60;
    *out = s.p[0] == '-' ? -seconds : seconds;
    return true;
}

static bool in_database(const char *name)
{
    char path[PATH_MAX], magic[4] = "";

    if (name[0] == '/' || strstr(name, "..") || name[0] == 0)
        return false;
    snprintf(path, sizeof path, ZONE_FOLDER "/%s", name);
    FILE *f = fopen(path, "re");
    if (!f)
        return false;
    bool good = fread(magic, 1, 4, f) == 4 && memcmp(magic, "TZif", 4) == 0; /* RFC 8536, 3.1 */
    fclose(f);
    return good;
}

int zone_init(struct zone *z, const char *name, struct err *e)
{
    memset(z, 0, sizeof *z);
    if (strlen(name) >= sizeof z->name)
        return err_set(e, "time zone '%.80s': no such zone", name);
    memcpy(z->name, name, strlen(name) + 1);
    if (strcmp(name, "UTC") == 0 || strcmp(name, "Z") == 0) {
        memcpy(z->name, "UTC", 4);
        z->fixed = true;
        return 0;
    }
    if (read_offset(str_of(name), &z->offset_s)) {
        z->fixed = true;
        return 0;
    }
    if (in_database(name))
        return 0;
    return err_set(e,
                   "time zone '%s': no such zone; it takes a name of " ZONE_FOLDER
                   " such as Europe/Paris, an offset such as +01:00, or UTC",
                   name);
}

void zone_init_local(struct zone *z)
{
    char link[PATH_MAX];
    struct err ignored;
    const char *tz = getenv("TZ");

    if (tz && tz[0] == ':')
        tz++;
    if (tz && tz[0] && zone_init(z, tz, &ignored) == 0)
        return;
    ssize_t n = readlink("/etc/localtime", link, sizeof link - 1);
    if (n > 0) {
        link[n] = 0;
        const char *name = strstr(link, "/zoneinfo/");
        if (name && zone_init(z, name + strlen("/zoneinfo/"), &ignored) == 0) {
            if (strcmp(z->name, "Etc/UTC") == 0 && zone_init(z, "UTC", &ignored) < 0)
                return;
            return;
        }
    }
    if (zone_init(z, "UTC", &ignored) < 0)
        return; /* it cannot fail: UTC asks no database */
}

static int64_t offset_if(const struct civil *c, int isdst, bool *shown)
{
    struct tm tm = {.tm_year = c->year - 1900,
                    .tm_mon = c->month - 1,
                    .tm_mday = c->day,
                    .tm_hour = c->hour,
                    .tm_min = c->minute,
                    .tm_sec = c->second,
                    .tm_isdst = isdst};
    struct tm asked = tm;
    time_t t = mktime(&tm);

    /* mktime moves a time that no clock showed: then it is not this one. */
    *shown = tm.tm_hour == asked.tm_hour && tm.tm_min == asked.tm_min;
    return (int64_t)(clock_from_civil(c) / USEC_PER_SEC) - (int64_t)t;
}

/* Asks the C library for the offset at the start of a slot of the wall clock. */
static void ask(const char *zone, int64_t slot, int32_t *offset_s, bool *ambiguous)
{
    struct civil c;
    bool shown_std = false, shown_dst = false;
    char *before = NULL;

    clock_to_civil(slot * 900 * USEC_PER_SEC, &c);
    pthread_mutex_lock(&tz_lock);
    if (getenv("TZ")) {
        before = strdup(getenv("TZ"));
        if (!before)
            mem_out();
    }
    setenv("TZ", zone, 1);
    tzset();
    int64_t std = offset_if(&c, 0, &shown_std);
    int64_t dst = offset_if(&c, 1, &shown_dst);
    bool shown_any = false;
    int64_t any = offset_if(&c, -1, &shown_any);
    if (before)
        setenv("TZ", before, 1);
    else
        unsetenv("TZ");
    tzset();
    pthread_mutex_unlock(&tz_lock);
    free(before);

    *ambiguous = shown_std && shown_dst && std != dst;
    /* The first of two moments is the one with the larger offset: clocks were set back. */
    int64_t best = *ambiguous ? (std > dst ? std : dst) : any;
    if (!shown_any && !*ambiguous)
        best = shown_std ? std : shown_dst ? dst : std < dst ? std : dst;
    *offset_s = (int32_t)best;
}

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

usec_t zone_moment(struct zone *z, usec_t wall, bool *ambiguous)
{
    *ambiguous = false;
    if (z->fixed)
        return wall - z->offset_s * USEC_PER_SEC;
    int64_t slot = floor_div(wall, 900 * USEC_PER_SEC);
    size_t at = (uint64_t)slot % ZONE_CACHE;
    if (!z->cache[at].used || z->cache[at].slot != slot) {
        ask(z->name, slot, &z->cache[at].offset_s, &z->cache[at].ambiguous);
        z->cache[at].slot = slot;
        z->cache[at].used = true;
    }
    *ambiguous = z->cache[at].ambiguous;
    return wall - z->cache[at].offset_s * USEC_PER_SEC;
}
