/*
 * report.h - what an archive or folder says of the machine that its logs come from.
 *
 * A sosreport (sos 4, sos/report/plugins/{host,date,systemd}.py; general.py before 3.6) and a copy
 * of a root file system hold the host's name and zone in small files of their own. A report is all
 * that stands below one root, the folder in which these files lie. Which of them counts, the first
 * of:
 *
 *     host   sos_commands/{host,general}/hostname  etc/hostname  hostname
 *     zone   sos_commands/{systemd,date}/timedatectl ("Time zone: Europe/Paris (CET, +0100)")
 *            etc/timezone  etc/localtime, a link into zoneinfo/
 *            sos_commands/{date,general}/date  date ("Tue Dec  1 01:50:31 CET 2026")
 *
 * hostname and date count only where the root is a report by another sign.
 */
#ifndef LOGCLASS_INPUT_REPORT_H
#define LOGCLASS_INPUT_REPORT_H

#include "base/buf.h"
#include "base/zone.h"

struct report {
    struct buf root; /* its path, empty or with '/' at its end */
    struct buf host; /* empty: unknown */
    struct zone zone;
    bool zone_known;
    unsigned host_row, zone_row; /* where it is from; the smaller counts */
    bool real;                   /* more than a file called hostname or date */
};

/* A zeroed one is empty. At most LIMIT_REPORTS are kept. */
struct reports {
    struct report **list;
    size_t n, cap;
};

enum { REPORT_FILE_BYTES = 4096 }; /* of each of its files are looked at */

/* Is this path one of the files above? Then its text should be given, and of a link its target.
 * Also takes note of folders that only a report has. */
bool reports_want(struct reports *r, struct str path);
void reports_take(struct reports *r, struct str path, bool is_link, struct str text);

/* The report that the path stands in; NULL: none. Alive until reports_done. */
const struct report *reports_of(const struct reports *r, struct str path);
void reports_done(struct reports *r);

#endif
