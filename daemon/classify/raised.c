#include "classify/raised.h"

#include "base/pybuiltin.h"
#include "base/pyname.h"
#include "base/pypath.h"
#include "classify/foreign.h"
#include "classify/situation.h"

static bool is_own(const struct owner *o, const struct class_entry *c)
{
    return o->index && str_eq(o->index->catalogue->service, c->catalogue->service);
}

static const struct class_entry *by_exact_name(const struct matcher *m,
                                               const struct owner *o, struct str type)
{
    size_t n;
    struct class_entry *const *all = catalog_class(m->catalog, type, &n);
    const struct class_entry *home = NULL, *common = NULL;
    for (size_t i = 0; i < n; i++) {
        if (is_own(o, all[i]))
            return all[i];
        if (!foreign_class(all[i])) /* the module decides, wherever it is logged */
            home = all[i];
        if (catalog_is_common(m->catalog, all[i]->catalogue))
            common = all[i];
    }
    if (home || common)
        return home ? home : common;
    return n == 1 && !o->type.n && str_chr(type, '.', 0) != STR_NONE ? all[0] : NULL;
}

static bool template_fits(struct matcher *m, const struct class_entry *c, struct str text)
{
    const struct entry *e = c->situations[0];
    const struct pattern *p = m->catalog->patterns[e->number].own;
    return p && pattern_literal_bytes(p) && matcher_fits(m, e, p, text);
}

/* Of several classes of the own service with this last word, the one whose template fits; those
 * of libraries come with their module. */
static const struct class_entry *by_last_word(struct matcher *m, const struct owner *o,
                                              struct str word, struct str text)
{
    size_t n, own = 0, fits = 0;
    struct class_entry *const *all = catalog_last_word(m->catalog, word, &n);
    const struct class_entry *last = NULL, *fitting = NULL;
    for (size_t i = 0; i < n; i++) {
        if (!is_own(o, all[i]) || foreign_class(all[i]))
            continue;
        own++;
        last = all[i];
    }
    if (own < 2)
        return last;
    for (size_t i = 0; i < n; i++)
        if (is_own(o, all[i]) && !foreign_class(all[i]) && template_fits(m, all[i], text)) {
            fits++;
            fitting = all[i];
        }
    return fits == 1 ? fitting : NULL;
}

/* By the name alone; `text` tells two classes of one service with the same last word apart. *bare: the
 * name has no module. */
static const struct class_entry *class_of(struct matcher *m, const struct owner *o,
                                          struct str type, struct str text, bool *bare)
{
    *bare = false;
    if (type.n == 0)
        return NULL;
    const struct class_entry *c = by_exact_name(m, o, type);
    if (!c && str_chr(type, '.', 0) == STR_NONE && !pybuiltin_is_exception(type)) {
        c = by_last_word(m, o, type, text);
        *bare = c != NULL;
    }
    TELL(&m->teller, "class", "%.*s: %.*s", STR_FMT(type),
         STR_FMT(c ? c->id : STR("not in the catalogue")));
    return c;
}

static const struct exception *remote_of(const struct record *r)
{
    for (size_t i = 1; i < r->exception_count; i++)
        if (r->exceptions[i].relation == RELATION_REMOTE)
            return &r->exceptions[i];
    return NULL;
}

static const struct class_entry *common_class(const struct matcher *m, struct str type)
{
    size_t n;
    struct class_entry *const *all = catalog_class(m->catalog, type, &n);
    for (size_t i = 0; i < n; i++)
        if (catalog_is_common(m->catalog, all[i]->catalogue))
            return all[i];
    return NULL;
}

/*
 * Words that the classes of OpenStack's clients end in as well (keystoneauth1.exceptions.http,
 * novaclient, neutronclient, glanceclient): without a module they may be any of those.
 */
static bool is_a_clients_too(struct str word)
{
    static const struct str words[] = {
        STR_INIT("NotFound"),
        STR_INIT("Conflict"),
        STR_INIT("Forbidden"),
        STR_INIT("Unauthorized"),
        STR_INIT("BadRequest"),
        STR_INIT("Invalid"),
        STR_INIT("AuthorizationFailure"),
        STR_INIT("NotAuthenticated"),
        STR_INIT("ResourceNotFound"),
        STR_INIT("ResourceInUse"),
        STR_INIT("ImageNotFound"),
        STR_INIT("OverQuota"),
        STR_INIT("PortNotFound"),
        STR_INIT("NetworkNotFound"),
        STR_INIT("NotSupported"),
        STR_INIT("CommandError"),
        STR_INIT("ServiceUnavailable"),
        STR_INIT("MissingAuthPlugin"),
    };
    return strs_has((struct strs){words, COUNT_OF(words)}, word);
}

/* A class of which the page says that nothing raises it: a bare name is then another's. */
static bool is_never_raised(const struct class_entry *c)
{
    for (size_t i = 0; i < c->situation_count; i++)
        if (c->situations[i]->logged != LOGGED_NEVER || c->situations[i]->source_count)
            return false;
    return true;
}

/* Where no service is known: the one file that lists the class for a place of this traceback. */
static const struct class_entry *shown_by_one(struct matcher *m, const struct exception *x,
                                              struct hit *hit, struct raised_evidence *ev)
{
    size_t n, found = 0;
    struct class_entry *const *all = catalog_class(m->catalog, x->type, &n);
    const struct class_entry *one = NULL;
    for (size_t i = 0; i < n; i++) {
        struct raised_evidence its = {0};
        struct hit h;
        if (!foreign_class(all[i]) ||
            !situation_choose(m, all[i], x->message, x->frames, x->frame_count, &h, &its) ||
            !its.near)
            continue;
        found++;
        one = all[i];
        *hit = h;
        *ev = its;
    }
    if (found == 1)
        return one;
    *hit = (struct hit){0};
    *ev = (struct raised_evidence){0};
    return NULL;
}

const struct class_entry *raised_choose(struct matcher *m, const struct owner *o,
                                        const struct exception *x, struct hit *hit,
                                        struct raised_evidence *ev)
{
    bool bare;
    *hit = (struct hit){0};
    const struct class_entry *c = class_of(m, o, x->type, x->message, &bare);
    if (o->type.n == 0 && (!c || catalog_is_common(m->catalog, c->catalogue))) {
        const struct class_entry *one = shown_by_one(m, x, hit, ev);
        if (one)
            return one;
    }
    if (!c)
        return NULL;
    if (!situation_choose(m, c, x->message, x->frames, x->frame_count, hit, ev)) {
        const struct class_entry *other = common_class(m, x->type);
        if (!other || other == c ||
            !situation_choose(m, other, x->message, x->frames, x->frame_count, hit, ev))
            return NULL;
        c = other;
    }
    if (bare && !situation_is_shown(ev) &&
        (is_never_raised(c) || is_a_clients_too(x->type))) {
        *hit = (struct hit){0};
        *ev = (struct raised_evidence){0};
        return NULL;
    }
    ev->service = bare;
    return c;
}

/* A remote exception was raised on the other side of the call: only the frames that came from
 * there can be its raise site. */
static struct exception with_its_frames(const struct exception *logged,
                                        const struct exception *far)
{
    struct exception x = *logged;
    const struct exception *site = logged->remote ? far : logged;
    x.frames = site ? site->frames : NULL;
    x.frame_count = site ? site->frame_count : 0;
    return x;
}

/* FOLDER/, FILE or FILE:FUNCTION. */
static bool is_place(const struct frame *f, struct str place)
{
    size_t colon = str_rchr(place, ':');
    struct str file = colon == STR_NONE ? place : str_head(place, colon);
    if (colon != STR_NONE && !str_eq(f->function, str_from(place, colon + 1)))
        return false;
    return str_ends(file, STR("/")) ? pypath_holds(f->module_path, file)
                                    : source_same_file(f->module_path, file);
}

static bool any_in_background(const struct catalogue *service, const struct exception *x)
{
    for (size_t i = 0; i < x->frame_count; i++)
        for (size_t k = 0; k < service->background.n; k++)
            if (is_place(&x->frames[i], service->background.at[k]))
                return true;
    return false;
}

/* What the page says of a situation it says of its places; a text of the row tells it all the same. */
static bool is_away(const struct entry *e, const struct exception *x,
                    const struct raised_evidence *ev)
{
    return x->frame_count && !ev->text &&
           !situation_lists_file(e, x->frames, x->frame_count);
}

void raised_match(struct matcher *m, const struct record *r, const struct owner *o,
                  struct match *out, struct raised_evidence *ev)
{
    const struct exception *logged = &r->exceptions[0], *far = remote_of(r);
    struct exception x = with_its_frames(logged, far);
    out->class_ = raised_choose(m, o, &x, &out->raised, ev);
    /* RemoteError is the carrier of a class that this side could not rebuild. */
    if (far && str_eq(pyname_last_word(logged->type), STR("RemoteError")) &&
        (!out->class_ || catalog_is_common(m->catalog, out->class_->catalogue))) {
        struct hit hit;
        struct raised_evidence of_far = {0};
        const struct class_entry *c = raised_choose(m, o, far, &hit, &of_far);
        if (c) {
            logged = far;
            x = *far;
            out->class_ = c;
            out->raised = hit;
            *ev = of_far;
        }
    }
    if (!out->class_)
        return;
    if (out->raised.candidate_count == 0)
        out->away = is_away(out->raised.entry, &x, ev);
    out->background = any_in_background(out->class_->catalogue, &x) ||
                      any_in_background(out->class_->catalogue, &r->exceptions[0]);
    ev->other_service = o->type.n && !str_eq(o->type, out->class_->catalogue->service) &&
                        !catalog_is_common(m->catalog, out->class_->catalogue);
    if (out->param_count == 0 && out->raised.candidate_count == 0)
        situation_params(m, out->raised.entry, logged->message, &out->params,
                         &out->param_count);
}
