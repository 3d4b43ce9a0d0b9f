/* parsed.h - a text, parsed as a stream of its own, in UTC; and records in few words. */
#ifndef LOGCLASS_TESTS_PARSE_PARSED_H
#define LOGCLASS_TESTS_PARSE_PARSED_H

#include <check.h>

#include "parse/parse.h"

struct parsed {
    struct stream stream;
    struct batch b;
};

enum { PARSED_NOW = 77 };

static inline void parsed_init(struct parsed *p, struct str text)
{
    struct parse_settings s = {0};
    struct err e;

    ck_assert_int_eq(zone_init(&s.zone, "UTC", &e), 0);
    p->stream = (struct stream){.kind = STR("file"), .name = STR("-")};
    batch_init(&p->b);
    p->b.now = PARSED_NOW;
    parse_text(&s, text, &p->stream, &p->b);
}

static inline void parsed_done(struct parsed *p)
{
    batch_done(&p->b);
}

/* Line ends as '/', so that a record stands on one line. */
static inline void say_str(struct buf *out, struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        buf_char(out, s.p[i] == '\n' ? '/' : s.p[i]);
}

/* "Type(frames)", with what it is to the logged one: "cause Type(2)", and '*' when remote. */
static inline void say_exceptions(struct buf *out, const struct record *r)
{
    for (size_t i = 0; i < r->exception_count; i++) {
        const struct exception *e = &r->exceptions[i];
        buf_add(out, i ? STR(", ") : STR(""));
        buf_add(out, relation_name(e->relation));
        buf_add(out, e->relation ? STR(" ") : STR(""));
        buf_add(out, e->type);
        buf_fmt(out, "(%zu)%s", e->frame_count, e->remote ? "*" : "");
    }
}

/* "error 2 |message| Type(1)": level, lines, message, exceptions. */
static inline void say_record(struct buf *out, const struct record *r)
{
    struct str level = level_name(r->level);

    buf_add(out, level.n ? level : STR("none"));
    buf_fmt(out, " %u |", (unsigned)r->line_count);
    say_str(out, r->message);
    buf_char(out, '|');
    if (r->exception_count)
        buf_char(out, ' ');
    say_exceptions(out, r);
    buf_char(out, '\n');
}

#define ASSERT_STR(is, wanted) assert_str((is), STR(wanted), #is, __LINE__)

static inline void assert_str(struct str is, struct str wanted, const char *what, int line)
{
    ck_assert_msg(str_eq(is, wanted), "line %d, %s: '%.*s', wanted '%.*s'", line, what,
                  STR_FMT(is), STR_FMT(wanted));
}

#endif
