#include "base/clock.h"

#include <time.h>

usec_t clock_now(void)
{
    struct timespec ts;

    clock_gettime(CLOCK_REALTIME, &ts);
    return (usec_t)ts.tv_sec * USEC_PER_SEC + ts.tv_nsec / 1000;
}

usec_t clock_steady(void)
{
    struct timespec ts;

    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (usec_t)ts.tv_sec * USEC_PER_SEC + ts.tv_nsec / 1000;
}

/* Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": days_from_civil. Years begin
 * in March, so that the leap day is the last of its year. */
int64_t clock_days(int year, int month, int day)
{
    int64_t y = year - (month <= 2);
    int64_t era = (y >= 0 ? y : y - 399) / 400;
    int64_t of_era = y - era * 400;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    int64_t day_of_era = of_era * 365 + of_era / 4 - of_era / 100 + of_year;
    return era * 146097 + day_of_era - 719468;
}

static int days_in_month(int year, int month)
{
    static const signed char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

    return month == 2 && leap ? 29 : days[month - 1];
}

bool clock_civil_valid(const struct civil *c)
{
    return c->year >= 1 && c->year <= 9999 && c->month >= 1 && c->month <= 12 &&
           c->day >= 1 && c->day <= days_in_month(c->year, c->month) && c->hour >= 0 &&
           c->hour <= 23 && c->minute >= 0 && c->minute <= 59 && c->second >= 0 &&
           c->second <= 60 && c->usec >= 0 && c->usec < 1000000;
}

usec_t clock_from_civil(const struct civil *c)
{
    int64_t s = clock_days(c->year, c->month, c->day) * 86400 + c->hour * 3600 +
                c->minute * 60 + c->second;
    return s * USEC_PER_SEC + c->usec;
}

void clock_to_civil(usec_t t, struct civil *out)
{
    int64_t s = t / USEC_PER_SEC, us = t % USEC_PER_SEC;
    if (us < 0) {
        us += USEC_PER_SEC;
        s--;
    }
    int64_t days = s / 86400, of_day = s % 86400;
    if (of_day < 0) {
        of_day += 86400;
        days--;
    }
    /* civil_from_days, the inverse of clock_days. */
    int64_t z = days + 719468;
    int64_t era = (z >= 0 ? z : z - 146096) / 146097;
    int64_t doe = z - era * 146097;
    int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    int64_t mp = (5 * doy + 2) / 153;

    out->day = (int)(doy - (153 * mp + 2) / 5 + 1);
    out->month = (int)(mp < 10 ? mp + 3 : mp - 9);
    out->year = (int)(yoe + era * 400 + (out->month <= 2));
    out->hour = (int)(of_day / 3600);
    out->minute = (int)(of_day / 60 % 60);
    out->second = (int)(of_day % 60);
    out->usec = (int)us;
}

static void digits(char *p, int value, int n)
{
    for (int i = n - 1; i >= 0; i--, value /= 10)
        p[i] = (char)('0' + value % 10);
}

void clock_iso(struct buf *out, usec_t t)
{
    struct civil c;
    char s[] = "0000-00-00T00:00:00.000000";

    clock_to_civil(t, &c);
    digits(s, c.year, 4);
    digits(s + 5, c.month, 2);
    digits(s + 8, c.day, 2);
    digits(s + 11, c.hour, 2);
    digits(s + 14, c.minute, 2);
    digits(s + 17, c.second, 2);
    digits(s + 20, c.usec, 6);
    buf_add(out, (struct str){s, c.usec % 1000 ? 26 : 23});
    buf_char(out, 'Z');
}
