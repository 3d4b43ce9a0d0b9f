/*
 * formats.h - formats of text records that an operator names, as oslo.log's options have them.
 *
 *     %(levelname)s|%(asctime)s|%(hostname)s|%(name)s|%(message)s
 *
 * logging_context_format_string and logging_default_format_string (with %(message)s) say how a
 * record begins, logging_exception_prefix (without) what stands before each line of its traceback;
 * all three are Python's %-formats of logging.LogRecord, whose keys oslo.log adds to
 * (oslo_log/_options.py, formatters.py). Where no prefix is named, oslo.log's own holds. What a line of such a format says becomes a head as that
 * of oslo_text. A line that has none of them is read as if none had been named.
 */
#ifndef LOGCLASS_PARSE_FORMATS_H
#define LOGCLASS_PARSE_FORMATS_H

#include "base/err.h"
#include "parse/head.h"

enum { LIMIT_FORMATS = 16, LIMIT_FORMAT_STEPS = 64, LIMIT_FORMAT_BYTES = 4096 };

struct formats;

struct formats *formats_new(void);
void formats_free(struct formats *f);

/*
 * Reads one and keeps it. -1 with a sentence in e where its lines could not be read with certainty:
 * no %-format, two fields with nothing between them, neither a time nor a level in it.
 */
int formats_add(struct formats *f, struct str text, struct err *e) MUST_USE;

/* -1 where none of them says where the message stands. */
int formats_check(const struct formats *f, struct err *e) MUST_USE;

/* Reads h->text as head.h says it of a kind: the first format that fits. */
bool formats_read(struct reading *in, struct head *h);

#endif
