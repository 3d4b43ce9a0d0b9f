#include "parse/classname.h"

#include "base/pybuiltin.h"
#include "base/pyname.h"

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* Classes in lower case: of socket, select, binascii, greenlet, libvirt. */
static const struct str lower_case[] = {
    STR_INIT("error"),  STR_INIT("timeout"),      STR_INIT("gaierror"),
    STR_INIT("herror"), STR_INIT("libvirtError"),
};

/* Words with which sentences begin as well ("Error: no disk"): no class by themselves, but how one
 * ends. NotFound and the like are written in one word by nobody but programmers. */
static const struct str english[] = {
    STR_INIT("Error"),   STR_INIT("Failed"),  STR_INIT("Failure"),
    STR_INIT("Timeout"), STR_INIT("Refused"), STR_INIT("Unavailable"),
    STR_INIT("Exists"),
};

/* How exceptions of one word end; a service's own may stand without module (Python 2). */
static const struct str endings[] = {
    STR_INIT("Error"),     STR_INIT("Exception"),    STR_INIT("NotFound"),
    STR_INIT("Exists"),    STR_INIT("Failed"),       STR_INIT("Failure"),
    STR_INIT("Timeout"),   STR_INIT("Unavailable"),  STR_INIT("Conflict"),
    STR_INIT("Forbidden"), STR_INIT("Unauthorized"), STR_INIT("Refused"),
    STR_INIT("_Remote"),
};

static bool is_listed(struct str name, const struct str *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_eq(name, list[i]))
            return true;
    return false;
}

bool classname_ends_as_errors_do(struct str name)
{
    for (size_t i = 0; i < COUNT_OF(endings); i++)
        if (str_ends(name, endings[i]))
            return true;
    return false;
}

static bool begins_upper(struct str s)
{
    return is_upper(s.p[0]) || (s.p[0] == '_' && s.n > 1 && is_upper(s.p[1]));
}

enum class_sure classname_sure(struct str name)
{
    if (name.n == 0 || pyname_length(name) != name.n)
        return CLASS_NEVER;
    size_t dot = str_rchr(name, '.');
    struct str last = dot == STR_NONE ? name : str_from(name, dot + 1);
    if (!begins_upper(last)) {
        bool likely = dot == STR_NONE ? last.n > 5 && str_ends(last, STR("Error"))
                                      : is_listed(last, lower_case, COUNT_OF(lower_case));
        return likely ? CLASS_LIKELY : CLASS_NEVER; /* libvirtError; socket.timeout */
    }
    if (dot != STR_NONE)
        return CLASS_LIKELY;
    if (pybuiltin_is_exception(name))
        return CLASS_BUILTIN;
    if (is_listed(name, english, COUNT_OF(english)))
        return CLASS_WORD;
    return classname_ends_as_errors_do(name) ? CLASS_LIKELY : CLASS_WORD;
}
