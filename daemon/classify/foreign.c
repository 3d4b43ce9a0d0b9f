#include "classify/foreign.h"

#include "base/num.h"
#include "base/pybuiltin.h"
#include "classify/situation.h"

bool foreign_class(const struct class_entry *c)
{
    const struct strs packages = c->catalogue->packages;
    for (size_t i = 0; i < packages.n; i++)
        if (logger_under(c->class_, packages.at[i]))
            return false;
    return true;
}

/* ---- places ---- */

static bool holds(struct strs list, struct str s)
{
    for (size_t i = 0; i < list.n; i++)
        if (str_eq(list.at[i], s))
            return true;
    return false;
}

static bool is_near(const struct frame *f, const struct source *s)
{
    if (s->line == 0 || f->line == 0)
        return true; /* the row lists files only */
    return (f->line > s->line ? f->line - s->line : s->line - f->line) <= SITUATION_DRIFT;
}

static bool lies_at(const struct entry *e, const struct frame *f)
{
    for (size_t i = 0; i < e->source_count; i++)
        if (source_same_file(f->module_path, e->sources[i].file) &&
            (is_near(f, &e->sources[i]) || holds(e->functions, f->function)))
            return true;
    return false;
}

static bool any_lies_at(const struct entry *e, const struct frame *frames, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (lies_at(e, &frames[i]))
            return true;
    return false;
}

static bool any_file_in(const struct entry *e, const struct frame *frames, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < e->source_count; k++)
            if (source_same_file(frames[i].module_path, e->sources[k].file))
                return true;
    return e->source_count == 0;
}

/* ---- texts ---- */

static bool interpreter_raises(struct str class_)
{
    static const struct str names[] = {
        STR_INIT("AttributeError"),     STR_INIT("TypeError"),
        STR_INIT("KeyError"),           STR_INIT("IndexError"),
        STR_INIT("NameError"),          STR_INIT("UnboundLocalError"),
        STR_INIT("ZeroDivisionError"),  STR_INIT("RecursionError"),
        STR_INIT("ImportError"),        STR_INIT("ModuleNotFoundError"),
        STR_INIT("UnicodeDecodeError"), STR_INIT("UnicodeEncodeError"),
        STR_INIT("AssertionError"),     STR_INIT("StopIteration"),
    };
    return holds((struct strs){names, COUNT_OF(names)}, class_);
}

static bool is_name_char(char c)
{
    return num_is_digit(c) || ((unsigned char)c | 0x20U) - (unsigned)'a' < 26U || c == '_';
}

/* A package of the service as a word in what the pattern has of text. */
static bool names_package(const struct entry *e, const struct pattern *p)
{
    const struct strs packages = e->catalogue->packages;
    struct str regex = pattern_regex(p);
    for (size_t i = 0; i < packages.n; i++)
        for (size_t at = str_find(regex, packages.at[i], 0); at != STR_NONE;
             at = str_find(regex, packages.at[i], at + 1)) {
            size_t end = at + packages.at[i].n;
            if ((at == 0 || !is_name_char(regex.p[at - 1])) &&
                (end == regex.n || !is_name_char(regex.p[end])))
                return true;
        }
    return false;
}

static bool pattern_says(struct matcher *m, const struct entry *e,
                         const struct pattern *p, struct str text, bool must_name_package)
{
    return p && pattern_has_words(p) && (!must_name_package || names_package(e, p)) &&
           situation_text_fits(m, e, p, text);
}

static bool text_fits(struct matcher *m, const struct entry *e, struct str text,
                      bool must_name_package)
{
    const struct entry_patterns *own = &m->catalog->patterns[e->number];
    for (size_t i = 0; i < own->text_count; i++)
        if (pattern_says(m, e, own->texts[i], text, must_name_package))
            return true;
    return own->text_count == 0 && pattern_says(m, e, own->own, text, must_name_package);
}

/* ---- the rule ---- */

static bool builtin_is_shown(struct matcher *m, const struct entry *e, struct str text,
                             const struct frame *frames, size_t n)
{
    if (n == 0)
        return text_fits(m, e, text, interpreter_raises(e->class_->class_));
    if (m->catalog->patterns[e->number].text_count)
        return text_fits(m, e, text, false) && any_file_in(e, frames, n);
    return lies_at(e, &frames[n - 1]);
}

bool foreign_row_is_shown(struct matcher *m, const struct entry *e, struct str text,
                          const struct frame *frames, size_t frame_count)
{
    if (pybuiltin_is_exception(e->class_->class_))
        return builtin_is_shown(m, e, text, frames, frame_count);
    return text_fits(m, e, text, false) || any_lies_at(e, frames, frame_count);
}
