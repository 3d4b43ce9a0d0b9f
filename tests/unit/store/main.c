#include <stdlib.h>

#include "suites.h"

int main(void)
{
    SRunner *r = srunner_create(writer_suite());

    srunner_add_suite(r, reader_suite());
    srunner_add_suite(r, room_suite());
    srunner_add_suite(r, broken_suite());
    srunner_add_suite(r, crash_suite());
    srunner_add_suite(r, disk_suite());
    srunner_run_all(r, CK_ENV);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
