/* The suites of the room config, one a file. */
#ifndef LOGCLASS_TESTS_CONFIG_SUITES_H
#define LOGCLASS_TESTS_CONFIG_SUITES_H

#include <check.h>

Suite *nearest_suite(void);
Suite *option_suite(void);
Suite *settings_suite(void);
Suite *value_suite(void);
Suite *yaml_suite(void);

#endif
