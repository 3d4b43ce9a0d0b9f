/* The suites of output/. */
#include <signal.h>
#include <stdlib.h>

#include "suites.h"

int main(void)
{
    SRunner *r = srunner_create(file_suite());

    signal(SIGPIPE, SIG_IGN); /* as in the threads of logclassd */
    srunner_add_suite(r, contract_suite());
    srunner_add_suite(r, ids_suite());
    srunner_add_suite(r, rfc5424_suite());
    srunner_add_suite(r, rsyslogd_suite());
    srunner_add_suite(r, sample_suite());
    srunner_add_suite(r, syslog_suite());
    srunner_run_all(r, CK_ENV);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
