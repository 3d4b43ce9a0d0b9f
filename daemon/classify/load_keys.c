/* Which keys an item may have, and what each of them fills. */
#include "base/num.h"
#include "classify/load_parts.h"

/* Words of ECS, which go into events as they are. */
static void take_listed(struct loader *l, const struct yaml_node *value,
                        const struct str *words, size_t n, struct str *out)
{
    int i = load_word(l, value, words, n);
    if (i >= 0)
        *out = words[i];
}

static void take_outcome(struct loader *l, const struct yaml_node *value, void *field)
{
    static const struct str words[] = {STR_INIT("success"), STR_INIT("failure"),
                                       STR_INIT("unknown")};

    take_listed(l, value, words, COUNT_OF(words), field);
}

static void take_category(struct loader *l, const struct yaml_node *value, void *field)
{
    static const struct str words[] = {
        STR_INIT("api"),           STR_INIT("authentication"),
        STR_INIT("configuration"), STR_INIT("database"),
        STR_INIT("host"),          STR_INIT("network"),
        STR_INIT("process"),       STR_INIT("web"),
    };

    take_listed(l, value, words, COUNT_OF(words), field);
}

static void take_level(struct loader *l, const struct yaml_node *value, void *field)
{
    static const struct str words[] = {
        STR_INIT("TRACE"),   STR_INIT("DEBUG"), STR_INIT("INFO"),     STR_INIT("AUDIT"),
        STR_INIT("WARNING"), STR_INIT("ERROR"), STR_INIT("CRITICAL"),
    };
    enum level *out = field;
    int i = load_word(l, value, words, COUNT_OF(words));

    if (i >= 0)
        *out = level_of(words[i]);
}

static void take_style(struct loader *l, const struct yaml_node *value, void *field)
{
    static const struct str words[] = {
        [STYLE_PERCENT] = STR_INIT("percent"),
        [STYLE_BRACE] = STR_INIT("brace"),
    };
    int *out = field;
    *out = load_word(l, value, words, COUNT_OF(words));
}

enum origin { ORIGIN_CATALOGUE, ORIGIN_SOURCE };

static void take_origin(struct loader *l, const struct yaml_node *value, void *field)
{
    static const struct str words[] = {
        [ORIGIN_CATALOGUE] = STR_INIT("catalogue"),
        [ORIGIN_SOURCE] = STR_INIT("source"),
    };
    int *out = field;
    *out = load_word(l, value, words, COUNT_OF(words));
}

static void take_role(struct loader *l, const struct yaml_node *value, void *field)
{
    struct str words[ROLE_ROUTINE + 1];
    int *out = field;

    for (size_t i = 0; i < COUNT_OF(words); i++)
        words[i] = role_name((enum role)i);
    *out = load_word(l, value, words, COUNT_OF(words));
}

static void take_logged(struct loader *l, const struct yaml_node *value, void *field)
{
    struct str words[LOGGED_NEVER];
    enum logged *out = field;

    for (size_t i = 0; i < COUNT_OF(words); i++)
        words[i] = logged_name((enum logged)(i + 1));
    int i = load_word(l, value, words, COUNT_OF(words));
    if (i >= 0)
        *out = (enum logged)(i + 1);
}

static void take_seen(struct loader *l, const struct yaml_node *value, void *field)
{
    struct str words[SEEN_UNKNOWN];
    enum seen *out = field;

    for (size_t i = 0; i < COUNT_OF(words); i++)
        words[i] = seen_name((enum seen)(i + 1));
    int i = load_word(l, value, words, COUNT_OF(words));
    if (i >= 0)
        *out = (enum seen)(i + 1);
}

static void take_evidence(struct loader *l, const struct yaml_node *value, void *field)
{
    struct str words[EVIDENCE_INFERRED];
    enum evidence *out = field;

    for (size_t i = 0; i < COUNT_OF(words); i++)
        words[i] = evidence_name((enum evidence)(i + 1));
    int i = load_word(l, value, words, COUNT_OF(words));
    if (i >= 0)
        *out = (enum evidence)(i + 1);
}

static void take_severity(struct loader *l, const struct yaml_node *value, void *field)
{
    int *out = field;
    uint64_t severity;

    if (value->kind != YAML_TEXT || !num_u64(value->text, 6, &severity))
        load_mistake(l, value, "a severity is a number from 0 to 6");
    else
        *out = (int)severity;
}

static void take_caller(struct loader *l, const struct yaml_node *value, void *field)
{
    static const struct load_key keys[] = {
        {STR_INIT("seen"),     1, take_seen,     offsetof(struct caller, seen)    },
        {STR_INIT("status"),   1, load_status,   offsetof(struct caller, status)  },
        {STR_INIT("text"),     1, load_text,     offsetof(struct caller, text)    },
        {STR_INIT("evidence"), 1, take_evidence, offsetof(struct caller, evidence)},
    };
    struct caller *out = field;

    if (!load_is_map(l, value))
        return;
    *out = (struct caller){0};
    load_map(l, value, keys, COUNT_OF(keys), 1, out);
}

static void take_resource(struct loader *l, const struct yaml_node *value, void *field)
{
    static const struct load_key keys[] = {
        {STR_INIT("type"), 1, load_text, offsetof(struct entry, resource_type) },
        {STR_INIT("id"),   1, load_name, offsetof(struct entry, resource_param)},
    };
    struct entry *out = field;

    if (!load_is_map(l, value))
        return;
    out->resource_type = out->resource_param = STR("");
    load_map(l, value, keys, COUNT_OF(keys), 1, out);
    if (out->resource_type.n == 0 || out->resource_param.n == 0)
        load_mistake(l, value,
                     "a resource has a type and an id: {type: volume, id: PARAM}");
}

static void take_sources(struct loader *l, const struct yaml_node *value, void *field)
{
    struct entry *out = field;
    struct strs texts;

    load_texts(l, value, &texts);
    struct source *sources = ARENA_ARRAY(&l->c->arena, struct source, texts.n);
    for (size_t i = 0; i < texts.n; i++)
        sources[i] = load_source_of(l, texts.at[i]);
    out->sources = sources;
    out->source_count = texts.n;
}

#define FIELD(member) offsetof(struct draft, member)
#define ENTRY(member) offsetof(struct draft, entry.member)

/* Sets of items. */
enum {
    LOGS = ITEM_LOG | ITEM_MARKER,
    TEXTS = ITEM_LOG | ITEM_MARKER | ITEM_VALUE,
    TEMPLATES = TEXTS | ITEM_CLASS,
    RAISED = ITEM_CLASS | ITEM_SITUATION,
    ALL = TEMPLATES | ITEM_SITUATION,
};

static const struct load_key item_keys[] = {
    {STR_INIT("id"),              TEXTS | ITEM_SITUATION, load_text,     FIELD(id)             },
    {STR_INIT("class"),           ITEM_CLASS,             load_text,     FIELD(class_)         },
    {STR_INIT("row"),             ALL,                    load_text,     ENTRY(row)            },
    {STR_INIT("also"),            ALL,                    load_texts,    ENTRY(also)           },
    {STR_INIT("level"),           LOGS,                   take_level,    ENTRY(level)          },
    {STR_INIT("status"),          ITEM_CLASS,             load_status,   FIELD(status)         },
    {STR_INIT("template"),        TEMPLATES,              load_text,     FIELD(template)       },
    {STR_INIT("regex"),           TEMPLATES,              load_text,     FIELD(regex)          },
    {STR_INIT("style"),           TEMPLATES,              take_style,    FIELD(style)          },
    {STR_INIT("params"),          TEMPLATES,              load_names,    FIELD(params)         },
    {STR_INIT("loggers"),         LOGS,                   load_texts,    ENTRY(loggers)        },
    {STR_INIT("source"),          ITEM_CLASS,             load_source,   FIELD(class_source)   },
    {STR_INIT("source"),          TEXTS,                  take_sources,  FIELD(entry)          },
    {STR_INIT("raised"),          RAISED,                 take_sources,  FIELD(entry)          },
    {STR_INIT("frames"),          LOGS,                   load_texts,    ENTRY(frames)         },
    {STR_INIT("functions"),       RAISED,                 load_texts,    ENTRY(functions)      },
    {STR_INIT("texts"),           RAISED,                 load_node,     FIELD(texts)          },
    {STR_INIT("situations"),      ITEM_CLASS,             load_node,     FIELD(situations)     },
    {STR_INIT("situation"),       ALL,                    load_text,     ENTRY(situation)      },
    {STR_INIT("note"),            ALL,                    load_text,     ENTRY(note)           },
    {STR_INIT("misleads_as"),     ALL,                    load_text,     ENTRY(misleads_as)    },
    {STR_INIT("role"),            ALL,                    take_role,     FIELD(role)           },
    {STR_INIT("severity"),        ALL,                    take_severity, ENTRY(severity)       },
    {STR_INIT("category"),        ALL,                    take_category, ENTRY(category)       },
    {STR_INIT("outcome"),         ALL,                    take_outcome,  ENTRY(outcome)        },
    {STR_INIT("event_action"),    ALL,                    load_text,     ENTRY(event_action)   },
    {STR_INIT("resource"),        ALL,                    take_resource, FIELD(entry)          },
    {STR_INIT("caller"),          ALL,                    take_caller,   ENTRY(caller)         },
    {STR_INIT("cause"),           ALL,                    load_names,    ENTRY(cause)          },
    {STR_INIT("secret"),          ALL,                    load_names,    ENTRY(secret)         },
    {STR_INIT("action"),          ALL,                    load_text,     ENTRY(action)         },
    {STR_INIT("residue"),         ALL,                    load_text,     ENTRY(residue)        },
    {STR_INIT("logged"),          ALL,                    take_logged,   ENTRY(logged)         },
    {STR_INIT("origin"),          TEMPLATES,              take_origin,   FIELD(origin)         },
    {STR_INIT("examples"),        ALL,                    load_node,     FIELD(examples)       },
    {STR_INIT("counterexamples"), TEXTS,                  load_node,     FIELD(counterexamples)},
};

struct draft load_no_draft(void)
{
    return (struct draft){.entry.severity = -1, .style = -1, .role = -1, .origin = -1};
}

bool load_draft(struct loader *l, const struct yaml_node *item, enum item kind,
                struct draft *out)
{
    if (!load_is_map(l, item))
        return false;
    out->at = item;
    load_map(l, item, item_keys, COUNT_OF(item_keys), kind, out);
    return true;
}

const struct yaml_node *load_key_of(const struct draft *d, struct str key)
{
    const struct yaml_node *value = yaml_get(d->at, key);
    return value ? value : d->at;
}
