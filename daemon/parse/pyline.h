/*
 * pyline.h - what the lines of a Python traceback look like, one by one (CPython 2.7 to 3.13,
 * Lib/traceback.py).
 */
#ifndef LOGCLASS_PARSE_PYLINE_H
#define LOGCLASS_PARSE_PYLINE_H

#include "flow/record.h"

/* "Traceback (most recent call last):", also of a group, with its margin before it. */
bool pyline_opens(struct str line);

/* The sentence between two tracebacks: how the upper one stands to the lower one. RELATION_NONE:
 * it is no such sentence. */
enum relation pyline_link(struct str line);

/*
 * "  File "PATH", line N, in NAME", the blanks before it and the name being optional: a
 * SyntaxError names a place without function, and some shippers lose leading blanks.
 */
bool pyline_frame(struct str line, struct frame *out);

/* "Class: text" or "Class" at the left edge, whatever the class is called. */
bool pyline_class(struct str line, struct str *type, struct str *text);

/* The same, where the class is called as exceptions are. */
bool pyline_sure_class(struct str line, struct str *type, struct str *text);

/* What stands above the traceback of an exception that nobody caught: in a process (multiprocessing:
 * "Process NAME:"), a thread (threading, _thread), a finalizer (PyErr_WriteUnraisable). */
bool pyline_announces(struct str line);

bool pyline_is_blank(struct str line);    /* nothing but blanks */
bool pyline_is_indented(struct str line); /* begins with a blank */

/* True if a traceback can have such a line where it is read from its middle. */
bool pyline_is_piece(struct str line);

#endif
