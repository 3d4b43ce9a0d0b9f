/* The suites of classify/, in the order in which a reader meets the files. */
#include <check.h>
#include <stdlib.h>

Suite *pattern_suite(void);
Suite *walker_suite(void);
Suite *trie_suite(void);
Suite *catalog_suite(void);
Suite *overlap_suite(void);
Suite *check_suite(void);
Suite *service_suite(void);
Suite *message_suite(void);
Suite *raised_suite(void);
Suite *foreign_suite(void);
Suite *situation_suite(void);
Suite *cause_suite(void);
Suite *confidence_suite(void);
Suite *classify_suite(void);

int main(void)
{
    static Suite *(*const suites[])(void) = {
        pattern_suite, walker_suite,     trie_suite,     catalog_suite, overlap_suite,
        check_suite,   service_suite,    message_suite,  raised_suite,  foreign_suite,
        situation_suite,
        cause_suite,   confidence_suite, classify_suite,
    };
    SRunner *runner = srunner_create(NULL);

    for (size_t i = 0; i < sizeof suites / sizeof *suites; i++)
        srunner_add_suite(runner, suites[i]());
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
