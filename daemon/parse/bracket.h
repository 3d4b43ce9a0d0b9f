/*
 * bracket.h - what stands between logger and message: "[context] [instance: UUID] ".
 *
 * The context of oslo.log's text form is "-" without a request, else "GLOBAL REQUEST IDS"
 * (oslo.log >= 4.8.0) or "REQUEST IDS", where IDS is logging_user_identity_format: six words, or
 * five before 4.8.0; devstack has two names there (oslo_log/_options.py, devstack's functions).
 * Operators may set others: the words are counted, and only what is certain is taken.
 */
#ifndef LOGCLASS_PARSE_BRACKET_H
#define LOGCLASS_PARSE_BRACKET_H

#include "flow/record.h"

/* Takes "[context] " off the head of *in. Other brackets, such as the list of a RemoteError or
 * "[instance: …]", are no context: false, and *in is as before. */
bool bracket_context(struct str *in, struct str *context);

/* True if s is the beginning of a context whose end the line has lost. */
bool bracket_is_cut(struct str s);

/* Takes "[instance: UUID] " off the head of *in. */
bool bracket_instance(struct str *in, struct str *id);

/* What two names in a context are: devstack's, or those of a format of 2013, where the context
 * also took the pid's place. */
enum bracket_names { BRACKET_PROJECT_USER, BRACKET_USER_PROJECT };

/* Puts the words of a context into the record's fields. */
void bracket_fill(struct str context, enum bracket_names names, struct record *r);

/* True for req- and a lower-case UUID, which is all that oslo.middleware lets in. */
bool bracket_is_request_id(struct str s);

/* s, or nothing where it is one of the ways to print that there is no value. */
static inline struct str bracket_value(struct str s)
{
    bool none = s.n == 0 || (s.n == 1 && s.p[0] == '-') ||
                (s.n == 4 && memcmp(s.p, "None", 4) == 0);
    return none ? (struct str){0} : s;
}

#endif
