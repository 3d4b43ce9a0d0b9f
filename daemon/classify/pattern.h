/*
 * pattern.h - one template or regex, compiled: does a text fit it, and what stands in its gaps.
 *
 * PCRE2 (10.x, pcre2api(3)) is the definition of every pattern: pattern_regex tells the regular
 * expression that the template stands for, anchored at both ends, '.' matching line ends too.
 * Templates that consist of literals and plain gaps only are decided by a walker instead, which
 * cannot backtrack and gives the same answer and the same captures (tests/unit/classify
 * proves it on generated messages).
 *
 * From template to expression:
 *
 *     %(name)s %s %r     a value of any text, even empty: a lazy capture, the last one greedy
 *     %(n)d %d %i %u     a whole number: [+-]?\d+
 *     %f %.2f %g %e      a number as Python formats it (also nan, inf); %x %X %o: digits
 *     %c                 one character        %%   a percent sign
 *     {} {name} {name:spec} {!r}   as %s, with style brace; {{ and }} are braces
 *     …                  text that the page cut: any text, not captured
 *     blanks             a run of spaces or tabs matches any such run; beside a gap of any text,
 *                        and at either end of the template, one blank matches, and the value is
 *                        given without blanks on that side
 *     %5d %-8s           a width: blanks may stand around the value, which is given without
 *     a name once more   any text (or number), not captured: the first place has the value
 *     everything else    itself
 */
#ifndef LOGCLASS_CLASSIFY_PATTERN_H
#define LOGCLASS_CLASSIFY_PATTERN_H

#include "base/arena.h"
#include "base/err.h"
#include "flow/match.h"

enum pattern_style { STYLE_PERCENT, STYLE_BRACE, STYLE_REGEX };

enum { PATTERN_GAPS = 32 }; /* captures of one pattern; more is an error on load */

struct pattern;

/*
 * Reads a template (or a regex with named groups) into a pattern that lives in arena a.
 * `names` are for positional gaps, in order; gaps beyond them are "0", "1", … by position among
 * the positional ones. Names are lower-cased, and what is no letter or digit in them becomes _,
 * so that {error.code} is error_code. Errors say what is wrong in the template: an
 * unknown conversion, too many gaps, a regex that PCRE2 refuses (with its offset) or that
 * matches the empty string.
 */
struct pattern *pattern_new(struct arena *a, struct str text, enum pattern_style style,
                            struct strs names, struct err *e);
void pattern_done(struct pattern *p); /* frees what PCRE2 compiled, not the pattern itself */

struct str pattern_regex(const struct pattern *p);
struct strs pattern_params(const struct pattern *p); /* names of the captures, in order */
size_t pattern_literal_bytes(const struct pattern *p); /* bytes that are not a gap */
bool pattern_has_words(const struct pattern *p); /* a letter or digit is among those */
bool pattern_is_plain(const struct pattern *p);  /* the walker decides it */

/* The text that every match begins with, runs of blanks as one space; may be empty. */
struct str pattern_lead(const struct pattern *p);
/* The text behind the first gap, runs of blanks as one space; empty where there is none. */
struct str pattern_next(const struct pattern *p);
/* Where in the text its first gap ends, by the captures of a match; SIZE_MAX: it has none that is
 * captured, or it is a regex. */
size_t pattern_first_end(const struct pattern *p, const struct str captures[PATTERN_GAPS],
                         struct str text);
/* The longest piece of text that every match holds, without blanks; may be empty. */
struct str pattern_longest(const struct pattern *p);

/* Scratch space of one worker. */
struct pattern_scratch;
struct pattern_scratch *pattern_scratch_new(void);
void pattern_scratch_free(struct pattern_scratch *s);

enum fit {
    FIT_NO,
    FIT_YES,
    FIT_LIMIT, /* PCRE2 gave up at its match limit, 10,000 + 4 a byte of text */
};

/*
 * Does the whole text fit? captures: one slice of text per pattern_params, PATTERN_GAPS at
 * most, written only on FIT_YES (a group that took no part is {NULL, 0}). The expression is
 * compiled at the first use. Patterns are shared by workers: two that use one first at the same
 * moment may both compile it, and one of the results is kept.
 */
enum fit pattern_match(const struct pattern *p, struct pattern_scratch *s,
                       struct str text, struct str captures[PATTERN_GAPS]);

/* Is one of these words in its text, as a word? Of a regex only the beginning is looked at. Noted
 * once, when its file is loaded. */
void pattern_note_packages(struct pattern *p, struct strs packages);
bool pattern_names_package(const struct pattern *p);

/* The same by PCRE2 in every case; for the test that proves the walker. */
enum fit pattern_match_pcre2(const struct pattern *p, struct pattern_scratch *s,
                             struct str text, struct str captures[PATTERN_GAPS]);

/* How far into the text the literals of the template were found, in order; for `explain`. */
size_t pattern_reach(const struct pattern *p, struct str text);

#endif
