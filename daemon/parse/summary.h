/*
 * summary.h - where the message ends and oslo.log's error summary begins.
 *
 * At WARNING and above the text form appends ": Class: text" of the exception that is active
 * (_get_error_summary in oslo_log/formatters.py), also where no traceback follows. For a
 * SyntaxError it appends ":   File "x", line 1" without the class, and ": <exception with TEXT>"
 * for one that cannot be formatted.
 */
#ifndef LOGCLASS_PARSE_SUMMARY_H
#define LOGCLASS_PARSE_SUMMARY_H

#include "base/str.h"

struct summary {
    size_t message_n; /* the message is the first so many bytes of the body */
    struct str text;  /* "Class: text" to the body's end; empty where it names no class */
    bool syntax;      /* the form of a SyntaxError */
};

/*
 * Looks for the summary at the end of body. `logged` is the logged exception as the traceback
 * has it, "Class: text"; empty: there is no traceback. Of several places, the one that equals
 * that; else one where the text after the class repeats the end of the text before it, as
 * LOG.exception("…: %s", e) writes; else the last that is not the beginning of another's
 * text. At most LIMIT_SUMMARY_CUTS are tried, from
 * the end. False: no summary.
 */
bool summary_find(struct str body, struct str logged, struct summary *out);

#endif
