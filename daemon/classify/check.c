/* Does the catalog keep its own promises? classify.h tells which. */
#include "classify/check_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void checker_done(struct checker *k)
{
    classifier_free(k->classifier);
    pattern_scratch_free(k->scratch);
    arena_done(&k->arena);
}

void check_mistake(struct checker *k, const struct entry *e, size_t line, const char *fmt,
                   ...)
{
    CLEANUP(buf_done) struct buf text = {0};
    char what[1024];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    buf_fmt(&text, "%.*s:%zu: entry %.*s: %s", STR_FMT(e->catalogue->file), line,
            STR_FMT(e->id), what);
    k->mistakes++;
    if (k->say)
        k->say(k->context, buf_z(&text));
}

struct str check_excerpt(struct str text)
{
    return str_head(text, text.n < 160 ? text.n : 160);
}

static const struct pattern *own(const struct checker *k, const struct entry *e)
{
    return k->c->patterns[e->number].own;
}

static enum fit fit(struct checker *k, const struct pattern *p, struct str text)
{
    struct str captures[PATTERN_GAPS];

    return p ? pattern_match(p, k->scratch, text, captures) : FIT_NO;
}

bool check_fits(struct checker *k, const struct entry *e, struct str text)
{
    return fit(k, own(k, e), text) == FIT_YES;
}

static const struct param *find_param(const struct param *params, size_t n,
                                      struct str name)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(params[i].name, name))
            return &params[i];
    return NULL;
}

/* What the example says of its params, against what was captured. */
static void check_params(struct checker *k, const struct example *x,
                         const struct param *params, size_t n)
{
    for (size_t i = 0; i < x->param_count; i++) {
        const struct param *wanted = &x->params[i];
        const struct param *got = find_param(params, n, wanted->name);
        if (!got)
            check_mistake(k, x->entry, x->file_line,
                          "%.*s was not captured; it should be '%.*s'",
                          STR_FMT(wanted->name), STR_FMT(check_excerpt(wanted->value)));
        else if (!str_eq(got->value, wanted->value))
            check_mistake(k, x->entry, x->file_line, "%.*s is '%.*s'; it should be '%.*s'",
                          STR_FMT(wanted->name), STR_FMT(check_excerpt(got->value)),
                          STR_FMT(check_excerpt(wanted->value)));
    }
}

/* The same for a pattern that is matched here; false: the text does not fit it. */
static bool check_captures(struct checker *k, const struct example *x,
                           const struct pattern *p)
{
    struct str captures[PATTERN_GAPS];
    struct param params[PATTERN_GAPS];
    struct strs names = p ? pattern_params(p) : (struct strs){0};

    if (!p || pattern_match(p, k->scratch, x->text, captures) != FIT_YES)
        return false;
    for (size_t i = 0; i < names.n; i++)
        params[i] = (struct param){names.at[i], captures[i]};
    check_params(k, x, params, names.n);
    return true;
}

static void say_unfit(struct checker *k, const struct example *x)
{
    const struct pattern *p = own(k, x->entry);

    if (fit(k, p, x->text) == FIT_LIMIT)
        check_mistake(k, x->entry, x->file_line,
                      "its pattern runs into the match limit on '%.*s'",
                      STR_FMT(check_excerpt(x->text)));
    else
        check_mistake(
            k, x->entry, x->file_line,
            "its example does not fit; the pattern was found up to byte %zu of '%.*s'",
            p ? pattern_reach(p, x->text) : 0, STR_FMT(check_excerpt(x->text)));
}

/* An example of log and markers: the whole of classify must choose its entry. */
static void check_won(struct checker *k, const struct example *x)
{
    const struct entry *e = x->entry;
    struct str logger = e->loggers.n > 0 ? e->loggers.at[0] : STR("");
    const struct catalogue_index *home = catalog_service(k->c, e->catalogue->service);
    struct match m;

    if (fit(k, own(k, e), x->text) != FIT_YES) {
        say_unfit(k, x);
        return;
    }
    arena_reset(&k->arena);
    classify_text(k->classifier, home->catalogue, logger, e->level, x->text, &m,
                  &k->arena);
    if (m.log.entry == e && m.log.candidate_count == 0) {
        check_params(k, x, m.params, m.param_count);
        return;
    }
    const struct entry *other = m.log.entry;
    if (other == e)
        other = m.log.candidates[m.log.candidates[0] == e];
    if (other)
        check_mistake(k, e, x->file_line, "its example is %s %.*s, line %zu: '%.*s'",
                      m.log.candidate_count ? "as good for" : "won by", STR_FMT(other->id),
                      other->file_line, STR_FMT(check_excerpt(x->text)));
    else
        check_mistake(k, e, x->file_line, "its example is not classified: '%.*s'",
                      STR_FMT(check_excerpt(x->text)));
}

static void check_raised_params(struct checker *k, const struct example *x)
{
    const struct entry_patterns *p = &k->c->patterns[x->entry->number];

    for (size_t i = 0; i < p->text_count; i++)
        if (check_captures(k, x, p->texts[i]))
            return;
    if (check_captures(k, x, p->own))
        return;
    if (x->param_count)
        check_mistake(k, x->entry, x->file_line,
                      "its example with params fits no text of it: '%.*s'",
                      STR_FMT(check_excerpt(x->text)));
    else if (x->frame.file.n == 0 && (p->own || p->text_count))
        say_unfit(k, x);
}

static const struct entry *raised_by(struct checker *k, const struct example *x)
{
    const struct frame frame = {.file = x->frame.file,
                                .module_path = x->frame.file,
                                .line = x->frame.line,
                                .function = x->function};

    arena_reset(&k->arena);
    return classify_raised_text(k->classifier, x->entry->class_, x->text,
                                x->frame.file.n ? &frame : NULL, &k->arena);
}

/* An example of an exception: its text, and its frame if it has one, must leave one situation. */
static void check_raised(struct checker *k, const struct example *x)
{
    const struct entry *e = x->entry;
    const struct entry *got = raised_by(k, x);

    if (got == e)
        check_raised_params(k, x);
    else if (got)
        check_mistake(k, e, x->file_line,
                      "its example is decided for %.*s, line %zu: '%.*s'",
                      STR_FMT(got->id), got->file_line, STR_FMT(check_excerpt(x->text)));
    else
        check_mistake(
            k, e, x->file_line,
            "its example leaves several situations, or nothing points to it: "
            "a text of it alone must fit '%.*s', or the example needs its frame",
            STR_FMT(check_excerpt(x->text)));
}

static void check_counter(struct checker *k, const struct example *x)
{
    enum fit f = fit(k, own(k, x->entry), x->text);

    if (f == FIT_YES)
        check_mistake(k, x->entry, x->file_line, "its counterexample fits: '%.*s'",
                      STR_FMT(check_excerpt(x->text)));
    else if (f == FIT_LIMIT)
        say_unfit(k, x);
}

static void check_example(struct checker *k, const struct example *x)
{
    enum entry_kind kind = x->entry->kind;

    if (x->counter)
        check_counter(k, x);
    else if (kind == ENTRY_LOG || kind == ENTRY_MARKER)
        check_won(k, x);
    else if (kind == ENTRY_EXCEPTION)
        check_raised(k, x);
    else if (!check_captures(k, x, own(k, x->entry)))
        say_unfit(k, x);
}

static bool lists(const struct entry *e, const struct source *wanted)
{
    for (size_t i = 0; i < e->source_count; i++)
        if (e->sources[i].line == wanted->line && str_eq(e->sources[i].file, wanted->file))
            return true;
    return false;
}

/* A place that the page lists for another situation of the class too tells neither. */
static bool has_own_site(const struct entry *e)
{
    for (size_t i = 0; i < e->source_count; i++) {
        bool shared = false;
        for (size_t k = 0; k < e->class_->situation_count; k++) {
            const struct entry *other = e->class_->situations[k];
            shared = shared || (other != e && lists(other, &e->sources[i]));
        }
        if (!shared)
            return true;
    }
    return false;
}

/* What a person wrote has an example, which shows what it is for. An entry that asks for a frame
 * cannot have any, since an example of a message is a text. */
static void check_has_example(struct checker *k, const struct entry *e)
{
    if (k->c->patterns[e->number].from_source || e->frames.n)
        return;
    if (e->kind == ENTRY_EXCEPTION && e->class_->situation_count > 1 && !has_own_site(e))
        return;
    check_mistake(
        k, e, e->file_line,
        e->kind == ENTRY_EXCEPTION
            ? "it has no example; it needs a text that its class alone, or one of "
              "its raise "
              "sites as `frame`, decides for it"
            : "it has no examples; it needs lines that it must match, with params");
}

static void check_examples_exist(struct checker *k)
{
    const struct catalog *c = k->c;
    bool *has = mem_new(c->entry_count * sizeof *has);

    for (size_t i = 0; i < c->example_count; i++)
        if (!c->examples[i].counter)
            has[c->examples[i].entry->number] = true;
    for (size_t i = 0; i < c->entry_count; i++)
        if (!has[i])
            check_has_example(k, c->entries[i]);
    free(has);
}

size_t catalog_check(const struct catalog *c, catalog_say *say, void *context)
{
    CLEANUP(checker_done) struct checker k = {.c = c, .say = say, .context = context};

    k.classifier = classifier_new(c, NULL);
    k.scratch = pattern_scratch_new();
    check_examples_exist(&k);
    for (size_t i = 0; i < c->example_count; i++)
        check_example(&k, &c->examples[i]);
    check_pairs(&k);
    return k.mistakes;
}
