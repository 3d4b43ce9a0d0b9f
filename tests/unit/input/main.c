#include <stdlib.h>

#include "suites.h"

int main(void)
{
    SRunner *r = srunner_create(reader_suite());

    srunner_add_suite(r, codec_suite());
    srunner_add_suite(r, entry_suite());
    srunner_add_suite(r, journal_source_suite());
    srunner_add_suite(r, report_suite());
    srunner_add_suite(r, rotation_suite());
    srunner_add_suite(r, spool_suite());
    srunner_add_suite(r, follow_suite());
    srunner_run_all(r, CK_ENV);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
