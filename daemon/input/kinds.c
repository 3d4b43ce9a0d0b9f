/* The table of inputs, made from the list in daemon/CMakeLists.txt. */
#include "input/reader.h"

#define KIND(name) extern const struct input_kind input_##name;
#include "input_kinds.def"
#undef KIND

const struct input_kind *const input_kinds[] = {
#define KIND(name) &input_##name,
#include "input_kinds.def"
#undef KIND
    NULL,
};

struct input *input_open(struct str name, unsigned number, struct err *e)
{
    for (size_t i = 0; input_kinds[i]; i++)
        if (input_kinds[i]->takes(name)) {
            struct input *in = input_kinds[i]->open(name, e);
            if (in)
                in->stream.number = number;
            return in;
        }
    err_set(e, "'%.*s': no input takes this name", STR_FMT(name));
    return NULL;
}

enum got input_read(struct input *in, struct batch *b, struct err *e)
{
    return reader_read(in, b, e);
}

struct stream *input_stream(struct input *in)
{
    return &in->stream;
}

void input_progress(const struct input *in, uint64_t *done, uint64_t *total)
{
    *done = in->position;
    *total = in->total;
}
