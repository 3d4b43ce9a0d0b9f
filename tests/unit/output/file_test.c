/* output/output_file.c: nothing is lost, torn, or written twice. */
#include <fcntl.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "output/output.h"
#include "place.h"
#include "suites.h"

extern const struct output_kind output_file;

static struct place place;
static struct arena arena;
static struct buf mark;
static struct output *out;

static void start(void)
{
    place_make(&place);
    arena_init(&arena);
    out = NULL;
}

static void end(void)
{
    output_file.close(out);
    buf_done(&mark);
    arena_done(&arena);
    place_remove(&place);
}

static const void *options(const char *more)
{
    char yaml[256];

    snprintf(yaml, sizeof yaml, "path: %s\n%s", place.path, more);
    return place_options(&arena, output_file.kind.options, output_file.kind.size, yaml);
}

/* A start: with the mark that the store has. */
static void begin(const char *more, const char *kept)
{
    struct err e = {0};

    output_file.close(out);
    out = output_file.open(options(more), str_of(kept), &mark, &e);
    ck_assert_msg(out != NULL, "%s", e.text);
}

static struct document event(int i)
{
    char text[128];

    snprintf(text, sizeof text, "{\"message\":\"%d\",\"event\":{\"id\":\"%032x\"}}", i,
             (unsigned)i);
    return (struct document){.event = arena_str(&arena, str_of(text))};
}

static void send_numbers(int first, int last)
{
    struct document d[64];
    struct err e = {0};
    size_t taken, n = 0;

    for (int i = first; i <= last; i++)
        d[n++] = event(i);
    ck_assert_msg(output_file.send(out, d, n, &taken, &mark, &e) == SENT, "%s", e.text);
    ck_assert_uint_eq(taken, n);
}

/* The numbers that a file holds, "1 2 3"; every line of it must be whole. */
static const char *numbers(const char *suffix)
{
    static struct buf said;
    struct str rest = str_of(place_text(&place, suffix)), line;

    buf_clear(&said);
    if (str_eq(rest, STR("none")))
        return "none";
    ck_assert(rest.n == 0 || rest.p[rest.n - 1] == '\n');
    while (str_cut(&rest, '\n', &line)) {
        size_t n = str_chr(line, '"', 12);
        ck_assert_msg(str_starts(line, STR("{\"message\":\"")) &&
                          str_ends(line, STR("\"}}")) && n != STR_NONE,
                      "torn: %.*s", STR_FMT(line));
        buf_fmt(&said, "%s%.*s", said.n ? " " : "", (int)(n - 12), line.p + 12);
    }
    return buf_z(&said);
}

START_TEST(appends_line_by_line)
{
    struct stat st;

    begin("", "");
    send_numbers(1, 3);
    send_numbers(4, 4);
    ck_assert_str_eq(numbers(""), "1 2 3 4");
    ck_assert_int_eq(stat(place.path, &st), 0);
    ck_assert_int_eq((int)(st.st_mode & 0777) & ~0640, 0);
}
END_TEST

START_TEST(the_text_of_another_format_is_the_line)
{
    struct document d = event(1);
    struct err e;
    size_t taken;

    d.text = STR("CEF:0|x");
    begin("", "");
    ck_assert_int_eq(output_file.send(out, &d, 1, &taken, &mark, &e), SENT);
    ck_assert_str_eq(place_text(&place, ""), "CEF:0|x\n");
}
END_TEST

START_TEST(a_document_of_two_lines_is_refused_by_itself)
{
    struct document d[3] = {event(1), event(2), event(3)};
    struct err e;
    size_t taken;

    d[1].text = STR("two\nlines");
    begin("", "");
    ck_assert_int_eq(output_file.send(out, d, 3, &taken, &mark, &e), REFUSED);
    ck_assert_uint_eq(taken, 1);
    ck_assert_int_eq(output_file.send(out, d + 2, 1, &taken, &mark, &e), SENT);
    ck_assert_str_eq(numbers(""), "1 3");
}
END_TEST

START_TEST(goes_on_behind_its_mark)
{
    begin("", "");
    send_numbers(1, 2);
    char *kept = strdup(buf_z(&mark));
    begin("", kept);
    ck_assert_str_eq(buf_z(&mark), kept);
    send_numbers(3, 4);
    ck_assert_str_eq(numbers(""), "1 2 3 4");
    free(kept);
}
END_TEST

START_TEST(what_stands_behind_the_mark_is_not_written_again)
{
    begin("", "");
    send_numbers(1, 2);
    char *kept = strdup(buf_z(&mark));
    send_numbers(3, 5); /* a kill: the store never heard of it */
    begin("", kept);
    ck_assert_str_eq(buf_z(&mark), kept);
    send_numbers(3, 4);
    ck_assert_str_eq(buf_z(&mark), kept); /* 5 is still to come */
    send_numbers(5, 7);
    ck_assert_str_ne(buf_z(&mark), kept);
    ck_assert_str_eq(numbers(""), "1 2 3 4 5 6 7");
    begin("", mark.p);
    send_numbers(8, 8);
    ck_assert_str_eq(numbers(""), "1 2 3 4 5 6 7 8");
    free(kept);
}
END_TEST

START_TEST(lines_behind_the_first_mark_of_all_too)
{
    begin("", "");
    char *kept = strdup(buf_z(&mark));
    send_numbers(1, 3);
    begin("", kept);
    send_numbers(1, 4);
    ck_assert_str_eq(numbers(""), "1 2 3 4");
    free(kept);
}
END_TEST

START_TEST(lines_of_another_format_are_known_again_too)
{
    struct document d[2] = {
        {.event = STR("{}"), .text = STR("CEF:0|1")},
        {.event = STR("{}"), .text = STR("CEF:0|2")}
    };
    struct err e;
    size_t taken;

    begin("", "");
    char *kept = strdup(buf_z(&mark));
    ck_assert_int_eq(output_file.send(out, d, 1, &taken, &mark, &e), SENT);
    begin("", kept);
    ck_assert_int_eq(output_file.send(out, d, 2, &taken, &mark, &e), SENT);
    ck_assert_str_eq(place_text(&place, ""), "CEF:0|1\nCEF:0|2\n");
    free(kept);
}
END_TEST

/* The file is cut at every byte of what stands behind the mark. */
START_TEST(a_torn_line_is_cut_off)
{
    begin("", "");
    send_numbers(1, 1);
    char *kept = strdup(buf_z(&mark));
    size_t marked = strlen(place_text(&place, ""));
    send_numbers(2, 3);
    size_t all = strlen(place_text(&place, ""));
    for (size_t at = all; at >= marked; at--) {
        ck_assert_int_eq(truncate(place.path, (off_t)at), 0);
        begin("", kept);
        send_numbers(2, 3);
        ck_assert_str_eq(numbers(""), "1 2 3");
        ck_assert_uint_eq(strlen(place_text(&place, "")), all);
    }
    free(kept);
}
END_TEST

START_TEST(a_line_of_many_megabytes_costs_no_memory)
{
    static char large[1024 * 1024 + 1];

    memset(large, 'x', sizeof large - 1);
    begin("", "");
    char *kept = strdup(buf_z(&mark));
    send_numbers(1, 1);
    for (int i = 0; i < 4; i++)
        place_write(&place, "", "a", large);
    place_write(&place, "", "a", "\n");
    begin("", kept);
    send_numbers(1, 2);
    const char *text = place_text(&place, "");
    ck_assert_uint_eq(strlen(text),
                      4 * (sizeof large - 1) + 1 + 2 * (str_line(str_of(text)).n + 1));
    free(kept);
}
END_TEST

START_TEST(a_file_that_is_shorter_than_its_mark_is_another)
{
    begin("", "");
    send_numbers(1, 3);
    char *kept = strdup(buf_z(&mark));
    ck_assert_int_eq(truncate(place.path, 0), 0);
    begin("", kept);
    send_numbers(4, 4);
    ck_assert_str_eq(numbers(""), "4");
    free(kept);
}
END_TEST

START_TEST(a_file_with_other_bytes_before_the_mark_is_another)
{
    begin("", "");
    send_numbers(1, 1);
    char *kept = strdup(buf_z(&mark));
    size_t n = strlen(place_text(&place, ""));
    ck_assert_int_eq(truncate(place.path, 0), 0);
    for (size_t i = 0; i < n / 10; i++)
        place_write(&place, "", "a", "123456789\n");
    place_write(&place, "", "a", "123456789 123456789 123456789");
    begin("", kept);
    send_numbers(2, 2);
    /* Nothing of it was cut, and the event stands on a line of its own. */
    ck_assert_ptr_nonnull(
        strstr(place_text(&place, ""), "\n123456789 123456789 123456789\n{\""));
    free(kept);
}
END_TEST

START_TEST(a_mark_of_another_path_or_no_mark_at_all_is_none)
{
    static const char *const marks[] = {
        "1 0 0 0 /other/path",           "x",       "1", "2 0 0 0 /x",
        "1 99999999999999999999 0 0 /x", "1 0 0 0 "};
    for (size_t i = 0; i < COUNT_OF(marks); i++) {
        begin("", marks[i]);
        send_numbers((int)i, (int)i);
    }
    ck_assert_str_eq(numbers(""), "0 1 2 3 4 5");
}
END_TEST

START_TEST(is_renamed_at_its_size)
{
    begin("rotate: 300\nkeep: 2\n", ""); /* a line has 67 bytes */
    for (int i = 10; i < 30; i++)
        send_numbers(i, i);
    ck_assert_str_eq(numbers(""), "26 27 28 29");
    ck_assert_str_eq(numbers(".1"), "22 23 24 25");
    ck_assert_str_eq(numbers(".2"), "18 19 20 21");
    ck_assert_str_eq(numbers(".3"), "none");
}
END_TEST

START_TEST(a_batch_over_the_size_is_one_file)
{
    begin("rotate: 300\nkeep: 2\n", "");
    send_numbers(10, 19);
    send_numbers(20, 20);
    ck_assert_str_eq(numbers(""), "20");
    ck_assert_str_eq(numbers(".1"), "10 11 12 13 14 15 16 17 18 19");
}
END_TEST

START_TEST(a_gap_in_the_generations_is_filled)
{
    begin("rotate: 100\nkeep: 3\n", "");
    place_write(&place, ".2", "w", "old\n");
    place_write(&place, ".3", "w", "older\n");
    send_numbers(10, 10);
    send_numbers(11, 11);
    ck_assert_str_eq(numbers(".1"), "10");
    ck_assert_str_eq(place_text(&place, ".2"), "old\n");
    ck_assert_str_eq(place_text(&place, ".3"), "older\n");
}
END_TEST

START_TEST(what_stands_behind_the_mark_is_found_in_renamed_files)
{
    begin("rotate: 300\nkeep: 3\n", "");
    send_numbers(10, 11);
    char *kept = strdup(buf_z(&mark));
    for (int i = 12; i < 20; i++)
        send_numbers(i, i); /* two rotations, and a kill */
    ck_assert_str_eq(numbers(".2"), "10 11 12 13");
    ck_assert_str_eq(numbers(""), "18 19");
    place_write(&place, "", "a", "{\"message\":\"2");
    begin("rotate: 300\nkeep: 3\n", kept);
    for (int i = 12; i < 22; i++)
        send_numbers(i, i);
    ck_assert_str_eq(numbers(".2"), "10 11 12 13");
    ck_assert_str_eq(numbers(".1"), "14 15 16 17");
    ck_assert_str_eq(numbers(""), "18 19 20 21");
    free(kept);
}
END_TEST

START_TEST(goes_on_in_a_new_file_when_it_is_renamed_or_deleted)
{
    char other[256];

    snprintf(other, sizeof other, "%s-20270131", place.path);
    begin("", "");
    send_numbers(1, 1);
    ck_assert_int_eq(rename(place.path, other), 0);
    send_numbers(2, 2);
    ck_assert_str_eq(numbers(""), "2");
    ck_assert_str_eq(numbers("-20270131"), "1");
    ck_assert_int_eq(unlink(place.path), 0);
    output_file.reopen(out);
    send_numbers(3, 3);
    ck_assert_str_eq(numbers(""), "3");
    ck_assert_int_eq(truncate(place.path, 0), 0); /* copytruncate */
    send_numbers(4, 4);
    ck_assert_str_eq(numbers(""), "4");
}
END_TEST

START_TEST(only_a_regular_file)
{
    struct err e;

    ck_assert_int_eq(mkfifo(place.path, 0600), 0);
    ck_assert_ptr_null(output_file.open(options(""), STR(""), &mark, &e));
    ck_assert_ptr_nonnull(strstr(e.text, "is not a regular file"));
    ck_assert_int_eq(unlink(place.path), 0);
    ck_assert_int_eq(symlink("/dev/full", place.path), 0);
    ck_assert_ptr_null(output_file.open(options(""), STR(""), &mark, &e));
    ck_assert_ptr_nonnull(strstr(e.text, "is not a regular file"));
}
END_TEST

START_TEST(a_folder_that_is_not_there)
{
    struct err e;
    const void *o = place_options(&arena, output_file.kind.options, output_file.kind.size,
                                  "path: /no/such/folder/events.json");

    ck_assert_ptr_null(output_file.open(o, STR(""), &mark, &e));
    ck_assert_ptr_nonnull(strstr(e.text, "/no/such/folder/events.json"));
}
END_TEST

START_TEST(two_outputs_do_not_share_a_file)
{
    struct err e;

    begin("", "");
    ck_assert_ptr_null(output_file.open(options(""), STR(""), &mark, &e));
    ck_assert_ptr_nonnull(strstr(e.text, "another output's"));
}
END_TEST

/* A write that ends half-way: RLIMIT_FSIZE is a disk that is full at that byte. */
START_TEST(a_full_disk_tears_nothing)
{
    struct document d[3] = {event(2), event(3), event(4)};
    struct rlimit all, few;
    struct err e = {0};
    size_t taken = 77;

    signal(SIGXFSZ, SIG_IGN);
    begin("", "");
    send_numbers(1, 1);
    char *kept = strdup(buf_z(&mark));
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &all), 0);
    for (rlim_t room = 66; room < 260; room += 13) {
        few = (struct rlimit){room, all.rlim_max};
        ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &few), 0);
        enum sent sent = output_file.send(out, d, 3, &taken, &mark, &e);
        ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &all), 0);
        ck_assert_int_eq(sent, LATER);
        ck_assert_uint_eq(taken, 0);
        ck_assert_str_eq(numbers(""), "1");
        ck_assert_str_eq(buf_z(&mark), kept);
    }
    send_numbers(2, 4);
    ck_assert_str_eq(numbers(""), "1 2 3 4");
    free(kept);
}
END_TEST

/* Left out where nothing may be mounted. */
START_TEST(a_small_file_system_that_is_full)
{
    struct document d[64];
    struct err e = {0};
    size_t taken;
    int first = 1;

    if (mount("tmpfs", place.folder, "tmpfs", 0, "size=64k") < 0)
        return;
    begin("", "");
    for (;; first += 64) {
        for (int i = 0; i < 64; i++)
            d[i] = event(first + i);
        if (output_file.send(out, d, 64, &taken, &mark, &e) != SENT)
            break;
    }
    ck_assert_ptr_nonnull(strstr(e.text, "No space left"));
    ck_assert_uint_eq(taken, 0);
    numbers(""); /* no line is torn */
    char *kept = strdup(buf_z(&mark));
    ck_assert_int_eq(mount("tmpfs", place.folder, "tmpfs", MS_REMOUNT, "size=256k"), 0);
    begin("", kept);
    send_numbers(first, first + 63);
    struct str said = str_of(numbers("")), number;
    for (int i = 1; i < first + 64; i++)
        ck_assert_msg(str_cut(&said, ' ', &number) && atoi(number.p) == i, "%d", i);
    free(kept);
    output_file.close(out);
    out = NULL;
    ck_assert_int_eq(umount2(place.folder, MNT_DETACH), 0);
}
END_TEST

/* A child writes and is killed at any moment; the store has what it was told over a pipe. */
static void write_until_killed(int told, const char *kept, int first)
{
    begin("rotate: 1KiB\nkeep: 1000\n", kept);
    for (int i = first;; i += 3) {
        struct document d[3] = {event(i), event(i + 1), event(i + 2)};
        struct err e;
        size_t taken;
        char text[512] = {0};
        if (output_file.send(out, d, 3, &taken, &mark, &e) != SENT)
            _exit(1);
        snprintf(text, sizeof text, "%d %s", i + 3, buf_z(&mark));
        if (i % 2 == 0 && write(told, text, sizeof text) != (ssize_t)sizeof text)
            _exit(2);
    }
}

static void check_all(int next)
{
    CLEANUP(buf_done) struct buf expected = {0};
    CLEANUP(buf_done) struct buf found = {0};
    char suffix[16];

    for (int i = 0; i < next; i++)
        buf_fmt(&expected, "%s%d", i ? " " : "", i);
    for (int i = 1000; i >= 0; i--) {
        suffix[0] = '\0';
        if (i > 0)
            snprintf(suffix, sizeof suffix, ".%d", i);
        const char *said = numbers(suffix);
        if (strcmp(said, "none") != 0 && *said)
            buf_fmt(&found, "%s%s", found.n ? " " : "", said);
    }
    ck_assert_str_eq(buf_z(&found), buf_z(&expected));
}

START_TEST(a_kill_costs_nothing_and_doubles_nothing)
{
    char kept[512] = "", said[512];
    int next = 0;

    for (int round = 0; round < 12; round++) {
        int pipes[2];
        ck_assert_int_eq(pipe(pipes), 0);
        pid_t child = fork();
        if (child == 0) {
            close(pipes[0]);
            write_until_killed(pipes[1], kept, next);
        }
        close(pipes[1]);
        for (int i = 0; i <= round % 5; i++)
            if (read(pipes[0], said, sizeof said) == (ssize_t)sizeof said) {
                char *blank = strchr(said, ' ');
                next = atoi(said);
                snprintf(kept, sizeof kept, "%s", blank + 1);
            }
        usleep((useconds_t)(round * 137));
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        close(pipes[0]);
    }
    begin("rotate: 1KiB\nkeep: 1000\n", kept);
    for (int i = 0; i < 200; i++)
        send_numbers(next + i, next + i);
    check_all(next + 200);
}
END_TEST

Suite *file_suite(void)
{
    Suite *s = suite_create("output/file");
    TCase *tc = tcase_create("file");

    tcase_add_checked_fixture(tc, start, end);
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, appends_line_by_line);
    tcase_add_test(tc, the_text_of_another_format_is_the_line);
    tcase_add_test(tc, a_document_of_two_lines_is_refused_by_itself);
    tcase_add_test(tc, goes_on_behind_its_mark);
    tcase_add_test(tc, what_stands_behind_the_mark_is_not_written_again);
    tcase_add_test(tc, lines_behind_the_first_mark_of_all_too);
    tcase_add_test(tc, lines_of_another_format_are_known_again_too);
    tcase_add_test(tc, a_torn_line_is_cut_off);
    tcase_add_test(tc, a_line_of_many_megabytes_costs_no_memory);
    tcase_add_test(tc, a_file_that_is_shorter_than_its_mark_is_another);
    tcase_add_test(tc, a_file_with_other_bytes_before_the_mark_is_another);
    tcase_add_test(tc, a_mark_of_another_path_or_no_mark_at_all_is_none);
    tcase_add_test(tc, is_renamed_at_its_size);
    tcase_add_test(tc, a_batch_over_the_size_is_one_file);
    tcase_add_test(tc, a_gap_in_the_generations_is_filled);
    tcase_add_test(tc, what_stands_behind_the_mark_is_found_in_renamed_files);
    tcase_add_test(tc, goes_on_in_a_new_file_when_it_is_renamed_or_deleted);
    tcase_add_test(tc, only_a_regular_file);
    tcase_add_test(tc, a_folder_that_is_not_there);
    tcase_add_test(tc, two_outputs_do_not_share_a_file);
    tcase_add_test(tc, a_full_disk_tears_nothing);
    tcase_add_test(tc, a_small_file_system_that_is_full);
    tcase_add_test(tc, a_kill_costs_nothing_and_doubles_nothing);
    suite_add_tcase(s, tc);
    return s;
}
