#include "classify/pattern.h"

#include <stdlib.h>

#include "base/num.h"
#include "classify/pattern_parts.h"

void pieces_done(struct pieces *p)
{
    free(p->at);
    buf_done(&p->text);
}

void pieces_char(struct pieces *p, char c)
{
    if (!walk_is_blank(c))
        buf_char(&p->text, c);
    else if (p->text.n == 0 || p->text.p[p->text.n - 1] != ' ')
        buf_char(&p->text, ' ');
}

static void add_piece(struct pieces *p, struct piece piece)
{
    VEC_GROW(p->at, p->n, p->cap);
    p->at[p->n++] = piece;
}

void pieces_end(struct pieces *p)
{
    if (p->text.n == 0)
        return;
    add_piece(p, (struct piece){
                     .kind = PIECE_TEXT,
                     .text = arena_str(p->arena, buf_str(&p->text)),
                     .capture = -1,
                 });
    buf_clear(&p->text);
}

static int find_name(const struct pieces *p, struct str name)
{
    for (size_t i = 0; i < p->name_count; i++)
        if (str_eq(p->names[i], name))
            return (int)i;
    return -1;
}

/* The capture that a gap of this name fills: a name that stands twice is captured once. */
static int capture_of(struct pieces *p, struct str name)
{
    name = pattern_param_name(p->arena, name);
    if (name.n == 0 || find_name(p, name) >= 0)
        return -1;
    p->names[p->name_count] = name;
    return (int)p->name_count++;
}

int pieces_gap(struct pieces *p, enum piece_kind kind, struct str name, bool padded,
               struct err *e)
{
    pieces_end(p);
    if (p->gap_count == PATTERN_GAPS)
        return err_set(e, "more than %d gaps", (int)PATTERN_GAPS);
    p->gap_count++;
    add_piece(
        p, (struct piece){.kind = kind, .capture = capture_of(p, name), .padded = padded});
    return 0;
}

struct str pieces_positional(struct pieces *p, size_t i)
{
    CLEANUP(buf_done) struct buf number = {0};

    if (i < p->given.n)
        return p->given.at[i];
    buf_u64(&number, i);
    return arena_str(p->arena, buf_str(&number));
}

size_t pattern_ellipsis(struct str text, size_t at)
{
    return str_starts(str_from(text, at), STR("\xE2\x80\xA6")) ? 3 : 0;
}

static bool is_word_byte(char c)
{
    return num_is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (unsigned char)c >= 0x80;
}

struct str pattern_param_name(struct arena *a, struct str name)
{
    char out[64];
    size_t n = 0;

    for (size_t i = 0; i < name.n && n < sizeof out; i++) {
        char c = name.p[i];
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if (!num_is_digit(c) && !(c >= 'a' && c <= 'z'))
            c = '_';
        if (n > 0 || c != '_') /* a name begins with a letter or a digit */
            out[n++] = c;
    }
    return arena_str(a, (struct str){out, n});
}

static int read_template(struct pieces *p, struct str text, enum pattern_style style,
                         struct err *e)
{
    if ((style == STYLE_BRACE ? pattern_read_brace(p, text, e)
                              : pattern_read_percent(p, text, e)) < 0)
        return -1;
    pieces_end(p);
    if (p->given.n > p->positional)
        return err_set(e, "%zu names for %zu positional gaps", p->given.n, p->positional);
    return 0;
}

/* lead, longest, literal_bytes, has_words and plain, out of the pieces. */
static void note_pieces(struct pattern *out, const struct pieces *p)
{
    if (p->at[0].kind == PIECE_TEXT)
        out->lead = p->at[0].text;
    out->plain = true;
    for (size_t i = 0; i < p->n; i++) {
        struct str rest = p->at[i].text, word;
        if (p->at[i].kind != PIECE_TEXT) {
            out->plain = out->plain && p->at[i].kind == PIECE_ANY;
            continue;
        }
        out->literal_bytes += rest.n;
        for (size_t k = 0; k < rest.n; k++)
            out->has_words = out->has_words || is_word_byte(rest.p[k]);
        while (str_cut(&rest, ' ', &word))
            if (word.n > out->longest.n)
                out->longest = word;
    }
}

/* The sides on which a value is given without blanks: where a blank of the template stands. */
static unsigned char trim_of(const struct pieces *p, size_t i)
{
    unsigned trim = 0;

    if (p->at[i].padded)
        return TRIM_LEFT | TRIM_RIGHT;
    if (p->at[i].kind != PIECE_ANY)
        return 0;
    if (i > 0 && str_ends(p->at[i - 1].text, STR(" ")))
        trim |= TRIM_LEFT;
    if (i + 1 < p->n && str_starts(p->at[i + 1].text, STR(" ")))
        trim |= TRIM_RIGHT;
    return (unsigned char)trim;
}

static void note_captures(struct pattern *out, const struct pieces *p)
{
    struct str *names = ARENA_ARRAY(p->arena, struct str, p->name_count);
    unsigned char *groups = ARENA_ARRAY(p->arena, unsigned char, p->name_count);
    unsigned char *trims = ARENA_ARRAY(p->arena, unsigned char, p->name_count);

    for (size_t i = 0; i < p->name_count; i++) {
        names[i] = p->names[i];
        groups[i] = (unsigned char)(i + 1);
    }
    for (size_t i = 0; i < p->n; i++)
        if (p->at[i].capture >= 0)
            trims[p->at[i].capture] = trim_of(p, i);
    out->params = (struct strs){names, p->name_count};
    out->groups = groups;
    out->trims = trims;
}

/* Between two gaps without text, and beside a gap at an end, stands an empty text. */
static struct walk make_walk(const struct pieces *p)
{
    struct walk_text *texts = ARENA_ARRAY(p->arena, struct walk_text, p->gap_count + 1);
    int *gaps = ARENA_ARRAY(p->arena, int, p->gap_count);
    size_t n = 0;

    for (size_t i = 0; i <= p->gap_count; i++)
        texts[i] = walk_text(STR(""));
    for (size_t i = 0; i < p->n; i++) {
        if (p->at[i].kind == PIECE_TEXT)
            texts[n] = walk_text(p->at[i].text);
        else
            gaps[n++] = p->at[i].capture;
    }
    return (struct walk){texts, gaps, n};
}

static struct pattern *from_template(struct arena *a, struct str text,
                                     enum pattern_style style, struct strs names,
                                     struct err *e)
{
    CLEANUP(pieces_done) struct pieces p = {.arena = a, .given = names};

    if (read_template(&p, text, style, e) < 0)
        return NULL;
    struct pattern *out = ARENA_NEW(a, struct pattern);
    out->of_template = true;
    note_pieces(out, &p);
    note_captures(out, &p);
    out->walk = make_walk(&p);
    out->regex = pattern_text(&p);
    out->compiled = pattern_compiled_new(a);
    return out;
}

static struct pattern *from_regex(struct arena *a, struct str text, struct strs names,
                                  struct err *e)
{
    struct pattern *out = ARENA_NEW(a, struct pattern);
    struct walk_text *texts = ARENA_ARRAY(a, struct walk_text, 2);
    static const int no_capture = -1;

    if (names.n > 0) {
        err_set(e, "names for positional gaps: a regex names its groups, (?<name>...)");
        return NULL;
    }
    out->regex = arena_str(a, text);
    if (pattern_compile_regex(out, a, e) < 0)
        return NULL;
    pattern_regex_facts(out, a);
    texts[0] = walk_text(out->lead);
    texts[1] = walk_text(STR(""));
    out->walk = (struct walk){texts, &no_capture, 1};
    return out;
}

struct pattern *pattern_new(struct arena *a, struct str text, enum pattern_style style,
                            struct strs names, struct err *e)
{
    if (text.n == 0) {
        err_set(e, "the template is empty");
        return NULL;
    }
    if (text.n > PATTERN_BYTES) {
        err_set(e, "longer than %d bytes", (int)PATTERN_BYTES);
        return NULL;
    }
    return style == STYLE_REGEX ? from_regex(a, text, names, e)
                                : from_template(a, text, style, names, e);
}

struct str pattern_regex(const struct pattern *p)
{
    return p->regex;
}

struct strs pattern_params(const struct pattern *p)
{
    return p->params;
}

size_t pattern_literal_bytes(const struct pattern *p)
{
    return p->literal_bytes;
}

bool pattern_has_words(const struct pattern *p)
{
    return p->has_words;
}

bool pattern_is_plain(const struct pattern *p)
{
    return p->plain;
}

struct str pattern_lead(const struct pattern *p)
{
    return p->lead;
}

static bool is_name_char(char c)
{
    return num_is_digit(c) || ((unsigned char)c | 0x20U) - (unsigned)'a' < 26U || c == '_';
}

static bool has_word(struct str text, struct str word)
{
    for (size_t at = str_find(text, word, 0); at != STR_NONE;
         at = str_find(text, word, at + 1)) {
        size_t end = at + word.n;
        if ((at == 0 || !is_name_char(text.p[at - 1])) &&
            (end == text.n || !is_name_char(text.p[end])))
            return true;
    }
    return false;
}

void pattern_note_packages(struct pattern *p, struct strs packages)
{
    for (size_t i = 0; i < packages.n; i++)
        for (size_t k = 0; k <= p->walk.gap_count; k++)
            if (has_word(p->walk.texts[k].text, packages.at[i]))
                p->names_package = true;
}

bool pattern_names_package(const struct pattern *p)
{
    return p->names_package;
}

struct str pattern_next(const struct pattern *p)
{
    return p->walk.gap_count ? p->walk.texts[1].text : STR("");
}

size_t pattern_first_end(const struct pattern *p, const struct str captures[PATTERN_GAPS],
                         struct str text)
{
    if (!p->of_template || p->walk.gap_count == 0 || p->walk.gaps[0] < 0)
        return SIZE_MAX;
    struct str first = captures[p->walk.gaps[0]];
    return first.p ? (size_t)(first.p + first.n - text.p) : SIZE_MAX;
}

struct str pattern_longest(const struct pattern *p)
{
    return p->longest;
}

size_t pattern_reach(const struct pattern *p, struct str text)
{
    return walk_reach(&p->walk, text.p ? text : STR(""));
}
