/*
 * remote.h - tracebacks that came over RPC inside an exception's text.
 *
 * oslo.messaging sends the class, the text and traceback.format_exception() of what a server
 * raised (_drivers/common.py). The client prints them in one of three ways:
 *
 * - A rebuilt class, "…_Remote: text", with the traceback below as plain lines; traceback.c reads
 *   those.
 * - rpc/client.py: "RemoteError: Remote error: CLASS TEXT", on the next line the Python list of
 *   the traceback's lines, "['Traceback (most recent call last):\n', …]."
 * - KeyError prints the repr of its text: quotes around it, newlines as the two bytes \n.
 */
#ifndef LOGCLASS_PARSE_REMOTE_H
#define LOGCLASS_PARSE_REMOTE_H

#include "base/arena.h"

struct remote {
    struct str message; /* the exception's own text, without the traceback */
    struct str class_; /* the remote class, unqualified; empty where the text does not tell */
    struct str text;  /* what that class says: the message behind its name */
    struct str trace; /* the remote traceback, unescaped, in the arena; may be empty */
    bool cut;         /* a RemoteError's text that ends before the list */
};

/* Reads an exception's text. False where nothing remote is in it. */
bool remote_read(struct arena *a, struct str type, struct str text, struct remote *out);

/* The remote traceback of the first list in `around`, where one that was cut may stand: unescaped,
 * in the arena; empty: none. */
struct str remote_list(struct arena *a, struct str around);

/* The plain remote traceback inside `around`, "Traceback …" and a blank line; empty: none. */
struct str remote_plain(struct str around);

#endif
