/* The suites of the room input, one a file. */
#ifndef LOGCLASS_TESTS_INPUT_SUITES_H
#define LOGCLASS_TESTS_INPUT_SUITES_H

#include <check.h>

Suite *reader_suite(void);

#endif
