#include <stdlib.h>

#include "suites.h"

int main(void)
{
    SRunner *r = srunner_create(arena_suite());

    srunner_add_suite(r, buf_suite());
    srunner_add_suite(r, clock_suite());
    srunner_add_suite(r, digest_suite());
    srunner_add_suite(r, err_suite());
    srunner_add_suite(r, file_suite());
    srunner_add_suite(r, json_suite());
    srunner_add_suite(r, num_suite());
    srunner_add_suite(r, offset_suite());
    srunner_add_suite(r, pybuiltin_suite());
    srunner_add_suite(r, pyname_suite());
    srunner_add_suite(r, shown_suite());
    srunner_add_suite(r, str_suite());
    srunner_add_suite(r, utf8_suite());
    srunner_add_suite(r, zone_suite());
    srunner_run_all(r, CK_ENV);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
