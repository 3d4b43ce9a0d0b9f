/*
 * fuzz_rfc5424.c - an event of any bytes makes a message of syslog.
 *
 * What always holds:
 * - it is not longer than its limit;
 * - its header has six words of printable ASCII, and the structured data is "-" or an element
 *   in brackets, with a blank behind it, or nothing.
 */
#include <stdio.h>
#include <stdlib.h>

#include "output/rfc5424.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

/* A sentence about what does not hold, and the end. */
static void check(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "fuzz_rfc5424: %s\n", what);
    abort();
}

static struct str check_header(struct str rest)
{
    struct str word;

    for (int i = 0; i < 6; i++) {
        check(str_cut(&rest, ' ', &word) && word.n > 0, "no header of six words");
        for (size_t at = 0; at < word.n; at++)
            check(word.p[at] > 32 && word.p[at] < 127, "a header of other characters");
    }
    return rest;
}

/* Passes the structured data; what follows. */
static struct str check_data(struct str rest)
{
    size_t at = 1;
    bool quoted = false;

    check(rest.n > 0 && (rest.p[0] == '-' || rest.p[0] == '['), "no structured data");
    if (rest.p[0] == '-')
        return str_from(rest, 1);
    for (; at < rest.n && (quoted || rest.p[at] != ']'); at++) {
        if (quoted && rest.p[at] == '\\')
            at++;
        else if (rest.p[at] == '"')
            quoted = !quoted;
    }
    check(at < rest.n, "structured data without its end");
    return str_from(rest, at + 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static const struct rfc5424 form = {.facility = 16, .enterprise = 32473};
    static const size_t limits[] = {RFC5424_LEAST_BYTES, RFC5424_TAKEN_BYTES, 65507};
    CLEANUP(buf_done) struct buf out = {0};
    struct event event;
    struct arena a;

    arena_init(&a);
    event_read(&a, (struct str){(const char *)data, n}, &event);
    for (size_t i = 0; i < COUNT_OF(limits); i++) {
        buf_clear(&out);
        rfc5424_event(&out, &form, &event, limits[i]);
        struct str rest = check_data(check_header(buf_str(&out)));
        check(rest.n == 0 || rest.p[0] == ' ', "no blank before the message");
        /* Names may fill what every receiver takes; the schema keeps them short. */
        check(out.n <= limits[i] || (i == 0 && rest.n == 0), "over its limit");
    }
    arena_done(&a);
    return 0;
}
