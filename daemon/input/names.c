#include "input/names.h"

#include <stdlib.h>

#include "input/rotation.h"

struct names {
    struct tier tier;
    char *const *names;
    struct rotation order;
    size_t at;
};

static enum have next(struct tier *l, struct input *in, struct item *it)
{
    struct names *names = (struct names *)l;
    struct err e;

    if (names->at == names->order.n)
        return HAVE_END;
    in->name = str_of(names->names[names->order.turns[names->at++].number]);
    if (str_eq(in->name, STR("-"))) {
        stdin_item(it);
    } else if (file_item(in->name, names->order.n == 1 ? NAMED_ALONE : NAMED_AMONG, it, &e) <
               0) {
        input_say(in, INPUT_UNREAD, in->name, e.text);
        return HAVE_NOTHING;
    }
    it->named = true;
    return HAVE_ITEM;
}

static void close_names(struct tier *l)
{
    struct names *names = (struct names *)l;

    rotation_done(&names->order);
    free(names);
}

struct tier *names_tier(char *const *list, size_t n)
{
    struct names *names = mem_new(sizeof *names);

    names->tier.next = next;
    names->tier.close = close_names;
    names->names = list;
    for (size_t i = 0; i < n; i++)
        rotation_add(&names->order, str_of(list[i]));
    rotation_sort(&names->order);
    return &names->tier;
}
