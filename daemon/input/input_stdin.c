/* The kind `stdin`: standard input, named - on the command line. */
#include <sys/stat.h>
#include <unistd.h>

#include "input/names.h"
#include "input/reader.h"

const struct input_kind input_stdin = {
    .name = "stdin",
    .help = "standard input, named -",
    .open = reader_open,
};

void stdin_item(struct item *it)
{
    struct stat st;
    off_t at = lseek(STDIN_FILENO, 0, SEEK_CUR);

    it->kind = &input_stdin;
    it->bytes = bytes_fd(STDIN_FILENO, false);
    if (at < 0 || fstat(STDIN_FILENO, &st) < 0 || !S_ISREG(st.st_mode))
        return;
    it->fd = STDIN_FILENO;
    it->fd_start = (uint64_t)at;
    it->size = st.st_size > at ? (uint64_t)(st.st_size - at) : 0;
}
