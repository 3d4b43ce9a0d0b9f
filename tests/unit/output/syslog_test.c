/* output/output_syslog.c: to every kind of receiver, through its absence. */
#include "output/output.h"
#include "peer.h"
#include "suites.h"

extern const struct output_kind output_syslog;

static struct place place;
static struct arena arena;
static struct buf mark;
static struct output *out;
static struct peer peer;
static struct err e;
static size_t taken;

static void start(void)
{
    place_make(&place);
    arena_init(&arena);
    peer = (struct peer){.listener = -1, .fd = -1};
    out = NULL;
}

static void end(void)
{
    output_syslog.close(out);
    peer_done(&peer);
    buf_done(&mark);
    arena_done(&arena);
    place_remove(&place);
}

static void begin(const char *yaml)
{
    char text[300];

    if (peer.path[0])
        snprintf(text, sizeof text, "address: %s\n%s", peer.path, yaml);
    else
        snprintf(text, sizeof text, "address: '127.0.0.1:%u'\n%s", peer.port, yaml);
    out = output_syslog.open(
        place_options(&arena, output_syslog.kind.options, output_syslog.kind.size, text),
        STR(""), &mark, &e);
    ck_assert_ptr_nonnull(out);
}

static enum sent send_texts(const char *const *texts, size_t n)
{
    struct document d[16] = {0};
    char json[256];

    for (size_t i = 0; i < n; i++) {
        snprintf(json, sizeof json, "{\"message\":\"%s\"}", texts[i]);
        d[i].event = arena_str(&arena, str_of(json));
    }
    e.text[0] = '\0';
    return output_syslog.send(out, d, n, &taken, &mark, &e);
}

static enum sent send_one(const char *text)
{
    return send_texts(&text, 1);
}

#define HEAD "<133>1 - - - - - - "

static const char *const two[] = {"one", "two\\nlines"};

START_TEST(tcp_counts_octets)
{
    peer_open(&peer, SOCK_STREAM, "");
    begin("");
    ck_assert_int_eq(send_texts(two, 2), SENT);
    ck_assert_uint_eq(taken, 2);
    ck_assert_int_eq(send_one("three"), SENT);
    ck_assert_str_eq(peer_got(&peer),
                     "22 " HEAD "one28 " HEAD "two\nlines24 " HEAD "three");
    ck_assert_uint_eq(mark.n, 0);
}
END_TEST

START_TEST(tcp_as_lines)
{
    peer_open(&peer, SOCK_STREAM, "");
    begin("framing: lines\ntransport: tcp\nfacility: kern\n");
    ck_assert_int_eq(send_texts(two, 2), SENT);
    ck_assert_str_eq(peer_got(&peer),
                     "<5>1 - - - - - - one\n<5>1 - - - - - - two lines\n");
}
END_TEST

START_TEST(udp_is_a_datagram_each)
{
    peer_open(&peer, SOCK_DGRAM, "");
    begin("transport: udp\n");
    ck_assert_int_eq(send_texts(two, 2), SENT);
    ck_assert_str_eq(peer_got(&peer), HEAD "one|" HEAD "two\nlines|");
}
END_TEST

START_TEST(unix_datagrams)
{
    peer_open(&peer, SOCK_DGRAM, place.path);
    begin("");
    ck_assert_int_eq(send_texts(two, 2), SENT);
    ck_assert_str_eq(peer_got(&peer), HEAD "one|" HEAD "two\nlines|");
    peer_stop(&peer);
    ck_assert_int_eq(send_one("three"), LATER);
    peer_start(&peer);
    ck_assert_int_eq(send_one("three"), SENT);
    ck_assert_str_eq(peer_got(&peer), HEAD "three|");
}
END_TEST

/* The peer must read: what it has not read is not yet taken (unix(7)). */
START_TEST(a_unix_stream_that_nobody_reads_is_tried_later)
{
    peer_open(&peer, SOCK_STREAM, place.path);
    begin("timeout: 50ms");
    ck_assert_int_eq(send_one("one"), LATER);
    ck_assert_ptr_nonnull(strstr(e.text, "timed out"));
    ck_assert_uint_eq(taken, 0);
    ck_assert_str_eq(peer_got(&peer), HEAD "one\n");
}
END_TEST

START_TEST(nobody_listens_then_somebody_does)
{
    peer_open(&peer, _i ? SOCK_DGRAM : SOCK_STREAM, "");
    begin(_i ? "transport: udp" : "");
    peer_stop(&peer);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(send_texts(two, 2), LATER);
        ck_assert_uint_eq(taken, 0);
        ck_assert_str_ne(e.text, "");
    }
    peer_start(&peer);
    ck_assert_int_eq(send_one("one"), SENT);
    ck_assert_str_eq(peer_got(&peer), _i ? HEAD "one|" : "22 " HEAD "one");
}
END_TEST

START_TEST(a_receiver_that_ended_after_reading_gets_the_next_only)
{
    peer_open(&peer, SOCK_STREAM, "");
    begin("");
    ck_assert_int_eq(send_one("one"), SENT);
    ck_assert_str_eq(peer_got(&peer), "22 " HEAD "one");
    peer_stop(&peer);
    ck_assert_int_eq(send_one("two"), LATER);
    peer_start(&peer);
    ck_assert_int_eq(send_one("two"), SENT);
    ck_assert_str_eq(peer_got(&peer), "22 " HEAD "two");
}
END_TEST

START_TEST(what_a_receiver_threw_away_is_sent_again)
{
    peer_open(&peer, SOCK_STREAM, "");
    begin("");
    ck_assert_int_eq(send_one("one"), SENT);
    ck_assert_int_eq(send_one("two"), SENT);
    peer_accept(&peer); /* it ends and has read nothing */
    peer_stop(&peer);
    ck_assert_int_eq(send_one("three"), LATER);
    peer_start(&peer);
    ck_assert_int_eq(send_one("three"), SENT);
    ck_assert_str_eq(peer_got(&peer), "22 " HEAD "one22 " HEAD "two24 " HEAD "three");
    ck_assert_int_eq(send_one("four"), SENT);
    ck_assert_str_eq(peer_got(&peer), "23 " HEAD "four");
}
END_TEST

START_TEST(a_peer_that_takes_nothing_costs_its_timeout_only)
{
    struct document d = {.event = STR("{}")};
    CLEANUP(buf_done) struct buf large = {0};

    for (int i = 0; i < 16 * 1024 * 1024 / 16; i++)
        buf_add(&large, STR("0123456789abcdef"));
    d.text = buf_str(&large);
    peer_open(&peer, SOCK_STREAM, "");
    begin("timeout: 50ms");
    ck_assert_int_eq(output_syslog.send(out, &d, 1, &taken, &mark, &e), LATER);
    ck_assert_ptr_nonnull(strstr(e.text, "timed out"));
    ck_assert_uint_eq(taken, 0);
}
END_TEST

START_TEST(a_document_that_no_datagram_holds_is_the_message_instead)
{
    CLEANUP(buf_done) struct buf large = {0};
    struct document d = {.event = STR("{\"message\":\"short\"}"),
                         .text = STR("{\"a\":1}")};

    peer_open(&peer, SOCK_DGRAM, _i ? place.path : "");
    begin(_i ? "" : "transport: udp\n");
    ck_assert_int_eq(output_syslog.send(out, &d, 1, &taken, &mark, &e), SENT);
    ck_assert_str_eq(peer_got(&peer), HEAD "{\"a\":1}|");
    while (large.n < 1024 * 1024)
        buf_add(&large, STR("0123456789abcdef"));
    d.text = buf_str(&large);
    ck_assert_int_eq(output_syslog.send(out, &d, 1, &taken, &mark, &e), SENT);
    ck_assert_str_eq(peer_got(&peer), HEAD "short|");
}
END_TEST

START_TEST(the_limit_holds_for_documents_too)
{
    struct document d = {.event = STR("{\"message\":\"short\"}")};
    char text[600];

    memset(text, 'x', sizeof text);
    d.text = (struct str){text, sizeof text};
    peer_open(&peer, SOCK_STREAM, "");
    begin("limit: 500");
    ck_assert_int_eq(output_syslog.send(out, &d, 1, &taken, &mark, &e), SENT);
    ck_assert_str_eq(peer_got(&peer), "24 " HEAD "short");
}
END_TEST

static const struct {
    const char *yaml, *said; /* NULL: good */
} checks[] = {
    {"address: 'siem.example:6514'",                 NULL                                },
    {"address: '[2001:db8::1]:514'\ntransport: udp", NULL                                },
    {"address: /dev/log",                            NULL                                },
    {"address: /dev/log\ntransport: unix",           NULL                                },
    {"address: /dev/log\ntransport: udp",            "is a path, which udp does not have"},
    {"address: siem.example",                        "it must be HOST:PORT"              },
    {"address: 'siem.example:514'\ntransport: unix", "must be a path"                    },
};

START_TEST(address_and_transport_fit_together)
{
    const void *o = place_options(&arena, output_syslog.kind.options,
                                  output_syslog.kind.size, checks[_i].yaml);
    int result = output_syslog.kind.check(o, &e);

    ck_assert_msg((result == 0) == !checks[_i].said, "%s: %s", checks[_i].yaml, e.text);
    if (checks[_i].said)
        ck_assert_msg(strstr(e.text, checks[_i].said), "%s", e.text);
}
END_TEST

Suite *syslog_suite(void)
{
    Suite *s = suite_create("output/syslog");
    TCase *tc = tcase_create("syslog");

    tcase_add_checked_fixture(tc, start, end);
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, tcp_counts_octets);
    tcase_add_test(tc, tcp_as_lines);
    tcase_add_test(tc, udp_is_a_datagram_each);
    tcase_add_test(tc, unix_datagrams);
    tcase_add_test(tc, a_unix_stream_that_nobody_reads_is_tried_later);
    tcase_add_loop_test(tc, nobody_listens_then_somebody_does, 0, 2);
    tcase_add_test(tc, a_receiver_that_ended_after_reading_gets_the_next_only);
    tcase_add_test(tc, what_a_receiver_threw_away_is_sent_again);
    tcase_add_test(tc, a_peer_that_takes_nothing_costs_its_timeout_only);
    tcase_add_loop_test(tc, a_document_that_no_datagram_holds_is_the_message_instead, 0,
                        2);
    tcase_add_test(tc, the_limit_holds_for_documents_too);
    tcase_add_loop_test(tc, address_and_transport_fit_together, 0, COUNT_OF(checks));
    suite_add_tcase(s, tc);
    return s;
}
