/*
 * json.h - reads one JSON text (RFC 8259) in one pass, without building a tree.
 *
 * Log lines are hot: a string without escapes is a slice of the line, only others are decoded
 * into the arena. The reader is lenient where that costs nothing (bytes below 0x20 in strings are
 * taken as they are, since the line has ended at its newline), and it fails for good at the first
 * thing that is no JSON.
 *
 *     if (json_open(&j, '{'))
 *         while (json_key(&j, &key))
 *             ... one of json_string, json_number, json_skip
 */
#ifndef LOGCLASS_BASE_JSON_H
#define LOGCLASS_BASE_JSON_H

#include "base/arena.h"

struct json {
    const char *p, *end;
    struct arena *arena;
    bool first;  /* nothing of the object or list at hand was read yet */
    bool failed; /* no JSON, or it ended too early */
    bool cut;    /* the text ended before the value did */
};

void json_init(struct json *j, struct str text, struct arena *a);

/* Takes the bracket, '{' or '[', that opens the next value; false where another value follows. */
bool json_open(struct json *j, char bracket);

/* The next key of the object at hand; false behind its end. */
bool json_key(struct json *j, struct str *key);

/*
 * Takes the next key if it is the one that is foreseen, written as Python writes it: `lead` is the
 * key in quotes, its colon and a blank. False, with nothing taken, in any other case; then
 * json_key tells what comes. A record's keys come in one order: most are taken here.
 */
static inline bool json_foreseen(struct json *j, struct str lead)
{
    const char *p = j->first ? j->p : j->p + 2;

    if (j->failed || j->end - j->p < 2 || (size_t)(j->end - p) < lead.n ||
        (!j->first && (j->p[0] != ',' || j->p[1] != ' ')) ||
        memcmp(p, lead.p, lead.n) != 0)
        return false;
    j->p = p + lead.n;
    j->first = false;
    return true;
}

/* True before each value of the list at hand; false behind its end. */
bool json_item(struct json *j);

/* The next value, which is passed in any case; true where it was a string (a number). A number is
 * given as it is written. */
bool json_string(struct json *j, struct str *out);
bool json_number(struct json *j, struct str *out);

void json_skip(struct json *j);

/* The bytes of the next value as they are written, quotes and brackets and all; empty where it is
 * none. */
struct str json_raw(struct json *j);

/* True if the next value is a string, an object or a list; nothing is taken. */
bool json_is_string(struct json *j);
bool json_is_open(struct json *j, char bracket);

/* True if nothing but blanks follows. */
bool json_end(struct json *j);

#endif
