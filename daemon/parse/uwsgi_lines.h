/*
 * uwsgi_lines.h - what uWSGI says of itself, told by its first words.
 *
 * Its messages have neither time nor level (core/uwsgi.c, core/master.c, plugins/python); at the
 * start it prints some thirty lines. Most are like nothing else; a few ("machine: x86_64") might
 * stand in any text and are taken only right below another line of uWSGI.
 */
#ifndef LOGCLASS_PARSE_UWSGI_LINES_H
#define LOGCLASS_PARSE_UWSGI_LINES_H

#include "flow/record.h"

/* below  the line before was uWSGI's own
 * level  of it: ERROR for a worker that died, hung or crashed, else INFO
 * pid    where the line is about the process that wrote it; else left alone */
bool uwsgi_line(struct str text, bool below, enum level *level, int64_t *pid);

/* Of a request's line: "req: 7/40", its number in the process, and "on core 0". False where the line
 * was cut. */
bool uwsgi_worker(struct str text, uint64_t *served, uint64_t *core);

/* The line says that processes work on several requests at a time. */
bool uwsgi_is_manifold(struct str text);

/* "spawned uWSGI worker 1 (pid: 30, cores: 1)" */
bool uwsgi_begins(struct str text, int64_t *pid);

#endif
