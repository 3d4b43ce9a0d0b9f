#include "base/pypath.h"

struct str pypath_inside(struct str file)
{
    static const struct str folders[] = {STR_INIT("site-packages/"),
                                         STR_INIT("dist-packages/")};

    for (size_t i = 0; i < COUNT_OF(folders); i++) {
        size_t at = str_find(file, folders[i], 0);
        if (at != STR_NONE)
            return str_from(file, at + folders[i].n);
    }
    return file;
}
