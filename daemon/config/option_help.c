/* What a row says of itself. */
#include "config/option.h"
#include "config/value.h"

static const struct {
    const char *word;     /* in the help */
    const char *expected; /* in a mistake */
} types[] = {
    [OPTION_TEXT] = {"TEXT",        "a text"                                       },
    [OPTION_PATH] = {"PATH",        "a path that begins with /"                    },
    [OPTION_SIZE] = {"SIZE",        "a size: bytes, or 64KiB, 100MiB, 1GiB"        },
    [OPTION_SPAN] = {"TIME",        "a time with its unit: 500ms, 30s, 5m, 1h, 30d"},
    [OPTION_BOOL] = {"yes|no",      "yes or no"                                    },
    [OPTION_NUMBER] = {"NUMBER",      "a number"                                     },
    [OPTION_WORD] = {"",            "one of: "                                     },
    [OPTION_TEXTS] = {"TEXT…",     "a text or a list of texts"                    },
    [OPTION_PATHS] = {"PATH…",     "a path that begins with /, or a list of such" },
    [OPTION_TEXT_MAP] = {"{KEY: TEXT}", "a mapping of texts, {key: text}"              },
    [OPTION_DATE] = {"DATE",        "a date: 2027-01-31, or 2027-01-31T14:00Z"     },
    [OPTION_NODE] = {"…",         "a value"                                      },
};

static void show(struct buf *out, const struct option *o, uint64_t v)
{
    if (o->type == OPTION_SIZE)
        value_show_size(out, v);
    else if (o->type == OPTION_SPAN)
        value_show_span(out, (usec_t)v);
    else
        buf_u64(out, v);
}

static void bounds(struct buf *out, const struct option *o)
{
    if (o->least > 0) {
        buf_add(out, STR(", at least "));
        show(out, o, o->least);
    }
    if (o->most > 0) {
        buf_add(out, STR(", at most "));
        show(out, o, o->most);
    }
}

static void words(struct buf *out, const struct option *o, const char *between)
{
    for (size_t i = 0; o->words[i]; i++)
        buf_fmt(out, "%s%s", i ? between : "", o->words[i]);
}

void option_expected(struct buf *out, const struct option *o)
{
    buf_fmt(out, "%s", types[o->type].expected);
    if (o->type == OPTION_WORD)
        words(out, o, ", ");
    else
        bounds(out, o);
}

void option_help(struct buf *out, const struct option *options)
{
    for (const struct option *o = options; o->name; o++) {
        buf_fmt(out, "  %s: %s", o->name, types[o->type].word);
        if (o->type == OPTION_WORD)
            words(out, o, "|");
        buf_fmt(out, "\n      %s", o->help);
        if (o->required)
            buf_add(out, STR("; must be given"));
        else if (o->standard)
            buf_fmt(out, "; default %s", o->standard);
        buf_char(out, '\n');
    }
}
