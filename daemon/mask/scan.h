/*
 * scan.h - a text on its way through the rules: what was found so far, and looks at bytes that
 * the rules share. Shared by the rules of this room only.
 *
 * A rule is called where its word ends. It looks ahead, and hides what it finds; the walk goes on
 * behind that. So that the whole stays linear, a rule either hides what it walked over, or looks
 * at no more than some hundred bytes, or remembers in the scan that it need not look again.
 */
#ifndef LOGCLASS_MASK_SCAN_H
#define LOGCLASS_MASK_SCAN_H

#include "mask/rules.h"

enum { SCAN_COMMANDS = 14 };

struct scan {
    struct str s;
    struct secrets *out;
    size_t done; /* all before it is looked at: words that begin there are passed over */

    /* The line at hand, and whether it may be the source line of a frame. */
    size_t line, seen;
    bool below_frame;
    size_t frame_column; /* of `File "…"` in the line of that frame */

    size_t end_from, end_at; /* the newline behind end_from is at end_at */
    size_t unclosed[2][8];   /* by ' or " and depth: looked for in vain up to here */
    size_t sql_done;         /* likewise the texts of an SQL statement */
    size_t command_done[SCAN_COMMANDS]; /* likewise the words behind the name of each command */
    bool no_end;             /* no -----END any more */
};

struct rule {
    struct str word;
    void (*take)(struct scan *sc, const struct rule *r, size_t begin, size_t end);
    enum secret_kind kind;
};

/* The rules, one subject a file. */
void key_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void access_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void signature_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void header_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void url_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void fernet_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void jws_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void bearer_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void ceph_key_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void trust_path_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void private_key_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void sql_parameters_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void sql_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void weak_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void auth_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void chap_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void payload_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void trust_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void basic_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void tempauth_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void vendor_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void crypt_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void pem_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void query_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void identified_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void encoded_url_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void command_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);
void cloud_config_take(struct scan *sc, const struct rule *r, size_t begin, size_t end);

/* Hides s[begin, end), if that is no harmless value, and goes on behind it. */
void scan_hide(struct scan *sc, size_t begin, size_t end, enum secret_kind kind);

/* Hides s[begin, end) likewise, while the walk goes on where it is. */
void scan_hide_ahead(struct scan *sc, size_t begin, size_t end, enum secret_kind kind);

/* The byte at `at`; NUL behind the end. */
static inline char scan_at(const struct scan *sc, size_t at)
{
    return at < sc->s.n ? sc->s.p[at] : '\0';
}

static inline struct str scan_part(const struct scan *sc, size_t begin, size_t end)
{
    return (struct str){sc->s.p + begin, end - begin};
}

/* Does `text`, in whatever case, stand at `at`? */
static inline bool scan_has(const struct scan *sc, size_t at, struct str text)
{
    return at <= sc->s.n && sc->s.n - at >= text.n &&
           str_eq_nocase(scan_part(sc, at, at + text.n), text);
}

size_t scan_blanks(const struct scan *sc, size_t at); /* behind blanks and tabs */
size_t scan_spaces(const struct scan *sc, size_t at); /* behind newlines as well */
size_t scan_line_end(struct scan *sc,
                     size_t at); /* of the next newline, or the text's end */

/* Where the name that holds s[begin] begins: letters, digits, _ and -; 64 bytes at most. */
size_t scan_name(const struct scan *sc, size_t begin);

/* Is `at` in a line of source code below the line of a frame? Asked from left to right. */
bool scan_in_source(struct scan *sc, size_t at);

/* A text in quotes. The quotes may themselves be escaped, once for each string that they stand in:
 * "v", \"v\", \\\"v\\\". */
struct quoted {
    size_t begin, end; /* of what they hold */
    size_t after; /* behind the closing quote; at the end of the line if it is missing */
};

/* How many backslashes stand before the quote at `at`, in *depth; false: no quote stands there. */
bool scan_is_quote(const struct scan *sc, size_t at, size_t *depth);

/* The text in quotes at `at`, Python's letters before it included (u'v', b'v'). Over several lines
 * only where that is asked for, and a closing quote exists. */
bool scan_quoted(struct scan *sc, size_t at, bool lines, struct quoted *out);

/* The end of a value without quotes: a blank, a quote, an escaped newline, and the & or , before the
 * next name=. What closes a bracket that stands outside, and , ; . at its end stay outside. */
size_t scan_bare(const struct scan *sc, size_t at);

/* The same in the query of a URL, where every & ends it, and the fragment does. */
size_t scan_query(const struct scan *sc, size_t at);

/* The end of a word of prose: a blank, a quote, '<', a backslash; SCAN_WORD_BYTES at most. */
size_t scan_word(const struct scan *sc, size_t at);
enum { SCAN_WORD_BYTES = 256 };

static inline bool is_digit_or_letter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool is_name_byte(char c)
{
    return is_digit_or_letter(c) || c == '_' || c == '-';
}

#endif
