#include "input/report.h"

#include "flow/limits.h"
#include "suites.h"

/* A file of a report, and what it tells of the log ROOT/var/log/x.log. */
static const struct {
    const char *name, *path;
    bool is_link;
    struct str text;
    const char *host, *zone;
} cases[] = {
    {"hostname", "r/sos_commands/host/hostname", false, STR_INIT("c1.example\n"), "c1.example", ""},
    {"hostname before sos 3.6", "r/sos_commands/general/hostname", false, STR_INIT("c1\n"), "c1", ""},
    {"date before sos 3.6", "r/sos_commands/general/date", false, STR_INIT("Tue Dec  1 01:50:31 JST 2015\n"), "",
     "Asia/Tokyo"},
    {"etc", "r/etc/hostname", false, STR_INIT("c1\n"), "c1", ""},
    {"a comment", "r/etc/hostname", false, STR_INIT("# by hand\n"), "", ""},
    {"no more than a file called hostname", "r/hostname", false, STR_INIT("c1\n"), "", ""},
    {"no root", "etc/hostname", false, STR_INIT("c1\n"), "c1", ""},
    {"a dot before", "./r/etc/hostname", false, STR_INIT("c1\n"), "c1", ""},
    {"timedatectl", "r/sos_commands/systemd/timedatectl", false,
     STR_INIT("      Local time: Tue 2026-12-01\n       Time zone: Europe/Paris (CET, +0100)\n"), "",
     "Europe/Paris"},
    {"an older timedatectl", "r/sos_commands/date/timedatectl", false,
     STR_INIT("      Timezone: Asia/Tokyo (JST, +0900)\n"), "", "Asia/Tokyo"},
    {"timezone", "r/etc/timezone", false, STR_INIT("America/New_York\n"), "", "America/New_York"},
    {"localtime", "r/etc/localtime", true, STR_INIT("../usr/share/zoneinfo/Europe/Oslo"), "", "Europe/Oslo"},
    {"localtime is no text", "r/etc/localtime", false, STR_INIT("zoneinfo/Europe/Oslo"), "", ""},
    {"date", "r/sos_commands/date/date", false, STR_INIT("Tue Dec  1 01:50:31 CET 2026\n"), "",
     "Europe/Paris"},
    {"date with an offset", "r/sos_commands/date/date", false,
     STR_INIT("Tue 01 Dec 2026 01:50:31 AM +0530\n"), "", "+0530"},
    {"a date that nobody knows", "r/sos_commands/date/date", false,
     STR_INIT("Tue Dec  1 01:50:31 XYZ 2026\n"), "", ""},
    {"no such zone", "r/etc/timezone", false, STR_INIT("Europe/Nowhere\n"), "", ""},
    {"a path for a zone", "r/etc/timezone", false, STR_INIT("../../etc/passwd\n"), "", ""},
    {"empty", "r/etc/timezone", false, STR_INIT(""), "", ""},
};

static const char *host_of(const struct report *r, struct buf *out)
{
    if (r)
        buf_add(out, buf_str(&r->host));
    return buf_z(out);
}

START_TEST(tells_host_and_zone)
{
    struct reports r = {0};
    CLEANUP(buf_done) struct buf host = {0};
    struct str path = str_of(cases[_i].path);

    ck_assert(reports_want(&r, path));
    reports_take(&r, path, cases[_i].is_link, cases[_i].text);
    bool top = path.p[0] == 'e';
    const struct report *found =
        reports_of(&r, top ? STR("var/log/x.log") : STR("r/var/log/x.log"));
    ck_assert_msg(strcmp(host_of(found, &host), cases[_i].host) == 0, "%s", cases[_i].name);
    ck_assert_msg(strcmp(found && found->zone_known ? found->zone.name : "",
                         cases[_i].zone) == 0,
                  "%s", cases[_i].name);
    if (!top)
        ck_assert_ptr_null(reports_of(&r, STR("other/var/log/x.log")));
    reports_done(&r);
}
END_TEST

START_TEST(believes_the_better_file)
{
    struct reports r = {0};
    CLEANUP(buf_done) struct buf host = {0};

    reports_take(&r, STR("a/b/hostname"), false, STR("weak"));
    reports_take(&r, STR("a/b/sos_commands/host/hostname"), false, STR("strong"));
    reports_take(&r, STR("a/b/etc/hostname"), false, STR("between"));
    reports_take(&r, STR("a/b/sos_commands/date/date"), false, STR("01:50 CET 2026"));
    reports_take(&r, STR("a/b/etc/timezone"), false, STR("UTC"));
    reports_take(&r, STR("a/etc/hostname"), false, STR("outer"));
    const struct report *found = reports_of(&r, STR("a/b/var/x.log"));
    ck_assert_str_eq(host_of(found, &host), "strong");
    ck_assert_str_eq(found->zone.name, "UTC");
    buf_clear(&host);
    ck_assert_str_eq(host_of(reports_of(&r, STR("a/x.log")), &host), "outer");
    reports_done(&r);
}
END_TEST

START_TEST(wants_no_other_file)
{
    struct reports r = {0};

    ck_assert(!reports_want(&r, STR("r/var/log/x.log")));
    ck_assert(!reports_want(&r, STR("r/myhostname")));
    ck_assert(!reports_want(&r, STR("")));
    ck_assert_ptr_null(reports_of(&r, STR("r/var/log/x.log")));
    ck_assert(!reports_want(&r, STR("r/sos_commands/host/uptime")));
    ck_assert_ptr_nonnull(reports_of(&r, STR("r/var/log/x.log")));
    reports_done(&r);
}
END_TEST

START_TEST(keeps_so_many)
{
    struct reports r = {0};
    CLEANUP(buf_done) struct buf path = {0};

    for (int i = 0; i < 2 * LIMIT_REPORTS; i++) {
        buf_clear(&path);
        buf_fmt(&path, "r%d/etc/hostname", i);
        reports_take(&r, buf_str(&path), false, STR("c"));
    }
    ck_assert_uint_eq(r.n, LIMIT_REPORTS);
    ck_assert_ptr_nonnull(reports_of(&r, STR("r0/x.log")));
    ck_assert_ptr_null(reports_of(&r, buf_str(&path)));
    reports_done(&r);
}
END_TEST

Suite *report_suite(void)
{
    Suite *s = suite_create("input/report");
    TCase *tc = tcase_create("report");

    tcase_add_loop_test(tc, tells_host_and_zone, 0, (int)COUNT_OF(cases));
    tcase_add_test(tc, believes_the_better_file);
    tcase_add_test(tc, wants_no_other_file);
    tcase_add_test(tc, keeps_so_many);
    suite_add_tcase(s, tc);
    return s;
}
