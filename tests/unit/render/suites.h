/* The suites of the room render, one a file. */
#ifndef LOGCLASS_TESTS_RENDER_SUITES_H
#define LOGCLASS_TESTS_RENDER_SUITES_H

#include <check.h>

Suite *writer_suite(void);
Suite *stack_suite(void);
Suite *view_suite(void);
Suite *event_suite(void);

#endif
