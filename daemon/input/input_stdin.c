/* The kind `stdin`: standard input, named - on the command line. */
#include <unistd.h>

#include "input/reader.h"

static bool takes(struct str name)
{
    return str_eq(name, STR("-"));
}

static struct input *open_stdin(struct str name, struct err *e);

const struct input_kind input_stdin = {
    .name = "stdin",
    .help = "standard input, named -",
    .takes = takes,
    .open = open_stdin,
};

static struct input *open_stdin(struct str name, struct err *e)
{
    (void)e;
    return reader_new(&input_stdin, STDIN_FILENO, name);
}
