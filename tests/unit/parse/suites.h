/* The suites of the room parse, one a file. */
#ifndef LOGCLASS_TESTS_PARSE_SUITES_H
#define LOGCLASS_TESTS_PARSE_SUITES_H

#include <check.h>

Suite *stamp_suite(void);
Suite *bracket_suite(void);
Suite *words_suite(void);
Suite *traceback_suite(void);
Suite *summary_suite(void);
Suite *text_suite(void);
Suite *oslo_json_suite(void);
Suite *join_suite(void);
Suite *bounds_suite(void);
Suite *syslog_suite(void);
Suite *journal_suite(void);
Suite *object_suite(void);
Suite *layers_suite(void);
Suite *place_suite(void);
Suite *web_suite(void);
Suite *saved_suite(void);
Suite *formats_suite(void);

#endif
