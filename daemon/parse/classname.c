#include "parse/classname.h"

#include "base/num.h"

#define REMOTE STR("_Remote")

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_name_byte(char c)
{
    return is_lower(c) || is_upper(c) || num_is_digit(c) || c == '_';
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

size_t classname_length(struct str s)
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

/* In the order of the alphabet: the builtin exceptions of Python 2.7 to 3.13. */
static const struct str builtins[] = {
    STR_INIT("ArithmeticError"),
    STR_INIT("AssertionError"),
    STR_INIT("AttributeError"),
    STR_INIT("BaseException"),
    STR_INIT("BaseExceptionGroup"),
    STR_INIT("BlockingIOError"),
    STR_INIT("BrokenPipeError"),
    STR_INIT("BufferError"),
    STR_INIT("BytesWarning"),
    STR_INIT("ChildProcessError"),
    STR_INIT("ConnectionAbortedError"),
    STR_INIT("ConnectionError"),
    STR_INIT("ConnectionRefusedError"),
    STR_INIT("ConnectionResetError"),
    STR_INIT("DeprecationWarning"),
    STR_INIT("EOFError"),
    STR_INIT("EncodingWarning"),
    STR_INIT("EnvironmentError"),
    STR_INIT("Exception"),
    STR_INIT("ExceptionGroup"),
    STR_INIT("FileExistsError"),
    STR_INIT("FileNotFoundError"),
    STR_INIT("FloatingPointError"),
    STR_INIT("FutureWarning"),
    STR_INIT("GeneratorExit"),
    STR_INIT("IOError"),
    STR_INIT("ImportError"),
    STR_INIT("ImportWarning"),
    STR_INIT("IndentationError"),
    STR_INIT("IndexError"),
    STR_INIT("InterruptedError"),
    STR_INIT("IsADirectoryError"),
    STR_INIT("KeyError"),
    STR_INIT("KeyboardInterrupt"),
    STR_INIT("LookupError"),
    STR_INIT("MemoryError"),
    STR_INIT("ModuleNotFoundError"),
    STR_INIT("NameError"),
    STR_INIT("NotADirectoryError"),
    STR_INIT("NotImplementedError"),
    STR_INIT("OSError"),
    STR_INIT("OverflowError"),
    STR_INIT("PendingDeprecationWarning"),
    STR_INIT("PermissionError"),
    STR_INIT("ProcessLookupError"),
    STR_INIT("PythonFinalizationError"),
    STR_INIT("RecursionError"),
    STR_INIT("ReferenceError"),
    STR_INIT("ResourceWarning"),
    STR_INIT("RuntimeError"),
    STR_INIT("RuntimeWarning"),
    STR_INIT("StandardError"),
    STR_INIT("StopAsyncIteration"),
    STR_INIT("StopIteration"),
    STR_INIT("SyntaxError"),
    STR_INIT("SyntaxWarning"),
    STR_INIT("SystemError"),
    STR_INIT("SystemExit"),
    STR_INIT("TabError"),
    STR_INIT("TimeoutError"),
    STR_INIT("TypeError"),
    STR_INIT("UnboundLocalError"),
    STR_INIT("UnicodeDecodeError"),
    STR_INIT("UnicodeEncodeError"),
    STR_INIT("UnicodeError"),
    STR_INIT("UnicodeTranslateError"),
    STR_INIT("UnicodeWarning"),
    STR_INIT("UserWarning"),
    STR_INIT("ValueError"),
    STR_INIT("Warning"),
    STR_INIT("ZeroDivisionError"),
};

/* Classes in lower case: of socket, select, binascii, greenlet, libvirt. */
static const struct str lower_case[] = {
    STR_INIT("error"),  STR_INIT("timeout"),      STR_INIT("gaierror"),
    STR_INIT("herror"), STR_INIT("libvirtError"),
};

/* How exceptions of one word end; a service's own may stand without module (Python 2). */
static const struct str endings[] = {
    STR_INIT("Error"),     STR_INIT("Exception"),    STR_INIT("NotFound"),
    STR_INIT("Exists"),    STR_INIT("Failed"),       STR_INIT("Failure"),
    STR_INIT("Timeout"),   STR_INIT("Unavailable"),  STR_INIT("Conflict"),
    STR_INIT("Forbidden"), STR_INIT("Unauthorized"), STR_INIT("Refused"),
    STR_INIT("_Remote"),
};

static bool is_builtin(struct str name)
{
    size_t low = 0, high = COUNT_OF(builtins);

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int c = str_cmp(name, builtins[middle]);
        if (c == 0)
            return true;
        if (c < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}

static bool is_listed(struct str name, const struct str *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_eq(name, list[i]))
            return true;
    return false;
}

static bool begins_upper(struct str s)
{
    return is_upper(s.p[0]) || (s.p[0] == '_' && s.n > 1 && is_upper(s.p[1]));
}

enum class_sure classname_sure(struct str name)
{
    if (name.n == 0 || classname_length(name) != name.n)
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
    if (is_builtin(name))
        return CLASS_BUILTIN;
    for (size_t i = 0; i < COUNT_OF(endings); i++)
        if (str_ends(name, endings[i]))
            return CLASS_LIKELY;
    return CLASS_WORD;
}

bool classname_is_remote(struct str name)
{
    size_t dot = str_rchr(name, '.');

    return str_ends(name, REMOTE) ||
           (dot != STR_NONE && str_ends(str_head(name, dot), REMOTE));
}

struct str classname_local(struct arena *a, struct str name)
{
    if (!classname_is_remote(name))
        return name;
    size_t dot = str_rchr(name, '.');
    struct str module = dot == STR_NONE ? STR("") : str_head(name, dot);
    struct str class = dot == STR_NONE ? name : str_from(name, dot);
    if (str_ends(module, REMOTE))
        module.n -= REMOTE.n;
    if (str_ends(class, REMOTE))
        class.n -= REMOTE.n;
    if (module.n == 0)
        return class;
    char *out = arena_alloc(a, module.n + class.n);
    memcpy(out, module.p, module.n);
    memcpy(out + module.n, class.p, class.n);
    return (struct str){out, module.n + class.n};
}
