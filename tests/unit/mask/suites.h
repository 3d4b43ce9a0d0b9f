/* The suites of the room mask, one a file. */
#ifndef LOGCLASS_TESTS_MASK_SUITES_H
#define LOGCLASS_TESTS_MASK_SUITES_H

#include <check.h>

Suite *mask_suite(void);
Suite *rules_suite(void);

#endif
