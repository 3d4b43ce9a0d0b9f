/* Syslog's lines and journalctl's: what each part says, and what is no such line. */
#include <stdlib.h>

#include "parse/lost.h"
#include "parse/syslog.h"
#include "parsed.h"
#include "suites.h"

/* "envelopes host identifier pid level time |message|", '-' for what is absent. */
static void say_word(struct buf *out, struct str s)
{
    buf_add(out, s.n ? s : STR("-"));
    buf_char(out, ' ');
}

static void say(struct buf *out, const struct record *r)
{
    for (unsigned i = 0; i < r->envelope_count; i++) {
        buf_add(out, i ? STR("+") : STR(""));
        buf_add(out, envelope_name(r->envelopes[i]));
    }
    buf_char(out, ' ');
    say_word(out, r->host);
    say_word(out, r->sender ? r->sender->identifier : STR(""));
    if (r->pid >= 0)
        buf_u64(out, (uint64_t)r->pid);
    else
        buf_char(out, '-');
    buf_char(out, ' ');
    say_word(out, level_name(r->level));
    clock_iso(out, r->time);
    buf_add(out, STR(" |"));
    say_str(out, r->message);
    buf_char(out, '|');
}

/* The moment of reading is 1970-01-01, so a time without a year is of 1969 or of that day. */
static const struct {
    const char *name;
    struct str line;
    const char *said; /* empty: no envelope */
} cases[] = {
    {"RFC 3164", STR_INIT("<11>Mar  4 05:06:07 ctl1 svc[42]: it broke"),
     "syslog3164 ctl1 svc 42 error 1969-03-04T05:06:07.000Z |it broke|"},
    {"in a file, without a priority", STR_INIT("Mar  4 05:06:07 ctl1 svc[42]: it broke"),
     "syslog3164 ctl1 svc 42 - 1969-03-04T05:06:07.000Z |it broke|"},
    {"without a host", STR_INIT("<14>Mar  4 05:06:07 svc: hello"),
     "syslog3164 - svc - info 1969-03-04T05:06:07.000Z |hello|"},
    {"a host that is empty", STR_INIT("Mar  4 05:06:07  svc: hello"),
     "syslog3164 - svc - - 1969-03-04T05:06:07.000Z |hello|"},
    {"a text that is empty", STR_INIT("Mar  4 05:06:07 ctl1 svc:"),
     "syslog3164 ctl1 svc - - 1969-03-04T05:06:07.000Z ||"},
    {"the first day of 1970 is in its year", STR_INIT("Jan  1 00:00:30 ctl1 svc: hello"),
     "syslog3164 ctl1 svc - - 1970-01-01T00:00:30.000Z |hello|"},
    {"the 29th of February is in a leap year", STR_INIT("Feb 29 00:00:30 ctl1 svc: hello"),
     "syslog3164 ctl1 svc - - 1968-02-29T00:00:30.000Z |hello|"},
    {"RFC 3339", STR_INIT("2027-03-04T05:06:07.891011+01:00 ctl1 svc[42]: it broke"),
     "syslog3164 ctl1 svc 42 - 2027-03-04T04:06:07.891011Z |it broke|"},
    {"an address for a host", STR_INIT("2027-03-04T05:06:07Z fd00::12 svc: it broke"),
     "syslog3164 fd00::12 svc - - 2027-03-04T05:06:07.000Z |it broke|"},
    {"a program's name with a path", STR_INIT("Mar 14 05:06:07 ctl1 /usr/sbin/cron[7]: x: y"),
     "syslog3164 ctl1 /usr/sbin/cron 7 - 1969-03-14T05:06:07.000Z |x: y|"},
    {"a name with a blank, and a pid",
     STR_INIT("Mar 14 05:06:07 ctl1 <frozen importlib._bootstrap>[7]: x"),
     "syslog3164 ctl1 <frozen importlib._bootstrap> 7 - 1969-03-14T05:06:07.000Z |x|"},
    {"escapes of rsyslogd", STR_INIT("Mar 14 05:06:07 ctl1 svc: one#012two#011x #999 #"),
     "syslog3164 ctl1 svc - - 1969-03-14T05:06:07.000Z |one/two\tx #999 #|"},
    {"a message repeated",
     STR_INIT("Mar 14 05:06:07 ctl1 svc[7]: message repeated 3 times: [ it broke [x]]"),
     "syslog3164 ctl1 svc 7 - 1969-03-14T05:06:07.000Z |it broke [x]|"},
    {"a record of oslo.log in it",
     STR_INIT("Mar 14 05:06:07 ctl1 nova-api: 2027-03-04 05:06:07.008 9 ERROR nova.x [-] gone"),
     "syslog3164+oslo_text ctl1 nova-api 9 error 2027-03-04T05:06:07.008Z |gone|"},
    {"RFC 5424",
     STR_INIT("<11>1 2027-03-04T05:06:07.5Z ctl1 svc 42 ID47 [a b=\"c\\\"]\"][d] it broke"),
     "syslog5424 ctl1 svc 42 error 2027-03-04T05:06:07.500Z |it broke|"},
    {"RFC 5424 without anything", STR_INIT("<191>1 - - - - - -"),
     "syslog5424 - - - debug 1970-01-01T00:00:00.000077Z ||"},
    {"RFC 5424 with a mark and a length",
     STR_INIT("58 <14>1 2027-03-04T05:06:07Z ctl1 svc - - - \xef\xbb\xbfhello"),
     "syslog5424 ctl1 svc - info 2027-03-04T05:06:07.000Z |hello|"},
    {"RFC 5424 without a priority",
     STR_INIT("1 2027-03-04T05:06:07.5Z ctl1 svc 42 - - it broke"),
     "syslog5424 ctl1 svc 42 - 2027-03-04T05:06:07.500Z |it broke|"},
    {"a year before the month", STR_INIT("2027 Mar  4 05:06:07 ctl1 svc[42]: it broke"),
     "syslog3164 ctl1 svc 42 - 2027-03-04T05:06:07.000Z |it broke|"},
    {"a year behind the day", STR_INIT("<11>Mar  4 2027 05:06:07.5 ctl1 svc: it broke"),
     "syslog3164 ctl1 svc - error 2027-03-04T05:06:07.500Z |it broke|"},
    {"a time as databases have it", STR_INIT("2027-03-04 05:06:07 ctl1 svc[42]: it broke"),
     "syslog3164 ctl1 svc 42 - 2027-03-04T05:06:07.000Z |it broke|"},
    {"busybox", STR_INIT("Mar  4 05:06:07 ctl1 user.err svc[42]: it broke"),
     "syslog3164 ctl1 svc 42 error 1969-03-04T05:06:07.000Z |it broke|"},
    {"BSD, with -v", STR_INIT("Mar  4 05:06:07 ctl1 <local0.warn> svc: it broke"),
     "syslog3164 ctl1 svc - warning 1969-03-04T05:06:07.000Z |it broke|"},
    {"a relay's host before the host", STR_INIT("Mar  4 05:06:07 relay ctl1 svc[42]: it broke"),
     "syslog3164 ctl1 svc 42 - 1969-03-04T05:06:07.000Z |it broke|"},
    {"a host twice", STR_INIT("Mar  4 05:06:07 ctl1 ctl1 svc: it broke"),
     "syslog3164 ctl1 svc - - 1969-03-04T05:06:07.000Z |it broke|"},
    {"a relay's head before the head",
     STR_INIT("Mar  4 05:06:08 relay Mar  4 05:06:07 ctl1 svc[42]: it broke"),
     "syslog3164+syslog3164 ctl1 svc 42 - 1969-03-04T05:06:07.000Z |it broke|"},
    {"a relay's head before a priority",
     STR_INIT("2027-03-04T05:06:08Z relay <11>Mar  4 05:06:07 ctl1 svc[42]: it broke"),
     "syslog3164+syslog3164 ctl1 svc 42 error 1969-03-04T05:06:07.000Z |it broke|"},
    {"a priority and a tag", STR_INIT("<11>svc[42]: it broke"),
     "syslog3164 - svc 42 error 1970-01-01T00:00:00.000077Z |it broke|"},
    {"a priority alone", STR_INIT("<4>it broke"),
     "syslog3164 - - - warning 1970-01-01T00:00:00.000077Z |it broke|"},
    {"a time without a pid behind it", STR_INIT("2027-03-04 05:06:07 ctl1 svc: it broke"), ""},
    {"journalctl short", STR_INIT("Mar 04 05:06:07 ctl1 svc[42]: it broke"),
     "journalctl ctl1 svc 42 - 1969-03-04T05:06:07.000Z |it broke|"},
    {"journalctl short-precise", STR_INIT("Mar 14 05:06:07.891011 ctl1 svc[42]: it broke"),
     "journalctl ctl1 svc 42 - 1969-03-14T05:06:07.891011Z |it broke|"},
    {"journalctl short-iso", STR_INIT("2027-03-04T05:06:07+0100 ctl1 svc[42]: it broke"),
     "journalctl ctl1 svc 42 - 2027-03-04T04:06:07.000Z |it broke|"},
    {"journalctl short-full, UTC", STR_INIT("Thu 2027-03-04 05:06:07 UTC ctl1 svc[42]: it broke"),
     "journalctl ctl1 svc 42 - 2027-03-04T05:06:07.000Z |it broke|"},
    {"journalctl short-full, a zone's name",
     STR_INIT("Thu 2027-03-04 05:06:07 CET ctl1 svc[42]: it broke"),
     "journalctl ctl1 svc 42 - 2027-03-04T05:06:07.000Z |it broke|"},
    {"journalctl short-unix", STR_INIT("1804136767.891011 ctl1 svc[42]: it broke"),
     "journalctl ctl1 svc 42 - 2027-03-04T05:06:07.891011Z |it broke|"},
    {"journalctl short-monotonic", STR_INIT("[ 1300.851364] ctl1 svc[42]: it broke"),
     "journalctl ctl1 svc 42 - 1970-01-01T00:00:00.000077Z |it broke|"},
    {"journalctl short-monotonic, of the kernel", STR_INIT("[    2.000001] ctl1 kernel: br0: x"),
     "journalctl ctl1 kernel - - 1970-01-01T00:00:00.000077Z |br0: x|"},
    {"journalctl short-delta", STR_INIT("[71300.851364 <    0.000121 >] ctl1 svc[42]: it broke"),
     "journalctl ctl1 svc 42 - 1970-01-01T00:00:00.000077Z |it broke|"},
    {"journalctl short-delta, the first", STR_INIT("[ 1300.851364                ] ctl1 svc[42]: x"),
     "journalctl ctl1 svc 42 - 1970-01-01T00:00:00.000077Z |x|"},
    {"journalctl writes what was sent", STR_INIT("Mar 04 05:06:07 ctl1 svc[42]: a #012 b"),
     "journalctl ctl1 svc 42 - 1969-03-04T05:06:07.000Z |a #012 b|"},
    {"a line of dmesg", STR_INIT("[ 1300.851364] br100: port 4(vnet2) entered it"), ""},
    {"a line of dmesg with two words", STR_INIT("[ 1300.851364] usb 1-1: new device"), ""},
    {"a priority that is none", STR_INIT("<192>Mar  4 05:06:07 ctl1 svc: x"), ""},
    {"no such day", STR_INIT("Feb 30 05:06:07 ctl1 svc: x"), ""},
    {"no such month", STR_INIT("Mai  4 05:06:07 ctl1 svc: x"), ""},
    {"a date in a sentence", STR_INIT("Mar  4 05:06:07 was when it broke"), ""},
    {"a sentence with a colon", STR_INIT("Mar  4 05:06:07 ctl1 the service died: why?"), ""},
    {"a time without an offset", STR_INIT("2027-03-04T05:06:07 ctl1 svc: x"), ""},
    {"RFC 5424 of another version", STR_INIT("<11>2 2027-03-04T05:06:07Z ctl1 svc - - - x"), ""},
    {"data that does not end", STR_INIT("<11>1 - ctl1 svc - - [a b=\"]"), ""},
};

START_TEST(reads_a_line)
{
    struct parsed p;
    CLEANUP(buf_done) struct buf said = {0};

    parsed_init(&p, cases[_i].line);
    ck_assert_uint_eq(p.b.record_count, 1);
    const struct record *r = p.b.records;
    bool bare = cases[_i].said[0] == 0;
    ck_assert_msg((r->envelope_count == 0) == bare, "%s", cases[_i].name);
    if (bare) {
        ck_assert(str_eq(r->body, cases[_i].line));
    } else {
        say(&said, r);
        ck_assert_msg(str_eq(buf_str(&said), str_of(cases[_i].said)), "%s: %s",
                      cases[_i].name, buf_z(&said));
    }
    ck_assert(str_eq(r->raw, cases[_i].line));
    parsed_done(&p);
}
END_TEST

static const struct {
    const char *name;
    struct str text;
    const char *said; /* as say_record, one a line */
} streams[] = {
    {"writers do not join, though they stand between each other",
     STR_INIT("Mar  4 05:06:07 h a[1]: 2027-03-04 05:06:07.008 1 ERROR a.x [-] first\n"
              "Mar  4 05:06:07 h b[2]: 2027-03-04 05:06:07.009 2 ERROR b.x [-] second\n"
              "Mar  4 05:06:07 h a[1]: of the first\n"
              "Mar  4 05:06:07 h b[2]: of the second\n"),
     "error 2 |first/of the first|\nerror 2 |second/of the second|\n"},
    {"what came later is another message",
     STR_INIT("Mar  4 05:06:07 h a[1]: 2027-03-04 05:06:07.008 1 ERROR a.x [-] first\n"
              "Mar  4 05:06:09 h a[1]: second\n"),
     "error 1 |first|\nnone 1 |second|\n"},
    {"a program that never wrote a head has a message in each line",
     STR_INIT("Mar  4 05:06:07 h a[1]: first\nMar  4 05:06:07 h a[1]: second\n"),
     "none 1 |first|\nnone 1 |second|\n"},
    {"a traceback, line by line",
     STR_INIT("Mar  4 05:06:07 h a[1]: Traceback (most recent call last):\n"
              "Mar  4 05:06:07 h a[1]:   File \"/x/a.py\", line 1, in f\n"
              "Mar  4 05:06:07 h a[1]: KeyError: 1\n"
              "Mar  4 05:06:07 h a[1]: ready\n"),
     "none 3 || KeyError(1)\nnone 1 |ready|\n"},
    {"a whole message with its traceback in one line",
     STR_INIT("Mar  4 05:06:07 h a: 2027-03-04 05:06:07.008 1 ERROR a.x [-] it broke: KeyError: 1"
              "#0122027-03-04 05:06:07.008 1 ERROR a.x Traceback (most recent call last):"
              "#0122027-03-04 05:06:07.008 1 ERROR a.x   File \"/x/a.py\", line 1, in f"
              "#0122027-03-04 05:06:07.008 1 ERROR a.x KeyError: 1"
              "#0122027-03-04 05:06:07.008 1 ERROR a.x \n"),
     "error 1 |it broke| KeyError(1)\n"},
    {"journalctl indents further lines",
     STR_INIT("Mar 04 05:06:07 h a[1]: 2027-03-04 05:06:07.008 1 ERROR a.x [-] it broke\n"
              "                        2027-03-04 05:06:07.008 1 ERROR a.x KeyError: 1\n"
              "Mar 04 05:06:07 h a[1]: one\n"
              "                        two\n"
              "\n"),
     "error 2 |it broke| KeyError(0)\nnone 3 |one/two|\n"},
    {"what is not indented may be a line of the message before",
     STR_INIT("Mar 04 05:06:07 h a[1]: 2027-03-04 05:06:07.008 1 INFO a.x [-] one\n"
              "Mar 04 05:06:07 h a[1]: two\n"
              "Mar 04 05:06:07 h b[2]: other\n"
              "Mar 04 05:06:07 h a[1]: three\n"),
     "info 3 |one/two/three|\nnone 1 |other|\n"},
    {"what journalctl says of itself is nobody's message",
     STR_INIT("-- Boot 4f9b6f0c2b1e7d2a9d3e1a2b3c4d5e6f --\n"
              "Mar 04 05:06:07 h a[1]: ready\n"
              "-- Subject: a unit is ready\n"),
     "none 1 ||\nnone 2 |ready|\n"},
    {"the same message again, of a host that is not said",
     STR_INIT("Mar  4 05:06:07 h a[1]: it broke\nMar  4 05:06:08  last message repeated 2 times\n"),
     "none 1 |it broke|\nnone 1 |it broke|\n"},
    {"the same message again",
     STR_INIT("Mar  4 05:06:07 h a: it broke\nMar  4 05:06:08 h last message repeated 2 times\n"
              "Mar  4 05:06:09  a: last message repeated 4 times\n"
              "Mar  4 05:06:09  b: last message repeated 4 times\n"),
     "none 1 |it broke|\nnone 1 |it broke|\nnone 1 |it broke|\n"
     "none 1 |last message repeated 4 times|\n"},
};

static int by_position(const void *a, const void *b)
{
    const struct record *x = a, *y = b;
    return (x->position > y->position) - (x->position < y->position);
}

START_TEST(reads_a_stream)
{
    struct parsed p;
    CLEANUP(buf_done) struct buf said = {0};

    parsed_init(&p, streams[_i].text);
    qsort(p.b.records, p.b.record_count, sizeof *p.b.records, by_position);
    for (size_t i = 0; i < p.b.record_count; i++)
        say_record(&said, &p.b.records[i]);
    ck_assert_msg(str_eq(buf_str(&said), str_of(streams[_i].said)), "%s:\n%s", streams[_i].name,
                  buf_z(&said));
    parsed_done(&p);
}
END_TEST

START_TEST(counts_what_is_repeated)
{
    struct parsed p;

    parsed_init(&p, STR("Mar  4 05:06:07 h a: message repeated 3 times: [ it broke]\n"));
    ck_assert_uint_eq(p.b.records[0].repeat, 3);
    parsed_done(&p);
}
END_TEST

static const struct {
    struct str identifier, text;
    bool is;
    uint64_t lost;
} losses[] = {
    {STR_INIT("systemd-journald"), STR_INIT("Suppressed 1942 messages from a.service"), true, 1942},
    {STR_INIT("journal"), STR_INIT("Suppressed 7 messages from /system.slice/a.service"), true, 7},
    {STR_INIT("systemd-journald"), STR_INIT("Forwarding to syslog missed 12 messages."), true, 12},
    {STR_INIT("systemd-journald"), STR_INIT("Missed 9 kernel messages"), true, 9},
    {STR_INIT("systemd-journald"), STR_INIT("Missed it"), false, 0},
    {STR_INIT("rsyslogd-2177"),
     STR_INIT("imuxsock lost 12 messages from pid 7 due to rate-limiting"), true, 12},
    {STR_INIT("rsyslogd"), STR_INIT("imjournal: 99 messages lost due to rate-limiting (20000)"),
     true, 99},
    {STR_INIT("rsyslogd"),
     STR_INIT("imuxsock begins to drop messages from pid 7 due to rate-limiting"), true, 0},
    {STR_INIT("rsyslogd"), STR_INIT("[origin software=\"rsyslogd\"] start"), false, 0},
    {STR_INIT("heat-engine"), STR_INIT("Suppressed 1942 messages from a.service"), false, 0},
};

START_TEST(tells_of_lost_lines)
{
    struct str unit;
    uint64_t lost = 0;

    ck_assert(lost_read(losses[_i].identifier, losses[_i].text, &lost, &unit) ==
              losses[_i].is);
    ck_assert_uint_eq(lost, losses[_i].lost);
}
END_TEST

Suite *syslog_suite(void)
{
    Suite *s = suite_create("parse/syslog");
    TCase *lines = tcase_create("lines"), *more = tcase_create("streams");

    tcase_add_loop_test(lines, reads_a_line, 0, COUNT_OF(cases));
    tcase_add_loop_test(more, reads_a_stream, 0, COUNT_OF(streams));
    tcase_add_test(more, counts_what_is_repeated);
    tcase_add_loop_test(more, tells_of_lost_lines, 0, COUNT_OF(losses));
    suite_add_tcase(s, lines);
    suite_add_tcase(s, more);
    return s;
}
