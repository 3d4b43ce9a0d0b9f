/* The real rsyslogd takes what the output syslog sends. Left out where there is none. */
#include <signal.h>
#include <sys/wait.h>

#include "output/output.h"
#include "peer.h"
#include "suites.h"

extern const struct output_kind output_syslog;

static struct place place;
static struct arena arena;
static pid_t daemon_pid;
static unsigned stop_port;
static char program[256], modules[256];

static bool find_program(void)
{
    const char *roots[] = {getenv("PEERS"), ""};

    for (size_t i = 0; i < COUNT_OF(roots); i++) {
        if (!roots[i])
            continue;
        snprintf(program, sizeof program, "%s/usr/sbin/rsyslogd", roots[i]);
        snprintf(modules, sizeof modules, "%s/usr/lib/x86_64-linux-gnu/rsyslog", roots[i]);
        if (access(program, X_OK) == 0)
            return true;
    }
    return false;
}

static void write_configuration(unsigned udp, unsigned tcp)
{
    CLEANUP(buf_done) struct buf c = {0};

    buf_fmt(
        &c,
        "global(workDirectory=\"%s\" maxMessageSize=\"64k\"\n"
        "       parser.escapeControlCharactersOnReceive=\"off\")\n"
        "module(load=\"imudp\") module(load=\"imptcp\")\n"
        "module(load=\"imuxsock\" SysSock.Use=\"off\")\n"
        "input(type=\"imudp\" address=\"127.0.0.1\" port=\"%u\")\n"
        "input(type=\"imptcp\" address=\"127.0.0.1\" port=\"%u\"\n"
        "      listenPortFileName=\"%s.port\")\n"
        "input(type=\"imuxsock\" Socket=\"%s.sock\" UseSpecialParser=\"off\"\n"
        "      ParseHostname=\"on\" IgnoreTimestamp=\"off\" RateLimit.Interval=\"0\")\n",
        place.folder, udp, tcp, place.path, place.path);
    buf_add(&c, STR("template(name=\"j\" type=\"list\" option.jsonf=\"on\") {\n"));
    static const char *const properties[] = {"pri",    "hostname", "app-name",
                                             "procid", "msgid",    "structured-data",
                                             "msg",    "inputname"};
    for (size_t i = 0; i < COUNT_OF(properties); i++)
        buf_fmt(&c, " property(outname=\"%s\" name=\"%s\" format=\"jsonf\")\n",
                properties[i], properties[i]);
    buf_fmt(&c,
            "}\naction(type=\"omfile\" file=\"%s\" template=\"j\" asyncWriting=\"off\" "
            "flushOnTXEnd=\"on\")\n",
            place.path);
    place_write(&place, ".conf", "w", buf_z(&c));
}

static bool eventually(const char *suffix, const char *text)
{
    for (int i = 0; i < 1000; i++) {
        if (strstr(place_text(&place, suffix), text))
            return true;
        poll(NULL, 0, 20);
    }
    return false;
}

/* A port that was asked for, or the one that it chose and wrote down. */
static bool listens(unsigned tcp)
{
    struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons((uint16_t)tcp)};

    if (tcp == 0)
        return atoi(place_text(&place, ".port")) > 0;
    in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    int result = connect(fd, (const void *)&in, sizeof in);
    close(fd);
    return result == 0;
}

static void start_daemon(unsigned udp, unsigned tcp)
{
    char conf[256], pid_file[256];

    snprintf(conf, sizeof conf, "%s.conf", place.path);
    snprintf(pid_file, sizeof pid_file, "%s.pid", place.path);
    write_configuration(udp, tcp);
    place_write(&place, ".port", "w", "");
    daemon_pid = fork();
    if (daemon_pid == 0) {
        execl(program, "rsyslogd", "-n", "-f", conf, "-i", pid_file, "-M", modules, NULL);
        _exit(127);
    }
    for (int i = 0; i < 1000 && !listens(tcp); i++)
        poll(NULL, 0, 20);
    ck_assert_msg(listens(tcp), "it did not start");
}

static void start(void)
{
    place_make(&place);
    arena_init(&arena);
    daemon_pid = 0;
}

static void end(void)
{
    if (daemon_pid > 0) {
        kill(daemon_pid, SIGKILL);
        waitpid(daemon_pid, NULL, 0);
    }
    arena_done(&arena);
    place_remove(&place);
}

static const char event_json[] =
    "{\"@timestamp\":\"2027-01-31T10:11:12.345Z\",\"message\":\"%s "
    "na\xc3\xafve\\nsecond\","
    "\"event\":{\"id\":\"00ff\",\"reason\":\"a \\\"b\\\" ]\",\"severity\":3},"
    "\"log\":{\"level\":\"error\"},\"service\":{\"name\":\"heat-engine\"},"
    "\"host\":{\"name\":\"ctl1\"},\"process\":{\"pid\":31},"
    "\"logclass\":{\"status\":\"classified\"}}";

static void send_to(const char *yaml, const char *word, const char *text)
{
    CLEANUP(buf_done) struct buf mark = {0};
    char json[1024];
    struct document d = {.text = str_of(text)};
    struct err e;
    size_t taken;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(json, sizeof json, event_json, word);
#pragma GCC diagnostic pop
    d.event = str_of(json);
    struct output *out = output_syslog.open(
        place_options(&arena, output_syslog.kind.options, output_syslog.kind.size, yaml),
        STR(""), &mark, &e);
    enum sent sent = output_syslog.send(out, &d, 1, &taken, &mark, &e);
    output_syslog.close(out);
    ck_assert_msg(sent == SENT, "%s: %s", word, e.text);
}

static void check_line(const char *word, const char *input)
{
    char expected[512];

    ck_assert_msg(eventually("", word), "%s has not come: %s", word,
                  place_text(&place, ""));
    const char *line = strstr(place_text(&place, ""), word);
    while (line > place_text(&place, "") && line[-1] != '\n')
        line--;
    snprintf(expected, sizeof expected,
             "{\"pri\":\"131\", \"hostname\":\"ctl1\", \"app-name\":\"heat-engine\", "
             "\"procid\":\"31\", \"msgid\":\"CLASSIFIED\"");
    ck_assert_msg(strncmp(line, expected, strlen(expected)) == 0, "%s", line);
    ck_assert_msg(strstr(line, input), "%s", line);
}

START_TEST(takes_every_transport)
{
    static struct buf large;
    struct peer free_port;
    char yaml[300];

    if (!find_program())
        return;
    peer_open(&free_port, SOCK_DGRAM, "");
    peer_done(&free_port);
    start_daemon(free_port.port, 0);
    unsigned tcp = (unsigned)atoi(place_text(&place, ".port"));

    snprintf(yaml, sizeof yaml, "address: '127.0.0.1:%u'\n", tcp);
    send_to(yaml, "by-tcp", "");
    check_line("by-tcp", "\"inputname\":\"imptcp\"");
    const char *said = place_text(&place, "");
    ck_assert_msg(strstr(said,
                         "[logclass@32473 id=\\\"00ff\\\" sev=\\\"3\\\" situation=\\\"a "
                         "\\\\\\\"b\\\\\\\" \\\\]\\\"]"),
                  "%s", said);
    ck_assert_msg(strstr(said, "by-tcp na\xc3\xafve\\nsecond\""), "%s", said);

    while (large.n < 20000)
        buf_add(&large, STR("0123456789"));
    buf_add(&large, STR("by-large"));
    send_to(yaml, "-", buf_z(&large));
    check_line("by-large", "\"inputname\":\"imptcp\"");
    buf_done(&large);

    snprintf(yaml, sizeof yaml, "address: '127.0.0.1:%u'\nframing: lines\n", tcp);
    send_to(yaml, "by-lines", "");
    check_line("by-lines", "\"inputname\":\"imptcp\"");

    snprintf(yaml, sizeof yaml, "address: '127.0.0.1:%u'\ntransport: udp\n",
             free_port.port);
    send_to(yaml, "by-udp", "");
    check_line("by-udp", "\"inputname\":\"imudp\"");

    snprintf(yaml, sizeof yaml, "address: %s.sock\n", place.path);
    send_to(yaml, "by-unix", "");
    check_line("by-unix", "\"inputname\":\"imuxsock\"");
    send_to(yaml, "-", "{\"document\":\"by-json\"}");
    check_line("by-json", "\"inputname\":\"imuxsock\"");
}
END_TEST

enum { RESTARTS = 4, BATCHES = 60, BATCH = 20 };

static struct document numbered(char json[64], int i)
{
    snprintf(json, 64, "{\"message\":\"#%d#\",\"event\":{\"id\":\"%d\"}}", i, i);
    return (struct document){.event = str_of(json)};
}

/* Until all of them are taken, as the thread of an output does. */
static void send_batch(struct output *out, int first, bool stop)
{
    static char json[BATCH][64];
    CLEANUP(buf_done) struct buf mark = {0};
    struct document d[BATCH];
    struct err e;
    size_t taken;

    for (int i = 0; i < BATCH; i++)
        d[i] = numbered(json[i], first + i);
    if (stop)
        kill(daemon_pid, SIGTERM);
    for (int i = 0; i < 1000; i++) {
        if (output_syslog.send(out, d, BATCH, &taken, &mark, &e) == SENT)
            return;
        ck_assert_uint_eq(taken, 0);
        if (daemon_pid > 0 && waitpid(daemon_pid, NULL, WNOHANG) == daemon_pid)
            daemon_pid = 0;
        if (daemon_pid == 0)
            start_daemon(stop_port, stop_port);
        poll(NULL, 0, 5);
    }
    ck_abort_msg("%s", e.text);
}

/* The receiver is stopped again and again while it is sent to. What it had not read comes again, so
 * in the end it has everything. */
START_TEST(a_restart_costs_nothing)
{
    struct peer free_port;
    char yaml[300], word[32];

    if (!find_program())
        return;
    peer_open(&free_port, SOCK_STREAM, "");
    stop_port = free_port.port;
    peer_done(&free_port);
    start_daemon(stop_port, stop_port);
    snprintf(yaml, sizeof yaml, "address: '127.0.0.1:%u'\ntimeout: 1s\n", stop_port);
    CLEANUP(buf_done) struct buf mark = {0};
    struct err e;
    struct output *out = output_syslog.open(
        place_options(&arena, output_syslog.kind.options, output_syslog.kind.size, yaml),
        STR(""), &mark, &e);
    for (int b = 0; b < BATCHES; b++)
        send_batch(out, b * BATCH, b % (BATCHES / RESTARTS) == BATCHES / RESTARTS / 2);
    for (int i = 0; i < BATCHES * BATCH; i++) {
        snprintf(word, sizeof word, "#%d#", i);
        ck_assert_msg(eventually("", word), "%d has not come", i);
    }
    output_syslog.close(out);
}
END_TEST

Suite *rsyslogd_suite(void)
{
    Suite *s = suite_create("output/rsyslogd");
    TCase *tc = tcase_create("rsyslogd");

    tcase_add_checked_fixture(tc, start, end);
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, takes_every_transport);
    tcase_add_test(tc, a_restart_costs_nothing);
    suite_add_tcase(s, tc);
    return s;
}
