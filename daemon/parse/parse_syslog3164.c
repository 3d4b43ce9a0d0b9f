/*
 * The lines of syslog files and sockets (RFC 3164), and the form that newer rsyslog and Debian
 * write to files, with a time of RFC 3339 (RSYSLOG_FileFormat):
 *
 *     <11>Dec  1 01:51:22 ctl1 octavia-worker[28898]: text
 *     2026-12-01T01:51:22.043123+01:00 ctl1 octavia-worker: text
 */
#include "parse/syslog.h"

static bool read_syslog(struct reading *in, struct head *h)
{
    return syslog_read(in, h, SYSLOG_FILE);
}

const struct envelope_kind envelope_syslog3164 = {
    .name = "syslog3164",
    .help = "syslog's lines, with a time of RFC 3164 or 3339: time, host, program[pid]:",
    .id = ENVELOPE_SYSLOG3164,
    .outer = true,
    .read = read_syslog,
};
