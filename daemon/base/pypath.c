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

bool pypath_holds(struct str path, struct str place)
{
    for (size_t at = str_find(path, place, 0); at != STR_NONE;
         at = str_find(path, place, at + 1))
        if (at == 0 || path.p[at - 1] == '/')
            return true;
    return false;
}
