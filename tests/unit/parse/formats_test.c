/* formats.h: which formats are read, and what a line of one gives. */
#include <check.h>

#include "parse/formats.h"
#include "parsed.h"
#include "suites.h"

static const struct {
    const char *format, *why;
} refused[] = {
    {"",                                     "empty"          },
    {"%(asctime)s %(message)s %(message)s",  "twice"          },
    {"%(levelname)s%(name)s: %(message)s",   "nothing between"},
    {"%(asctime)s %(process)d%(name)s",      "nothing between"},
    {"%(asctime)s %(message)s%(name)s",      "nothing between"},
    {"%(name)s: %(message)s",                "neither a time" },
    {"%(message)s",                          "neither a time" },
    {"%(name)s ",                            "neither a time" },
    {"%(asctime)s %(levelname) %(message)s", "byte 13"        },
    {"%(asctime)s %(levelname",              "byte 13"        },
    {"%(asctime)s %(message)s 5%",           "byte 26"        },
    {"%(asctime)s %s %(message)s",           "byte 13"        },
    {"%(asctime)s\n%(message)s",             "line end"       },
    {"{asctime} {message}",                  "no field"       },
};

START_TEST(refuses)
{
    struct formats *f = formats_new();
    struct err e = {0};

    ck_assert_int_eq(formats_add(f, str_of(refused[_i].format), &e), -1);
    ck_assert_msg(strstr(e.text, refused[_i].why), "'%s': %s", refused[_i].format, e.text);
    formats_free(f);
}
END_TEST

START_TEST(a_prefix_needs_a_head)
{
    struct formats *f = formats_new();
    struct err e = {0};

    ck_assert_int_eq(formats_check(f, &e), -1);
    ck_assert_int_eq(formats_add(f, STR("%(asctime)s ERROR %(name)s "), &e), 0);
    ck_assert_int_eq(formats_check(f, &e), -1);
    ck_assert_int_eq(formats_add(f, STR("%(asctime)s %(levelname)s %(message)s"), &e), 0);
    ck_assert_int_eq(formats_check(f, &e), 0);
    formats_free(f);
}
END_TEST

#define ID   "req-5b1f0c2e-7d2a-4f9b-9d3e-1a2b3c4d5e6f"
#define UUID "7d1b9c7a-0000-4000-8000-00000000abcd"

/* `said`: level, pid, logger, request, user, project, host, user name, instance, message */
static const struct {
    const char *name, *format, *line, *said;
} lines[] = {
    {"its own form",
     "%(asctime)s.%(msecs)03d %(process)d %(levelname)s %(name)s [%(request_id)s "
     "%(user_identity)s] %(instance)s%(message)s",                                                                         "2026-12-01 01:50:30.971 49 INFO heat.engine [" ID " u p - - -] [instance: " UUID
     "] x",                                                                                                      "info 49 heat.engine " ID " u p - - " UUID " |x|"},
    {"an empty global id",
     "%(levelname)s %(name)s [%(global_request_id)s %(request_id)s] %(message)s",                                          "INFO heat [ " ID "] x",                "info -1 heat " ID " - - - - - |x|"              },
    {"a request id that is none",                            "%(levelname)s|[%(request_id)s] %(message)s",
     "INFO|[req-1] x",                                                                                                                                             "none -1  - - - - - - |INFO|[req-1] x|"          },
    {"names without blanks",                                 "%(levelname)s [%(project_name)s %(user_name)s] %(message)s",
     "INFO [service admin] x",                                                                                                                                     "info -1  - - - - admin - |x|"                   },
    {"names with blanks, where nobody knows which is which",
     "%(levelname)s [%(project_name)s %(user_name)s] %(message)s",                                                         "INFO [my service admin] x",            "info -1  - - - - - - |x|"                       },
    {"names with blanks and a bar between",
     "%(levelname)s [%(project_name)s|%(user_name)s] %(message)s",                                                         "INFO [my service|the admin] x",        "info -1  - - - - the admin - |x|"               },
    {"a separator that names have as well",
     "%(levelname)s %(hostname)s-%(program)s: %(message)s",                                                                "INFO ctl-1-heat: x",
     "info -1  - - - - - - |x|"                                                                                                                                                                                     },
    {"a thread's name with a blank",                         "%(levelname)s %(threadName)s %(name)s %(message)s",
     "INFO Thread-1 (work) heat x",                                                                                                                                "info -1 heat - - - - - - |x|"                   },
    {"no digits where digits must be",                       "%(levelname)s %(process)d %(message)s",
     "INFO x y",                                                                                                                                                   "none -1  - - - - - - |INFO x y|"                },
    {"no such level",                                        "%(levelname)s %(name)s|%(message)s",                         "Info heat|y",
     "none -1  - - - - - - |Info heat|y|"                                                                                                                                                                           },
    {"a level without a name",                               "%(levelname)s;%(name)s;%(message)s",                         "Level 21;heat;y",
     "audit -1 heat - - - - - - |y|"                                                                                                                                                                                },
    {"padded to the left and to the right",
     "%(levelname)8s|%(process)-6d|%(name)-12s|%(message)s",                                                               "    INFO|12    |heat        |y",       "info 12 heat - - - - - - |y|"                   },
    {"longer than its padding",                              "%(levelname)-4s %(name)-4s %(message)s",
     "WARNING heat.engine  y",                                                                                                                                     "warning -1 heat.engine - - - - - - | y|"        },
    {"one letter of the level",                              "%(levelname).1s %(name)s %(message)s",                       "C heat y",
     "critical -1 heat - - - - - - |y|"                                                                                                                                                                             },
    {"the end of an empty message is lost",                  "%(levelname)s %(name)s %(message)s",
     "INFO heat",                                                                                                                                                  "info -1 heat - - - - - - ||"                    },
    {"the product is no project",                            "%(levelname)s %(project)s %(message)s",                      "INFO heat y",
     "info -1  - - - - - - |y|"                                                                                                                                                                                     },
    {"behind the message",                                   "%(levelname)s %(message)s [%(name)s]",
     "INFO a [b] c [heat.engine]",                                                                                                                                 "info -1 heat.engine - - - - - - |a [b] c|"      },
    {"behind the message, and a summary behind that",
     "%(levelname)s %(message)s [%(name)s]",                                                                               "ERROR a [heat.engine]: KeyError: 'x'",
     "error -1 heat.engine - - - - - - |a|"                                                                                                                                                                         },
    {"a resource",                                           "%(levelname)s %(resource)s%(message)s",                      "INFO [share-" UUID "] y",
     "info -1  - - - - - - |y|"                                                                                                                                                                                     },
    {"a bracket of the message's own",                       "%(levelname)s %(resource)s%(message)s",
     "INFO [Errno 2] y",                                                                                                                                           "info -1  - - - - - - |[Errno 2] y|"             },
};

static void say_or_dash(struct buf *out, struct str s)
{
    buf_add(out, s.n ? s : STR("-"));
    buf_char(out, ' ');
}

static void say_fields(struct buf *out, const struct record *r)
{
    struct str level = level_name(r->level);

    buf_add(out, level.n ? level : STR("none"));
    buf_fmt(out, " %d %.*s ", (int)r->pid, STR_FMT(r->logger));
    say_or_dash(out, r->request_id);
    say_or_dash(out, r->user_id);
    say_or_dash(out, r->project_id);
    say_or_dash(out, r->host);
    say_or_dash(out, r->user_name);
    say_or_dash(out, r->instance_id);
    buf_fmt(out, "|%.*s|", STR_FMT(r->message));
}

START_TEST(reads)
{
    struct formats *f = formats_new();
    struct parse_settings s = {.formats = f};
    struct stream stream = {.kind = STR("file"), .name = STR("-")};
    struct buf said = {0};
    struct batch b;
    struct err e;

    ck_assert_int_eq(zone_init(&s.zone, "UTC", &e), 0);
    ck_assert_msg(formats_add(f, str_of(lines[_i].format), &e) == 0, "%s", e.text);
    batch_init(&b);
    parse_text(&s, str_of(lines[_i].line), &stream, &b);
    ck_assert_uint_eq(b.record_count, 1);
    say_fields(&said, &b.records[0]);
    ck_assert_msg(str_eq(buf_str(&said), str_of(lines[_i].said)), "%s:\n'%s', not\n'%s'",
                  lines[_i].name, buf_z(&said), lines[_i].said);
    buf_done(&said);
    batch_done(&b);
    formats_free(f);
}
END_TEST

Suite *formats_suite(void)
{
    Suite *s = suite_create("parse/formats");
    TCase *tc = tcase_create("formats");

    tcase_add_loop_test(tc, refuses, 0, COUNT_OF(refused));
    tcase_add_test(tc, a_prefix_needs_a_head);
    tcase_add_loop_test(tc, reads, 0, COUNT_OF(lines));
    suite_add_tcase(s, tc);
    return s;
}
