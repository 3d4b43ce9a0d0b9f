#include "base/num.h"
#include "base/zone.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/offset.h"

#define ZONE_FOLDER "/usr/share/zoneinfo"

static pthread_mutex_t tz_lock = PTHREAD_MUTEX_INITIALIZER;

static bool in_database(const char *name)
{
    char path[PATH_MAX], magic[4] = "";

    if (name[0] == '/' || strstr(name, "..") || name[0] == 0)
        return false;
    snprintf(path, sizeof path, ZONE_FOLDER "/%s", name);
    FILE *f = fopen(path, "re");
    if (!f)
        return false;
    bool good =
        fread(magic, 1, 4, f) == 4 && memcmp(magic, "TZif", 4) == 0; /* RFC 8536, 3.1 */
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
    int64_t offset_s;
    if (name[0] && offset_read(str_of(name), &offset_s) == strlen(name)) {
        z->offset_s = offset_s;
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

/* A rule of POSIX such as CET-1CEST,M3.5.0,M10.5.0/3 (tzset(3)): a name of three letters or more,
 * or one in < >, then an offset. The C library reads the rest. */
static bool take_rule(struct zone *z, const char *tz)
{
    size_t n = tz[0] == '<' ? strcspn(tz, ">") + 1 : strcspn(tz, "0123456789+-,");

    if (n < 3 || strlen(tz) >= sizeof z->name || strchr(tz, '/') == tz)
        return false;
    if (tz[n] != '+' && tz[n] != '-' && !num_is_digit(tz[n]))
        return false;
    memset(z, 0, sizeof *z);
    memcpy(z->name, tz, strlen(tz) + 1);
    return true;
}

void zone_init_local(struct zone *z)
{
    char link[PATH_MAX];
    struct err ignored;
    const char *tz = getenv("TZ");

    if (tz && tz[0] == ':')
        tz++;
    if (tz && tz[0] && (zone_init(z, tz, &ignored) == 0 || take_rule(z, tz)))
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
    if (access("/etc/localtime", R_OK) ==
        0) { /* a copy, without its name: tzset(3) reads paths */
        memset(z, 0, sizeof *z);
        memcpy(z->name, "/etc/localtime", sizeof "/etc/localtime");
        return;
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
