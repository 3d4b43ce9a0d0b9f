/*
 * format_json.h - what the two files of the JSON format share.
 */
#ifndef LOGCLASS_RENDER_FORMAT_JSON_H
#define LOGCLASS_RENDER_FORMAT_JSON_H

#include "render/writer.h"
#include "render/view.h"

/* An event is at most this long; what does not fit is cut in the order of the schema. */
enum { JSON_BUDGET_BYTES = 32 * 1024 };

struct json_room { /* bytes that a field may take */
    size_t stack, candidate_text, param, cause_message, message, error_message;
};

/* The members of the namespace `logclass`, behind `schema`. */
void json_logclass(struct writer *j, const struct view *v, const struct json_room *room,
                   size_t frames, size_t frames_kept);

#endif
