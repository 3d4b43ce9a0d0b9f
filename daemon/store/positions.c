#include "store/parts.h"

int store_each_position(struct store *s,
                        int (*each)(void *arg, const struct store_position *p,
                                    struct err *e),
                        void *arg, struct err *e)
{
    sqlite3_stmt *st = NULL;
    bool row = false;
    int rc = sql_prepare(
        &s->q, "SELECT input, stream, mark, held FROM positions ORDER BY input, stream",
        &st, e);

    while (rc == 0 && (rc = sql_row(&s->q, st, &row, e)) == 0 && row) {
        struct store_position p = {.input = sql_str(st, 0),
                                   .stream = sql_str(st, 1),
                                   .mark = sql_str(st, 2),
                                   .held = sql_str(st, 3)};
        rc = each(arg, &p, e);
    }
    sqlite3_finalize(st);
    return rc;
}
