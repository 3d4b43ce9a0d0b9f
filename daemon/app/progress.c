#include "app/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/command.h"
#include "base/shown.h"

enum { STEP_USEC = 200 * 1000, NAME_WIDTH = 40 };

void progress_start(struct progress *p)
{
    struct stat st;
    /* Events on the terminal show progress enough, and a pager at the other end of a pipe has
     * the terminal for itself. */
    bool to_file = fstat(STDOUT_FILENO, &st) == 0 &&
                   (S_ISREG(st.st_mode) || S_ISCHR(st.st_mode)) && !isatty(STDOUT_FILENO);

    *p = (struct progress){.shown = isatty(STDERR_FILENO) && to_file,
                           .started = clock_now()};
    p->last = p->started;
}

void progress_step(void *context, const struct counts *c, struct str name, uint64_t done,
                   uint64_t total)
{
    struct progress *p = context;

    if (!p->shown || clock_now() - p->last < STEP_USEC)
        return;
    p->last = clock_now();
    p->standing = true;
    CLEANUP(buf_done) struct buf shown = {0};
    shown_add(&shown, name.n > NAME_WIDTH ? str_from(name, name.n - NAME_WIDTH) : name,
              STR("?"));
    fprintf(stderr, "\r\x1b[K%s  ", buf_z(&shown));
    if (total)
        fprintf(stderr, "%3.0f %%  ", 100.0 * (double)done / (double)total);
    fprintf(stderr, "%" PRIu64 " lines, %" PRIu64 " classified", c->lines, c->classified);
    fflush(stderr);
}

void progress_clear(struct progress *p)
{
    if (p->standing)
        fputs("\r\x1b[K", stderr);
    p->standing = false;
}

void progress_say(void *context, const char *text)
{
    progress_clear(context);
    say("%s", text);
}

void progress_close(struct progress *p, const struct counts *c, const char *zone)
{
    double seconds = (double)(clock_now() - p->started) / 1e6;

    progress_clear(p);
    CLEANUP(buf_done) struct buf line = {0};
    buf_fmt(&line,
            "%" PRIu64 " lines, %" PRIu64 " records, %" PRIu64 " classified (%" PRIu64
            " entries), %" PRIu64 " ambiguous, %" PRIu64 " unclassified problems, %.2f s",
            c->lines, c->records, c->classified, c->entries, c->ambiguous,
            c->unclassified_problems, seconds);
    if (c->markers)
        buf_fmt(&line, "; %" PRIu64 " of the classified are markers, shown by --emit all",
                c->markers);
    if (c->notices)
        buf_fmt(&line, "; %" PRIu64 " notices tell of lost lines", c->notices);
    if (c->lost)
        buf_fmt(&line, ", %" PRIu64 " at least", c->lost);
    if (c->bare)
        buf_fmt(&line, "; %" PRIu64 " records have no envelope that is known", c->bare);
    if (c->doubled)
        buf_fmt(&line, "; %" PRIu64 " %s stood in two inputs and %s one event each",
                c->doubled, c->doubled == 1 ? "record" : "records",
                c->doubled == 1 ? "is" : "are");
    if (c->skipped)
        buf_fmt(&line, "; %" PRIu64 " %s skipped, no logs", c->skipped,
                c->skipped == 1 ? "file" : "files");
    if (zone[0] && c->zone_assumed)
        buf_fmt(&line,
                "; times without a zone were read as %s, this machine's (--timezone)",
                zone);
    say("%s", buf_z(&line));
}
