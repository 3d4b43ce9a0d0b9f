/*
 * syslog.h - what the lines of syslog and of journalctl have in common.
 *
 * Behind the time of such a line stand the host, the program's name, which often has its pid in
 * brackets, and a colon (RFC 3164, 4.1.2 and 4.1.3; systemd's src/shared/logs-show.c). Relays drop,
 * double and rewrite parts, so each of them is optional here as long as something tells the line
 * from ordinary text.
 */
#ifndef LOGCLASS_PARSE_SYSLOG_H
#define LOGCLASS_PARSE_SYSLOG_H

#include "parse/head.h"

struct syslog_origin {
    struct str host, identifier, pid;
    int priority; /* as a word before the tag tells it; -1: none does */
};

/* Takes "<PRI>" off the head of *in: facility * 8 + severity, 0..191 (RFC 5424, 6.2.1). */
bool syslog_take_priority(struct str *in, int *priority);

/* A name or an address and the blank behind it; nothing where the next word is the tag. */
struct str syslog_take_host(struct str *in);

/* Takes "HOST TAG[PID]: " off the head of *in, which begins with the blank behind the time. The
 * host may be missing. False where no tag is there. */
bool syslog_take_origin(struct str *in, struct syslog_origin *out);

/* The same without that blank: "HOST TAG[PID]: " or "TAG: ". */
bool syslog_take_tag(struct str *in, struct syslog_origin *out);

/* Tells the head of origin and priority (-1: none), and who the writer is. */
void syslog_tell(struct head *h, const struct syslog_origin *from, int priority);

/*
 * Text with rsyslog's escapes undone: '#' and three octal digits stand for a control character
 * ($EscapeControlCharactersOnReceive, on by default). Itself where there are none.
 */
struct str syslog_unescape(struct arena *a, struct str text);

/* Who wrote a line of the forms that both have; each kind takes only its own. */
enum syslog_printer {
    SYSLOG_FILE,       /* a syslog daemon */
    SYSLOG_JOURNALCTL, /* told by a fraction, by a day such as "01", by an offset such as +0100 */
};

/*
 * The text of a line, which becomes that of the head: the escapes of a daemon undone; what it says
 * of the message before ("message repeated 3 times: [ text]", "last message repeated 3 times")
 * becomes that message and h->repeat; what it says of lines lost becomes a notice.
 */
void syslog_text(struct reading *in, struct head *h, const struct syslog_origin *from,
                 struct str text, enum syslog_printer by);

/* A line with a time of RFC 3164, or of RFC 3339 with 'T' and an offset. */
bool syslog_read(struct reading *in, struct head *h, enum syslog_printer by);

#endif
