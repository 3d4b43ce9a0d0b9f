/*
 * oslo_json.h - the fields of oslo.log's JSON record (JSONFormatter, oslo_log/formatters.py).
 */
#ifndef LOGCLASS_PARSE_OSLO_JSON_H
#define LOGCLASS_PARSE_OSLO_JSON_H

#include "base/arena.h"

/* Who asked: from "context"; before oslo.log 3.34 the same keys stood in "extra". */
struct oslo_context {
    struct str request_id, global_request_id, user_id, user_name, project_id, project_name;
    struct str domain_id, system_scope, user_domain_id, project_domain_id, instance_id;
};

struct oslo_json {
    struct str message, msg, name, levelname, hostname, summary, traceback;
    struct str pathname, funcname, thread_name, process_name, asctime;
    struct str created, levelno, lineno, thread, process; /* numbers as written */
    struct str level, time; /* FluentFormatter's words for levelname and asctime */
    struct oslo_context context, extra;
    bool cut; /* the line ended inside the object */
};

/*
 * Reads a line that begins with '{'. False where it is no JSON object, or one without "message"
 * and "levelname". A line that ends too early counts as long as it had those two.
 */
bool oslo_json_read(struct oslo_json *o, struct str line, struct arena *a);

/* The same for what FluentFormatter makes, which has "level" and "time" in place of "levelname" and
 * "asctime", and neither "created" nor a pid. */
bool oslo_json_read_fluent(struct oslo_json *o, struct str line, struct arena *a);

/* ---- parse_oslo_json.c ---- */

struct reading;
struct head;
struct record;

/* Reads h->text, which begins with '{', as a record of its own into h and in->json. */
bool oslo_json_head(struct reading *in, struct head *h, bool fluent);

/* Fills r from in->json. */
void oslo_json_fill(struct reading *in, struct record *r);

#endif
