#include <stdlib.h>

#include "suites.h"

int main(void)
{
    SRunner *r = srunner_create(stamp_suite());

    srunner_add_suite(r, bracket_suite());
    srunner_add_suite(r, words_suite());
    srunner_add_suite(r, traceback_suite());
    srunner_add_suite(r, summary_suite());
    srunner_add_suite(r, text_suite());
    srunner_add_suite(r, oslo_json_suite());
    srunner_add_suite(r, join_suite());
    srunner_add_suite(r, bounds_suite());
    srunner_add_suite(r, syslog_suite());
    srunner_add_suite(r, journal_suite());
    srunner_add_suite(r, object_suite());
    srunner_add_suite(r, layers_suite());
    srunner_add_suite(r, place_suite());
    srunner_add_suite(r, web_suite());
    srunner_add_suite(r, saved_suite());
    srunner_add_suite(r, formats_suite());
    srunner_run_all(r, CK_ENV);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
