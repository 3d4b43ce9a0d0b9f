/* The suites of config/. */
#include <stdlib.h>

#include "suites.h"

int main(void)
{
    SRunner *runner = srunner_create(yaml_suite());

    srunner_add_suite(runner, nearest_suite());
    srunner_add_suite(runner, option_suite());
    srunner_add_suite(runner, settings_suite());
    srunner_add_suite(runner, value_suite());
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
