/* The table of inputs, made from the list in daemon/CMakeLists.txt. */
#include "input/input.h"

#define KIND(name) extern const struct input_kind input_##name;
#include "input_kinds.def"
#undef KIND

const struct input_kind *const input_kinds[] = {
#define KIND(name) &input_##name,
#include "input_kinds.def"
#undef KIND
    NULL,
};
