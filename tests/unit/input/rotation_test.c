#include "input/rotation.h"

#include <stdlib.h>

#include "suites.h"

/* Files as they are met, and as they are to be read. */
static const struct {
    const char *name, *met, *read;
} cases[] = {
    {"no generations", "b.log a.log c", "b.log a.log c"},
    {"numbers", "x.log x.log.1 x.log.10 x.log.2.gz", "x.log.10 x.log.2.gz x.log.1 x.log"},
    {"dateext", "x.log x.log-20261129.gz x.log-20261130", "x.log-20261129.gz x.log-20261130 x.log"},
    {"dateext with seconds", "x.log-20261130-1796000000 x.log-20261129-1795900000 x.log",
     "x.log-20261129-1795900000 x.log-20261130-1796000000 x.log"},
    {"dateext that is seconds", "x.log x.log-1796000000 x.log-1795900000.gz",
     "x.log-1795900000.gz x.log-1796000000 x.log"},
    {"dates and hours with joints", "x.log x.log-2026-11-30-10 x.log-2026-11-30-09",
     "x.log-2026-11-30-09 x.log-2026-11-30-10 x.log"},
    {"Go's lumberjack", "x.log x-2026-11-30T10-11-12.345.log x-2026-11-29T10-11-12.345.log.gz",
     "x-2026-11-29T10-11-12.345.log.gz x-2026-11-30T10-11-12.345.log x.log"},
    {"old", "x.log x.log.old", "x.log.old x.log"},
    {"must-gather", "p/current.log p/previous.log q/previous.log",
     "p/previous.log p/current.log q/previous.log"},
    {"hours", "x.log-2026113010 x.log-2026113009", "x.log-2026113009 x.log-2026113010"},
    {"Python's midnight", "x.log x.log.2026-11-30 x.log.2026-11-29",
     "x.log.2026-11-29 x.log.2026-11-30 x.log"},
    {"Python's hours", "x.log.2026-11-30_10 x.log.2026-11-30_09", "x.log.2026-11-30_09 x.log.2026-11-30_10"},
    {"the kubelet", "0.log 0.log.20261130-101112.gz 0.log.20261130-091112",
     "0.log.20261130-091112 0.log.20261130-101112.gz 0.log"},
    {"a container that began again", "0.log 1.log", "0.log 1.log"},
    {"numbers before the end", "x.log x.1.log x.2.log.gz", "x.2.log.gz x.1.log x.log"},
    {"dates before the end", "x.log x-20261130.log x-20261129.log", "x-20261129.log x-20261130.log x.log"},
    {"where the first one stood", "a.log x.log b.log x.log.1 c.log", "a.log x.log.1 x.log b.log c.log"},
    {"folders tell logs apart", "p/x.log q/x.log.1 p/x.log.1", "p/x.log.1 p/x.log q/x.log.1"},
    {"compressed is older", "x.log x.log.gz", "x.log.gz x.log"},
    {"the same twice", "x.log x.log", "x.log x.log"},
    {"not a date", "x-12345678 x-00000001", "x-12345678 x-00000001"},
    {"a journal",
     "system.journal system@aa-0000000000000002-00060d8f2c3b4a59.journal "
     "system@aa-0000000000000001-00060d8f2c3b4a58.journal",
     "system@aa-0000000000000001-00060d8f2c3b4a58.journal "
     "system@aa-0000000000000002-00060d8f2c3b4a59.journal system.journal"},
    {"a journal that was not closed",
     "user-1000.journal user-1000@00060d8f2c3b4a59-aaaaaaaaaaaaaaaa.journal~ "
     "user-1000@aa-0000000000000001-00060d8f2c3b4a58.journal",
     "user-1000@aa-0000000000000001-00060d8f2c3b4a58.journal "
     "user-1000@00060d8f2c3b4a59-aaaaaaaaaaaaaaaa.journal~ user-1000.journal"},
    {"a name that is all suffix", ".gz .1 -20261130 .log .old", ".gz .1 -20261130 .log .old"},
};

START_TEST(puts_generations_in_order)
{
    struct rotation r = {0};
    struct str rest = str_of(cases[_i].met), word, words[8];
    CLEANUP(buf_done) struct buf got = {0};
    size_t n = 0;

    while (str_cut(&rest, ' ', &word)) {
        words[n++] = word;
        rotation_add(&r, word);
    }
    rotation_sort(&r);
    ck_assert_uint_eq(r.n, n);
    for (size_t i = 0; i < n; i++)
        buf_fmt(&got, "%s%.*s", i ? " " : "", STR_FMT(words[r.turns[i].number]));
    ck_assert_msg(strcmp(buf_z(&got), cases[_i].read) == 0, "%s: %s", cases[_i].name,
                  buf_z(&got));
    rotation_done(&r);
}
END_TEST

START_TEST(keeps_many_apart)
{
    enum { MANY = 5000 };
    struct rotation r = {0};
    CLEANUP(buf_done) struct buf name = {0};

    for (int i = 0; i < MANY; i++) {
        buf_clear(&name);
        buf_fmt(&name, "%cx%d.log", 'a' + i % 26, i);
        rotation_add(&r, buf_str(&name));
    }
    rotation_sort(&r);
    for (uint32_t i = 0; i < MANY; i++)
        ck_assert_uint_eq(r.turns[i].number, i);
    rotation_done(&r);
}
END_TEST

Suite *rotation_suite(void)
{
    Suite *s = suite_create("input/rotation");
    TCase *tc = tcase_create("rotation");

    tcase_add_loop_test(tc, puts_generations_in_order, 0, (int)COUNT_OF(cases));
    tcase_add_test(tc, keeps_many_apart);
    suite_add_tcase(s, tc);
    return s;
}
