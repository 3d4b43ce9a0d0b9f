#include "classify/service.h"

#include "base/num.h"

/* ---- names of loggers ---- */

static bool is_oslo(struct str s)
{
    return s.n > 5 && memcmp(s.p, "oslo", 4) == 0 && (s.p[4] == '.' || s.p[4] == '_');
}

bool logger_equal(struct str a, struct str b)
{
    if (a.n != b.n)
        return false;
    if (is_oslo(a) && is_oslo(b))
        return memcmp(a.p + 5, b.p + 5, a.n - 5) == 0;
    return str_eq(a, b);
}

bool logger_under(struct str logger, struct str listed)
{
    if (logger.n > listed.n && logger.p[listed.n] != '.')
        return false;
    return listed.n && logger.n >= listed.n &&
           logger_equal(str_head(logger, listed.n), listed);
}

struct str logger_first_word(struct str logger)
{
    size_t dot = str_chr(logger, '.', is_oslo(logger) ? 5 : 0);
    return dot == STR_NONE ? logger : str_head(logger, dot);
}

/* ---- where a path puts a file ---- */

static bool is_date(struct str s) /* 20260101, 2026-01-01, and a time of day behind either */
{
    size_t digits = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (num_is_digit(s.p[i]))
            digits++;
        else if (!strchr("-_.:T", s.p[i]))
            return false;
    }
    return digits >= 8 && num_is_digit(s.p[0]);
}

static bool drop_one_suffix(struct str *stem)
{
    static const struct str known[] = {STR_INIT(".log"), STR_INIT(".gz"), STR_INIT(".xz"),
                                       STR_INIT(".zst"), STR_INIT(".bz2")};
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (str_ends(*stem, known[i]) && stem->n > known[i].n) {
            stem->n -= known[i].n;
            return true;
        }
    size_t dot = str_rchr(*stem, '.');
    uint64_t number;
    if (dot != STR_NONE && dot && num_u64(str_from(*stem, dot + 1), 99999, &number)) {
        stem->n = dot; /* .1 of a rotation */
        return true;
    }
    for (size_t at = 1; at + 8 < stem->n; at++)
        if (strchr("-._", stem->p[at]) && is_date(str_from(*stem, at + 1))) {
            stem->n = at;
            return true;
        }
    return false;
}

static bool same_program(struct str a, struct str b) /* '_' and '-' are one */
{
    if (a.n != b.n)
        return false;
    for (size_t i = 0; i < a.n; i++)
        if (a.p[i] != b.p[i] && !(strchr("_-", a.p[i]) && strchr("_-", b.p[i])))
            return false;
    return true;
}

/* The longest program that `stem` is, or with `begins` that it begins with, up to a separator. */
static struct owner owner_by_program(const struct catalog *c, struct str stem, bool begins)
{
    struct owner found = {0};
    for (size_t i = 0; i < c->file_count; i++) {
        const struct strs programs = c->files[i].programs;
        for (size_t k = 0; k < programs.n; k++) {
            struct str p = programs.at[k];
            bool fits = p.n && p.n <= stem.n && same_program(str_head(stem, p.n), p) &&
                        (p.n == stem.n || (begins && strchr("-_.@+ ", stem.p[p.n])));
            if (fits && p.n > found.name.n)
                found = (struct owner){p, c->files[i].service, &c->indexes[i]};
        }
    }
    return found;
}

/* API services under uWSGI write NAME-uwsgi.log beside NAME.log. */
static struct owner owner_by_stem(const struct catalog *c, struct str stem)
{
    struct owner found = {0};
    if (stem.n > 6 && same_program(str_from(stem, stem.n - 6), STR("-uwsgi")))
        found = owner_by_program(c, str_head(stem, stem.n - 6), false);
    return found.type.n ? found : owner_by_program(c, stem, false);
}

/* RDO: octavia/worker.log is octavia-worker's. */
static struct owner owner_by_folder_and_stem(const struct catalog *c, struct str folder,
                                             struct str stem)
{
    char both[128];
    if (folder.n == 0 || folder.n + 1 + stem.n > sizeof both)
        return (struct owner){0};
    memcpy(both, folder.p, folder.n);
    both[folder.n] = '-';
    memcpy(both + folder.n + 1, stem.p, stem.n);
    return owner_by_stem(c, (struct str){both, folder.n + 1 + stem.n});
}

static struct str last_part(struct str *path)
{
    size_t slash = str_rchr(*path, '/');
    struct str part = slash == STR_NONE ? *path : str_from(*path, slash + 1);
    path->n = slash == STR_NONE ? 0 : slash;
    return part;
}

/* nova/nova-compute.log: not catalogued, but the folder says what the first word means. */
static struct owner owner_by_folder(const struct catalog *c, struct str above,
                                    struct str folder, struct str stem)
{
    static const struct str homes[] = {STR_INIT("log"), STR_INIT("kolla"),
                                       STR_INIT("containers")};
    struct owner found = {0};
    const struct catalogue_index *index = folder.n ? catalog_service(c, folder) : NULL;
    if (index == c->common)
        index = NULL;
    for (size_t i = 0; index && i < COUNT_OF(homes); i++)
        if (str_eq(last_part(&(struct str){above.p, above.n}), homes[i]))
            found = (struct owner){.type = index->catalogue->service, .index = index};
    bool named = folder.n && str_starts(stem, folder) && stem.n > folder.n + 1 &&
                 strchr("-_", stem.p[folder.n]);
    if (named) {
        found.name = stem;
        found.index = index;
        found.type = index ? index->catalogue->service : folder;
    }
    return found;
}

/*
 * ironic-api.log, designate.log: a project of OpenStack without a catalogue. What the libraries write
 * there is said of no catalogued service.
 */
static struct owner owner_by_project(struct str stem)
{
    static const struct str projects[] = {
        STR_INIT("adjutant"), STR_INIT("aodh"),       STR_INIT("barbican"),
        STR_INIT("blazar"),   STR_INIT("ceilometer"), STR_INIT("cinder"),
        STR_INIT("cyborg"),   STR_INIT("designate"),  STR_INIT("freezer"),
        STR_INIT("glance"),   STR_INIT("gnocchi"),    STR_INIT("horizon"),
        STR_INIT("ironic"),   STR_INIT("keystone"),   STR_INIT("magnum"),
        STR_INIT("manila"),   STR_INIT("mistral"),    STR_INIT("monasca"),
        STR_INIT("murano"),   STR_INIT("neutron"),    STR_INIT("nova"),
        STR_INIT("panko"),    STR_INIT("placement"),  STR_INIT("sahara"),
        STR_INIT("senlin"),   STR_INIT("solum"),      STR_INIT("swift"),
        STR_INIT("tacker"),   STR_INIT("trove"),      STR_INIT("vitrage"),
        STR_INIT("watcher"),  STR_INIT("zaqar"),
    };
    struct owner found = {0};
    size_t n = 0;
    while (n < stem.n && !strchr("-_.", stem.p[n]))
        n++;
    struct str word = str_head(stem, n);
    for (size_t i = 0; i < COUNT_OF(projects); i++)
        if (str_eq(word, projects[i]))
            found =
                (struct owner){.name = n < stem.n ? stem : (struct str){0}, .type = word};
    return found;
}

/* heat.log: the file of a whole service. */
static struct owner owner_by_service(const struct catalog *c, struct str stem)
{
    const struct catalogue_index *index = stem.n ? catalog_service(c, stem) : NULL;

    if (!index || index == c->common)
        return (struct owner){0};
    return (struct owner){.type = index->catalogue->service, .index = index};
}

struct owner service_of_path(const struct catalog *c, struct str path)
{
    struct str above = path, stem = last_part(&above), whole = stem,
               folder = last_part(&above);
    while (drop_one_suffix(&stem))
        ;
    struct owner found = owner_by_stem(c, stem);
    if (!found.type.n)
        found = owner_by_folder_and_stem(c, folder, stem);
    if (!found.type.n)
        found = owner_by_program(c, whole, true);
    if (!found.type.n)
        found = owner_by_folder(c, above, folder, stem);
    if (!found.type.n)
        found = owner_by_service(c, stem);
    if (!found.type.n)
        found = owner_by_project(stem);
    return found;
}

struct owner service_of_name(const struct catalog *c, struct str name, bool begins)
{
    struct owner found = owner_by_stem(c, name);

    if (!found.type.n && begins)
        found = owner_by_program(c, name, true);
    if (!found.type.n)
        found = owner_by_service(c, name);
    size_t n = 0;
    while (n < name.n && !strchr("-_.", name.p[n]))
        n++;
    if (!found.type.n && begins && n < name.n)
        found = owner_by_service(c, str_head(name, n));
    return found.type.n ? found : owner_by_project(name);
}

/* ---- what --service says ---- */

struct owner service_given(const struct catalog *c, struct str word)
{
    struct owner found = {0};
    if (word.n == 0)
        return found;
    const struct catalogue_index *index = catalog_service(c, word);
    if (index && index != c->common)
        return (struct owner){.type = index->catalogue->service, .index = index};
    found = owner_by_stem(c, word);
    if (found.type.n)
        return found;
    size_t dash = str_chr(word, '-', 0);
    if (dash == STR_NONE || dash == 0)
        return (struct owner){.type = word};
    return (struct owner){.name = word, .type = str_head(word, dash)};
}
