/*
 * pattern_parts.h - the inside of a pattern, shared by the pattern_*.c only.
 *
 *     pattern_percent.c, pattern_brace.c     a template is taken apart into pieces
 *     pattern_text.c                         pieces become the text of an expression
 *     pattern_regex.c                        what an expression that a person wrote must hold
 *     pattern_match.c                        PCRE2: compile, match, limits
 *     pattern.c                              puts them together
 */
#ifndef LOGCLASS_CLASSIFY_PATTERN_PARTS_H
#define LOGCLASS_CLASSIFY_PATTERN_PARTS_H

#include "classify/pattern.h"
#include "classify/walker.h"

enum { PATTERN_BYTES = 16 * 1024 }; /* a longer template or regex is refused */

enum piece_kind {
    PIECE_TEXT,
    PIECE_ANY, /* a gap of any text */
    PIECE_INT,
    PIECE_FLOAT,
    PIECE_HEX,
    PIECE_OCTAL,
    PIECE_CHAR,
};

struct piece {
    enum piece_kind kind;
    struct str text; /* PIECE_TEXT: as it is, runs of blanks as one space */
    int capture;     /* of a gap: its number; -1: it is not captured */
    bool padded;     /* of a gap: it has a width, so blanks may stand around the value */
};

struct pieces {
    struct arena *arena;
    struct piece *at;
    size_t n, cap;
    struct buf text; /* of the piece that is being read */
    size_t gap_count;
    size_t positional; /* names used of `given` */
    struct strs given; /* names of positional gaps */
    struct str names[PATTERN_GAPS];
    size_t name_count; /* captures */
};

void pieces_done(struct pieces *p);

/* What the readers of templates call, from left to right. */
void pieces_char(struct pieces *p, char c);
int pieces_gap(struct pieces *p, enum piece_kind kind, struct str name, bool padded,
               struct err *e) MUST_USE;
void pieces_end(struct pieces *p);

/* The name of the positional gap number i. */
struct str pieces_positional(struct pieces *p, size_t i);

int pattern_read_percent(struct pieces *p, struct str text, struct err *e) MUST_USE;
int pattern_read_brace(struct pieces *p, struct str text, struct err *e) MUST_USE;

/* Length of the sign … at text[at], 3; 0: another character stands there. */
size_t pattern_ellipsis(struct str text, size_t at);

/* The expression that the pieces stand for. */
struct str pattern_text(const struct pieces *p);

/* The code of an expression, compiled at its first use; patterns point to it so that a constant
 * pattern can be compiled. */
struct compiled;

enum trim { TRIM_LEFT = 1, TRIM_RIGHT = 2 };

struct pattern {
    struct str regex;
    struct strs params;
    struct str lead, longest;
    size_t literal_bytes;
    bool plain, has_words, of_template, names_package;
    struct walk walk;            /* of a regex: its lead and one gap, for pattern_reach */
    const unsigned char *groups; /* capture group of each param */
    const unsigned char *trims;  /* enum trim of each param */
    struct compiled *compiled;
};

/* Fills lead, longest, literal_bytes and has_words from the text of an expression. */
void pattern_regex_facts(struct pattern *p, struct arena *a);

struct compiled *pattern_compiled_new(struct arena *a);

/* Compiles now: refuses what PCRE2 refuses and what fits the empty text, finds the params. */
int pattern_compile_regex(struct pattern *p, struct arena *a, struct err *e) MUST_USE;

/* A param's name as events have it: lower case, _ for what is no letter or digit. */
struct str pattern_param_name(struct arena *a, struct str name);

#endif
