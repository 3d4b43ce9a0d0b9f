#include "render/stack.h"

#include "base/pypath.h"
#include "base/utf8.h"

enum { FIRST_FRAMES = 2, LAST_FRAMES = 8, BLOCKS_MAX = 256 };

struct block { /* one exception: from its "Traceback" line to the next one's */
    struct str text;
    size_t frames;
};

/* What the lines of an exception group begin with: "  | ", "    | ". */
static struct str group_prefix(struct str line)
{
    size_t n = 0;

    while (n < line.n && (line.p[n] == ' ' || line.p[n] == '|'))
        n++;
    while (n > 0 && line.p[n - 1] != '|')
        n--;
    if (n > 0 && n < line.n && line.p[n] == ' ')
        n++;
    return str_head(line, n);
}

static bool is_frame(struct str line)
{
    struct str rest = str_from(line, group_prefix(line).n);

    while (rest.n && rest.p[0] == ' ')
        rest = str_from(rest, 1);
    return str_starts(rest, STR("File \"")) &&
           str_find(rest, STR("\", line "), 0) != STR_NONE;
}

/* Position markers of Python 3.11: nothing but ~, ^ and blanks. */
static bool is_marker(struct str line)
{
    struct str rest = str_from(line, group_prefix(line).n);
    bool mark = false;

    for (size_t i = 0; i < rest.n; i++) {
        if (rest.p[i] != ' ' && rest.p[i] != '^' && rest.p[i] != '~')
            return false;
        mark = mark || rest.p[i] != ' ';
    }
    return mark;
}

/* A source line below a frame, or "[Previous line repeated …]": it stands further to the right. */
static bool is_source(struct str line)
{
    struct str rest = str_from(line, group_prefix(line).n);
    return str_starts(rest, STR("    ")) && !is_frame(line);
}

static bool opens_block(struct str line)
{
    return str_find(line, STR("Traceback (most recent call last):"), 0) != STR_NONE;
}

static size_t cut_blocks(struct str trace, struct block *blocks)
{
    size_t n = 0;
    struct str line, rest = trace;

    while (str_cut(&rest, '\n', &line)) {
        if (n == 0 || (opens_block(line) && blocks[n - 1].text.n && n < BLOCKS_MAX)) {
            blocks[n++] = (struct block){
                {line.p, 0},
                0
            };
        }
        struct block *b = &blocks[n - 1];
        b->text.n = (size_t)(line.p - b->text.p) + line.n;
        b->frames += is_frame(line);
    }
    return n;
}

static void add_frame_line(struct buf *out, struct str line)
{
    size_t quote = str_chr(line, '"', 0) + 1;

    buf_add(out, str_head(line, quote));
    buf_add(out, pypath_inside(str_from(line, quote)));
}

/* One block, without the frames in its middle. Returns the frames that stayed. */
static size_t add_block(struct buf *out, const struct block *b, bool sources)
{
    size_t seen = 0, left_out = 0;
    bool inside = false; /* the line belongs to a frame that is left out */
    struct str line, rest = b->text;
    bool long_block = b->frames > FIRST_FRAMES + LAST_FRAMES;

    while (str_cut(&rest, '\n', &line)) {
        if (is_marker(line))
            continue;
        if (is_frame(line)) {
            seen++;
            inside = long_block && seen > FIRST_FRAMES && seen + LAST_FRAMES <= b->frames;
            if (inside && left_out++ == 0) {
                buf_add(out, group_prefix(line));
                buf_fmt(out, "  ... %zu frames left out ...\n",
                        b->frames - FIRST_FRAMES - LAST_FRAMES);
            }
        } else if (!is_source(line)) {
            inside = false;
        } else if (!sources) {
            continue;
        }
        if (inside)
            continue;
        if (is_frame(line))
            add_frame_line(out, line);
        else
            buf_add(out, line);
        buf_char(out, '\n');
    }
    /* A text that ends in a newline has one more line, an empty one, which str_cut cannot show. */
    if (str_ends(b->text, STR("\n")))
        buf_char(out, '\n');
    return b->frames - left_out;
}

static size_t add_blocks(struct buf *out, const struct block *blocks, size_t n,
                         bool sources, size_t left_out)
{
    size_t kept = 0, first = (n - left_out) / 2; /* how many stay in front of the gap */

    for (size_t i = 0; i < n; i++) {
        if (left_out && i == first)
            buf_fmt(out, "  ... %zu exceptions left out ...\n", left_out);
        if (left_out && i >= first && i < first + left_out)
            continue;
        kept += add_block(out, &blocks[i], sources);
    }
    return kept;
}

bool stack_trim(struct buf *out, struct str trace, size_t limit, struct stack_size *size)
{
    struct block blocks[BLOCKS_MAX];
    size_t n = cut_blocks(trace, blocks), start = out->n;
    bool sources = true;

    size->frames = 0;
    for (size_t i = 0; i < n; i++)
        size->frames += blocks[i].frames;
    for (size_t left_out = 0;; sources = false) {
        out->n = start;
        size->kept = add_blocks(out, blocks, n, sources, left_out);
        while (out->n > start && out->p[out->n - 1] == '\n')
            out->n--;
        if (out->n - start <= limit)
            return true;
        if (sources)
            continue;
        if (n < 3 || left_out == n - 2)
            break;
        left_out = left_out * 2 + 1 < n - 2 ? left_out * 2 + 1 : n - 2;
    }
    static const struct str mark = STR_INIT("\xE2\x80\xA6");
    struct str head = utf8_head((struct str){out->p + start, out->n - start},
                                limit > mark.n ? limit - mark.n : 0);
    out->n = start + head.n;
    buf_add(out, mark);
    return false;
}
