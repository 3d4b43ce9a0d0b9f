/* explain: runs lines through the real path and tells each step. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/command.h"
#include "base/file.h"
#include "base/shown.h"
#include "base/utf8.h"

enum { EXPLAIN_MAX_BYTES = 16 * 1024 * 1024, SHOWN_BYTES = 600, LABEL_WIDTH = 14 };

static void row(struct buf *out, const char *name, struct str text)
{
    if (text.n == 0)
        return;
    struct str label = str_of(name);
    buf_add(out, STR("  "));
    buf_add(out, label);
    for (size_t n = label.n; n < LABEL_WIDTH; n++)
        buf_char(out, ' ');
    bool cut = text.n > SHOWN_BYTES;
    struct str shown = utf8_head(text, SHOWN_BYTES);
    shown_add(out, shown, STR("\n                "));
    buf_add(out, cut ? STR(" \xE2\x80\xA6\n") : STR("\n"));
}

static void row_u64(struct buf *out, const char *name, uint64_t v)
{
    CLEANUP(buf_done) struct buf text = {0};

    buf_u64(&text, v);
    row(out, name, buf_str(&text));
}

/* What classify told of a record. It is shown below the record's fields, once mask has seen what
 * is secret in it. */
struct told {
    const char *step;
    struct str text;
};

struct story {
    struct arena *arena;
    struct told *at;
    size_t n, cap;
};

static void narrate(void *context, const char *step, struct str text)
{
    struct story *s = context;

    VEC_GROW(s->at, s->n, s->cap);
    s->at[s->n++] = (struct told){step, arena_str(s->arena, text)};
}

static void story_done(struct story *s)
{
    free(s->at);
}

static void put_story(struct buf *out, struct story *s, struct masker *m)
{
    for (size_t i = 0; i < s->n; i++)
        row(out, s->at[i].step, mask_again(m, s->at[i].text));
    s->n = 0;
}

static void layers(struct buf *out, const struct record *r)
{
    CLEANUP(buf_done) struct buf text = {0};

    for (unsigned i = 0; i < r->envelope_count; i++) {
        if (i)
            buf_add(&text, STR(" > "));
        buf_add(&text, envelope_name(r->envelopes[i]));
    }
    row(out, "envelope", text.n ? buf_str(&text) : STR("none"));
}

static void exceptions(struct buf *out, const struct record *r)
{
    for (size_t i = 0; i < r->exception_count; i++) {
        const struct exception *e = &r->exceptions[i];
        CLEANUP(buf_done) struct buf text = {0};
        buf_add(&text, e->type);
        buf_add(&text, STR(": "));
        buf_add(&text, e->message);
        if (e->remote)
            buf_add(&text, STR(" (remote)"));
        row(out, i == 0 ? (r->summary_only ? "summary" : "raised") : "below it",
            buf_str(&text));
        buf_clear(&text);
        if (e->frame_count == 0)
            continue;
        const struct frame *f = &e->frames[e->frame_count - 1];
        buf_fmt(&text, "%zu frames, last %.*s:%u in %.*s", e->frame_count,
                STR_FMT(f->module_path), f->line, STR_FMT(f->function));
        row(out, "", buf_str(&text));
    }
}

static void fields(struct buf *out, const struct record *r)
{
    CLEANUP(buf_done) struct buf time = {0};

    clock_iso(&time, r->time);
    layers(out, r);
    row(out, "time", buf_str(&time));
    row(out, "level", level_name(r->level));
    row(out, "logger", r->logger);
    if (r->pid >= 0)
        row_u64(out, "pid", (uint64_t)r->pid);
    row(out, "request", r->request_id);
    row(out, "global request", r->global_request_id);
    row(out, "project", r->project_id.n ? r->project_id : r->project_name);
    row(out, "instance", r->instance_id);
    if (r->access) {
        const struct access *a = r->access;
        CLEANUP(buf_done) struct buf text = {0};
        buf_fmt(&text, "%.*s %.*s, status %u", STR_FMT(a->method), STR_FMT(a->path),
                a->status);
        row(out, "access", buf_str(&text));
    }
    row(out, "message", r->message);
    if (r->message.n != r->body.n)
        row(out, "cut off", str_from(r->body, r->message.n));
    row(out, "template", r->msg);
    exceptions(out, r);
}

/* The event itself, as --format json would write it. */
static int event(struct buf *out, struct batch *b, struct masker *m,
                 const struct options *o)
{
    struct render_settings s = {.format = STR("json"), .zone_name = str_of(o->zone.name)};
    struct err e;
    struct renderer *r = renderer_new(&s, &e);

    if (!r) {
        say("%s", e.text);
        return EXIT_USAGE;
    }
    struct stream *stream = b->line_count ? b->lines[0].stream : NULL;
    if (stream)
        render_origin(r, stream,
                      mask_text(m, (struct str){stream->first_line, stream->first_line_n}));
    while (!render_batch(r, b, SIZE_MAX))
        continue;
    buf_add(out, buf_str(&b->events));
    renderer_free(r);
    return EXIT_DONE;
}

/* The origin of positions is made of the first line, as when the text is read from a file. */
static void set_first_line(struct stream *s, struct str text)
{
    struct str line = STR("");

    str_cut(&text, '\n', &line);
    line = str_head(line, line.n < sizeof s->first_line ? line.n : sizeof s->first_line);
    if (line.n)
        memcpy(s->first_line, line.p, line.n);
    s->first_line_n = line.n;
    s->first_line_known = true;
}

static int explain(const struct options *o, const struct catalog *c, struct str text,
                   struct str name, bool from_file)
{
    CLEANUP(buf_done) struct buf out = {0};
    CLEANUP(batch_done) struct batch b;
    struct stream stream = {
        .kind = STR("file"), .name = name, .path = from_file ? name : STR("")};
    struct parse_settings parse = {.zone = o->zone, .formats = o->formats};
    struct classify_settings settings = {.service = str_of(o->service)};
    struct mask_settings mask = {.secrets = c->secrets, .secret_count = c->secret_count};
    CLEANUP(classifier_end) struct classifier *k = classifier_new(c, &settings);
    CLEANUP(masker_end) struct masker *m = masker_new(&mask);
    CLEANUP(story_done) struct story story = {.arena = &b.arena};

    batch_init(&b);
    set_first_line(&stream, text);
    b.now = clock_now();
    parse_text(&parse, text, &stream, &b);
    classifier_narrate(k, narrate, &story);
    for (uint32_t i = 0; i < b.record_count; i++) {
        /* One at a time, so that each step stands below its record. */
        size_t all = b.record_count;
        b.record_count = i + 1;
        classify_batch(k, &b);
        b.record_count = all;
        batch_choose(&b, i);
        mask_batch(m, &b);
        buf_fmt(&out, "%srecord %u: %u line%s at byte %llu\n", i ? "\n" : "", i + 1,
                b.records[i].line_count, b.records[i].line_count == 1 ? "" : "s",
                (unsigned long long)b.records[i].position);
        fields(&out, &b.records[i]);
        put_story(&out, &story, m);
    }
    buf_add(&out, b.record_count == 1 ? STR("\nevent\n") : STR("\nevents\n"));
    int status = event(&out, &b, m, o);
    return status == EXIT_DONE ? put(buf_str(&out)) : status;
}

static bool is_file(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static int read_stdin(struct buf *out)
{
    for (;;) {
        buf_reserve(out, 64 * 1024);
        ssize_t n = read(STDIN_FILENO, out->p + out->n, out->cap - out->n);
        if (n <= 0)
            return n < 0 ? EXIT_UNREAD : EXIT_DONE;
        out->n += (size_t)n;
        if (out->n > EXPLAIN_MAX_BYTES)
            return EXIT_UNREAD;
    }
}

static int run(struct options *o)
{
    CLEANUP(buf_done) struct buf text = {0};
    struct err e;

    if (o->argument_count != 1) {
        say("explain: give it one line in quotes, a file, or - for standard input");
        return EXIT_USAGE;
    }
    const char *word = o->arguments[0];
    bool from_stdin = strcmp(word, "-") == 0, from_file = !from_stdin && is_file(word);
    if (!from_stdin && !from_file && !strpbrk(word, " \t\n")) {
        say("explain: '%s' is no file, and a line of a log has blanks", word);
        return EXIT_UNREAD;
    }
    if (from_stdin && read_stdin(&text) != EXIT_DONE) {
        say("explain: standard input cannot be read, or is over %d bytes",
            EXPLAIN_MAX_BYTES);
        return EXIT_UNREAD;
    }
    if (from_file && file_read(word, EXPLAIN_MAX_BYTES, &text, &e) < 0) {
        say("explain: %s", e.text);
        return EXIT_UNREAD;
    }
    CLEANUP(catalog_end) struct catalog *c = load_catalog(o);
    if (!c)
        return EXIT_PATTERNS;
    bool line = !from_stdin && !from_file;
    return explain(o, c, line ? str_of(word) : buf_str(&text),
                   from_file ? str_of(word) : STR("-"), from_file);
}

const struct command command_explain = {
    .name = "explain",
    .usage = "LINE|FILE|-",
    .help = "runs a line, or a file, through the real path and tells each step",
    .letters = "ptSL",
    .run = run,
};
