/* The suites of the room output, one a file. */
#ifndef LOGCLASS_TESTS_OUTPUT_SUITES_H
#define LOGCLASS_TESTS_OUTPUT_SUITES_H

#include <check.h>

Suite *contract_suite(void);
Suite *file_suite(void);
Suite *ids_suite(void);
Suite *rfc5424_suite(void);
Suite *rsyslogd_suite(void);
Suite *sample_suite(void);
Suite *syslog_suite(void);

#endif
