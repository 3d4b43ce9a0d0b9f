/* The table of outputs, made from the list in daemon/CMakeLists.txt. */
#include "output/output.h"

#define KIND(name) extern const struct output_kind output_##name;
#include "output_kinds.def"
#undef KIND

const struct output_kind *const output_kinds[] = {
#define KIND(name) &output_##name,
#include "output_kinds.def"
#undef KIND
    NULL,
};

#define KIND(kind_name)
#define MISSING(kind_name, library)                                                      \
    static const struct kind missing_##kind_name = {.name = #kind_name,                  \
                                                    .needs = #library};
#include "output_kinds.def"
#undef KIND
#undef MISSING

const struct kind *const output_config[] = {
#define KIND(kind_name)             &output_##kind_name.kind,
#define MISSING(kind_name, library) &missing_##kind_name,
#include "output_kinds.def"
#undef KIND
#undef MISSING
    NULL,
};

const struct output_kind *output_kind_of(const struct kind *kind)
{
    for (size_t i = 0; output_kinds[i]; i++)
        if (&output_kinds[i]->kind == kind)
            return output_kinds[i];
    return NULL;
}
