/*
 * str.h - borrowed text: a slice of bytes that somebody else owns.
 *
 * Passed by value, may hold NUL, never freed, dead with what it points into. An absent text is
 * {NULL, 0}; an empty one has n == 0 and any p. Text is cut, not copied.
 */
#ifndef LOGCLASS_BASE_STR_H
#define LOGCLASS_BASE_STR_H

#include <string.h>

#include "base/base.h"

struct str {
    const char *p;
    size_t n;
};

/* A string literal as a slice, in an expression and in a static table; and the printf arguments
 * for "%.*s", at most 4096 bytes. */
#define STR(literal) ((struct str)STR_INIT(literal))
#define STR_INIT(literal)                                                                \
    {                                                                                    \
        "" literal, sizeof(literal) - 1                                                  \
    }
#define STR_FMT(s) (int)((s).n > 4096 ? 4096 : (s).n), (s).p ? (s).p : ""

static inline struct str str_of(const char *z)
{
    return (struct str){z, z ? strlen(z) : 0};
}

/* From byte at, at <= n. An absent text has no address to count from (C11, 6.5.6). */
static inline struct str str_from(struct str s, size_t at)
{
    return (struct str){at ? s.p + at : s.p, s.n - at};
}

static inline struct str str_head(struct str s, size_t n) /* the first n bytes, n <= s.n */
{
    return (struct str){s.p, n};
}

static inline bool str_eq(struct str a, struct str b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

static inline bool str_starts(struct str s, struct str head)
{
    return s.n >= head.n && (head.n == 0 || memcmp(s.p, head.p, head.n) == 0);
}

static inline bool str_ends(struct str s, struct str tail)
{
    return s.n >= tail.n &&
           (tail.n == 0 || memcmp(s.p + s.n - tail.n, tail.p, tail.n) == 0);
}

#define STR_NONE SIZE_MAX /* "not found" of the finders below */

/* Offset of the first c or needle at or after byte `from`, else STR_NONE. */
size_t str_chr(struct str s, char c, size_t from);
size_t str_find(struct str s, struct str needle, size_t from);

/* Offset of the last c, else STR_NONE. */
size_t str_rchr(struct str s, char c);

/*
 * Takes what stands before the first sep off *in and gives it in *out; *in then begins behind
 * that sep. Without a sep all of *in is taken. False only when *in was empty.
 */
bool str_cut(struct str *in, char sep, struct str *out);

struct str str_line(struct str s); /* its first line, without the newline */
struct str str_trim(struct str s); /* without blanks, tabs and line ends at both ends */
int str_cmp(struct str a, struct str b);        /* as memcmp, the shorter first */
bool str_eq_nocase(struct str a, struct str b); /* ASCII only */

#endif
