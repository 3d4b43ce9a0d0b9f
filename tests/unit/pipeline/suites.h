/* The suites of the room pipeline, one a file. */
#ifndef LOGCLASS_TESTS_PIPELINE_SUITES_H
#define LOGCLASS_TESTS_PIPELINE_SUITES_H

#include <check.h>

Suite *emit_suite(void);
Suite *twins_suite(void);

#endif
