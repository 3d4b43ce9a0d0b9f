#include "input/feed.h"

static const struct feed_kind *const feed_kinds[] = {&feed_file};

const struct kind *const feed_config[] = {&source_file_config, NULL};

const struct feed_kind *feed_kind_of(const struct kind *kind)
{
    for (size_t i = 0; i < COUNT_OF(feed_kinds); i++)
        if (feed_kinds[i]->config == kind)
            return feed_kinds[i];
    return NULL;
}
