#include "parse/uwsgi_lines.h"

#include "base/num.h"

struct row {
    struct str head;
    enum level level; /* LEVEL_NONE: INFO */
    bool weak;        /* counts only below a line of uWSGI's */
    struct str tail;  /* what must end it; empty: anything */
};

#define SURE(text)                                                                       \
    {                                                                                    \
        STR_INIT(text), LEVEL_NONE, false, STR_INIT("")                                  \
    }
#define BAD(text)                                                                        \
    {                                                                                    \
        STR_INIT(text), LEVEL_ERROR, false, STR_INIT("")                                 \
    }
#define WEAK(text)                                                                       \
    {                                                                                    \
        STR_INIT(text), LEVEL_NONE, true, STR_INIT("")                                   \
    }
#define ENDS(text, tail)                                                                 \
    {                                                                                    \
        STR_INIT(text), LEVEL_NONE, false, STR_INIT(tail)                                \
    }

/* By their first byte, so that a line of another kind is compared with few of them. */
static const struct row rows[] = {
    BAD("!!! uWSGI process "),
    SURE("!!! no internal routing support, rebuild with pcre support !!!"),
    SURE("*** Starting uWSGI "),
    SURE("*** uWSGI "),
    SURE("*** WARNING: you are running uWSGI "),
    SURE("*** Operational MODE: "),
    SURE("*** Python threads support is disabled."),
    BAD("*** HARAKIRI "),
    SURE("*** EVIL RELOAD ON WORKER "),
    SURE("*** no app loaded. "),
    SURE("*** backtrace of "),
    SURE("*** end of backtrace ***"),
    {STR_INIT("*** "),                 LEVEL_NONE, true, STR_INIT("***")        },
    BAD("--- no python application found, check your startup logs for errors ---"),
    SURE("--- Python VM already initialized ---"),
    ENDS("...The work of process ", " is done. Seeya!"),
    SURE("...gracefully killing workers..."),
    SURE("...brutally killing workers..."),
    BAD("DAMN ! worker "),
    SURE("Gracefully killing worker "),
    BAD("HARAKIRI "),
    BAD("HARAKIRI: "),
    {STR_INIT("IOError: write error"), LEVEL_NONE, true, STR_INIT("write error")},
    {STR_INIT("OSError: write error"), LEVEL_NONE, true, STR_INIT("write error")},
    SURE("PEP 405 virtualenv detected: "),
    SURE("Python main interpreter initialized at "),
    SURE("Python auto-reloader enabled"),
    WEAK("Python version: "),
    SURE("Respawned uWSGI worker "),
    SURE("SIGINT/SIGTERM received...killing workers..."),
    SURE("SIGINT/SIGQUIT received...killing workers..."),
    SURE("SIGPIPE: writing to a closed pipe/socket/fd "),
    WEAK("Set PythonHome to "),
    ENDS("The work of process ", " is done. Seeya!"),
    SURE("VACUUM: "),
    SURE("WSGI app "),
    SURE("[emperor] "),
    SURE("[uWSGI] "),
    SURE("[uwsgi-"),
    SURE("announcing my loyalty to the Emperor..."),
    SURE("binary reloading uWSGI..."),
    WEAK("chdir() to "),
    WEAK("chmod() socket to "),
    WEAK("clock source: "),
    SURE("closing all non-uwsgi socket fds > "),
    WEAK("compiled with version: "),
    WEAK("current working directory: "),
    SURE("detected binary path: "),
    SURE("detected max file descriptor number: "),
    SURE("detected number of CPU cores: "),
    WEAK("found fd "),
    SURE("gateway \"uWSGI "),
    SURE("goodbye to uWSGI."),
    SURE("gracefully (RE)spawned uWSGI "),
    SURE("listen queue of socket "),
    SURE("lock engine: "),
    WEAK("machine: "),
    ENDS("mapped ", " cores"),
    WEAK("mapping worker "),
    WEAK("mounting "),
    WEAK("nodename: "),
    WEAK("os: "),
    WEAK("pcre jit "),
    SURE("python threads support enabled"),
    WEAK("setgid() to "),
    WEAK("setuid() to "),
    SURE("spawned uWSGI "),
    SURE("thunder lock: "),
    SURE("uWSGI running as root, "),
    SURE("uWSGI http bound on "),
    BAD("unable to load app "),
    SURE("uwsgi socket "),
    SURE("uwsgi_response_"),
    SURE("your memory page size is "),
    ENDS("your mercy for graceful operations on workers is ", " seconds"),
    SURE("your processes number limit is "),
    SURE("your request buffer size is "),
    SURE("your server socket listen backlog is limited to "),
};

/* "worker 1 buried after 1 seconds", "worker 1 (pid: 9) is taking too much time to die…" */
static bool is_of_worker(struct str s, enum level *level)
{
    static const struct str words[] = {
        STR_INIT(" buried after "),
        STR_INIT(" killed successfully"),
        STR_INIT(" lifetime reached, it was running for "),
        STR_INIT(" (pid: "),
        STR_INIT(" respawning too fast !!!"),
    };
    uint64_t number;

    if (!str_starts(s, STR("worker ")))
        return false;
    s = str_from(s, 6);
    *level = str_starts(s, words[4]) ? LEVEL_ERROR : LEVEL_INFO;
    if (*level == LEVEL_ERROR)
        return true;
    s = str_from(s, 1);
    if (!num_take(&s, UINT32_MAX, &number))
        return false;
    for (size_t i = 0; i < 4; i++)
        if (str_starts(s, words[i]))
            return true;
    return false;
}

/* "… got Segmentation Fault !!!" and "… on interpreter 0x… pid: 30526 (default app)": the writer's. */
static void read_pid(struct str s, int64_t *pid)
{
    static const struct str before[] = {STR_INIT("!!! uWSGI process "),
                                        STR_INIT(" pid: ")};
    uint64_t v;

    for (size_t i = 0; i < COUNT_OF(before); i++) {
        size_t at = str_find(s, before[i], 0);
        if (at == STR_NONE)
            continue;
        struct str rest = str_from(s, at + before[i].n);
        if (num_take(&rest, INT32_MAX, &v))
            *pid = (int64_t)v;
        return;
    }
}

static const struct row *row_of(struct str text, struct str trimmed, bool below)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct row *r = &rows[i];
        if (r->head.p[0] > text.p[0])
            return NULL;
        if (r->head.p[0] == text.p[0] && (below || !r->weak) &&
            str_starts(text, r->head) && str_ends(trimmed, r->tail))
            return r;
    }
    return NULL;
}

bool uwsgi_line(struct str text, bool below, enum level *level, int64_t *pid)
{
    if (text.n < 4)
        return false;
    if (text.p[0] == 'w')
        return is_of_worker(text, level);
    const struct row *r = row_of(text, str_trim(text), below);
    if (!r)
        return false;
    *level = r->level ? r->level : LEVEL_INFO;
    if (text.p[0] == '!' || text.p[0] == 'W')
        read_pid(text, pid);
    return true;
}

static bool number_behind(struct str s, struct str word, size_t from, char end,
                          uint64_t *v)
{
    size_t at = str_find(s, word, from);

    if (at == STR_NONE)
        return false;
    s = str_from(s, at + word.n);
    return num_take(&s, UINT64_MAX, v) && s.n && s.p[0] == end;
}

bool uwsgi_worker(struct str text, uint64_t *served, uint64_t *core)
{
    struct str line = str_trim(text);
    size_t open = str_rchr(line, '('); /* what stands before it a caller chose */

    return open != STR_NONE && str_ends(line, STR(")")) &&
           number_behind(line, STR("|req: "), 0, '/', served) &&
           number_behind(line, STR(" on core "), open, ')', core);
}

bool uwsgi_is_manifold(struct str text)
{
    uint64_t cores;

    if (str_starts(text, STR("*** Operational MODE: ")))
        return str_find(text, STR("threaded"), 0) != STR_NONE ||
               str_find(text, STR("async"), 0) != STR_NONE;
    return str_starts(text, STR("spawned uWSGI worker ")) &&
           number_behind(text, STR(", cores: "), 0, ')', &cores) && cores > 1;
}

bool uwsgi_begins(struct str text, int64_t *pid)
{
    uint64_t v;

    if (!str_starts(text, STR("spawned uWSGI worker ")) ||
        !number_behind(text, STR(" (pid: "), 0, ',', &v) || v > INT32_MAX)
        return false;
    *pid = (int64_t)v;
    return true;
}
