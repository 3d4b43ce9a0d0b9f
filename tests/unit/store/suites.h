/* The suites of the room store, one a file. */
#ifndef LOGCLASS_TESTS_STORE_SUITES_H
#define LOGCLASS_TESTS_STORE_SUITES_H

#include <check.h>

Suite *writer_suite(void);
Suite *reader_suite(void);
Suite *room_suite(void);
Suite *broken_suite(void);
Suite *crash_suite(void);
Suite *disk_suite(void);

#endif
