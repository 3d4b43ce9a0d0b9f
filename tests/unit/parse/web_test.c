/* The kinds of web servers: Apache, mod_wsgi, uWSGI, eventlet, HAProxy, and what binds them. */
#include "parsed.h"
#include "suites.h"

#include "parse/access.h"
#include "parse/apache.h"
#include "parse/webtime.h"

#define CUT "2027-03-04 05:06:07.054252 "
#define APACHE(more) "[Thu Mar 04 05:06:07.054252 2027] " more
#define REQ(c) "req-0a1b2c3d-1111-4222-8333-44445555666" c

/* "access: METHOD PATH ?QUERY VERSION STATUS BYTES DURATION CLIENT AGENT", dashes for none. */
static void say_word(struct buf *out, struct str s)
{
    buf_char(out, ' ');
    buf_add(out, s.n ? s : STR("-"));
}

static void say_access(struct buf *out, const struct access *a)
{
    buf_add(out, STR(", access:"));
    say_word(out, a->method);
    say_word(out, a->path);
    say_word(out, a->query);
    say_word(out, a->version);
    buf_fmt(out, " %u %lld %lld", a->status, (long long)a->bytes, (long long)a->duration);
    say_word(out, a->client);
    say_word(out, a->user_agent);
}

/* "apache oslo_text error 12: message, access: …" */
static void say_web(struct buf *out, const struct record *r)
{
    for (unsigned i = 0; i < r->envelope_count; i++) {
        buf_add(out, envelope_name(r->envelopes[i]));
        buf_char(out, ' ');
    }
    struct str level = level_name(r->level);
    buf_add(out, level.n ? level : STR("none"));
    buf_fmt(out, " %lld: ", (long long)r->pid);
    say_str(out, r->access ? STR("") : r->message);
    if (r->exception_count) {
        buf_add(out, STR(", "));
        say_exceptions(out, r);
    }
    if (r->access)
        say_access(out, r->access);
    buf_char(out, '\n');
}

static const struct {
    const char *name, *text, *said;
} cases[] = {
    /* Apache's error log */
    {"a line of a service",
     APACHE("[wsgi:error] [pid 12:tid 15] [remote 10.0.0.9:3234] two\\\\nwords\\ttab \\xc3\\xa9"),
     "apache error 12: two\\nwords\ttab \xc3\xa9\n"},
    {"without thread and client", APACHE("[wsgi:error] [pid 12] x"), "apache error 12: x\n"},
    {"without a module's name", APACHE("[:error] [pid 12] [client 10.0.0.9:1] x"), "apache error 12: x\n"},
    {"of Apache 2.2", "[Sun Jun 08 15:41:36 2014] [notice] caught SIGTERM", "apache info -1: caught SIGTERM\n"},
    {"of Apache 2.2, in a request", "[Sun Jun  8 15:41:36 2014] [error] [client 10.0.0.9] x",
     "apache error -1: x\n"},
    {"a referer", APACHE("[wsgi:error] [pid 12] [client 10.0.0.9:1] x, referer: http://a/b"),
     "apache error 12: x\n"},
    {"a word about referers", APACHE("[wsgi:error] [pid 12] x, referer: none"),
     "apache error 12: x, referer: none\n"},
    {"an error of the system", APACHE("[proxy:warn] [pid 12:tid 15] (111)Connection refused: AH00957: HTTP"),
     "apache warning 12: (111)Connection refused: AH00957: HTTP\n"},
    {"an empty line", APACHE("[wsgi:error] [pid 12] [remote 10.0.0.9:1] "), "apache error 12: \n"},
    {"tracing", APACHE("[core:trace5] [pid 12] x"), "apache trace 12: x\n"},
    {"a record inside", APACHE("[wsgi:error] [pid 12] 2027-03-04 05:06:07.008 11 INFO svc.api [-] it\\\\'s")
     , "apache oslo_text info 11: it\\'s\n"},
    {"a record inside that is colourful",
     APACHE("[wsgi:error] [pid 12] \\x1b[00;36m2027-03-04 05:06:07.008 11 INFO svc.api [-] it\\x1b[00m"),
     "apache oslo_text info 11: it\n"},
    {"a traceback of a record inside",
     APACHE("[wsgi:error] [pid 12] 2027-03-04 05:06:07.008 11 ERROR svc.api [-] a: KeyError: 1\n")
     APACHE("[wsgi:error] [pid 12] 2027-03-04 05:06:07.008 11 ERROR svc.api Traceback (most recent call last):\n")
     APACHE("[wsgi:error] [pid 12] 2027-03-04 05:06:07.008 11 ERROR svc.api   File \"/x.py\", line 1, in f\n")
     APACHE("[wsgi:error] [pid 12] 2027-03-04 05:06:07.008 11 ERROR svc.api KeyError: 1\n"),
     "apache oslo_text error 11: a, KeyError(1)\n"},
    {"a bare traceback below mod_wsgi's word",
     APACHE("[wsgi:error] [pid 12] mod_wsgi (pid=12): Exception occurred processing WSGI script '/x'.\n")
     APACHE("[wsgi:error] [pid 12] Traceback (most recent call last):\n")
     APACHE("[wsgi:error] [pid 12]   File \"/x.py\", line 1, in f\n")
     APACHE("[wsgi:error] [pid 12] KeyError: 1\n"),
     "apache apache error 12: mod_wsgi (pid=12): Exception occurred processing WSGI script '/x'., "
     "KeyError(1)\n"},
    {"messages of Apache are whole", APACHE("[core:notice] [pid 12] a\n") APACHE("[mpm_event:notice] [pid 12] b\n")
     APACHE("[wsgi:error] [pid 12] mod_wsgi (pid=12): c\n") APACHE("[core:error] [pid 12] d\n"),
     "apache info 12: a\napache info 12: b\napache apache error 12: mod_wsgi (pid=12): c\napache error 12: d\n"},
    {"a compact time", "[2027-03-04 05:06:07.054252] [wsgi:error] [pid 12:tid 15] [client 10.0.0.9:1] x", "apache error 12: x\n"},
    {"a compact time of another", "[2027-03-04 05:06:07 +0000] [12] [INFO] Starting", "none -1: [2027-03-04 05:06:07 +0000] [12] [INFO] Starting\n"},
    {"in a request of the new internet", APACHE("[wsgi:error] [pid 12:tid 15] [remote 2001:db8::9:3234] x"), "apache error 12: x\n"},
    {"no time", "[wsgi:error] [pid 12] x", "none -1: [wsgi:error] [pid 12] x\n"},
    {"no level", APACHE("[wsgi:fine] [pid 12] x"),
     "none -1: [Thu Mar 04 05:06:07.054252 2027] [wsgi:fine] [pid 12] x\n"},

    /* …with a bare time */
    {"a bare time", CUT "x\\\\n", "apache none -1: x\\n\n"},
    {"a bare time, a record inside", CUT "2027-03-04 05:06:07.008 11 INFO svc.api [-] x",
     "apache oslo_text info 11: x\n"},
    {"a bare time, mod_wsgi", CUT "mod_wsgi (pid=12): Failed to exec Python script file '/x'.",
     "apache apache error 12: mod_wsgi (pid=12): Failed to exec Python script file '/x'.\n"},
    {"a transport's level, mod_wsgi", APACHE("[wsgi:info] [pid 12] mod_wsgi (pid=12): Failed to exec Python script file '/x'."),
     "apache apache error 12: mod_wsgi (pid=12): Failed to exec Python script file '/x'.\n"},
    {"nothing but the message, mod_wsgi", "mod_wsgi (pid=12): Client closed connection.",
     "apache none 12: mod_wsgi (pid=12): Client closed connection.\n"},
    {"three digits are no time of Apache", "2027-03-04 05:06:07.054 x", "none -1: 2027-03-04 05:06:07.054 x\n"},

    /* Apache's access log */
    {"common", "10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] \"GET /v1/x?a=1&b=2 HTTP/1.1\" 200 5",
     "apache none -1: , access: GET /v1/x a=1&b=2 1.1 200 5 -1 10.0.0.9 -\n"},
    {"combined", "10.0.0.9 - bob [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" 404 - \"-\" \"curl/7 (\\\"x\\\")\"",
     "apache none -1: , access: GET /x - 1.1 404 -1 -1 10.0.0.9 curl/7 (\\\"x\\\")\n"},
    {"with a duration", "- - - [04/Mar/2027:05:06:07 +0000] \"GET //x HTTP/1.1\" 200 20 762950 \"-\" \"Go\"",
     "apache none -1: , access: GET //x - 1.1 200 20 762950 - Go\n"},
    {"behind proxies", "10.0.0.9, 10.0.0.1, 10.0.0.2 - - [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" 200 20",
     "apache none -1: , access: GET /x - 1.1 200 20 -1 10.0.0.9 -\n"},
    {"forwarded for nobody", "- 10.0.0.1 - - [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" 200 20",
     "apache none -1: , access: GET /x - 1.1 200 20 -1 10.0.0.1 -\n"},
    {"a virtual host", "heat.example.org:8004 ::1 - - [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/2.0\" 200 20",
     "apache none -1: , access: GET /x - 2.0 200 20 -1 ::1 -\n"},
    {"no request", "10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] \"-\" 408 -",
     "apache none -1: , access: - - - - 408 -1 -1 10.0.0.9 -\n"},
    {"to a proxy", "10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] \"GET http://a/x?y HTTP/1.1\" 200 1",
     "apache none -1: , access: GET /x y 1.1 200 1 -1 10.0.0.9 -\n"},
    {"a duration and no agent", "10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" 200 20 0.125",
     "apache none -1: , access: GET /x - 1.1 200 20 125000 10.0.0.9 -\n"},
    {"a small number may be seconds", "10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" 200 20 3 \"-\" \"curl\"",
     "apache none -1: , access: GET /x - 1.1 200 20 -1 10.0.0.9 curl\n"},
    {"one with its unit", "10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" 200 20 \"-\" \"curl\" 312(us)",
     "apache none -1: , access: GET /x - 1.1 200 20 312 10.0.0.9 curl\n"},
    {"an ingress controller", "10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/2.0\" 200 20 \"-\" \"curl\" 511 0.004 [a-b-80] [] 10.1.0.9:80 20 0.003 200 3f2b",
     "apache none -1: , access: GET /x - 2.0 200 20 4000 10.0.0.9 curl\n"},
    {"other words at its end", "10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" 200 20 \"-\" \"curl\" 511 0.004",
     "apache none -1: , access: GET /x - 1.1 200 20 -1 10.0.0.9 curl\n"},
    {"one more address at its end", "10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" 200 20 \"-\" \"curl\" \"10.1.0.9\"",
     "apache none -1: , access: GET /x - 1.1 200 20 -1 10.0.0.9 curl\n"},
    {"a user with blanks", "10.0.0.9 - CN=a b, O=c [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" 401 20",
     "apache none -1: , access: GET /x - 1.1 401 20 -1 10.0.0.9 -\n"},
    {"a user with a bracket", "10.0.0.9 - a [b] [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" 401 20",
     "apache none -1: , access: GET /x - 1.1 401 20 -1 10.0.0.9 -\n"},
    {"a user without name", "10.0.0.9 - \"\" [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" 401 20",
     "apache none -1: , access: GET /x - 1.1 401 20 -1 10.0.0.9 -\n"},
    {"a virtual host without port", "heat.example.org 10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" 200 20",
     "apache none -1: , access: GET /x - 1.1 200 20 -1 10.0.0.9 -\n"},
    {"a virtual host that is an address", "10.0.0.1:8004 10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" 200 20",
     "apache none -1: , access: GET /x - 1.1 200 20 -1 10.0.0.9 -\n"},
    {"a client with a name", "cmp-1.example.org - - [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" 200 20",
     "apache none -1: , access: GET /x - 1.1 200 20 -1 cmp-1.example.org -\n"},
    {"a client with a port", "10.0.0.9:512 - - [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" 200 20",
     "apache none -1: , access: GET /x - 1.1 200 20 -1 10.0.0.9 -\n"},
    {"a client of the new internet", "2001:db8::9, 10.0.0.1 - - [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" 200 20",
     "apache none -1: , access: GET /x - 1.1 200 20 -1 2001:db8::9 -\n"},
    {"behind a proxy that hides it", "unknown, 10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" 200 20",
     "apache none -1: , access: GET /x - 1.1 200 20 -1 10.0.0.9 -\n"},
    {"a unix socket of nginx", "unix: - - [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" 200 20",
     "apache none -1: , access: GET /x - 1.1 200 20 -1 - -\n"},
    {"a number before the client", "4711 10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" 200 20",
     "apache none -1: , access: GET /x - 1.1 200 20 -1 10.0.0.9 -\n"},
    {"a client that left", "10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" 499 0 \"-\" \"curl\"",
     "apache none -1: , access: GET /x - 1.1 499 0 -1 10.0.0.9 curl\n"},
    {"no answer", "10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" 000 0 \"-\" \"curl\"",
     "apache none -1: , access: GET /x - 1.1 0 0 -1 10.0.0.9 curl\n"},
    {"none at all", "10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" - - \"-\" \"curl\"",
     "apache none -1: , access: GET /x - 1.1 0 -1 -1 10.0.0.9 curl\n"},
    {"bytes of a handshake", "10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] \"\\x16\\x03\\x01\" 400 484 \"-\" \"-\"",
     "apache none -1: , access: - - - - 400 484 -1 10.0.0.9 -\n"},
    {"an empty request", "10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] \"\" 400 0 \"-\" \"-\"",
     "apache none -1: , access: - - - - 400 0 -1 10.0.0.9 -\n"},
    {"a quote in the path", "10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] \"GET /a\\\"b\\x22 c HTTP/1.1\" 404 1",
     "apache none -1: , access: GET /a\\\"b\\x22 c - 1.1 404 1 -1 10.0.0.9 -\n"},
    {"to no path", "::1 - - [04/Mar/2027:05:06:07 +0000] \"OPTIONS * HTTP/1.0\" 200 126 \"-\" \"Apache/2.4 (internal dummy connection)\"",
     "apache none -1: , access: OPTIONS * - 1.0 200 126 -1 ::1 Apache/2.4 (internal dummy connection)\n"},
    {"a format of the operator's", "10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] 812 \"GET /x HTTP/1.1\" 200 20\n10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] x",
     "apache none -1: 10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] 812 \"GET /x HTTP/1.1\" 200 20\napache none -1: 10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] x\n"},
    {"words before what is like one", "INFO:a:10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" 200 20",
     "python info -1: 10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" 200 20\n"},
    {"a sentence with a date", "it - is [04/Mar/2027:05:06:07 +0000] here",
     "none -1: it - is [04/Mar/2027:05:06:07 +0000] here\n"},
    {"a transport's head is not the client's",
     "host httpd: 10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" 200 5",
     "none -1: host httpd: 10.0.0.9 - - [04/Mar/2027:05:06:07 +0000] \"GET /x HTTP/1.1\" 200 5\n"},

    /* uWSGI */
    {"a request", "[pid: 30|app: 0|req: 1/1] 10.0.0.9 () {24 vars in 293 bytes} [Thu Mar  4 05:06:07 2027] "
     "GET /x?a=1 => generated 5 bytes in 7 msecs (HTTP/1.1 200) 3 headers in 72 bytes (1 switches on core 0)",
     "uwsgi none 30: , access: GET /x a=1 1.1 200 5 7000 10.0.0.9 -\n"},
    {"behind proxies of uWSGI", "[pid: 30|app: 0|req: 1/1] 10.0.0.9, 10.0.0.1 (a b) {24 vars in 293 bytes} "
     "[Thu Mar  4 05:06:07 2027] GET /x => generated 5 bytes in 7 msecs (HTTP/1.1 200) 3 headers in 72 bytes",
     "uwsgi none 30: , access: GET /x - 1.1 200 5 7000 10.0.0.9 -\n"},
    {"at a unix socket of uWSGI", "[pid: 30|app: 0|req: 1/1]  () {24 vars in 293 bytes} [Thu Mar  4 05:06:07 2027] "
     "GET /x => generated 5 bytes in 7 msecs (HTTP/1.1 200) 3 headers in 72 bytes",
     "uwsgi none 30: , access: GET /x - 1.1 200 5 7000 - -\n"},
    {"in microseconds, by sendfile", "[pid: 30|app: -1|req: -1/9] ::1 (bob) {24 vars in 293 bytes} [Thu Mar  4 05:06:07 2027] "
     "PUT /x => generated 5 bytes in 7 micros via sendfile() (HTTP/1.0 500) 3 headers in 72 bytes (1 switches on core 0)",
     "uwsgi none 30: , access: PUT /x - 1.0 500 5 7 ::1 -\n"},
    {"too long for its buffer", "[pid: 30|app: 0|req: 1/1] 0.0.0.0 () {24 vars in 293 bytes} [Thu Mar  4 05:06:07 2027] "
     "- - => generated 5 bytes in 7 msecs (- 200) 3 headers in 72 bytes (1 switches on core 0)",
     "uwsgi none 30: , access: - - - - 200 5 7000 0.0.0.0 -\n"},
    {"a virtual host's", "h.org [pid: 30|app: 0|req: 1/1] 10.0.0.9 () {24 vars in 293 bytes} [Thu Mar  4 05:06:07 2027] "
     "GET /x => generated 5 bytes in 7 msecs (HTTP/1.1 200) 3 headers in 72 bytes (1 switches on core 0)",
     "uwsgi none 30: , access: GET /x - 1.1 200 5 7000 10.0.0.9 -\n"},
    {"with its memory", "{address space usage: 1 bytes/0MB} {rss usage: 2 bytes/0MB} [pid: 30|app: 0|req: 1/1] 10.0.0.9 () "
     "{24 vars in 293 bytes} [Thu Mar  4 05:06:07 2027] "
     "GET /x => generated 5 bytes in 7 msecs (HTTP/1.1 200) 3 headers in 72 bytes (1 switches on core 0)",
     "uwsgi none 30: , access: GET /x - 1.1 200 5 7000 10.0.0.9 -\n"},
    {"an answer that the caller wrote", "[pid: 30|app: 0|req: 1/1] 10.0.0.9 () {24 vars in 293 bytes} [Thu Mar  4 05:06:07 2027] "
     "GET /x => generated 1 bytes in 1 msecs (HTTP/1.1 200) => generated 5 bytes in 7 msecs (HTTP/1.1 404) 3 headers",
     "uwsgi none 30: , access: GET /x => generated 1 bytes in 1 msecs (HTTP/1.1 200) - 1.1 404 5 7000 10.0.0.9 -\n"},
    {"cut", "[pid: 30|app: 0|req: 1/1] 10.0.0.9 () {24 vars", "uwsgi none 30: [pid: 30|app: 0|req: 1/1] 10.0.0.9 () {24 vars\n"},
    {"a worker's death", "DAMN ! worker 1 (pid: 30) died, killed by signal 9 :( trying respawn ...",
     "uwsgi error -1: DAMN ! worker 1 (pid: 30) died, killed by signal 9 :( trying respawn ...\n"},
    {"a worker that hangs", "*** HARAKIRI ON WORKER 2 (pid: 30, try: 1, graceful: yes) ***",
     "uwsgi error -1: *** HARAKIRI ON WORKER 2 (pid: 30, try: 1, graceful: yes) ***\n"},
    {"a crash", "!!! uWSGI process 30 got Segmentation Fault !!!",
     "uwsgi error 30: !!! uWSGI process 30 got Segmentation Fault !!!\n"},
    {"with a date", "Thu Mar  4 05:06:07 2027 - worker 1 buried after 1 seconds",
     "uwsgi info -1: worker 1 buried after 1 seconds\n"},
    {"with a date of another format", "2027-03-04 05:06:07 - worker 1 buried after 1 seconds\n"
     "2027-03-04 05:06:07 - [pid: 30|app: 0|req: 1/1] 10.0.0.9 () {24 vars in 293 bytes} [Thu Mar  4 05:06:07 2027] "
     "GET /x => generated 5 bytes in 7 msecs (HTTP/1.1 200) 3 headers in 72 bytes (1 switches on core 0)",
     "uwsgi info -1: worker 1 buried after 1 seconds\nuwsgi none 30: , access: GET /x - 1.1 200 5 7000 10.0.0.9 -\n"},
    {"such a date and other words", "2027-03-04 05:06:07,108 - svc.api - ERROR - it broke", "python error -1: it broke\n"},
    {"a worker that served long enough", "worker 1 lifetime reached, it was running for 3600 second(s)\n"
     "...The work of process 30 is done. Seeya!\n[emperor] vassal a.ini is now loyal\n",
     "uwsgi info -1: worker 1 lifetime reached, it was running for 3600 second(s)\n"
     "uwsgi info -1: ...The work of process 30 is done. Seeya!\nuwsgi info -1: [emperor] vassal a.ini is now loyal\n"},
    {"a worker of another", "worker 1 lifetime is over", "none -1: worker 1 lifetime is over\n"},
    {"a start, weak lines below it", "*** Starting uWSGI 2.0.21 (64bit) on [Thu Mar  4 05:06:07 2027] ***\n"
     "os: Linux\nmachine: x86_64\nhello\nmachine: x86_64\n",
     "uwsgi info -1: *** Starting uWSGI 2.0.21 (64bit) on [Thu Mar  4 05:06:07 2027] ***\nuwsgi info -1: os: Linux\n"
     "uwsgi info -1: machine: x86_64\nnone -1: hello/machine: x86_64\n"},

    /* eventlet */
    {"eventlet's own", "(30) wsgi starting up on http://10.0.0.1:8774\n(30) accepted ('10.0.0.9', 1)\nwsgi exiting\n"
     "(30) wsgi exited, is_accepting=True\n",
     "eventlet info 30: (30) wsgi starting up on http://10.0.0.1:8774\neventlet debug 30: (30) accepted ('10.0.0.9', 1)\n"
     "eventlet info -1: wsgi exiting\neventlet info 30: (30) wsgi exited, is_accepting=True\n"},
    {"eventlet's request", "10.0.0.9,10.0.0.1 - - [04/Mar/2027 05:06:07] \"GET /x?y HTTP/1.1\" 200 106 0.000113",
     "eventlet none -1: , access: GET /x y 1.1 200 106 113 10.0.0.9 -\n"},
    {"at a unix socket", " - - [04/Mar/2027 05:06:07] \"GET /x HTTP/1.1\" 200 106 0.000113",
     "eventlet none -1: , access: GET /x - 1.1 200 106 113 - -\n"},
    {"Python's own server", "10.0.0.9 - - [04/Mar/2027 05:06:07] \"GET /x HTTP/1.1\" 200 -",
     "eventlet none -1: , access: GET /x - 1.1 200 -1 -1 10.0.0.9 -\n"},
    {"…and its reason", "10.0.0.9 - - [04/Mar/2027 05:06:07] code 404, message File not found",
     "eventlet none -1: 10.0.0.9 - - [04/Mar/2027 05:06:07] code 404, message File not found\n"},
    {"oslo.service's", "10.0.0.9 \"GET /x HTTP/1.1\" status: 200  len: 106 time: 0.0001850",
     "eventlet none -1: , access: GET /x - 1.1 200 106 185 10.0.0.9 -\n"},
    {"in a record", "2027-03-04 05:06:07.008 11 INFO nova.osapi_compute.wsgi.server [-] 10.0.0.9,<local> "
     "\"POST /x HTTP/1.1\" status: 503 len: 106 time: 1.5",
     "oslo_text info 11: , access: POST /x - 1.1 503 106 1500000 10.0.0.9 -\n"},
    {"eventlet's own form in a record", "2027-03-04 05:06:07.008 11 INFO eventlet.wsgi.server [-] 10.0.0.9 - - "
     "[04/Mar/2027 05:06:07] \"GET /x HTTP/1.1\" 200 106 0.25",
     "oslo_text info 11: , access: GET /x - 1.1 200 106 250000 10.0.0.9 -\n"},
    {"Python's own server is tired", "10.0.0.9 - - [04/Mar/2027 05:06:07] Request timed out: x",
     "eventlet none -1: 10.0.0.9 - - [04/Mar/2027 05:06:07] Request timed out: x\n"},
    {"nova's log of requests", "2027-03-04 05:06:07.008 11 INFO nova.api.openstack.requestlog [-] 10.0.0.9 \"GET /v2.1/x?a=1\" status: 500 len: 26 microversion: 2.1 time: 0.25",
     "oslo_text info 11: , access: GET /v2.1/x a=1 - 500 26 250000 10.0.0.9 -\n"},
    {"placement's", "2027-03-04 05:06:07.008 11 INFO placement.requestlog [-] 10.0.0.9 \"PUT /p/x\" status: 409 len: 26 microversion: 1.38",
     "oslo_text info 11: , access: PUT /p/x - - 409 26 -1 10.0.0.9 -\n"},
    {"placement's, of no version", "2027-03-04 05:06:07.008 11 INFO placement.requestlog [-] 10.0.0.9 \"GET /p/x\" status: 406 len: 26 microversion: -",
     "oslo_text info 11: , access: GET /p/x - - 406 26 -1 10.0.0.9 -\n"},
    {"a start of a request", "2027-03-04 05:06:07.008 11 INFO placement.requestlog [-] Starting request: 10.0.0.9 \"GET /p/x\"",
     "oslo_text info 11: Starting request: 10.0.0.9 \"GET /p/x\"\n"},
    {"werkzeug's", "2027-03-04 05:06:07.008 11 INFO werkzeug [-] 10.0.0.9 - - [04/Mar/2027 05:06:07] \"GET /x HTTP/1.1\" 200 -",
     "oslo_text info 11: , access: GET /x - 1.1 200 -1 -1 10.0.0.9 -\n"},
    {"in a record of another logger", "2027-03-04 05:06:07.008 11 INFO svc.api [-] 10.0.0.9 \"POST /x HTTP/1.1\" "
     "status: 503 len: 106 time: 1.5",
     "oslo_text info 11: 10.0.0.9 \"POST /x HTTP/1.1\" status: 503 len: 106 time: 1.5\n"},

    /* HAProxy */
    {"httplog", "10.0.0.9:51 [04/Mar/2027:05:06:07.123] pub~ back/s1 0/0/1/2/3 200 212 - - ---- 1/1/0/0/0 0/0 {a|b} "
     "\"GET /x?y HTTP/1.1\"",
     "haproxy none -1: , access: GET /x y 1.1 200 212 3000 10.0.0.9 -\n"},
    {"no server", "10.0.0.9:51 [04/Mar/2027:05:06:07.123] pub back/<NOSRV> 0/-1/-1/-1/+4 503 +212 - - SC-- 1/1/0/0/0 0/0 "
     "\"GET /x HT",
     "haproxy error -1: , access: GET /x - - 503 212 4000 10.0.0.9 -\n"},
    {"no request that it understood", "fe80::9:51 [04/Mar/2027:05:06:07.123] pub pub/<NOSRV> -1/-1/-1/-1/0 400 187 - - PR-- "
     "1/1/0/0/0 0/0 \"<BADREQ>\"",
     "haproxy none -1: , access: - - - - 400 187 0 fe80::9 -\n"},
    {"tcplog", "10.0.0.9:51 [04/Mar/2027:05:06:07.123] db db/s1 1/0/5007 212 -- 0/0/0/0/0 0/0",
     "haproxy none -1: 10.0.0.9:51 [04/Mar/2027:05:06:07.123] db db/s1 1/0/5007 212 -- 0/0/0/0/0 0/0\n"},
    {"a handshake", "10.0.0.9:51 [04/Mar/2027:05:06:07.123] pub/1: SSL handshake failure",
     "haproxy none -1: 10.0.0.9:51 [04/Mar/2027:05:06:07.123] pub/1: SSL handshake failure\n"},
    {"a server is down", "Backup Server back/s1 is DOWN, reason: Layer4 timeout",
     "haproxy error -1: Backup Server back/s1 is DOWN, reason: Layer4 timeout\n"},
    {"a server is up", "[WARNING] 049/041157 (44) : Server back/s1 is UP, reason: Layer7 check passed",
     "haproxy info 44: Server back/s1 is UP, reason: Layer7 check passed\n"},
    {"none is left", "[ALERT]    (8) : backend 'back' has no server available!",
     "haproxy critical 8: backend 'back' has no server available!\n"},
    {"a start", "Proxy back started.", "haproxy info -1: Proxy back started.\n"},
    {"a sentence about a server", "Server back is DOWN", "none -1: Server back is DOWN\n"},
    {"a warning about its configuration", "[WARNING] 049/041157 (44) : parsing [/etc/x:3]",
     "haproxy warning 44: parsing [/etc/x:3]\n"},
    {"a worker's end", "[NOTICE]   (1) : New worker (8) forked\n[ALERT]    (1) : Current worker (8) exited with code 137",
     "haproxy info 1: New worker (8) forked\nhaproxy error 1: Current worker (8) exited with code 137\n"},
    {"a warning of another", "[WARNING] (44) parsing", "none -1: [WARNING] (44) parsing\n"},
    {"HTTPS, with its numbers", "::ffff:10.0.0.9:51 [04/Mar/2027:05:06:07.123] pub~ back/s1 0/0/1/2/3 200 212 - - ---- 1/1/0/0/0 0/0 "
     "\"GET https://a:8774/x?y HTTP/2.0\" 0/0000000000000000/0/0/0 a/TLSv1.3/TLS_AES_256_GCM_SHA384",
     "haproxy none -1: , access: GET /x y 2.0 200 212 3000 ::ffff:10.0.0.9 -\n"},
    {"from a socket of the system", "unix:1 [04/Mar/2027:05:06:07.123] pub back/s1 0/0/1/2/3 200 212 - - ---- 1/1/0/0/0 0/0 \"GET /x HTTP/1.1\"",
     "haproxy none -1: , access: GET /x - 1.1 200 212 3000 - -\n"},
    {"the client left", "10.0.0.9:51 [04/Mar/2027:05:06:07.123] pub back/s1 0/0/1/-1/3 -1 0 - - CD-- 1/1/0/0/0 0/0 \"GET /x HTTP/1.1\"",
     "haproxy none -1: , access: GET /x - 1.1 0 0 3000 10.0.0.9 -\n"},
};

START_TEST(reads_lines)
{
    struct parsed p;
    CLEANUP(buf_done) struct buf said = {0};

    parsed_init(&p, str_of(cases[_i].text));
    for (size_t i = 0; i < p.b.record_count; i++)
        say_web(&said, &p.b.records[i]);
    ck_assert_msg(str_eq(buf_str(&said), str_of(cases[_i].said)), "%s:\n%s\nwanted:\n%s",
                  cases[_i].name, buf_z(&said), cases[_i].said);
    parsed_done(&p);
}
END_TEST

/* ---- times ---- */

static const struct {
    const char *name, *text;
    char sep; /* 0: ctime */
    const char *iso;
} times[] = {
    {"ctime", "Thu Mar  4 05:06:07 2027", 0, "2027-03-04T05:06:07.000Z"},
    {"ctime with zeros", "Thu Mar 04 05:06:07 2027", 0, "2027-03-04T05:06:07.000Z"},
    {"ctime with microseconds", "Thu Mar 04 05:06:07.054252 2027", 0, "2027-03-04T05:06:07.054252Z"},
    {"no such day", "Thu Feb 30 05:06:07 2027", 0, ""},
    {"no month", "Thu Mrz 04 05:06:07 2027", 0, ""},
    {"before there was a web", "Thu Mar 04 05:06:07 1069", 0, ""},
    {"Apache's", "04/Mar/2027:05:06:07 +0130", ':', "2027-03-04T03:36:07.000Z"},
    {"HAProxy's", "04/Mar/2027:05:06:07.123", ':', "2027-03-04T05:06:07.123Z"},
    {"eventlet's", "04/Mar/2027 05:06:07", ' ', "2027-03-04T05:06:07.000Z"},
    {"another separator", "04/Mar/2027 05:06:07", ':', ""},
    {"cut", "04/Mar/2027:05:06", ':', ""},
};

START_TEST(reads_times)
{
    static struct stamper s;
    struct str in = str_of(times[_i].text);
    struct stamp t = {0};
    struct err e;
    struct zone utc;
    CLEANUP(buf_done) struct buf iso = {0};

    ck_assert_int_eq(zone_init(&utc, "UTC", &e), 0);
    stamper_zone(&s, &utc);
    bool read = times[_i].sep ? webtime_clf(&s, times[_i].sep, &in, &t)
                              : webtime_ctime(&s, &in, &t);
    if (read)
        clock_iso(&iso, t.time);
    ck_assert_msg(str_eq(buf_str(&iso), str_of(times[_i].iso)), "%s: %s", times[_i].name,
                  buf_z(&iso));
    ck_assert_uint_eq(in.n, read ? 0 : strlen(times[_i].text));
}
END_TEST

/* ---- Apache's escapes ---- */

static const struct {
    struct str text, plain;
} escapes[] = {
    {STR_INIT("plain"),                STR_INIT("plain")          },
    {STR_INIT("a\\\\b"),               STR_INIT("a\\b")           },
    {STR_INIT("\\b\\n\\r\\t\\v\\x00"), STR_INIT("\b\n\r\t\v\0")   },
    {STR_INIT("\\xe2\\x82\\xAC"),      STR_INIT("\xe2\x82\xac")   },
    {STR_INIT("\\q \\\" \\xg0 \\x1"),  STR_INIT("\\q \\\" \\xg0 \\x1")},
    {STR_INIT("end\\"),                STR_INIT("end\\")          },
};

START_TEST(undoes_escapes)
{
    struct arena a;

    arena_init(&a);
    assert_str(apache_unescape(&a, escapes[_i].text), escapes[_i].plain, "unescaped", _i);
    arena_done(&a);
}
END_TEST

/* ---- whose request it was ---- */

#define OSLO(t, pid, context) "2027-03-04 05:06:" t " " pid " INFO svc.api [" context "] x\n"
#define UWSGI(t, pid, ms) THREAD(t, pid, ms, "0")
#define THREAD(t, pid, ms, core) LINE(t, pid, ms, core, "1")
#define COUNTED(t, pid, ms, n) LINE(t, pid, ms, "0", n)
#define LINE(t, pid, ms, core, n)                                                        \
    "[pid: " pid "|app: 0|req: " n "/9] 10.0.0.9 () {24 vars in 293 bytes} [Thu Mar  4 "  \
    "05:06:" t " 2027] GET /x => generated 5 bytes in " ms " msecs (HTTP/1.1 200) 3 "     \
    "headers in 72 bytes (1 switches on core " core ")\n"
#define NEUTRON(t, context)                                                              \
    "2027-03-04 05:06:" t " 30 INFO neutron.wsgi [" context "] 10.0.0.9 \"GET /x "        \
    "HTTP/1.1\" status: 200 len: 106 time: 1.5\n"
#define IDS " u p - - d d"

static const struct {
    const char *name, *text, *said; /* of each access line the last letter of its id; -: none */
} bindings[] = {
    {"the only one", OSLO("07.100", "30", "None " REQ("1") IDS) UWSGI("07", "30", "200"), "1"},
    {"from before 4.8", OSLO("07.100", "30", REQ("1") IDS) UWSGI("07", "30", "200"), "1"},
    {"several lines of it", OSLO("07.100", "30", "None " REQ("1") IDS)
     OSLO("07.200", "30", "None " REQ("1") IDS) UWSGI("07", "30", "200"), "1"},
    {"no request", OSLO("07.100", "30", "-") UWSGI("07", "30", "200"), "-"},
    {"another process's", OSLO("07.100", "31", "None " REQ("1") IDS) UWSGI("07", "30", "200"), "-"},
    {"two of them", OSLO("07.100", "30", "None " REQ("1") IDS)
     OSLO("07.200", "30", "None " REQ("2") IDS) UWSGI("07", "30", "200"), "-"},
    {"too early", OSLO("06.900", "30", "None " REQ("1") IDS) UWSGI("07", "30", "200"), "-"},
    {"too late", OSLO("08.300", "30", "None " REQ("1") IDS) UWSGI("07", "30", "200"), "-"},
    {"one after the other in one second", OSLO("07.100", "30", "None " REQ("1") IDS)
     UWSGI("07", "30", "20") OSLO("07.200", "30", "None " REQ("2") IDS) UWSGI("07", "30", "20"), "12"},
    {"one that is over is nobody's", OSLO("07.100", "30", "None " REQ("1") IDS) UWSGI("07", "30", "20")
     OSLO("07.200", "30", "None " REQ("1") IDS) UWSGI("07", "30", "20"), "1-"},
    {"a thread may have written nothing", OSLO("07.100", "30", "None " REQ("1") IDS)
     THREAD("07", "30", "20", "1") OSLO("07.300", "30", "None " REQ("2") IDS) UWSGI("07", "30", "400"), "--"},
    {"threads of another worker", UWSGI("06", "30", "20") THREAD("06", "30", "20", "3") OSLO("07.100", "31", "None " REQ("1") IDS)
     UWSGI("07", "31", "20"), "---"},
    {"threads, by the start", "spawned uWSGI worker 1 (pid: 30, cores: 4)\n" OSLO("07.100", "30", "None " REQ("1") IDS)
     UWSGI("07", "30", "200"), "-"},
    {"threads, by the mode", "*** Operational MODE: preforking+threaded ***\n" OSLO("07.100", "30", "None " REQ("1") IDS)
     UWSGI("07", "30", "200"), "-"},
    {"no threads", "*** Operational MODE: preforking ***\nspawned uWSGI worker 1 (pid: 30, cores: 1)\n"
     OSLO("07.100", "30", "None " REQ("1") IDS) UWSGI("07", "30", "200"), "1"},
    {"cut before its core", OSLO("07.100", "30", "None " REQ("1") IDS) "[pid: 30|app: 0|req: 1/1] 10.0.0.9 () "
     "{24 vars in 293 bytes} [Thu Mar  4 05:06:07 2027] GET /x => generated 5 bytes in 20 msecs (HTTP/1.1 200) 3 hea\n", "-"},
    {"some have no line", COUNTED("06", "30", "20", "6") OSLO("06.900", "30", "None " REQ("1") IDS)
     OSLO("07.100", "30", "None " REQ("2") IDS) COUNTED("07", "30", "20", "9"), "--"},
    {"one before has no line", COUNTED("06", "30", "20", "6") OSLO("07.100", "30", "None " REQ("2") IDS)
     COUNTED("07", "30", "20", "8"), "--"},
    {"one before the first line has none", "spawned uWSGI worker 1 (pid: 30, cores: 1)\n"
     OSLO("07.100", "30", "None " REQ("2") IDS) COUNTED("07", "30", "20", "2"), "-"},
    {"every one has a line from the start", "spawned uWSGI worker 1 (pid: 30, cores: 1)\n"
     COUNTED("06", "30", "20", "1") OSLO("07.100", "30", "None " REQ("2") IDS) COUNTED("07", "30", "20", "2"), "-2"},
    {"another worker's had none", COUNTED("06", "31", "20", "1") COUNTED("06", "31", "20", "4")
     OSLO("07.100", "30", "None " REQ("2") IDS) COUNTED("07", "30", "20", "8"), "---"},
    {"the first line known", OSLO("07.100", "30", "None " REQ("2") IDS) COUNTED("07", "30", "20", "8"), "2"},
    {"before the first line known", OSLO("06.900", "30", "None " REQ("1") IDS)
     OSLO("07.100", "30", "None " REQ("2") IDS) COUNTED("07", "30", "20", "6"), "-"},
    {"before the first request", OSLO("05.900", "30", "None " REQ("1") IDS)
     OSLO("07.100", "30", "None " REQ("2") IDS) COUNTED("07", "30", "20", "1"), "2"},
    {"work in the background", COUNTED("04", "30", "20", "6") OSLO("05.900", "30", "None " REQ("1") IDS)
     COUNTED("07", "30", "20", "7") OSLO("08.100", "30", "None " REQ("2") IDS) COUNTED("08", "30", "20", "8"), "---"},
    {"two threads at once", OSLO("07.100", "30", "None " REQ("1") IDS) OSLO("07.110", "30", "None " REQ("2") IDS)
     THREAD("07", "30", "20", "1") THREAD("07", "30", "400", "2"), "--"},
    {"two processes", OSLO("07.100", "30", "None " REQ("1") IDS) OSLO("07.100", "31", "None " REQ("2") IDS)
     UWSGI("07", "30", "20") UWSGI("07", "31", "20"), "12"},
    {"eventlet has many at once", OSLO("07.100", "30", "None " REQ("1") IDS) NEUTRON("08.000", "-"), "-"},
    {"its own id holds", OSLO("07.100", "30", "None " REQ("1") IDS)
     NEUTRON("08.000", "None " REQ("3") IDS), "3"},
    {"JSON", "{\"message\": \"x\", \"name\": \"svc\", \"levelname\": \"INFO\", \"process\": 30, \"created\": "
     "1804136767.5, \"context\": {\"request_id\": \"" REQ("4") "\"}}\n" UWSGI("07", "30", "20"), "4"},
};

START_TEST(binds_requests)
{
    struct parsed p;
    CLEANUP(buf_done) struct buf said = {0};

    parsed_init(&p, str_of(bindings[_i].text));
    for (size_t i = 0; i < p.b.record_count; i++) {
        const struct record *r = &p.b.records[i];
        if (!r->access)
            continue;
        buf_char(&said, r->request_id.n ? r->request_id.p[r->request_id.n - 1] : '-');
        ck_assert(r->request_inferred == (r->request_id.n && buf_z(&said)[said.n - 1] != '3'));
    }
    ck_assert_msg(str_eq(buf_str(&said), str_of(bindings[_i].said)), "%s: %s", bindings[_i].name,
                  buf_z(&said));
    parsed_done(&p);
}
END_TEST

/* A request that writes again after twenty of other processes is still one. */
START_TEST(many_between_are_no_other)
{
    struct parsed p;
    CLEANUP(buf_done) struct buf text = {0};

    buf_add(&text, STR(OSLO("07.100", "1", "None " REQ("1") IDS)));
    for (int i = 2; i < 22; i++)
        buf_fmt(&text, "2027-03-04 05:06:07.100 %d INFO s [None req-0a1b2c3d-1111-4222-8333-%012d u p - - d d] x\n",
                i, i);
    buf_add(&text, STR(OSLO("07.110", "1", "None " REQ("1") IDS) UWSGI("07", "1", "20")));
    parsed_init(&p, buf_str(&text));
    size_t bound = 0;
    for (size_t i = 0; i < p.b.record_count; i++)
        bound += p.b.records[i].request_inferred;
    ck_assert_uint_eq(bound, 1);
    parsed_done(&p);
}
END_TEST

/* More requests than are remembered: the oldest are forgotten, nothing else happens. */
START_TEST(requests_are_bounded)
{
    struct parsed p;
    CLEANUP(buf_done) struct buf text = {0};

    for (int i = 0; i < 1000; i++)
        buf_fmt(&text, "2027-03-04 05:06:07.100 %d INFO s [None req-0a1b2c3d-1111-4222-8333-%012d u p - - d d] x\n",
                i, i);
    buf_add(&text, STR(UWSGI("07", "1", "20") UWSGI("07", "999", "20")));
    parsed_init(&p, buf_str(&text));
    ck_assert_uint_eq(p.b.record_count, 1002);
    for (size_t i = 0, seen = 0; i < 1002; i++)
        if (p.b.records[i].access)
            ck_assert(p.b.records[i].request_inferred == (seen++ == 1));
    parsed_done(&p);
}
END_TEST

Suite *web_suite(void)
{
    Suite *s = suite_create("parse/web");
    TCase *tc = tcase_create("web");

    tcase_add_loop_test(tc, reads_lines, 0, (int)COUNT_OF(cases));
    tcase_add_loop_test(tc, reads_times, 0, (int)COUNT_OF(times));
    tcase_add_loop_test(tc, undoes_escapes, 0, (int)COUNT_OF(escapes));
    tcase_add_loop_test(tc, binds_requests, 0, (int)COUNT_OF(bindings));
    tcase_add_test(tc, many_between_are_no_other);
    tcase_add_test(tc, requests_are_bounded);
    suite_add_tcase(s, tc);
    return s;
}
