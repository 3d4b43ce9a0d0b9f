/*
 * suites.h - the suites of base/, one a header.
 */
#ifndef LOGCLASS_TESTS_BASE_SUITES_H
#define LOGCLASS_TESTS_BASE_SUITES_H

#include <check.h>

Suite *arena_suite(void);
Suite *buf_suite(void);
Suite *clock_suite(void);
Suite *digest_suite(void);
Suite *err_suite(void);
Suite *file_suite(void);
Suite *json_suite(void);
Suite *num_suite(void);
Suite *offset_suite(void);
Suite *pybuiltin_suite(void);
Suite *pyname_suite(void);
Suite *shown_suite(void);
Suite *str_suite(void);
Suite *utf8_suite(void);
Suite *zone_suite(void);

#endif
