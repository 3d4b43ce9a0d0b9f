#include "parse/traceback.h"

#include <stdlib.h>

#include "base/num.h"
#include "base/pyname.h"
#include "flow/limits.h"
#include "parse/pyline.h"
#include "parse/remote.h"

struct block {
    struct exception e;
    size_t frame_from, frame_to;
    bool hangs;     /* on the block before it: remote, or a member of a group */
    bool cut;       /* the list of remote lines that its text speaks of is not in it */
    bool stands_in; /* for a remote one of which the class alone is known */
    bool linked;    /* a sentence ties it to the next block of its row */
    enum relation link; /* how it stands to that one */
    enum relation row; /* of one that hangs: how the last of its row stands to the logged one */
};

enum place { PLACE_BETWEEN, PLACE_FRAMES, PLACE_TEXT };

/* One pass over a text. A nested one reads what came escaped inside an exception's text. */
struct walk {
    struct tracing *t;
    struct arena *arena;
    struct str around;
    struct str rest; /* the lines not yet read */
    bool nested;

    enum place place;
    struct block *block; /* the one being read; NULL: none */
    struct block spare;  /* read instead of one that the limit forbids */
    size_t main;         /* the last block that does not hang; SIZE_MAX: none */
    struct str whole;    /* of `main`, as t->logged */

    bool remote;    /* inside a remote traceback */
    bool spaced;    /* that has a blank line below its opening one, as it was sent */
    bool end_known; /* remote_end was looked for */
    const char *remote_end; /* of one that lost its blank lines: its last class line */
    bool group, member;     /* inside a group's margin; below its first divider */
    bool lost;              /* the frames have no indentation: neither has the source */
    bool after_frame;       /* the line above is a frame */
};

static void walk_text(struct walk *w, struct str text);

static void drop_frames(struct walk *w)
{
    struct tracing *t = w->t;
    const size_t n = LIMIT_FRAMES / 2;

    memmove(t->frames, t->frames + n, (t->frame_count - n) * sizeof *t->frames);
    t->frame_count -= n;
    t->deep = true;
    for (size_t i = 0; i < t->block_count; i++) {
        struct block *b = &t->blocks[i];
        b->frame_from = b->frame_from > n ? b->frame_from - n : 0;
        b->frame_to = b->frame_to > n ? b->frame_to - n : 0;
    }
}

static void add_frame(struct walk *w, const struct frame *f)
{
    struct tracing *t = w->t;

    if (w->block == &w->spare)
        return;
    /* The innermost frames are the ones that tell the place: they come last, and stay. */
    if (t->frame_count == LIMIT_FRAMES)
        drop_frames(w);
    VEC_GROW(t->frames, t->frame_count, t->frame_cap);
    t->frames[t->frame_count++] = *f;
}

static void drop_blocks(struct tracing *t)
{
    const size_t n = LIMIT_EXCEPTIONS / 2;

    memmove(t->blocks, t->blocks + n, (t->block_count - n) * sizeof *t->blocks);
    t->block_count -= n;
}

/* Reads a remote traceback as what hangs on the last block of the row; true if it held any. */
static bool walk_inner(struct walk *w, struct str trace)
{
    size_t before = w->t->block_count;
    struct walk inner = {.t = w->t, .arena = w->arena, .nested = true, .main = SIZE_MAX};

    walk_text(&inner, trace);
    return w->t->block_count > before;
}

/* At the end of a record they are lost, so nowhere do they count. */
static struct str without_end_blanks(struct str s)
{
    while (s.n > 0 && s.p[s.n - 1] == ' ')
        s.n--;
    return s;
}

/* What came escaped in the text of the block just read hangs on it. No two blocks share text, so
 * a record's bytes are searched and unescaped once: LIMIT_RECORD_BYTES bounds them. */
static void follow_escaped(struct walk *w, struct block *b, struct str text)
{
    struct tracing *t = w->t;
    struct remote r;

    if (!remote_read(w->arena, b->e.type, text, &r))
        return;
    b->e.message = without_end_blanks(r.message);
    b->e.remote = true;
    b->cut = r.cut;
    if (walk_inner(w, r.trace) || r.class_.n == 0 || t->block_count == LIMIT_EXCEPTIONS)
        return;
    VEC_GROW(t->blocks, t->block_count, t->block_cap);
    t->blocks[t->block_count++] = (struct block){
        .e = {.type = r.class_, .message = r.text},
        .hangs = true,
        .stands_in = true,
        .row = RELATION_REMOTE,
        .frame_from = t->frame_count,
        .frame_to = t->frame_count
    };
}

static void end_block(struct walk *w)
{
    struct block *b = w->block;
    struct tracing *t = w->t;

    w->block = NULL;
    if (!b || b == &w->spare)
        return;
    b->frame_to = t->frame_count;
    if (b->e.type.n == 0 && b->frame_from == b->frame_to) {
        t->block_count--; /* nothing but its opening line */
        return;
    }
    if (b->e.message.n > 0 && b->e.message.p[0] == '\n')
        b->e.message = str_from(b->e.message, 1);
    struct str text = b->e.message;
    b->e.message = without_end_blanks(text);
    if (!b->hangs)
        follow_escaped(w, b, text);
}

static void begin_block(struct walk *w)
{
    struct tracing *t = w->t;

    end_block(w);
    bool hangs = w->remote || w->member || w->nested;
    w->block = &w->spare;
    if (t->block_count == LIMIT_EXCEPTIONS) {
        t->deep = true;
        if (hangs)
            return;
        drop_blocks(t);
    }
    VEC_GROW(t->blocks, t->block_count, t->block_cap);
    if (!hangs)
        w->main = t->block_count;
    w->block = &t->blocks[t->block_count++];
    *w->block = (struct block){
        .hangs = hangs,
        .link = RELATION_CONTEXT,
        .row = w->member ? RELATION_GROUP : RELATION_REMOTE,
        .frame_from = t->frame_count,
        .frame_to = t->frame_count,
    };
}

static void take_class(struct walk *w, struct str line, struct str type, struct str text)
{
    w->block->e.type = type;
    w->block->e.message = text;
    w->place = PLACE_TEXT;
    if (!w->remote && !w->member)
        w->whole = line;
}

/* After a class line all is its text, until something else is sure. */
static void take_text(struct walk *w, struct str line)
{
    if (pyline_is_blank(line) || w->group)
        return;
    const char *end = line.p + line.n;
    w->block->e.message.n = (size_t)(end - w->block->e.message.p);
}

/*
 * oslo.log's JSON leaves the blank lines out. There the remote traceback reaches to the last line
 * that names the class without _Remote. Looked for once a text: a second remote one in it is
 * taken to end at its first class.
 */
static void find_remote_end(struct walk *w, struct str type)
{
    struct str rest = w->rest, line, name = pyname_local(w->arena, type);

    if (w->end_known)
        return;
    w->end_known = true;
    while (str_cut(&rest, '\n', &line))
        if (str_starts(line, name) && (line.n == name.n || line.p[name.n] == ':'))
            w->remote_end = line.p;
}

static void take_opening(struct walk *w, struct str next, bool has_next)
{
    struct block *b = w->block;

    if (w->place == PLACE_TEXT && b && !w->group) {
        w->spaced = has_next && next.n == 0;
        bool sure = w->spaced || pyname_is_remote(b->e.type);
        b->e.remote = b->e.remote || (sure && !b->hangs);
        if (!w->spaced && pyname_is_remote(b->e.type))
            find_remote_end(w, b->e.type);
        end_block(w);
        w->remote = true;
    }
    begin_block(w);
    w->place = PLACE_FRAMES;
    w->lost = w->after_frame = false;
}

/* Behind a sentence inside a remote traceback: does the remote one go on? There the opening line
 * has a blank line below it, since each item of the list that was sent got a newline of its own. */
static bool remote_goes_on(const struct walk *w)
{
    struct str rest = w->rest, line;

    if (!w->spaced)
        return w->remote_end && rest.p && rest.p <= w->remote_end;

    while (str_cut(&rest, '\n', &line))
        if (!pyline_is_blank(line))
            return pyline_opens(line) && rest.n > 0 && rest.p[0] == '\n';
    return false;
}

static void take_link(struct walk *w, enum relation link)
{
    struct block *b = w->block;
    bool back = w->remote && !remote_goes_on(w);

    if (back && w->main < w->t->block_count)
        b = &w->t->blocks[w->main];
    b->linked = true;
    b->link = link;
    end_block(w);
    w->remote = w->remote && !back;
    w->place = PLACE_BETWEEN;
}

static bool take_frame(struct walk *w, struct str line)
{
    struct frame f;

    if (w->place == PLACE_TEXT || !pyline_frame(line, &f))
        return false;
    if (w->place == PLACE_BETWEEN)
        begin_block(w);
    w->place = PLACE_FRAMES;
    w->lost = w->lost || !pyline_is_indented(line);
    w->after_frame = true;
    add_frame(w, &f);
    return true;
}

/* A line that may be the class line. Where the indentation is lost the source lines stand at the
 * left edge too, and only the class's name tells. */
static void take_other(struct walk *w, struct str line)
{
    struct str type, text;
    bool found = w->lost || w->place == PLACE_BETWEEN
                     ? pyline_sure_class(line, &type, &text)
                     : pyline_class(line, &type, &text);
    bool source = w->lost && w->after_frame && (!found || text.n == 0);

    w->after_frame = false;
    if (!found || source)
        return;
    if (w->place == PLACE_BETWEEN)
        begin_block(w);
    take_class(w, line, type, text);
}

enum margin { MARGIN_NONE, MARGIN_BAR, MARGIN_DIVIDER };

/* "  | text", "  +-+---------------- 1 ----------------", "    +-------------------". */
static enum margin take_margin(struct str *line, bool *numbered)
{
    struct str s = *line;

    while (s.n > 0 && s.p[0] == ' ')
        s = str_from(s, 1);
    if (s.n > 0 && s.p[0] == '|') {
        *line = str_from(s, s.n > 1 ? 2 : 1);
        return MARGIN_BAR;
    }
    if (!str_starts(s, STR("+-")))
        return MARGIN_NONE;
    size_t i = 0;
    while (i < s.n && (s.p[i] == '+' || s.p[i] == '-'))
        i++;
    *numbered =
        i + 1 < s.n && s.p[i] == ' ' && (num_is_digit(s.p[i + 1]) || s.p[i + 1] == '.');
    *line = str_from(s, s.n);
    return i == s.n || *numbered ? MARGIN_DIVIDER : MARGIN_NONE;
}

/* True if the line was no more than a group's frame; else *line is without margin. */
static bool take_group(struct walk *w, struct str *line)
{
    bool numbered = false;

    if (!w->group)
        return false;
    switch (take_margin(line, &numbered)) {
    case MARGIN_BAR: return false;
    case MARGIN_DIVIDER:
        end_block(w);
        w->place = PLACE_BETWEEN;
        w->member = w->member || numbered;
        return true;
    case MARGIN_NONE:
    default: w->group = w->member = pyline_is_blank(*line) && w->group; return false;
    }
}

static void take_line(struct walk *w, struct str line, struct str next, bool has_next)
{
    if (take_group(w, &line))
        return;
    if (pyline_opens(line)) {
        take_opening(w, next, has_next);
        w->group = w->group || pyline_is_indented(line);
        return;
    }
    enum relation link = w->place == PLACE_TEXT ? pyline_link(line) : RELATION_NONE;
    if (link)
        take_link(w, link);
    else if (take_frame(w, line))
        return;
    else if (w->place == PLACE_TEXT)
        take_text(w, line);
    else if (pyline_is_indented(line) || line.n == 0)
        w->after_frame = false;
    else
        take_other(w, line);
}

static void walk_text(struct walk *w, struct str text)
{
    struct str line, ahead, next = {0};

    w->rest = text;
    while (str_cut(&w->rest, '\n', &line)) {
        ahead = w->rest;
        bool has_next = str_cut(&ahead, '\n', &next);
        bool in_main = w->place == PLACE_TEXT || w->remote;
        take_line(w, line, next, has_next);
        in_main = in_main && (w->place == PLACE_TEXT || w->remote) && !w->group;
        if (in_main && w->whole.n && !pyline_is_blank(line) && line.p > w->whole.p)
            w->whole.n = (size_t)(line.p + line.n - w->whole.p);
    }
    end_block(w);
}

static void put(struct exception *out, const struct tracing *t, struct arena *a,
                const struct block *b, enum relation relation)
{
    size_t count = b->frame_to - b->frame_from;

    *out = b->e;
    out->remote = out->remote || pyname_is_remote(b->e.type);
    out->type = pyname_local(a, b->e.type);
    out->relation = relation;
    out->frame_count = count;
    if (count) {
        struct frame *frames = arena_alloc(a, count * sizeof *frames);
        memcpy(frames, t->frames + b->frame_from, count * sizeof *frames);
        out->frames = frames;
    }
}

/* The rows that hang on a block lie in [from, to), each in the order of its own chain. */
static size_t put_rows(struct exception *out, const struct tracing *t, struct arena *a,
                       size_t from, size_t to)
{
    size_t n = 0;

    while (from < to) {
        size_t last = from;
        while (last + 1 < to && t->blocks[last].linked)
            last++;
        for (size_t i = last + 1; i-- > from;) {
            const struct block *b = &t->blocks[i];
            put(&out[n++], t, a, b, i == last ? b->row : b->link);
        }
        from = last + 1;
    }
    return n;
}

static void put_all(const struct tracing *t, struct arena *a, struct record *r)
{
    struct exception *out = arena_alloc(a, t->block_count * sizeof *out);
    size_t n = 0, to = t->block_count;

    while (to > 0) {
        size_t from = to - 1;
        while (from > 0 && t->blocks[from].hangs)
            from--;
        const struct block *b = &t->blocks[from];
        put(&out[n], t, a, b, n == 0 ? RELATION_NONE : b->link);
        n++;
        n += put_rows(out + n, t, a, from + 1, to);
        to = from;
    }
    r->exceptions = out;
    r->exception_count = n;
}

/* The list that the logged exception speaks of may stand in the message around it. There it is
 * searched for that one only: else each of a long chain would go through all of the message. */
static void follow_cut(struct walk *w)
{
    struct tracing *t = w->t;
    size_t at = t->block_count;

    while (at > 0 && t->blocks[at - 1].hangs)
        at--;
    if (at == 0 || !t->blocks[at - 1].cut)
        return;
    size_t count = t->block_count;
    struct str trace = remote_list(w->arena, w->around);
    if (!walk_inner(w, trace) || at == count || !t->blocks[at].stands_in)
        return;
    /* What was read knows more than the class that stood in for it. */
    memmove(&t->blocks[at], &t->blocks[at + 1],
            (--t->block_count - at) * sizeof *t->blocks);
}

/* An exception without its traceback: the remote one may stand in the message around it. */
static void follow_plain(struct walk *w)
{
    struct tracing *t = w->t;
    struct str trace = remote_plain(w->around);

    if (t->block_count != 1 || !pyname_is_remote(t->blocks[0].e.type) || trace.n == 0)
        return;
    walk_inner(w, trace);
}

void tracing_read(struct tracing *t, struct arena *a, struct str text, bool bare,
                  struct str around, struct record *r)
{
    struct walk w = {.t = t, .arena = a, .around = around, .main = SIZE_MAX};
    struct str line, type, rest;

    t->block_count = t->frame_count = 0;
    t->deep = false;
    if (bare) {
        /* The caller knows that the text begins with a class, whatever it is called. */
        if (!str_cut(&text, '\n', &line) || !pyline_class(line, &type, &rest))
            return;
        begin_block(&w);
        take_class(&w, line, type, rest);
    }
    walk_text(&w, text);
    follow_cut(&w);
    if (bare)
        follow_plain(&w);
    t->logged = w.whole;
    if (t->deep)
        r->flags |= RECORD_DEEP;
    if (t->block_count)
        put_all(t, a, r);
}

void tracing_done(struct tracing *t)
{
    free(t->blocks);
    free(t->frames);
    *t = (struct tracing){0};
}
