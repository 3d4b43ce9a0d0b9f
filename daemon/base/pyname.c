#include "base/pyname.h"

#include "base/num.h"

static bool is_name_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || num_is_digit(c) || c == '_';
}

static size_t part_length(struct str s)
{
    size_t n = 0;

    if (str_starts(s, STR("<locals>")))
        return 8;
    if (s.n == 0 || num_is_digit(s.p[0]))
        return 0;
    while (n < s.n && is_name_byte(s.p[n]))
        n++;
    return n;
}

size_t pyname_length(struct str s)
{
    size_t n = part_length(s);

    while (n > 0 && n < s.n && s.p[n] == '.') {
        size_t more = part_length(str_from(s, n + 1));
        if (more == 0)
            break;
        n += 1 + more;
    }
    return n;
}

/* Without _Remote at its end; one that is no more than that, or a last part of it, stays. */
static struct str without_remote(struct str s)
{
    struct str mark = STR("_Remote");

    if (s.n > mark.n && str_ends(s, mark) && s.p[s.n - mark.n - 1] != '.')
        s.n -= mark.n;
    return s;
}

/* Cuts name into its module, which may be empty, and its class with the dot before it. */
static void split(struct str name, struct str *module, struct str *class)
{
    size_t dot = str_rchr(name, '.');

    *module = str_head(name, dot == STR_NONE ? 0 : dot);
    *class = str_from(name, module->n);
}

struct str pyname_last_word(struct str dotted)
{
    size_t dot = str_rchr(dotted, '.');

    return dot == STR_NONE ? dotted : str_from(dotted, dot + 1);
}

bool pyname_is_remote(struct str name)
{
    struct str module, class;

    if (name.n == 0)
        return false;
    split(name, &module, &class);
    return without_remote(module).n < module.n || without_remote(class).n < class.n;
}

struct str pyname_local(struct arena *a, struct str name)
{
    struct str module, class;

    if (!pyname_is_remote(name))
        return name;
    split(name, &module, &class);
    module = without_remote(module);
    class = without_remote(class);
    if (module.n == 0)
        return class;
    char *out = arena_alloc(a, module.n + class.n);
    memcpy(out, module.p, module.n);
    memcpy(out + module.n, class.p, class.n);
    return (struct str){out, module.n + class.n};
}
