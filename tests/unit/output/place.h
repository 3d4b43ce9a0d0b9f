/* A folder of a test, and files in it. */
#ifndef LOGCLASS_TESTS_OUTPUT_PLACE_H
#define LOGCLASS_TESTS_OUTPUT_PLACE_H

#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "config/option.h"

struct place {
    char folder[64];
    char path[128]; /* a name in it */
};

static inline void place_make(struct place *p)
{
    snprintf(p->folder, sizeof p->folder, "/tmp/logclass-output-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(p->folder));
    snprintf(p->path, sizeof p->path, "%s/events.json", p->folder);
}

static inline void place_remove(struct place *p)
{
    DIR *d = opendir(p->folder);
    char path[512];

    for (struct dirent *e; d && (e = readdir(d));) {
        snprintf(path, sizeof path, "%s/%s", p->folder, e->d_name);
        if (e->d_name[0] != '.')
            unlink(path);
    }
    if (d)
        closedir(d);
    rmdir(p->folder);
}

/* What a file holds; "none" where there is none. Until the next call. */
static inline const char *place_text(const struct place *p, const char *suffix)
{
    static struct buf text;
    char path[256];
    struct err e;

    snprintf(path, sizeof path, "%s%s", p->path, suffix);
    buf_clear(&text);
    if (file_read(path, 1 << 28, &text, &e) < 0)
        return "none";
    return buf_z(&text);
}

static inline void place_write(const struct place *p, const char *suffix,
                               const char *mode, const char *text)
{
    char path[256];

    snprintf(path, sizeof path, "%s%s", p->path, suffix);
    FILE *f = fopen(path, mode);
    ck_assert_ptr_nonnull(f);
    fputs(text, f);
    fclose(f);
}

/* Options of a kind, "path: /x" and so on, as the configuration would give them. */
static inline const void *place_options(struct arena *a, const struct option *rows,
                                        size_t size, const char *yaml)
{
    struct mistakes m = {.file = "test"};
    struct err e;
    const struct yaml_node *root = yaml_read(a, str_of(yaml), &e);
    void *options = arena_zero(a, size);

    ck_assert_msg(root != NULL, "%s", e.text);
    option_read(a, root, &(struct option_set){rows, options}, 1, &m);
    ck_assert_msg(m.count == 0, "%s", buf_z(&m.text));
    mistakes_done(&m);
    return options;
}

#endif
