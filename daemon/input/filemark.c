#include "input/filemark.h"

#include "base/num.h"

enum { VERSION = 1, NUMBERS = 13 };

void filemark_write(const struct filemark *m, struct buf *out)
{
    const uint64_t numbers[NUMBERS] = {
        VERSION,       m->offset, m->last,  m->print.start, m->print.n,
        m->print.hash, m->device, m->inode, m->changed,     m->packed,
        m->head,       m->head_n, m->over};

    for (size_t i = 0; i < NUMBERS; i++) {
        buf_u64(out, numbers[i]);
        buf_char(out, ' ');
    }
    buf_add(out, m->path);
}

bool filemark_read(struct str text, struct filemark *out)
{
    uint64_t numbers[NUMBERS];
    struct str word;

    for (size_t i = 0; i < NUMBERS; i++)
        if (!str_cut(&text, ' ', &word) || !num_u64(word, UINT64_MAX, &numbers[i]))
            return false;
    if (numbers[0] != VERSION || numbers[4] > PRINT_FIRST_BYTES || text.n == 0)
        return false;
    *out = (struct filemark){
        .offset = numbers[1],
        .last = numbers[2],
        .print = {.start = numbers[3], .n = (uint32_t)numbers[4], .hash = numbers[5]},
        .device = numbers[6],
        .inode = numbers[7],
        .changed = numbers[8],
        .packed = numbers[9] != 0,
        .head = numbers[10],
        .head_n = numbers[11],
        .over = numbers[12] != 0,
        .path = text,
    };
    return true;
}
