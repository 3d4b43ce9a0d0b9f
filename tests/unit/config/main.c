/* The suites of config/. */
#include <check.h>
#include <stdlib.h>

Suite *yaml_suite(void);

int main(void)
{
    SRunner *runner = srunner_create(yaml_suite());

    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
