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
    struct oslo_context context, extra;
    bool cut; /* the line ended inside the object */
};

/*
 * Reads a line that begins with '{'. False where it is no JSON object, or one without "message"
 * and "levelname". A line that ends too early counts as long as it had those two.
 */
bool oslo_json_read(struct oslo_json *o, struct str line, struct arena *a);

#endif
