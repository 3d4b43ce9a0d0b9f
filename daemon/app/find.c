#include "app/find.h"

#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

static bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* The folder above the one that the program stands in: PREFIX of PREFIX/bin/logclass. */
static bool own_prefix(struct buf *out)
{
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path);

    if (n <= 0 || (size_t)n == sizeof path)
        return false;
    struct str exe = {path, (size_t)n};
    for (int i = 0; i < 2; i++) {
        size_t slash = str_rchr(exe, '/');
        if (slash == STR_NONE)
            return false;
        exe = str_head(exe, slash);
    }
    buf_add(out, exe);
    return true;
}

/* The source folder, from the cache that CMake leaves in every build folder. */
static bool source_of_build(struct str prefix, struct buf *out)
{
    enum { CACHE_MAX = 4 * 1024 * 1024 };
    static const struct str key = STR_INIT("\nCMAKE_HOME_DIRECTORY:INTERNAL=");
    CLEANUP(buf_done) struct buf path = {0};
    CLEANUP(buf_done) struct buf cache = {0};
    struct err ignored;
    struct str home;

    buf_add(&path, prefix);
    buf_add(&path, STR("/CMakeCache.txt"));
    if (file_read(buf_z(&path), CACHE_MAX, &cache, &ignored) < 0)
        return false;
    size_t at = str_find(buf_str(&cache), key, 0);
    if (at == STR_NONE)
        return false;
    struct str rest = str_from(buf_str(&cache), at + key.n);
    if (!str_cut(&rest, '\n', &home))
        return false;
    buf_add(out, home);
    return true;
}

void find_data(const char *name, struct buf *out)
{
    CLEANUP(buf_done) struct buf prefix = {0};
    CLEANUP(buf_done) struct buf path = {0};

    if (own_prefix(&prefix)) {
        if (source_of_build(buf_str(&prefix), &path))
            buf_fmt(&path, "/%s", name);
        else
            buf_fmt(&path, "%s/share/logclass/%s", buf_z(&prefix), name);
        if (is_folder(buf_z(&path))) {
            buf_add(out, buf_str(&path));
            return;
        }
    }
    buf_fmt(out, "/usr/share/logclass/%s", name);
}
