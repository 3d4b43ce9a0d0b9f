/* The kinds that stand around a record: what they take off, what they tell, what they leave alone. */
#include "parsed.h"
#include "suites.h"

#define UUID   "0a1b2c3d-1111-4222-8333-444455556666"
#define OSLO   "2027-03-04 05:06:07.008 11 WARNING svc.api [-] it"
#define NANO   "2027-03-04T05:06:08.669794202Z"
#define TICKET "2027-03-04 05:06:07.008 11 WARNING svc.api [-] it\n"

/* "cri oslo_text: warning 1 |it|": the layers, then as say_record; pod, container, host, unit, file
 * where an envelope told of them. */
static void say_layers(struct buf *out, const struct record *r)
{
    const struct sender *s = r->sender;

    for (size_t i = 0; i < r->envelope_count; i++) {
        buf_add(out, i ? STR(" ") : STR(""));
        buf_add(out, envelope_name(r->envelopes[i]));
    }
    buf_add(out, STR(": "));
    if (s && s->pod.n)
        buf_fmt(out, "pod %.*s ", STR_FMT(s->pod));
    if (s && s->container_name.n)
        buf_fmt(out, "container %.*s ", STR_FMT(s->container_name));
    if (s && s->unit.n)
        buf_fmt(out, "unit %.*s ", STR_FMT(s->unit));
    if (s && s->file.n)
        buf_fmt(out, "file %.*s ", STR_FMT(s->file));
    if (r->host.n)
        buf_fmt(out, "host %.*s ", STR_FMT(r->host));
    say_record(out, r);
}

static const struct {
    const char *name, *text, *said;
} cases[] = {
    /* cri */
    {"cri, full",                    NANO " stdout F " OSLO,                                        "cri oslo_text: warning 1 |it|\n"},
    {"cri, an offset",               "2027-03-04T06:06:08.1+01:00 stderr F " OSLO,
     "cri oslo_text: warning 1 |it|\n"                                                                                             },
    {"cri, more tags",               NANO " stdout F:x:y " OSLO,                                    "cri oslo_text: warning 1 |it|\n"},
    {"cri, in pieces",
     NANO " stdout P 2027-03-04 05:06:07.008 11 WARN\n" NANO " stderr F other\n" NANO
          " stdout F ING svc.api [-] it\n",
     "cri oslo_text: warning 2 |it|\ncri: none 1 |other|\n"                                                                        },
    {"cri, the last piece is lost",  NANO " stdout P 2027-03-04 05:06:07.008 11 WARNING s [-] a",
     "cri oslo_text: warning 1 |a|\n"                                                                                              },
    {"cri, an empty line of a text",
     NANO " stdout F " TICKET NANO " stdout F\n" NANO " stdout F b\n",                                "cri oslo_text: warning 3 |it//b|\n"},
    {"cri, its empty text has lost no blank", NANO " stdout F " TICKET NANO " stdout F ",
     "cri oslo_text: warning 2 |it|\n"                                                                                             },
    {"cri, another tag",             NANO " stdout X " OSLO,                                        "prefix: none 1 |stdout X " OSLO "|\n"},
    {"cri, another stream",          NANO " stdin F a",                                             "prefix: none 1 |stdin F a|\n"   },
    {"cri, no zone",                 "2027-03-04T05:06:08.669794202 stdout F a",
     ": none 1 |2027-03-04T05:06:08.669794202 stdout F a|\n"                                                                       },
    {"cri, both streams have a record open",
     NANO " stdout F " TICKET NANO " stderr F 2027-03-04 05:06:07.008 11 WARNING e [-] err\n" NANO
          " stdout F more\n" NANO " stderr F less\n",
     "cri oslo_text: warning 2 |it/more|\ncri oslo_text: warning 2 |err/less|\n"                                                   },

    /* pebble */
    {"pebble inside cri",            NANO " stdout F 2027-03-04T05:06:08.000Z [heat-engine] " OSLO,
     "cri pebble oslo_text: unit heat-engine warning 1 |it|\n"                                                                     },
    {"pebble, an empty text",        "2027-03-04T05:06:08.000Z [a]",                                "pebble: unit a none 1 ||\n"     },
    {"pebble, no name",              "2027-03-04T05:06:08.000Z [] a",
     ": none 1 |2027-03-04T05:06:08.000Z [] a|\n"                                                                                  },
    {"pebble, nine digits",          NANO " [heat-engine] " OSLO,
     "pebble oslo_text: unit heat-engine warning 1 |it|\n"},
    {"a level in a bracket is no service", "2027-03-04T05:06:08.000Z [error] a",
     ": none 1 |2027-03-04T05:06:08.000Z [error] a|\n"},
    {"pebble, two services",
     "2027-03-04T05:06:08.000Z [a] " TICKET "2027-03-04T05:06:08.000Z [b] own\n"
     "2027-03-04T05:06:08.000Z [a] more\n",
     "pebble oslo_text: unit a warning 2 |it/more|\npebble: unit b none 1 |own|\n"                                                 },

    /* kubectl */
    {"kubectl, all of it",           "[pod/heat-engine-0/heat] " NANO " " OSLO,
     "prefix prefix oslo_text: pod heat-engine-0 container heat warning 1 |it|\n"                                                  },
    {"kubectl, an empty line",       "[pod/a/b] " TICKET "[pod/a/b]\n[pod/a/b] x\n",
     "prefix oslo_text: pod a container b warning 3 |it//x|\n"                                                                     },
    {"kubectl, a class and its text below a time are no program and its message",
     NANO " 2027-03-04 05:06:07.008 11 INFO svc.api [-] it\n" NANO " Traceback (most recent call last):\n"
     NANO "   File \"/x.py\", line 1, in f\n" NANO " svc.Bad: no\n" NANO " " OSLO,
     "prefix oslo_text: info 1 |it|\nprefix traceback: none 3 || svc.Bad(1)\n"
     "prefix oslo_text: warning 1 |it|\n"},
    {"kubectl, no container",        "[pod/a] x",                                                   ": none 1 |[pod/a] x|\n"         },
    {"kubectl, a time of eight digits", "2027-03-04T05:06:08.66979420Z x",
     ": none 1 |2027-03-04T05:06:08.66979420Z x|\n"                                                                                },

    /* timed */
    {"github",                       "2027-03-04T05:06:08.1739561Z " OSLO,                          "prefix oslo_text: warning 1 |it|\n"},
    {"timestamper",                  "[2027-03-04T05:06:08.173Z] " OSLO,                            "prefix oslo_text: warning 1 |it|\n"},
    {"timed, an offset, no fraction", "2027-03-04T05:06:08+01:00 " OSLO,                            "prefix oslo_text: warning 1 |it|\n"},
    {"timed, a bracket left open",   "[2027-03-04T05:06:08.173Z " OSLO,
     ": none 1 |[2027-03-04T05:06:08.173Z " OSLO "|\n"},
    {"timed, no record",             "2027-03-04T05:06:08Z a",                                      ": none 1 |2027-03-04T05:06:08Z a|\n"},

    {"timed, more lines",            "2027-03-04T05:06:08.1Z " TICKET "2027-03-04T05:06:08.2Z   more\n2027-03-04T05:06:08.2Z\n",
     "prefix oslo_text: warning 3 |it/  more|\n"},

    /* numbered */
    {"grep -n, more lines",          "12:" TICKET "13:12: more\n15-a\n--\n20:" TICKET,
     "prefix oslo_text: warning 4 |it/12: more/a|\nprefix oslo_text: warning 1 |it|\n"},
    {"cat -n, more lines",           "     9\t" TICKET "    10\t  more\n    11\t\n",
     "prefix oslo_text: warning 3 |it/  more|\n"},
    {"cat -n, a number of the text", TICKET "    10\t" TICKET "    13\tmore\n",
     "oslo_text: warning 3 |it/    10\t" OSLO "/    13\tmore|\n"},
    {"grep -n of one file",          "12:" OSLO,                                                    "prefix oslo_text: warning 1 |it|\n"},
    {"near it",                      "13-" OSLO,                                                    "prefix oslo_text: warning 1 |it|\n"},
    {"cat -n",                       "    12\t" OSLO,                                               "prefix oslo_text: warning 1 |it|\n"},
    {"less -N",                      "     12 " OSLO,                                               "prefix oslo_text: warning 1 |it|\n"},
    {"a number, no record",          "12:a",                                                        ": none 1 |12:a|\n"},
    {"a number and blanks, no record", "  12  2027-03-04",                                          ": none 1 |  12  2027-03-04|\n"},
    {"a table",                      "12\t2027-03-04 05:06:07 11 rows",
     ": none 1 |12\t2027-03-04 05:06:07 11 rows|\n"},
    {"nothing but a number",         "12",                                                          ": none 1 |12|\n"},
    {"kubectl, pebble, Apache",
     "[pod/heat-0/heat] " NANO " 2027-03-04T05:06:08.000Z [heat-api] [Thu Mar 04 05:06:08.054252 2027] "
     "[wsgi:error] [pid 7:tid 8] " OSLO,
     "prefix prefix pebble apache oslo_text: pod heat-0 container heat unit heat-api warning 1 |it|\n"},

    /* console */
    {"zuul",                         "2027-03-04 05:06:08.173456 | controller | " OSLO,
     "prefix oslo_text: host controller warning 1 |it|\n"                                                                          },
    {"jenkins",                      "2027-03-04 05:06:08.173 | + echo a | cat",                    "prefix: none 1 |+ echo a | cat|\n"},
    {"jenkins, an empty line",       "2027-03-04 05:06:08.173 |",                                   "prefix: none 1 ||\n"            },
    {"console, two digits",          "2027-03-04 05:06:08.17 | a",                                  ": none 1 |2027-03-04 05:06:08.17 | a|\n"},

    /* merged */
    {"merged",
     "2027-03-04 05:06:07.008000 [HEAT] 11 DEBUG svc [-] a\n"
     "                                        b\n"
     "                                         go /x.py:3\n"
     "2027-03-04 05:06:07.009000 [NOVA] 11 DEBUG svc [-] c\n",
     "prefix oslo_text: debug 3 |a/b/|\nprefix oslo_text: debug 1 |c|\n"                                                           },
    {"merged, no pid",               "2027-03-04 05:06:07.008000 [A] INFO svc [-] a",
     "prefix oslo_text: info 1 |a|\n"                                                                                              },
    {"merged, no level",             "2027-03-04 05:06:07.008000 [A] some words",
     "apache: none 1 |[A] some words|\n"                                                                      },

    /* grep */
    {"grep",                         "/var/log/heat/heat-engine.log:" OSLO,
     "prefix oslo_text: file /var/log/heat/heat-engine.log warning 1 |it|\n"                                                       },
    {"grep with numbers and context",
     "a.log:12:" TICKET "a.log-13-second\na.log-14-\n--\nb.log-9-" TICKET,
     "prefix oslo_text: file a.log warning 4 |it/second|\n"
     "prefix oslo_text: file b.log warning 1 |it|\n"                                                                               },
    {"grep, a rotated file",         "a.log-20270301.gz:" OSLO,
     "prefix oslo_text: file a.log-20270301.gz warning 1 |it|\n"                                                                   },
    {"grep, no date",                "/a.log: Permission denied",                                   ": none 1 |/a.log: Permission denied|\n"},
    {"grep, syslog in a file without .log",
     "/var/log/syslog:Mar  4 05:06:08 ctl1 heat: " TICKET "/var/log/syslog:Mar  4 05:06:08 ctl1 heat: more\n",
     "prefix syslog3164 oslo_text: file /var/log/syslog host ctl1 warning 2 |it/more|\n"},
    {"grep, journalctl",             "./a.log:12:Mar 04 05:06:08 ctl1 heat[11]: " OSLO,
     "prefix journalctl oslo_text: file ./a.log host ctl1 warning 1 |it|\n"},
    {"grep, Apache",
     "/var/log/apache2/heat_error.log:[Thu Mar 04 05:06:08.054252 2027] [wsgi:error] [pid 7:tid 8] " OSLO,
     "prefix apache oslo_text: file /var/log/apache2/heat_error.log warning 1 |it|\n"},
    {"a path and a date",            "/usr/bin/heat 2027-03-04 05:06:07",
     ": none 1 |/usr/bin/heat 2027-03-04 05:06:07|\n"},
    {"loghub, JSON",                 "heat.log.1 {\"message\": \"it\", \"levelname\": \"WARNING\"}",
     "prefix oslo_json: file heat.log.1 warning 1 |it|\n"},
    {"loghub",                       "nova-api.log.1.2027-03-16_13:53:08 " OSLO,
     "prefix oslo_text: file nova-api.log.1.2027-03-16_13:53:08 warning 1 |it|\n"                                                  },

    /* numbered */
    {"numbers of grep, with context",
     "12:" TICKET "13-more\n--\n40:" TICKET,
     "prefix oslo_text: warning 3 |it/more|\nprefix oslo_text: warning 1 |it|\n"},
    {"numbers of cat",
     "     9\t" TICKET "    10\tmore\n    11\t\n    12\t  less\n",
     "prefix oslo_text: warning 4 |it/more//  less|\n"},
    {"numbers that do not grow",
     "12:" TICKET "5: more\n",
     "prefix oslo_text: warning 2 |it/5: more|\n"},
    {"a number and no date",         "12:34",                                                       ": none 1 |12:34|\n"},
    {"numbered lines in a text",     TICKET "12:" TICKET,
     "oslo_text: warning 2 |it/12:2027-03-04 05:06:07.008 11 WARNING svc.api [-] it|\n"},

    /* label */
    {"compose, two services, one column",
     "api-1     | started\n"
     "engine-1  | " TICKET "api-1     | own\nengine-1  | more\nengine-1  |\n",
     ": none 1 |api-1     | started|\n"
     "prefix oslo_text: container engine-1 warning 3 |it/more|\n"
     "prefix: container api-1 none 1 |own|\n"},
    {"compose, another column",
     "engine-1  | " TICKET "a | b\n",
     "prefix oslo_text: container engine-1 warning 2 |it/a | b|\n"},
    {"stern",
     "heat-engine-7d9c5b-x2x4q heat " TICKET "heat-engine-7d9c5b-zzzzz heat other\n"
     "heat-engine-7d9c5b-x2x4q heat more\n",
     "prefix oslo_text: pod heat-engine-7d9c5b-x2x4q container heat warning 3 "
     "|it/heat-engine-7d9c5b-zzzzz heat other/more|\n"},
    {"stern, all namespaces",        "openstack heat-engine-0 heat " OSLO,
     "prefix oslo_text: pod heat-engine-0 container heat warning 1 |it|\n"},
    {"stern of old",                 "heat-engine-0 \xe2\x80\xba heat " NANO " " OSLO,
     "prefix prefix oslo_text: pod heat-engine-0 container heat warning 1 |it|\n"},
    {"kubetail",                     "[heat-engine-0 heat] " TICKET "[heat-engine-0 heat]   more\n",
     "prefix oslo_text: pod heat-engine-0 container heat warning 2 |it/  more|\n"},
    {"syslog without a time",        "ctl1 heat-engine[11]: " TICKET "ctl1 heat-engine[11]: more\n",
     "prefix oslo_text: host ctl1 warning 2 |it/more|\n"},
    {"pdsh, two hosts",
     "ctl1: " TICKET "ctl2: " TICKET "ctl1: more\nctl2: less\n",
     "prefix oslo_text: warning 2 |it/more|\nprefix oslo_text: warning 2 |it/less|\n"},
    {"pdsh, syslog",
     "ctl1: Mar  4 05:06:08 ctl1 heat[11]: " TICKET "ctl1: Mar  4 05:06:08 ctl1 heat[11]: more\n",
     "prefix syslog3164 oslo_text: host ctl1 warning 2 |it/more|\n"},
    {"pdsh, grep",                   "ctl1: /var/log/heat/heat.log:12:" OSLO,
     "prefix prefix oslo_text: file /var/log/heat/heat.log warning 1 |it|\n"},
    {"compose, JSON",
     "engine-1  | {\"message\": \"it\", \"levelname\": \"WARNING\"}\nengine-1  | {\"a\": 1}\n",
     "prefix oslo_json: container engine-1 warning 1 |it|\nprefix: container engine-1 none 1 |{\"a\": 1}|\n"},
    {"a word and another's JSON",    "answer: {\"message\": \"it\"}",
     ": none 1 |answer: {\"message\": \"it\"}|\n"},
    {"a word and a date of three letters", "until: Mar  4 05:06:07 2027 GMT",
     ": none 1 |until: Mar  4 05:06:07 2027 GMT|\n"},
    {"docker service logs",
     "heat.1.x8s7@n1    | " TICKET "heat.2.k2m1@n2    | other\nheat.1.x8s7@n1    | more\n",
     "prefix oslo_text: container heat.1.x8s7@n1 warning 2 |it/more|\n"
     "prefix: container heat.2.k2m1@n2 none 1 |other|\n"},
    {"a word and a date",            "started: 2027-03-04 05:06:07 by joe",
     ": none 1 |started: 2027-03-04 05:06:07 by joe|\n"},
    {"two words and a date",         "it began 2027-03-04 05:06:07",
     ": none 1 |it began 2027-03-04 05:06:07|\n"},
    {"a label in a text",            TICKET "api-1  | 2027-03-04 05:06:07 x\napi-1  | y\n",
     "oslo_text: warning 3 |it/api-1  | 2027-03-04 05:06:07 x/api-1  | y|\n"},

    /* shipper */
    {"fluentd's file",
     "2027-03-04T05:06:08+00:00\tkube.a\t{\"log\":\"" OSLO "\",\"container_name\":\"/heat_engine\"}",
     "prefix fluentd oslo_text: container heat_engine warning 1 |it|\n"},
    {"fluentd's stdout",
     "2027-03-04 05:06:08.123456789 +0000 kube.a: {\"message\":\"" OSLO "\",\"@timestamp\":\"x\"}",
     "prefix fluentd oslo_text: warning 1 |it|\n"},
    {"Fluent Bit's stdout",
     "[0] kube.a: [[1804136767.971123456, {}], {\"log\":\"" OSLO "\",\"stream\":\"stdout\"}]\n"
     "[1] kube.a: [1804136767.971123456, {\"log\":\"more\",\"stream\":\"stdout\"}]\n",
     "prefix docker oslo_text: warning 2 |it/more|\n"},
    {"logcli, padded",
     "2027-03-04T06:06:08+01:00 {pod=\"a-0\"}   " TICKET "2027-03-04T05:06:08Z {pod=\"a-0\"}     more\n"
     "2027-03-04T05:06:08Z {pod=\"b-0\"}   less\n",
     "prefix oslo_text: pod a-0 warning 2 |it/  more|\nprefix: pod b-0 none 1 |less|\n"},
    {"a set that is none of labels", "2027-03-04T05:06:08Z {a: 1} b",
     ": none 1 |2027-03-04T05:06:08Z {a: 1} b|\n"},

    /* section */
    {"tail of two files",
     "==> /a/heat-engine.log <==\n" TICKET "more\n\n==> /a/heat-api.log <==\nless\n",
     "prefix: none 1 ||\n"
     "prefix oslo_text: file /a/heat-engine.log warning 4 |it/more|\n"
     "prefix: file /a/heat-api.log none 1 |less|\n"},
    {"an arrow in a text",           TICKET "==> a <==\n",
     "oslo_text: warning 2 |it/==> a <==|\n"},

    /* quote */
    {"a quotation",                  "> " TICKET "> more\n>\n> less\n",                             "prefix oslo_text: warning 4 |it/more//less|\n"},
    {"indented",                     "    " TICKET "      more\n\n    less\n",
     "prefix oslo_text: warning 4 |it/  more//less|\n"                                                                             },
    {"a quotation of journalctl",
     "> Mar 04 05:06:08 ctl1 heat[11]: " TICKET "> " "                               more\n",
     "prefix journalctl oslo_text: host ctl1 warning 2 |it/more|\n"},
    {"indented journalctl",
     "    Mar 04 05:06:08 ctl1 heat[11]: " TICKET "    " "                               more\n",
     "prefix journalctl oslo_text: host ctl1 warning 2 |it/more|\n"},
    {"a fence",
     "Hello,\n```text\n" TICKET "```\nbye\n",
     ": none 1 |Hello,|\nprefix: none 1 ||\nprefix: none 1 ||\noslo_text: warning 1 |it|\n: none 1 |bye|\n"},
    {"Jira's, and a second one",
     "{noformat}\n" TICKET "{noformat}\nand\n{code:java}\n" TICKET "more\n{code}\n",
     "prefix: none 1 ||\nprefix: none 1 ||\n: none 1 |and|\nprefix: none 1 ||\n"
     "oslo_text: warning 1 |it|\nprefix: none 1 ||\noslo_text: warning 2 |it/more|\n"},
    {"a fence in a text",            TICKET "```\nmore\n```\n",
     "oslo_text: warning 4 |it/```/more/```|\n"},
    {"words above a quotation",      "Hello,\n  " TICKET "  more\n",
     ": none 1 |Hello,|\nprefix oslo_text: warning 2 |it/more|\n"                                                                  },

    /* no line binds those that follow it */
    {"the envelope changes in the middle",
     NANO " stdout F " TICKET "2027-03-04 05:06:07.009 12 INFO svc [-] plain\nof it\n"
     "Mar  4 05:06:07 ctl1 svc[13]: 2027-03-04 05:06:07.010 13 INFO svc [-] third\n"
     "Mar  4 05:06:07 ctl1 svc[13]: of the third\n" NANO " stdout F of the first\n",
     "cri oslo_text: warning 2 |it/of the first|\noslo_text: info 2 |plain/of it|\n"
     "syslog3164 oslo_text: host ctl1 info 2 |third/of the third|\n"},
    {"plain first, then others",
     TICKET NANO " stdout F 2027-03-04 05:06:07.009 12 INFO svc [-] a\n" NANO " stdout F b\n"
     "[pod/a/b] 2027-03-04 05:06:07.010 13 INFO svc [-] c\n[pod/a/b] d\n",
     "oslo_text: warning 1 |it|\ncri oslo_text: info 2 |a/b|\n"
     "prefix oslo_text: pod a container b info 2 |c/d|\n"},
    {"pods of two kinds of envelope",
     NANO " stdout F " TICKET "{\"log\":\"2027-03-04 05:06:07.009 12 INFO svc [-] a\\n\",\"stream\":\"stdout\"}\n"
     NANO " stdout F b\n{\"log\":\"c\\n\",\"stream\":\"stdout\"}\n",
     "cri oslo_text: warning 2 |it/b|\ndocker oslo_text: info 2 |a/c|\n"},
    {"one line of syslog before a plain log", "Mar  4 05:06:07 h odd[1]: odd\n" TICKET "more\n",
     "syslog3164: host h none 1 |odd|\noslo_text: warning 2 |it/more|\n"},
    {"one line of a container before a plain log", NANO " stdout F odd\n" TICKET "more\n",
     "cri: none 1 |odd|\noslo_text: warning 2 |it/more|\n"},
    {"one indented line before a plain log", "    2027-03-04 05:06:07.008 odd\n" TICKET "    more\n",
     "prefix: none 1 |2027-03-04 05:06:07.008 odd|\noslo_text: warning 2 |it/    more|\n"},
    {"one labelled line before a plain log", "a-1 | 2027-03-04 05:06:07 odd\n" TICKET "more\n",
     "prefix: container a-1 none 1 |2027-03-04 05:06:07 odd|\noslo_text: warning 2 |it/more|\n"},
    {"a prompt", "root@h:~# cat x\n" NANO " stdout F " TICKET,
     ": none 1 |root@h:~# cat x|\ncri oslo_text: warning 1 |it|\n"},
    {"journalctl's remark in a plain log",
     "-- Logs begin at Tue 2027-03-02 12:02:58 UTC, end at Tue 2027-03-02 13:16:45 UTC. --\n" TICKET
     "-- Boot 4f9b6f0c2b1e7d2a9d3e1a2b3c4d5e6f --\n",
     "journalctl: none 1 ||\noslo_text: warning 2 |it|\n"},

    /* what a record holds is no layer of it */
    {"a dump of cri's lines",        TICKET NANO " stdout F a\n" NANO " stdout P b\nc\n",
     "oslo_text: warning 4 |it/" NANO " stdout F a/" NANO " stdout P b/c|\n"                                                       },
    {"a dump of pebble's lines",     TICKET "2027-03-04T05:06:08.000Z [a] b\n",
     "oslo_text: warning 2 |it/2027-03-04T05:06:08.000Z [a] b|\n"                                                                  },
    {"a dump of names",              TICKET "[pod/a/b] c\n--\na.log:9:2027-03-04 x\n",
     "oslo_text: warning 4 |it/[pod/a/b] c/--/a.log:9:2027-03-04 x|\n"                                                             },
    {"a dump of a console",          TICKET "2027-03-04 05:06:08.173 | x\n",
     "oslo_text: warning 2 |it/2027-03-04 05:06:08.173 | x|\n"                                                                     },
    {"an indented record in a text", TICKET "    " TICKET,                                          "oslo_text: warning 2 |it/    " OSLO "|\n"},
    {"dates in a table",             TICKET "2027-03-04 05:06:08\n2027-03-04 05:06:08 x 1\n",
     "oslo_text: warning 3 |it/2027-03-04 05:06:08/2027-03-04 05:06:08 x 1|\n"                                                     },
    {"python's form in a text",      TICKET "ERROR:a.b:c\n",                                        "oslo_text: warning 2 |it/ERROR:a.b:c|\n"},

    /* python */
    {"python, dashes",               "2027-03-04 05:06:07,008 - a.b - ERROR - c - d",               "python: error 1 |c - d|\n"      },
    {"python, brackets",             "2027-03-04 05:06:07,008 [INFO] a.b: c",                       "python: info 1 |c|\n"           },
    {"python, basic",                "WARNING:a.b:c\nd\n",                                          "python: warning 2 |c/d|\n"      },
    {"python, with a traceback",
     "ERROR:a.b:c\nTraceback (most recent call last):\n  File \"/x.py\", line 1, in f\nKeyError: 1\n",
     "python: error 4 |c| KeyError(1)\n"                                                                                           },
    {"python, no level",             "2027-03-04 05:06:07,008 - a.b - Error - c",
     ": none 1 |2027-03-04 05:06:07,008 - a.b - Error - c|\n"                                                                      },
    {"a sentence with colons",       "ERROR: a: b",                                                 ": none 1 |ERROR: a: b|\n"       },

    /* 2013 */
    {"a head without pid, its traceback with one",
     "2027-03-04 05:06:07.008 ERROR svc [req-" UUID " joe proj] a\n"
     "2027-03-04 05:06:07.008 11 TRACE svc Traceback (most recent call last):\n"
     "2027-03-04 05:06:07.008 11 TRACE svc   File \"/x.py\", line 1, in f\n"
     "2027-03-04 05:06:07.008 11 TRACE svc KeyError: 1\n",
     "oslo_text: error 4 |a| KeyError(1)\n"                                                                                        },

    /* what ends a line for others ends none here */
    {"U+2028, a lone CR",            "2027-03-04 05:06:07.008 11 INFO s [-] a\xe2\x80\xa8" "b\rc\xc2\x85" "d\v\f\x1c e\n",
     "oslo_text: info 1 |a\xe2\x80\xa8" "b\rc\xc2\x85" "d\v\f\x1c e|\n"                                                              },
};

START_TEST(reads_layers)
{
    struct parsed p;
    CLEANUP(buf_done) struct buf said = {0};

    parsed_init(&p, str_of(cases[_i].text));
    for (size_t i = 0; i < p.b.record_count; i++)
        say_layers(&said, &p.b.records[i]);
    ck_assert_msg(str_eq(buf_str(&said), str_of(cases[_i].said)), "%s:\n%swanted\n%s",
                  cases[_i].name, buf_z(&said), cases[_i].said);
    parsed_done(&p);
}
END_TEST

START_TEST(nul_ends_no_line)
{
    struct parsed p;

    parsed_init(&p, STR("2027-03-04 05:06:07.008 11 INFO s [-] a\0b\n"));
    ck_assert_uint_eq(p.b.record_count, 1);
    ASSERT_STR(p.b.records[0].message, "a\0b");
    parsed_done(&p);
}
END_TEST

Suite *layers_suite(void)
{
    Suite *s = suite_create("parse/layers");
    TCase *tc = tcase_create("layers");

    tcase_add_loop_test(tc, reads_layers, 0, (int)COUNT_OF(cases));
    tcase_add_test(tc, nul_ends_no_line);
    suite_add_tcase(s, tc);
    return s;
}
