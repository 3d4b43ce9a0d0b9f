#include "input/feed.h"

static const struct feed_kind *const feed_kinds[] = {
    &feed_file,
#ifdef WITH_LIBSYSTEMD
    &feed_journal,
#endif
};

#ifndef WITH_LIBSYSTEMD
static const struct kind missing_journal = {.name = "journal", .needs = "libsystemd"};
#endif

const struct kind *const feed_config[] = {
    &source_file_config,
#ifdef WITH_LIBSYSTEMD
    &source_journal_config,
#else
    &missing_journal,
#endif
    NULL,
};

const struct feed_kind *feed_kind_of(const struct kind *kind)
{
    for (size_t i = 0; i < COUNT_OF(feed_kinds); i++)
        if (feed_kinds[i]->config == kind)
            return feed_kinds[i];
    return NULL;
}
