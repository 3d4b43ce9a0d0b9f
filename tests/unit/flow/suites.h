/*
 * suites.h - the suites of flow/, one a file.
 */
#ifndef LOGCLASS_TESTS_FLOW_SUITES_H
#define LOGCLASS_TESTS_FLOW_SUITES_H

#include <check.h>

Suite *batch_suite(void);
Suite *words_suite(void);

#endif
