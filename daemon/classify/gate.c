#include "classify/gate.h"

#include <stdlib.h>

#include "classify/known.h"

/*
 * Streams and loggers are remembered in tables without chains: a newcomer takes the place of
 * who stood there, so memory is bounded whatever the input says. A logger with a longer name
 * is looked up each time.
 */
enum { STREAM_SLOTS = 64, GATE_SLOTS = 512, LOGGER_BYTES = 96 };

struct listed { /* an entry that lists the logger of a library */
    struct str logger;
    const struct catalogue_index *index;
    uint32_t number;
};

struct stream_slot {
    const struct stream *stream;
    unsigned number;
    struct owner owner;
};

struct gate_slot {
    struct gate gate;
    const struct catalogue_index *own; /* with `owned`, the rest of the key */
    bool owned, used;
    size_t logger_n;
    char logger[LOGGER_BYTES];

    const struct catalogue_index *package; /* whose package the first word is */
    size_t type_n; /* bytes of the logger that name a service, or 0 */
    const struct catalogue_index **files;
    struct single *single;
    size_t single_cap;
};

struct finder {
    const struct catalog *c;
    struct owner given; /* --service */
    struct owner by_logger, by_sender, by_file,
        given_once; /* answers that no table keeps */
    struct known *known;
    struct stream_slot streams[STREAM_SLOTS];
    struct gate_slot gates[GATE_SLOTS + 1]; /* the last is for what is not remembered */
    struct listed *listed;
    size_t listed_count, listed_cap;
};

/* ---- what the first word of a logger is ---- */

static bool holds_word(struct strs words, struct str word)
{
    for (size_t i = 0; i < words.n; i++)
        if (logger_equal(words.at[i], word))
            return true;
    return false;
}

/* The catalogued service one of whose packages is `word`; common's packages are libraries. */
static const struct catalogue_index *package_of(const struct catalog *c, struct str word)
{
    for (size_t i = 0; i < c->file_count; i++)
        if (&c->indexes[i] != c->common && holds_word(c->files[i].packages, word))
            return &c->indexes[i];
    return NULL;
}

/* Python's own names for "no module in particular" are no project either. */
static bool is_library(const struct finder *f, struct str word)
{
    static const struct str python[] = {STR_INIT("root"), STR_INIT("__main__"),
                                        STR_INIT("py")};
    for (size_t i = 0; i < COUNT_OF(python); i++)
        if (str_eq(word, python[i]))
            return true;
    if (str_starts(word, STR("oslo.")) || str_starts(word, STR("oslo_")))
        return true;
    if (f->c->common && holds_word(f->c->common->catalogue->packages, word))
        return true;
    for (size_t i = 0; i < f->listed_count; i++)
        if (logger_equal(logger_first_word(f->listed[i].logger), word))
            return true;
    return false;
}

/* ---- the record's own service ---- */

/* Its input's setting, else --service. */
static struct owner given_for(struct finder *f, const struct stream *s)
{
    return s && s->service.n ? service_given(f->c, s->service) : f->given;
}

/* --service says whose the inputs are; which of its programs wrote a file, its path may tell. */
static struct owner owner_of_stream(struct finder *f, const struct stream *s)
{
    struct owner by_path = {0};
    if (s && s->path.n)
        by_path = service_of_path(f->c, s->path);
    struct owner found = given_for(f, s);
    if (!found.type.n)
        return by_path;
    if (!found.name.n && str_eq(found.type, by_path.type))
        found.name = by_path.name;
    return found;
}

static const struct owner *stream_owner(struct finder *f, const struct stream *s)
{
    struct stream_slot *slot = &f->streams[(s ? s->number : 0) % STREAM_SLOTS];
    unsigned number = s ? s->number + 1 : 0; /* 0: a record without a stream */
    if (slot->stream != s || slot->number != number) {
        slot->owner = owner_of_stream(f, s);
        slot->stream = s;
        slot->number = number;
    }
    return &slot->owner;
}

/* ---- which entries are tried ---- */

/* Bytes by how rare they are in logs: small letters as in English, digits and what paths and ids
 * have between words like the most common of these, the blank above all. The rest is rarer. */
static size_t commonness(char c)
{
    static const char rare_first[] = "zqxjkvbpgyfwmucldrhsnioate0123456789/.-_: ";
    const char *at = c ? strchr(rare_first, c) : NULL;
    return at ? (size_t)(at - rare_first) : 5;
}

static void add_single(const struct finder *f, struct gate_slot *slot, uint32_t number)
{
    const struct pattern *p = f->c->patterns[number].own;
    if (!p)
        return;
    struct str word = pattern_longest(p), lead = pattern_lead(p);
    struct single new = {.number = number, .word = word};
    for (size_t i = 1; i < word.n; i++)
        if (commonness(word.p[i]) < commonness(word.p[new.rare]))
            new.rare = (uint32_t)i;
    if (lead.n && lead.p[0] != ' ') /* which stands for a tab as well */
        new.first = lead.p[0];
    VEC_GROW(slot->single, slot->gate.single_count, slot->single_cap);
    slot->single[slot->gate.single_count++] = new;
}

static bool lists(const struct entry *e, struct str logger)
{
    for (size_t i = 0; i < e->loggers.n; i++)
        if (logger_equal(e->loggers.at[i], logger))
            return true;
    return false;
}

static bool lists_above(const struct entry *e, struct str logger)
{
    for (size_t i = 0; i < e->loggers.n; i++)
        if (logger_under(logger, e->loggers.at[i]))
            return true;
    return false;
}

bool gate_admits(const struct catalog *c, const struct gate *g, const struct entry *e,
                 struct str logger)
{
    if (c->patterns[e->number].needs_logger)
        return lists(e, logger);
    return !g->stranger || e->loggers.n == 0 || lists_above(e, logger);
}

static void add_file(const struct finder *f, struct gate_slot *slot,
                     const struct catalogue_index *index, struct str logger)
{
    if (!index)
        return;
    slot->files[slot->gate.file_count++] = index;
    for (size_t i = 0; i < index->loose_count; i++)
        if (gate_admits(f->c, &slot->gate, f->c->entries[index->loose[i]], logger))
            add_single(f, slot, index->loose[i]);
}

/*
 * What libraries write through the loggers of others (taskflow's listener, oslo.log's excepthook):
 * entries of common that list no logger, and the handful that lists this one. What is opened for a
 * logger is remembered, so that all entries are looked through once for each.
 */
static void add_unbound(const struct finder *f, struct gate_slot *slot, struct str logger)
{
    add_file(f, slot, &f->c->unbound, logger);
    for (size_t i = 0; f->c->common && i < f->c->entry_count; i++) {
        const struct entry *e = f->c->entries[i];
        bool logged = e->kind == ENTRY_LOG || e->kind == ENTRY_MARKER;
        if (logged && catalog_is_common(f->c, e->catalogue) && lists_above(e, logger))
            add_single(f, slot, e->number);
    }
}

/* Entries that list a library's logger: those of one file, or with NULL those of every file. */
static void add_listed(const struct finder *f, struct gate_slot *slot,
                       const struct catalogue_index *index, struct str logger)
{
    for (size_t i = 0; i < f->listed_count; i++) {
        const struct listed *l = &f->listed[i];
        size_t n = slot->gate.single_count;
        bool twice =
            n && slot->single[n - 1].number == l->number; /* by another of its loggers */
        if (!twice && (!index || l->index == index) && logger_under(logger, l->logger))
            add_single(f, slot, l->number);
    }
}

static void open_without_logger(const struct finder *f, struct gate_slot *slot)
{
    if (slot->owned) {
        slot->gate.by_service = true;
        add_file(f, slot, slot->own, STR(""));
        add_file(f, slot, f->c->common, STR(""));
        return;
    }
    for (size_t i = 0; i < f->c->file_count; i++)
        add_file(f, slot, &f->c->indexes[i], STR(""));
}

static void open_gate(const struct finder *f, struct gate_slot *slot, struct str logger)
{
    if (logger.n == 0) {
        open_without_logger(f, slot);
        return;
    }
    struct str word = logger_first_word(logger);
    slot->package = package_of(f->c, word);
    if (slot->package) {
        slot->type_n = word.n;
        add_file(f, slot, slot->package, logger);
        add_unbound(f, slot, logger);
        return;
    }
    slot->gate.by_service = slot->own != NULL;
    slot->gate.stranger = !is_library(f, word);
    /* Lines of Juju, which runs the services of Sunbeam and the charms, look like oslo.log's. */
    if (slot->gate.stranger) {
        slot->type_n = str_eq(word, STR("juju")) ? 0 : word.n;
        add_unbound(f, slot, logger);
        return;
    }
    if (slot->own || !slot->owned)
        add_listed(f, slot, slot->own, logger);
    add_file(f, slot, f->c->common, logger);
}

static uint64_t eight(const char *p)
{
    uint64_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

/* Loggers differ at their ends, rarely in length: the ends and the length are enough to spread
 * a few hundred of them. */
static size_t slot_number(struct str logger, const void *own)
{
    uint64_t h = logger.n + (uint64_t)(uintptr_t)own;
    if (logger.n >= 16)
        h ^= eight(logger.p + logger.n - 8) * UINT64_C(0x9e3779b97f4a7c15) ^
             eight(logger.p + logger.n - 16);
    else
        for (size_t i = 0; i < logger.n; i++)
            h = h * 31 + (unsigned char)logger.p[i];
    h *= UINT64_C(0xff51afd7ed558ccd);
    return (size_t)(h >> 40) % GATE_SLOTS;
}

static struct gate_slot *gate_slot(struct finder *f, struct str logger,
                                   const struct owner *own)
{
    bool owned = own->type.n != 0, kept = logger.n <= LOGGER_BYTES;
    struct gate_slot *slot =
        &f->gates[kept ? slot_number(logger, own->index) : GATE_SLOTS];
    if (kept && slot->used && slot->own == own->index && slot->owned == owned &&
        slot->logger_n == logger.n &&
        (logger.n == 0 || !memcmp(slot->logger, logger.p, logger.n)))
        return slot;
    slot->gate = (struct gate){0};
    slot->own = own->index;
    slot->owned = owned;
    slot->package = NULL;
    slot->type_n = 0;
    slot->used = kept;
    if (kept && logger.n)
        memcpy(slot->logger, logger.p, logger.n);
    slot->logger_n = logger.n;
    if (!slot->files)
        slot->files =
            mem_grow(NULL, f->c->file_count + 1, sizeof(struct catalogue_index *));
    open_gate(f, slot, logger);
    slot->gate.files = slot->files;
    slot->gate.single = slot->single;
    return slot;
}

static const struct gate *gate_for(struct finder *f, const struct owner *own,
                                   struct str logger, const struct owner **owner)
{
    const struct gate_slot *slot = gate_slot(f, logger, own);
    *owner = own;
    if (own->type.n)
        return &slot->gate;
    f->by_logger = (struct owner){.type = str_head(logger, slot->type_n)};
    if (slot->package)
        f->by_logger = (struct owner){.type = slot->package->catalogue->service,
                                      .index = slot->package};
    *owner = &f->by_logger;
    return &slot->gate;
}

/* /usr/lib/python3/dist-packages/zun/cni/api.py: whose package the call was written in. */
static struct owner owner_of_file(const struct finder *f, struct str file)
{
    struct str part;
    struct owner found = {0};

    while (str_cut(&file, '/', &part)) {
        const struct catalogue_index *index = part.n ? package_of(f->c, part) : NULL;
        if (index)
            found = (struct owner){.type = index->catalogue->service, .index = index};
    }
    return found;
}

/* What --service says holds for all records; which of its programs wrote one, its envelopes know. */
static const struct owner *record_owner(struct finder *f, const struct record *r)
{
    const struct owner *by_stream = stream_owner(f, r->stream);

    if (!by_stream->type.n && r->logger.n == 0 && r->origin_file.n) {
        f->by_file = owner_of_file(f, r->origin_file);
        by_stream = &f->by_file;
    }
    if (!r->sender)
        return by_stream;
    f->by_sender = known_owner(f->known, f->c, r->sender, r->stream, by_stream);
    struct str given = given_for(f, r->stream).type;
    if (!given.n)
        return &f->by_sender;
    if (by_stream->name.n || !str_eq(f->by_sender.type, given))
        return by_stream;
    return &f->by_sender;
}

const struct gate *finder_gate(struct finder *f, const struct record *r,
                               const struct owner **owner)
{
    return gate_for(f, record_owner(f, r), r->logger, owner);
}

const struct gate *finder_gate_of(struct finder *f, const struct catalogue_index *index,
                                  struct str logger, const struct owner **owner)
{
    f->given_once = (struct owner){0};
    if (index && index != f->c->common)
        f->given_once = (struct owner){.type = index->catalogue->service, .index = index};
    return gate_for(f, &f->given_once, logger, owner);
}

/* ---- */

static void add_loggers(struct finder *f, const struct catalogue_index *index,
                        const struct entry *e)
{
    bool log = e->kind == ENTRY_LOG || e->kind == ENTRY_MARKER;
    for (size_t i = 0; log && i < e->loggers.n; i++) {
        if (package_of(f->c, logger_first_word(e->loggers.at[i])) == index)
            continue;
        VEC_GROW(f->listed, f->listed_count, f->listed_cap);
        f->listed[f->listed_count++] = (struct listed){e->loggers.at[i], index, e->number};
    }
}

struct finder *finder_new(const struct catalog *c, const struct classify_settings *s)
{
    struct finder *f = mem_new(sizeof *f);
    f->c = c;
    f->known = known_new();
    f->given = service_given(c, s ? s->service : STR(""));
    for (size_t i = 0; i < STREAM_SLOTS; i++)
        f->streams[i].number =
            UINT32_MAX; /* no stream has it: nothing is remembered yet */
    for (size_t i = 0; i < c->entry_count; i++) {
        const struct entry *e = c->entries[i];
        const struct catalogue_index *index = &c->indexes[e->catalogue - c->files];
        if (index != c->common)
            add_loggers(f, index, e);
    }
    return f;
}

void finder_free(struct finder *f)
{
    if (!f)
        return;
    for (size_t i = 0; i < COUNT_OF(f->gates); i++) {
        free(f->gates[i].files);
        free(f->gates[i].single);
    }
    free(f->listed);
    known_free(f->known);
    free(f);
}
