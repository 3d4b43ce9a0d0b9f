/*
 * What mod_wsgi itself says (src/server/mod_wsgi.c), whatever Apache puts before it:
 *
 *     mod_wsgi (pid=12752): Exception occurred processing WSGI script '/usr/bin/heat-wsgi-api'.
 *     Traceback (most recent call last):
 *
 * The traceback that follows is printed right behind it and has no head of its own.
 */
#include "base/num.h"
#include "parse/head.h"

/* Below these stands a traceback: they are errors, whatever a transport says of all its lines. */
static bool has_traceback(struct str s)
{
    return str_starts(s, STR("Exception occurred ")) ||
           str_starts(s, STR("Failed to exec ")) ||
           (str_starts(s, STR("Target WSGI script ")) &&
            str_ends(s, STR(" cannot be loaded as Python module.")));
}

static bool read_mod_wsgi(struct reading *in, struct head *h)
{
    struct str opens = STR("mod_wsgi (pid="), s = h->text;
    uint64_t pid;

    (void)in;
    if (!str_starts(s, opens))
        return false;
    s = str_from(s, opens.n);
    if (!num_take(&s, INT32_MAX, &pid) || !str_starts(s, STR("): ")))
        return false;
    h->form = FORM_HEAD;
    h->pid = (int64_t)pid;
    h->level = has_traceback(str_from(s, 3)) ? LEVEL_ERROR
               : h->layered                  ? h->outer.level
                                             : LEVEL_NONE;
    return true;
}

const struct envelope_kind envelope_mod_wsgi = {
    .name = "mod_wsgi",
    .help = "messages of mod_wsgi itself, with the traceback that follows",
    .id = ENVELOPE_APACHE,
    .read = read_mod_wsgi,
};
