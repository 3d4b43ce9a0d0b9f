#include "parse/pyline.h"

#include "base/num.h"
#include "base/pyname.h"
#include "base/pypath.h"
#include "parse/classname.h"

static struct str without_blanks(struct str s)
{
    while (s.n > 0 && (s.p[0] == ' ' || s.p[0] == '\t'))
        s = str_from(s, 1);
    return s;
}

bool pyline_opens(struct str line)
{
    if (line.n == 0)
        return false;
    if (line.p[0] == 'T')
        return str_starts(line, STR("Traceback (most recent call last"));
    if (line.p[0] == ' ')
        line = without_blanks(line);
    if (str_starts(line, STR("+ ")))
        line = str_from(line, 2);
    return str_starts(line, STR("Exception Group Traceback (most recent call last"));
}

enum relation pyline_link(struct str line)
{
    if (str_starts(line,
                   STR("The above exception was the direct cause of the following")))
        return RELATION_CAUSE;
    if (str_starts(line,
                   STR("During handling of the above exception, another exception")))
        return RELATION_CONTEXT;
    return RELATION_NONE;
}

bool pyline_frame(struct str line, struct frame *out)
{
    struct str s = without_blanks(line);
    uint64_t number;

    if (!str_starts(s, STR("File \"")))
        return false;
    s = str_from(s, 6);
    size_t end = str_find(s, STR("\", line "), 0);
    if (end == STR_NONE)
        return false;
    struct str file = str_head(s, end);
    s = str_from(s, end + 8);
    if (!num_take(&s, UINT32_MAX, &number))
        return false;
    struct str function = {0};
    if (str_starts(s, STR(", in ")))
        function = str_trim(str_from(s, 5));
    else if (s.n > 0)
        return false;
    *out = (struct frame){file, (uint32_t)number, function, pypath_inside(file)};
    return true;
}

bool pyline_class(struct str line, struct str *type, struct str *text)
{
    size_t n = pyname_length(line);

    if (n == 0)
        return false;
    struct str rest = str_from(line, n);
    if (rest.n > 0 && !str_starts(rest, STR(": ")) && !str_eq(rest, STR(":")))
        return false;
    *type = str_head(line, n);
    *text = str_from(rest, rest.n < 2 ? rest.n : 2);
    return true;
}

bool pyline_sure_class(struct str line, struct str *type, struct str *text)
{
    struct str t, x;

    if (!pyline_class(line, &t, &x) || classname_sure(t) < CLASS_LIKELY)
        return false;
    *type = t;
    *text = x;
    return true;
}

bool pyline_is_blank(struct str line)
{
    return without_blanks(line).n == 0;
}

bool pyline_is_indented(struct str line)
{
    return line.n > 0 && (line.p[0] == ' ' || line.p[0] == '\t');
}

bool pyline_is_piece(struct str line)
{
    struct str type, text;
    struct frame frame;

    return line.n == 0 || pyline_is_indented(line) || pyline_opens(line) ||
           pyline_link(line) || pyline_frame(line, &frame) ||
           pyline_sure_class(line, &type, &text);
}

bool pyline_announces(struct str line)
{
    if (line.n == 0 || (line.p[0] != 'P' && line.p[0] != 'E' && line.p[0] != 'U'))
        return false;
    if (str_starts(line, STR("Process ")))
        return line.n > 9 && line.p[line.n - 1] == ':' &&
               str_chr(line, ' ', 8) == STR_NONE;
    if (str_starts(line, STR("Exception in thread ")))
        return line.p[line.n - 1] == ':';
    return str_starts(line, STR("Exception ignored in: ")) ||
           str_starts(line, STR("Exception ignored in thread started by: ")) ||
           str_starts(line, STR("Unhandled exception in thread started by "));
}
