/* output/output.h: what every kind of output keeps. */
#include <fcntl.h>
#include <sys/stat.h>

#include "output/output.h"
#include "peer.h"
#include "suites.h"

static struct place place;
static struct peer peer;
static struct arena arena;
static int pipes[2], real_stdout;

/* A peer for each kind: where it is, how it goes away and comes back, and what has come. */
static void file_start(char *yaml, size_t n)
{
    snprintf(yaml, n, "path: %s\n", place.path);
}

static void file_away(void)
{
    unlink(place.path);
    mkdir(place.path, 0700);
}

static void file_back(void)
{
    rmdir(place.path);
}

static const char *file_got(void)
{
    return place_text(&place, "");
}

static void nothing(void)
{
}

static void stdout_start(char *yaml, size_t n)
{
    ck_assert_int_eq(pipe2(pipes, O_NONBLOCK), 0);
    fflush(stdout);
    real_stdout = dup(STDOUT_FILENO);
    dup2(pipes[1], STDOUT_FILENO);
    snprintf(yaml, n, "timeout: 20ms\n");
}

static void stdout_away(void)
{
    while (write(pipes[1], "x", 1) == 1)
        ;
}

static const char *stdout_got(void)
{
    static char text[1024 * 1024];
    ssize_t n = read(pipes[0], text, sizeof text - 1);

    text[n > 0 ? n : 0] = '\0';
    return text;
}

static void stdout_back(void)
{
    stdout_got();
}

static void stdout_end(void)
{
    dup2(real_stdout, STDOUT_FILENO);
    close(real_stdout);
    close(pipes[0]);
    close(pipes[1]);
}

static void syslog_start(char *yaml, size_t n)
{
    peer_open(&peer, SOCK_STREAM, "");
    snprintf(yaml, n, "address: '127.0.0.1:%u'\ntimeout: 1s\n", peer.port);
}

static void syslog_away(void)
{
    peer_stop(&peer);
}

static void syslog_back(void)
{
    peer_start(&peer);
}

static const char *syslog_got(void)
{
    return peer_got(&peer);
}

static void syslog_end(void)
{
    peer_done(&peer);
}

static const struct bench {
    const char *kind;
    void (*start)(char *yaml, size_t n);
    void (*away)(void), (*back)(void), (*end)(void);
    const char *(*got)(void);
} benches[] = {
    {"file",   file_start,   file_away,   file_back,   nothing,    file_got  },
    {"stdout", stdout_start, stdout_away, stdout_back, stdout_end, stdout_got},
    {"syslog", syslog_start, syslog_away, syslog_back, syslog_end, syslog_got},
};

/* The kind of the loop, with its peer, open. */
static const struct output_kind *kind;
static const struct bench *bench;
static struct output *out;
static struct buf mark;
static struct err e;

static void start(void)
{
    place_make(&place);
    arena_init(&arena);
}

static void end(void)
{
    arena_done(&arena);
    buf_done(&mark);
    mark = (struct buf){0};
    place_remove(&place);
}

static void begin(int i)
{
    char yaml[256] = "";

    kind = output_kinds[i];
    bench = NULL;
    for (size_t b = 0; b < COUNT_OF(benches); b++)
        if (strcmp(benches[b].kind, kind->kind.name) == 0)
            bench = &benches[b];
    ck_assert_msg(bench, "no peer for the kind %s: write one", kind->kind.name);
    bench->start(yaml, sizeof yaml);
    const void *options = place_options(&arena, kind->kind.options, kind->kind.size, yaml);
    ck_assert(!kind->kind.check || kind->kind.check(options, &e) == 0);
    out = kind->open(options, STR(""), &mark, &e);
    ck_assert_msg(out, "%s", e.text);
}

static void finish(void)
{
    kind->close(out);
    bench->end();
}

static enum sent send_numbers(int first, int last, size_t *taken)
{
    struct document d[16] = {0};
    char json[128];
    size_t n = 0;

    for (int i = first; i <= last; i++, n++) {
        snprintf(json, sizeof json, "{\"message\":\"#%d#\",\"event\":{\"id\":\"%d\"}}", i,
                 i);
        d[n].event = arena_str(&arena, str_of(json));
    }
    *taken = 77;
    return kind->send(out, d, n, taken, &mark, &e);
}

/* The numbers that came, in order: "1 2 3". */
static const char *numbers(void)
{
    static struct buf said;
    const char *at = bench->got();

    buf_clear(&said);
    while ((at = strchr(at, '#'))) {
        buf_fmt(&said, "%s%d", said.n ? " " : "", atoi(at + 1));
        at = strchr(at + 1, '#') + 1;
    }
    return buf_z(&said);
}

START_TEST(its_row_is_whole)
{
    const struct kind *k = &output_kinds[_i]->kind;
    CLEANUP(buf_done) struct buf help = {0};
    bool named = !k->named_by;

    ck_assert(k->name && k->help && k->options && k->size > 0 && k->format && !k->needs);
    for (const struct option *o = k->options; o->name; o++) {
        ck_assert(o->help && o->offset < k->size);
        ck_assert((o->type == OPTION_WORD) == !!o->words);
        named = named || strcmp(o->name, k->named_by) == 0;
    }
    ck_assert(named);
    option_defaults(&arena, k->options, arena_zero(&arena, k->size)); /* asserts */
    option_help(&help, k->options);
    ck_assert(output_kind_of(k) == output_kinds[_i]);
    bool listed = false;
    for (size_t i = 0; output_config[i]; i++)
        listed = listed || output_config[i] == k;
    ck_assert(listed);
}
END_TEST

START_TEST(what_is_sent_comes_in_order)
{
    size_t taken;

    begin(_i);
    ck_assert_int_eq(send_numbers(1, 0, &taken), SENT);
    ck_assert_uint_eq(taken, 0);
    ck_assert_int_eq(send_numbers(1, 5, &taken), SENT);
    ck_assert_uint_eq(taken, 5);
    kind->reopen(out);
    ck_assert_int_eq(send_numbers(6, 9, &taken), SENT);
    ck_assert_uint_eq(taken, 4);
    ck_assert_str_eq(numbers(), "1 2 3 4 5 6 7 8 9");
    finish();
}
END_TEST

START_TEST(a_peer_that_is_away_gets_all_when_it_is_back)
{
    size_t taken, sum = 0;

    begin(_i);
    ck_assert_int_eq(send_numbers(1, 2, &taken), SENT);
    ck_assert_str_eq(numbers(), "1 2");
    bench->away();
    for (int i = 0; i < 2; i++) {
        e.text[0] = '\0';
        ck_assert_int_eq(send_numbers(3, 5, &taken), LATER);
        ck_assert_uint_eq(taken, 0);
        ck_assert_str_ne(e.text, "");
    }
    bench->back();
    while (sum < 3 && send_numbers(3 + (int)sum, 5, &taken) != REFUSED)
        sum += taken;
    ck_assert_uint_eq(sum, 3);
    ck_assert_str_eq(numbers(), "3 4 5");
    finish();
}
END_TEST

START_TEST(closing_nothing_is_good)
{
    output_kinds[_i]->close(NULL);
}
END_TEST

Suite *contract_suite(void)
{
    Suite *s = suite_create("output/contract");
    TCase *tc = tcase_create("contract");
    int n = 0;

    while (output_kinds[n])
        n++;
    tcase_add_checked_fixture(tc, start, end);
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, its_row_is_whole, 0, n);
    tcase_add_loop_test(tc, what_is_sent_comes_in_order, 0, n);
    tcase_add_loop_test(tc, a_peer_that_is_away_gets_all_when_it_is_back, 0, n);
    tcase_add_loop_test(tc, closing_nothing_is_good, 0, n);
    suite_add_tcase(s, tc);
    return s;
}
