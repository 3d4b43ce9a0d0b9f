/* The suites of the room input, one a file. */
#ifndef LOGCLASS_TESTS_INPUT_SUITES_H
#define LOGCLASS_TESTS_INPUT_SUITES_H

#include <check.h>

Suite *codec_suite(void);
Suite *entry_suite(void);
Suite *journal_source_suite(void);
Suite *reader_suite(void);
Suite *report_suite(void);
Suite *rotation_suite(void);
Suite *spool_suite(void);
Suite *follow_suite(void);

#endif
