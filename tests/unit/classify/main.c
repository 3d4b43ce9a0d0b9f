/* The suites of classify/, in the order in which a reader meets the files. */
#include <check.h>
#include <stdlib.h>

#define SUITES(SUITE)                                                                     \
    SUITE(pattern) SUITE(walker) SUITE(trie) SUITE(catalog) SUITE(check)                  \
    SUITE(service) SUITE(message) SUITE(raised) SUITE(situation) SUITE(cause)             \
    SUITE(confidence) SUITE(classify)

#define DECLARE(name) Suite *name##_suite(void);
SUITES(DECLARE)

int main(void)
{
    SRunner *runner = srunner_create(NULL);

#define ADD(name) srunner_add_suite(runner, name##_suite());
    SUITES(ADD)
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
