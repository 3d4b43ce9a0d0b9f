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

/* Where nothing but the place tells: lines do not drift far within a function, and another one may
 * begin there. */
enum { FOREIGN_DRIFT = 10 };

/* A raise statement has one class: so near to one another text than the page knows is taken too. */
enum { STATEMENT_DRIFT = 6 };

/* ---- places ---- */

static bool within(const struct frame *f, const struct source *s, uint32_t lines)
{
    if (s->line == 0 || f->line == 0)
        return lines >=
               FOREIGN_DRIFT; /* the row lists files only: all of it is near, none exact */
    return (f->line > s->line ? f->line - s->line : s->line - f->line) <= lines;
}

static bool is_at(const struct entry *e, const struct frame *f, uint32_t lines)
{
    for (size_t i = 0; i < e->source_count; i++)
        if (source_same_file(f->module_path, e->sources[i].file) &&
            within(f, &e->sources[i], lines))
            return true;
    return false;
}

static bool in_a_file(const struct entry *e, const struct frame *f)
{
    return is_at(e, f, UINT32_MAX);
}

/* Near a place, or in a function that the row lists. */
static bool lies_at(const struct entry *e, const struct frame *f, uint32_t lines)
{
    return is_at(e, f, lines) || (in_a_file(e, f) && strs_has(e->functions, f->function));
}

static bool any_lies_at(const struct entry *e, const struct frame *frames, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (lies_at(e, &frames[i], FOREIGN_DRIFT))
            return true;
    return false;
}

static bool may_be_in_package(const struct catalogue *service, struct str path)
{
    for (size_t i = 0; i < service->packages.n; i++)
        if (str_find(path, service->packages.at[i], 0) != STR_NONE)
            return true;
    return false;
}

/* Where classes of the service are defined: what fails in their constructors was asked for by the
 * frame above. */
static bool defines_classes(const struct matcher *m, const struct catalogue *service,
                            const struct frame *f)
{
    if (!may_be_in_package(service, f->module_path)) /* most are of a library */
        return false;
    for (size_t i = 0; i < m->catalog->class_count; i++) {
        const struct class_entry *c = m->catalog->classes[i];
        if (str_eq(c->catalogue->service, service->service) && c->source.file.n &&
            source_same_file(f->module_path, c->source.file) && !foreign_class(c))
            return true;
    }
    return false;
}

/* Where it was raised: the innermost frame, or the one that called a constructor there. */
static const struct frame *raise_site(const struct matcher *m, const struct entry *e,
                                      const struct frame *frames, size_t n)
{
    size_t i = n;
    while (i > 1 && !in_a_file(e, &frames[i - 1]) &&
           defines_classes(m, e->catalogue, &frames[i - 1]))
        i--;
    return &frames[i - 1];
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
    return strs_has((struct strs){names, COUNT_OF(names)}, class_);
}

static bool pattern_says(struct matcher *m, const struct entry *e,
                         const struct pattern *p, struct str text, bool must_name_package)
{
    return p && pattern_has_words(p) && (!must_name_package || pattern_names_package(p)) &&
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
    bool interpreter = interpreter_raises(e->class_->class_);
    if (n == 0)
        return text_fits(m, e, text, interpreter);
    const struct frame *site = raise_site(m, e, frames, n);
    bool has_texts = m->catalog->patterns[e->number].text_count > 0;
    if (!has_texts)
        return lies_at(e, site, FOREIGN_DRIFT);
    if (is_at(e, site, interpreter ? 0 : STATEMENT_DRIFT))
        return true;
    if (!text_fits(m, e, text, false))
        return false;
    return e->source_count == 0 ||
           (interpreter ? lies_at(e, site, SITUATION_DRIFT) : in_a_file(e, site));
}

bool foreign_row_is_shown(struct matcher *m, const struct entry *e, struct str text,
                          const struct frame *frames, size_t frame_count)
{
    if (pybuiltin_is_exception(e->class_->class_))
        return builtin_is_shown(m, e, text, frames, frame_count);
    if (any_lies_at(e, frames, frame_count))
        return true;
    return text_fits(m, e, text, false) &&
           (frame_count == 0 || situation_lists_file(e, frames, frame_count));
}
